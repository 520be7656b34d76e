"""The main story, in both front ends and with three ipykernels."""

import json
import re
import threading

import pytest
from chat_server import answer, chunk, python
from jupyter import PATHS
from kernels import NEEDS
from notebook_page import LOAD
from playwright.sync_api import expect

pytestmark = [
    pytest.mark.parametrize("front_end", PATHS),
    pytest.mark.parametrize("kernel", NEEDS),
]
PLOT = "import matplotlib.pyplot as plt\nlines = plt.plot([1, 3, 2])\nran = 'it ran'"


def test_words_appear_in_the_cell_while_it_runs(notebook, model, kernel):
    go_on = threading.Event()
    first = chunk({"content": "The *first* words. "})
    model.replies = [[first, go_on.wait, *answer("The last.")]]
    notebook.open([LOAD, "%%ask\nhello"], kernel=kernel)
    assert notebook.value("__import__('ipykernel').__version__") == repr(kernel)
    notebook.load()
    notebook.run(1)
    reply = notebook.reply(1)
    expect(reply.locator("em")).to_have_text("first")
    expect(reply).to_have_attribute("aria-busy", "true")
    expect(reply).not_to_contain_text("The last.")
    notebook.expect_running(1)
    go_on.set()
    notebook.expect_ended(1)
    expect(reply).to_contain_text("The first words. The last.")
    expect(reply).not_to_have_attribute("aria-busy", "true")
    expect(reply).to_contain_text("demo/m-1")


def test_nothing_runs_before_approve_and_the_plot_is_in_the_asking_cell(
    notebook, model, kernel
):
    words = chunk({"content": "I'll plot it."})
    model.replies = [[words, *python(PLOT)], answer("That is the plot.")]
    notebook.open([LOAD, "%%ask\nplot it", "other = 1"], kernel=kernel)
    notebook.load()
    notebook.run_to_end(1)
    card = notebook.card(1)
    expect(card).to_contain_text("Run this Python in asked.ipynb?")
    expect(card).to_contain_text("ran = 'it ran'")
    notebook.run_to_end(2)
    assert notebook.value("other") == "1"
    assert notebook.value("ran") == "NameError"
    assert len(model.requests) == 1

    notebook.approve(1)
    reply = notebook.reply(1)
    expect(reply).to_contain_text("That is the plot.")
    expect(reply).to_contain_text(re.compile(r"approved", re.IGNORECASE))
    expect(notebook.cell(1).locator("img")).to_have_count(1)
    expect(notebook.cell(2).locator("img")).to_have_count(0)
    assert notebook.value("ran") == "'it ran'"
    assert len(model.last_results()) == 1
    assert "image/png" in json.dumps(model.last_messages())
