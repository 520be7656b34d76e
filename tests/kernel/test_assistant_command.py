"""`%assistant`, in a shell of this process with real settings."""

import json

import pytest
from chat_server import answer, chat_server
from IPython.core.interactiveshell import InteractiveShell
from live_kernel import environment, settings_for

from jupyter_assistant import load_ipython_extension, unload_ipython_extension
from jupyter_assistant.conversation import decode_message


@pytest.fixture
def server():
    with chat_server() as state:
        state.models = ["m-1", "m-2"]
        yield state


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a line and gives what it printed."""
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    for name in ("OPENAI_API_KEY", "JUPYTER_ASSISTANT_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    shell = InteractiveShell()
    load_ipython_extension(shell)

    def run(line):
        capsys.readouterr()
        shell.run_cell(line)
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    yield run
    unload_ipython_extension(shell)


@pytest.fixture
def ready(run, tmp_path, server):
    """The same with a model in use."""
    settings_for(tmp_path, server.url)
    return run


def test_without_a_model_it_leads_to_the_first_steps(run):
    assert "jupyter assistant try" in run("%assistant")
    assert "No model is set up yet." in run("%assistant model")


def test_a_server_that_is_there_is_never_passed_over_in_silence(ready, monkeypatch):
    monkeypatch.setenv("JUPYTER_ASSISTANT_URL", "http://127.0.0.1:9/assistant/api")
    assert "%assistant use --local answers in this kernel" in ready("%ask hi")
    assert "answered in this kernel" in ready("%assistant use --local")
    assert "Model" in ready("%assistant")


def test_using_a_connection_by_name_is_the_consent_and_says_where_things_go(
    run, server
):
    told = run(f"%assistant use mine --base-url {server.url} --model m-1")
    assert "`mine/m-1` answers from now on." in told
    assert f"It runs on this machine at `{server.url}`: nothing leaves it." in told
    assert "Hello" in run("%ask hi")
    assert "| Model | `mine/m-1` |" in run("%assistant status")


def test_a_key_that_is_missing_is_said(run):
    told = run("%assistant use openai --model gpt-5.1")
    assert "are sent to openai at `https://api.openai.com/v1`." in told
    assert "No key for openai" in told


def test_a_key_comes_from_the_variable_that_was_named(run, server, monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-test")
    run(f"%assistant use mine --base-url {server.url} --model m-1 --key-env MY_KEY")
    run("%ask hi")
    headers = {name.lower(): value for name, value in server.requests[-1][0].items()}
    assert headers["authorization"] == "Bearer sk-test"
    assert "| Key | set |" in run("%assistant")
    assert "sk-test" not in run("%assistant settings") + run("%assistant")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("use", "Which connection? %assistant use openai"),
        ("use --model x", "Which connection?"),
        ("use mine", "There is no connection 'mine'"),
        ("use mine two words", "'two words' can't be read"),
        ("use mine --modle x", "Did you mean --model?"),
        ("uses", "no command 'uses'. Did you mean %assistant use?"),
        ("status now", "%assistant status takes nothing more, not 'now'"),
        ("export", "There is nothing to export"),
        ("settings nothing 1", "There is no setting 'nothing'"),
        ("settings a b c", "%assistant settings NAME VALUE"),
        ("settings max_tool_rounds many", "it must be a number between 1 and 50"),
        ("settings max_tool_rounds 60", "it must be between 1 and 50"),
        ("settings share_values all", "it must be sample or schema"),
        ("tools run_python maybe", "the mode is auto, ask or off"),
    ],
)
def test_a_wrong_line_names_value_and_remedy(run, line, says):
    told = run(f"%assistant {line}")
    assert says in told
    assert len(told.strip().splitlines()) == 1


def test_models_are_listed_and_changed(ready):
    told = ready("%assistant models")
    assert "| `demo/m-1` |" in told
    assert "| `demo/m-2` |" in told
    assert "`demo/m-2` answers" in ready("%assistant model m-2")
    assert "`demo/m-2` answers." in ready("%assistant model")
    assert "`demo/m-1` answers" in ready("%assistant model demo/m-1")


def test_a_server_without_models_is_said(ready, server):
    server.models = []
    assert "demo lists no models." in ready("%assistant models")


def test_a_probe_looks_without_asking(ready, server):
    told = ready("%assistant probe")
    assert "| Answers | yes |" in told
    assert "| Has the model | yes |" in told
    assert "| Takes tools | not tried |" in told
    assert server.requests == []


def test_a_conversation_is_listed_counted_exported_and_forgotten(
    ready, server, tmp_path
):
    assert "Nothing was asked yet" in ready("%assistant history")
    assert "Nothing was used yet" in ready("%assistant usage")
    server.replies = [answer("Some **words** " + "x" * 200)]
    ready("%ask What is *it*?")
    told = ready("%assistant history")
    assert "| you | What is \\*it\\*? |" in told
    assert "| `demo/m-1` | Some \\*\\*words\\*\\* xxx" in told
    assert "…" in told
    assert "| `demo/m-1` | 9 | 0 | 2 |" in ready("%assistant usage")
    assert "1 question so far" in ready("%assistant")
    assert "saved in `talk.md`" in ready("%assistant export talk.md")
    assert "Some **words**" in (tmp_path / "talk.md").read_text()
    ready('%assistant export "my talk.json"')
    messages = json.loads((tmp_path / "my talk.json").read_text())
    assert decode_message(json.dumps(messages[0])).role == "user"
    assert "talk.md exists already" in ready("%assistant export talk.md")
    assert "must end in .md" in ready("%assistant export talk.docx")
    assert "can't be written" in ready("%assistant export no/such/folder.md")
    assert "can't be written" in ready("%assistant export ~nobody-here/talk.md")
    assert "is no file name" in ready("%assistant export a\x00b.md")
    assert "saved in `assistant-" in ready("%assistant export")
    assert "begins a new conversation" in ready("%assistant reset")
    assert "Nothing was asked yet" in ready("%assistant history")


def test_settings_are_shown_with_where_they_come_from(ready, tmp_path, monkeypatch):
    told = ready("%assistant settings")
    assert "| `max_tool_rounds` | 12 | default | 1 to 50 |" in told
    assert "| `model` | `demo/m-1` | file |" in told
    assert str(tmp_path) in told
    monkeypatch.setenv("JUPYTER_ASSISTANT_MAX_TOOL_ROUNDS", "5")
    assert "| `max_tool_rounds` | 5 | environment |" in ready("%assistant settings")


def test_a_setting_is_changed_and_the_environment_is_not_stored(
    ready, tmp_path, monkeypatch
):
    monkeypatch.setenv("JUPYTER_ASSISTANT_MAX_TOOL_ROUNDS", "5")
    assert "from now on" in ready("%assistant settings max_run_tokens 50,000")
    assert "from now on" in ready("%assistant settings call_timeout_s 30")
    assert "from now on" in ready("%assistant settings share_values schema")
    assert "from now on" in ready("%assistant settings model demo/m-2")
    assert "environment wins" in ready("%assistant settings max_tool_rounds 7")
    stored = json.loads((tmp_path / "assistant" / "settings.json").read_text())
    assert stored["limits"] == {
        "max_run_tokens": 50_000,
        "call_timeout_s": 30.0,
        "max_tool_rounds": 7,
    }
    assert stored["share_values"] == "schema"
    assert "never shown to the model" in ready("%assistant")


def test_tools_are_listed_and_turned_off(ready):
    told = ready("%assistant tools")
    assert "| `inspect_variable` | Reads | runs without asking |" in told
    assert "| `run_python` | Runs code | asks before it runs |" in told
    assert "`run_python`: never runs." in ready("%assistant tools run_python off")
    assert "| `run_python` | Runs code | never runs |" in ready("%assistant tools")


def test_a_small_server_that_has_one_model_needs_no_name(run, server):
    server.models = ["m-1"]
    told = run(f"%assistant use mine --base-url {server.url}")
    assert "`mine/m-1` answers" in told
