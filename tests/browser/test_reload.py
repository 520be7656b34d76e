"""The page is loaded again while something goes on."""

import re
import threading

from chat_server import answer, chunk, python
from notebook_page import LOAD
from playwright.sync_api import expect


def test_a_reply_goes_on_after_a_reload(notebook, model):
    go_on = threading.Event()
    model.replies = [
        [chunk({"content": "The first words. "}), go_on.wait, *answer("The last.")]
    ]
    notebook.open([LOAD, "%%ask\nhello"])
    notebook.load()
    notebook.run(1)
    reply = notebook.reply(1)
    expect(reply).to_contain_text("The first words.")
    notebook.save()
    notebook.reload()
    expect(reply).to_contain_text("The first words.")
    go_on.set()
    expect(reply).to_contain_text("The first words. The last.")
    expect(reply).not_to_have_attribute("aria-busy", "true")
    expect(notebook.cell(1).get_by_text("The first words.")).to_have_count(1)


def test_a_call_that_waits_can_be_decided_after_a_reload(notebook, model):
    model.replies = [python("ran = 1\nprint('it ran')"), answer("It did.")]
    notebook.open([LOAD, "%%ask\nrun it"])
    notebook.load()
    notebook.run_to_end(1)
    expect(notebook.button(1, "Approve")).to_be_visible()
    notebook.save()
    notebook.reload()
    assert notebook.value("ran") == "NameError"
    notebook.approve(1)
    reply = notebook.reply(1)
    expect(reply).to_contain_text("It did.")
    expect(reply).to_contain_text(re.compile("approved", re.IGNORECASE))
    expect(notebook.cell(1).get_by_text("it ran", exact=True)).to_have_count(1)
    expect(notebook.cell(1).get_by_text("It did.")).to_have_count(1)
    assert notebook.value("ran") == "1"
