"""A front end without our labextension: the bundled view."""

import json
import threading

import pytest
from chat_server import answer, chunk, python
from notebook_page import LOAD
from playwright.sync_api import expect


@pytest.fixture
def disabled(jupyter):
    """The administrator turned our labextension off."""
    path = jupyter.page_config
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"disabledExtensions": {"jupyter-assistant": True}}))
    yield
    path.unlink()


@pytest.mark.usefixtures("disabled")
def test_the_bundled_view_streams_and_approves_and_leaves_markdown(notebook, model):
    go_on = threading.Event()
    model.replies = [
        [chunk({"content": "I'll *run* it."}), go_on.wait, *python("ran = 1")],
        answer("It **ran**."),
    ]
    notebook.open([LOAD, "%%ask\nrun it"])
    notebook.load()
    notebook.run(1)
    reply = notebook.reply(1)
    expect(reply.locator("em")).to_have_text("run")
    notebook.expect_running(1)
    go_on.set()
    notebook.expect_ended(1)
    expect(notebook.button(1, "Approve")).to_be_visible()
    assert notebook.value("'ran' in globals()") == "False"
    notebook.approve(1)
    final = notebook.cell(1).locator(".jp-RenderedMarkdown strong")
    expect(final.get_by_text("ran", exact=True)).to_be_visible()
    expect(reply).to_have_count(0)
    assert notebook.value("ran") == "1"
    notebook.save()
    text = notebook.path.read_text("utf-8")
    assert "widget-view" not in text
