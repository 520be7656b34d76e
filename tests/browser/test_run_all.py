"""Run All: the kernel can't have heard of its front end when the question comes."""

from chat_server import answer, python
from notebook_page import LOAD
from playwright.sync_api import expect


def test_nothing_runs_unasked_where_loading_and_asking_come_together(
    notebook, model, jupyter
):
    model.replies = [python("open('ran.txt', 'w').close()"), answer("It ran.")]
    notebook.open([LOAD, "%%ask\nrun it"])
    ran = jupyter.notebooks / "ran.txt"
    notebook.start_all()
    approve = notebook.button(1, "Approve")
    prompt = notebook.cell(1).locator("input.jp-Stdin-input")
    expect(approve.or_(prompt)).to_be_visible()
    assert not ran.exists()
    if prompt.is_visible():
        prompt.fill("y")
        prompt.press("Enter")
    else:
        approve.click()
    expect(notebook.cell(1)).to_contain_text("It ran.")
    assert ran.exists()
    ran.unlink()
