"""What a person says to a call, and what becomes of it."""

import json
import re

from chat_server import answer, calling_each, python
from notebook_page import LOAD
from playwright.sync_api import expect

CODE = "ran = 1\nran + 1"
ASK = [LOAD, "%%ask\nrun it"]


def waiting(notebook, model, *replies):
    """The notebook with a call that waits in its second cell."""
    model.replies = list(replies)
    notebook.open(ASK)
    notebook.load()
    notebook.run_to_end(1)
    expect(notebook.button(1, "Approve")).to_be_visible()
    return notebook.card(1)


def test_a_denial_and_its_reason_reach_the_model_and_nothing_ran(notebook, model):
    card = waiting(notebook, model, python(CODE), answer("I did not."))
    notebook.button(1, "Deny").click()
    reason = card.get_by_role("textbox", name="Reason")
    expect(reason).to_be_focused()
    reason.fill("use the table")
    reason.press("Enter")
    reply = notebook.reply(1)
    expect(reply).to_contain_text("I did not.")
    expect(reply).to_contain_text("use the table")
    (result,) = model.last_results()
    assert "denied" in result
    assert "use the table" in result
    assert notebook.value("ran") == "NameError"


def test_an_edit_runs_in_place_of_the_models_code_and_both_are_kept(notebook, model):
    card = waiting(notebook, model, python(CODE), answer("It ran."))
    notebook.button(1, "Edit").click()
    code = card.get_by_role("textbox", name="Code that will run")
    expect(code).to_be_focused()
    code.press("ControlOrMeta+A")
    code.press_sequentially("ran = 7")
    notebook.approve(1)
    reply = notebook.reply(1)
    expect(reply).to_contain_text("It ran.")
    assert notebook.value("ran") == "7"
    assert "ran = 7" in model.last_results()[0]
    assert "ran = 1" in json.dumps(model.last_messages())
    expect(card).to_contain_text("with your change")
    expect(card).to_contain_text("ran = 7")
    card.get_by_role("button", name="Show what the model wrote").click()
    expect(card).to_contain_text("ran = 1")


def test_always_asks_no_more_in_this_conversation(notebook, model):
    card = waiting(notebook, model, python("a = 1"), python("b = 2"), answer("Done."))
    card.get_by_role("checkbox", name="Always allow Python").check()
    notebook.approve(1)
    reply = notebook.reply(1)
    expect(reply).to_contain_text("Done.")
    expect(reply).to_contain_text("allowed in this conversation")
    assert notebook.value("(a, b)") == "(1, 2)"


def test_two_waiting_calls_are_decided_apart(notebook, model):
    both = calling_each(
        ("run_python", json.dumps({"code": "first = 1"})),
        ("run_python", json.dumps({"code": "second = 2"})),
    )
    first = waiting(notebook, model, both, answer("One of them."))
    expect(first).to_contain_text("1 of 2")
    second = notebook.card(1, 1)
    expect(second).to_contain_text("2 of 2")
    second.get_by_role("button", name="Approve").click()
    assert len(model.requests) == 1
    first.get_by_role("button", name="Deny").click()
    said = notebook.reply(1).get_by_text("One of them.")
    notebook.press_until_heard("Enter", said)
    assert notebook.value("second") == "2"
    assert notebook.value("first") == "NameError"
    denied, ran = model.last_results()
    assert "denied" in denied
    assert "denied" not in ran


def test_a_call_that_fails_is_shown_and_told(notebook, model):
    card = waiting(notebook, model, python("1 / 0"), answer("By zero."))
    notebook.approve(1)
    expect(notebook.reply(1)).to_contain_text("By zero.")
    expect(card).to_contain_text(re.compile("failed", re.IGNORECASE))
    assert "ZeroDivisionError" in model.last_results()[0]


def test_a_restarted_kernel_says_so_and_runs_nothing(notebook, model):
    waiting(notebook, model, python(CODE), answer("Never."))
    notebook.restart_kernel()
    gone = re.compile(r"The kernel that wrote this .* can.t go on")
    expect(notebook.cell(1)).to_contain_text(gone)
    expect(notebook.button(1, "Approve")).to_have_count(0)
    assert notebook.value("ran") == "NameError"
    assert len(model.requests) == 1
