"""`%assistant panel`: a chat in a cell."""

import threading

from chat_server import answer, chunk, python
from notebook_page import LOAD
from playwright.sync_api import expect


def test_a_panel_answers_streams_and_asks_for_approval(notebook, model):
    go_on = threading.Event()
    model.replies = [
        [chunk({"content": "The *first* words. "}), go_on.wait, *python("ran = 1")],
        answer("It ran."),
    ]
    notebook.open([LOAD, "%assistant panel"])
    notebook.load()
    notebook.run_to_end(1)
    cell = notebook.cell(1).locator(".jp-Cell-outputArea")
    question = cell.get_by_role("textbox")
    question.fill("run it")
    question.press("Enter")
    expect(cell.get_by_text("run it").first).to_be_visible()
    expect(cell.locator("em")).to_have_text("first")
    expect(question).to_have_value("")
    go_on.set()
    approve = cell.get_by_role("button", name="Approve")
    expect(approve).to_be_visible()
    assert notebook.value("'ran' in globals()") == "False"
    approve.click()
    expect(cell).to_contain_text("It ran.")
    assert notebook.value("ran") == "1"
