"""Notebooks that run without anybody: nbclient executes them, nbconvert shows them."""

import nbformat
import pytest
from chat_server import answer, calling, chat_server
from live_kernel import environment, settings_for
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from jupyter_assistant.kernel.show.saved import REPLY_MIME

EVIL = "Look: <img src=x onerror=alert(1)> ![p](http://evil.example/p.png)\n\n<script>1</script>"


@pytest.fixture
def server():
    with chat_server() as state:
        yield state


@pytest.fixture
def execute(tmp_path, server, monkeypatch):
    """Executes cells as a notebook and gives it back."""
    settings_for(tmp_path, server.url)
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)

    def execute(*cells):
        sources = ["%load_ext jupyter_assistant", *cells]
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in sources]
        )
        NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
        nbformat.validate(notebook)
        return notebook

    return execute


def outputs(cell):
    return [
        output.get("text") or output["data"].get("text/markdown") or output["data"]
        for output in cell.outputs
    ]


def test_what_would_ask_is_denied_and_the_notebook_says_so(execute, server):
    server.replies = [
        calling("run_python", '{"code": "ran = 1"}'),
        answer("I was not allowed to."),
    ]
    notebook = execute("%ask run it", "'ran' in globals()")
    (reply,) = outputs(notebook.cells[1])
    assert "Did not run Python, 1 line · nobody was there to approve it" in reply
    assert "I was not allowed to." in reply
    assert notebook.cells[2].outputs[0]["data"]["text/plain"] == "False"
    assert server.requests[-1][1]["messages"][-1]["role"] == "tool"


def test_yes_beforehand_runs_it_and_its_outputs_are_ordinary_ones(execute, server):
    server.replies = [
        calling("run_python", '{"code": "print(6 * 7)"}'),
        answer("It printed."),
    ]
    notebook = execute("%ask -y run it")
    first, printed, last = outputs(notebook.cells[1])
    assert "```python\nprint(6 * 7)\n```" in first
    assert printed == "42\n"
    assert last.startswith("It printed.")


def test_an_error_does_not_stop_the_notebook(execute, server):
    server.status = 500
    server.replies = [['{"error": {"message": "boom"}}', ""]]
    notebook = execute("%ask --nope hello", "%ask -m nowhere/x hello", "1 + 1")
    assert "--nope is no option" in outputs(notebook.cells[1])[0]
    assert "nowhere" in outputs(notebook.cells[2])[0]
    assert notebook.cells[3].outputs[0]["data"]["text/plain"] == "2"


def test_a_saved_notebook_is_readable_and_harmless_without_us(execute, server):
    look = calling("inspect_variable", '{"name": "x"}')
    server.replies = [look, answer(f"**Words**\n\n```python\nx<y\n```\n\n{EVIL}")]
    notebook = execute("%ask look at x")
    (data,) = (output["data"] for output in notebook.cells[1].outputs)
    assert set(data) == {REPLY_MIME, "text/markdown", "text/plain"}
    assert "widget-view" not in nbformat.writes(notebook)
    page, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    assert "<strong>Words</strong>" in page
    assert "<img" not in page
    assert "<script>1" not in page
    assert 'href="http://evil.example/p.png"' in page
