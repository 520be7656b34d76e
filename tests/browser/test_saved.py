"""A saved notebook: with our view and no kernel, by nbconvert, and as a file."""

import json

import pytest
from chat_server import answer, chunk, python
from jupyter import PATHS
from nbconvert import HTMLExporter, MarkdownExporter
from notebook_page import LOAD
from playwright.sync_api import expect


@pytest.fixture
def saved(notebook, model):
    """The notebook with one reply of words and a call that ran, saved."""
    model.replies = [
        [chunk({"content": "I'll **count**."}), *python("count = 3\ncount")],
        answer("There are *three*."),
    ]
    notebook.open([LOAD, "%%ask\nhow many?"])
    notebook.load()
    notebook.run_to_end(1)
    notebook.approve(1)
    expect(notebook.reply(1)).to_contain_text("There are three.")
    expect(notebook.cell(1).locator(".jp-OutputArea-output").last).to_contain_text("3")
    notebook.save()
    return notebook


@pytest.mark.parametrize("front_end", PATHS)
def test_without_a_kernel_the_reply_is_there_with_calls_and_usage(saved):
    saved.show_without_kernel()
    reply = saved.reply(1)
    expect(reply.locator("strong")).to_have_text("count")
    expect(reply.locator("em")).to_have_text("three")
    expect(reply).to_contain_text("demo/m-1")
    expect(reply).to_contain_text("tokens")
    step = reply.get_by_text("Ran Python, 2 lines")
    step.click()
    expect(reply).to_contain_text("count = 3")


def test_the_file_is_readable_by_anyone(saved):
    text = saved.path.read_text("utf-8")
    assert "widget-view" not in text
    outputs = saved.saved().cells[1].outputs
    data = outputs[0]["data"]
    assert "I'll **count**." in data["text/markdown"]
    assert "There are *three*." in data["text/plain"] or "three" in data["text/plain"]
    assert "live" not in data["application/vnd.jupyter-assistant+json"]
    json.dumps(outputs)


def test_nbconvert_shows_the_reply(saved):
    page, _ = HTMLExporter().from_filename(saved.path)
    assert "There are <em>three</em>." in page
    words, _ = MarkdownExporter().from_filename(saved.path)
    assert "There are *three*." in words
