"""Stop, and what is kept of a reply."""

import threading

import pytest
from chat_server import answer, chunk, python
from jupyter import PATHS
from kernels import NEEDS
from notebook_page import LOAD
from playwright.sync_api import expect


@pytest.mark.parametrize("front_end", PATHS)
@pytest.mark.parametrize("kernel", NEEDS)
def test_a_stopped_reply_is_kept_and_the_conversation_goes_on(notebook, model, kernel):
    never = threading.Event()
    model.replies = [
        [chunk({"content": "Half a sent"}), never.wait, *answer("ence.")],
        answer("The rest."),
    ]
    notebook.open([LOAD, "%%ask\ntell me", "%%ask\ngo on"], kernel=kernel)
    notebook.load()
    notebook.run(1)
    reply = notebook.reply(1)
    expect(reply).to_contain_text("Half a sent")
    reply.get_by_role("button", name="Stop").click()
    expect(reply).to_contain_text("Stopped by you")
    notebook.expect_ended(1)
    expect(reply).to_contain_text("Half a sent")
    expect(reply).to_contain_text("What arrived is kept")
    assert notebook.value("1 + 1") == "2"
    notebook.run_to_end(2)
    expect(notebook.reply(2)).to_contain_text("The rest.")
    assert any(m["content"] == "Half a sent" for m in model.last_messages())
    never.set()


def test_stop_while_a_call_waits_runs_nothing(notebook, model):
    model.replies = [python("ran = 1"), answer("Never.")]
    notebook.open([LOAD, "%%ask\nrun it"])
    notebook.load()
    notebook.run_to_end(1)
    reply = notebook.reply(1)
    reply.get_by_role("button", name="Stop").click()
    expect(reply).to_contain_text("Stopped by you")
    expect(notebook.button(1, "Approve")).to_have_count(0)
    assert notebook.value("ran") == "NameError"
    assert len(model.requests) == 1
