"""The quick start runs as a person runs it, on the real small model."""

import json
import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from jupyter_assistant.cli import main
from jupyter_assistant.providers.local_model import (
    TINY_MODEL_NOTE,
    fetch_small_model,
    has_small_model,
    small_model_path,
)

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "quickstart.ipynb"


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook after `jupyter assistant try` and every cell."""
    if not has_small_model():
        fetch_small_model()
    model = small_model_path()
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.endswith("_API_KEY") or name.startswith("JUPYTER_ASSISTANT_"):
                patch.delenv(name)
        for what in ("config", "data", "runtime"):
            patch.setenv(f"JUPYTER_{what.upper()}_DIR", str(home / what))
        patch.setenv("IPYTHONDIR", str(home / "ipython"))
        patch.chdir(home)
        small_model_path().parent.mkdir(parents=True)
        small_model_path().symlink_to(model)
        settings = home / "config" / "assistant" / "settings.json"
        settings.parent.mkdir(parents=True)
        nowhere = {"ollama": {"base_url": "http://127.0.0.1:9/v1"}}
        settings.write_text(json.dumps({"connections": nowhere}))
        assert main(["try", "--yes", "--no-open"]) == 0
        notebook = nbformat.read(home / "quickstart.ipynb", as_version=4)
        NotebookClient(notebook, timeout=240).execute(cwd=str(home))
    return {cell.id: cell for cell in notebook.cells}


def shown(cell) -> str:
    """What a reader of the saved notebook sees below a cell."""
    return "\n".join(
        output.get("text") or str(output.get("data", {}).get("text/plain", ""))
        for output in cell.outputs
    )


def errors(cell) -> list[str]:
    return [o.ename for o in cell.outputs if o.output_type == "error"]


@pytest.mark.parametrize("cell_id", ["ask", "narrow", "explain"])
def test_every_question_has_an_answer_in_words(executed, cell_id):
    answer = shown(executed[cell_id])
    assert len(answer.split()) >= 5
    assert not errors(executed[cell_id])


def test_answers_are_saved_as_markdown(executed):
    kinds = [set(output.data) for output in executed["ask"].outputs]
    assert {"text/markdown", "text/plain"} <= kinds[0]


def test_only_the_deliberate_cell_fails(executed):
    failed = {
        name for name, cell in executed.items() if cell.get("outputs") and errors(cell)
    }
    assert failed == {"error"}
    assert errors(executed["error"]) == ["KeyError"]


def test_status_names_the_model(executed):
    assert "local/SmolLM2-135M-Instruct" in shown(executed["status"])


def test_every_answer_says_that_the_model_is_tiny(executed):
    for cell_id in ("ask", "narrow", "explain"):
        assert TINY_MODEL_NOTE in shown(executed[cell_id])


def test_notebook_in_git_has_no_outputs():
    for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_notebook_is_valid_and_every_cell_has_a_name():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
