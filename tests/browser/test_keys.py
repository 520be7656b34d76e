"""Keys that are pressed inside our view do not reach the notebook around it."""

import pytest
from chat_server import answer, python
from jupyter import PATHS
from notebook_page import LOAD, NOTEBOOK
from playwright.sync_api import expect

pytestmark = pytest.mark.parametrize("front_end", PATHS)


@pytest.fixture
def waiting(notebook, model):
    """A notebook with a call that waits."""
    model.replies = [python("ran = 1"), answer("It ran.")]
    notebook.open([LOAD, "%%ask\nrun it", "1"])
    notebook.load()
    notebook.run_to_end(1)
    expect(notebook.button(1, "Approve")).to_be_visible()
    return notebook


def test_shift_enter_approves_and_does_not_run_the_cell_again(waiting):
    asked = waiting.prompt(1)
    waiting.button(1, "Approve").focus()
    waiting.press_until_heard("Shift+Enter", waiting.reply(1).get_by_text("It ran."))
    assert waiting.prompt(1) == asked
    assert waiting.prompt(2) == "[ ]:"


def test_d_d_denies_and_does_not_delete_the_cell(waiting):
    waiting.button(1, "Edit").focus()
    reason = waiting.card(1).get_by_role("textbox", name="Reason")
    waiting.press_until_heard("d", reason)
    waiting.page.keyboard.press("d")
    expect(reason).to_have_value("d")
    waiting.reply(1).get_by_role("button", name="Stop").focus()
    waiting.page.keyboard.press("d")
    waiting.page.keyboard.press("d")
    assert waiting.page.evaluate(f"{NOTEBOOK}.model.cells.length") == 3
    assert waiting.value("'ran' in globals()") == "False"


def test_the_key_for_saving_saves(waiting):
    waiting.button(1, "Approve").focus()
    waiting.page.keyboard.press("ControlOrMeta+s")
    waiting.page.wait_for_function(f"() => !{NOTEBOOK}.model.dirty")
    assert waiting.saved().cells[1].outputs
