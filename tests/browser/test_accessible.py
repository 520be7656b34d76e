"""axe on our replies in a real notebook."""

import pytest
from axe import serious_faults
from chat_server import answer, chunk, python
from jupyter import PATHS
from notebook_page import LOAD
from playwright.sync_api import expect

WORDS = """
# A heading

Text with `code`, [a link](https://example.org) and $x^2$.

| a | b |
|---|---|
| 1 | 2 |

```python
x = 1
```
"""


LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"


@pytest.fixture(params=[LIGHT, DARK])
def theme(request, notebook):
    """A theme; the setting is the person's and outlives the page."""
    yield request.param
    notebook.command("apputils:change-theme", theme=LIGHT)


@pytest.mark.parametrize("front_end", PATHS)
def test_axe_finds_nothing_serious_in_any_state(notebook, model, theme):
    thinking = chunk({"reasoning_content": "Let me see."})
    words = chunk({"content": WORDS})
    model.replies = [
        [thinking, words, *python("ran = 1")],
        answer("It ran."),
        python("1 / 0"),
    ]
    notebook.open([LOAD, "%%ask\nrun it", "%%ask\nrun it again", "%%ask\nonce more"])
    notebook.command("apputils:change-theme", theme=theme)
    notebook.load()
    notebook.run_to_end(1)
    notebook.approve(1)
    expect(notebook.reply(1)).to_contain_text("It ran.")
    notebook.run_to_end(2)
    notebook.button(2, "Edit").click()
    notebook.run_to_end(3)
    notebook.button(3, "Deny").click()
    assert serious_faults(notebook.page, ".jp-Assistant-reply") == []
