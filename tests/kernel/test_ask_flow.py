"""The flow of `%%ask` in a shell of this process: what can go wrong on the way."""

import builtins
import json
import os
import signal
import sys

import pytest
from chat_server import answer, calling, chat_server
from IPython.core.interactiveshell import InteractiveShell
from live_kernel import environment, settings_for

from jupyter_assistant import load_ipython_extension, unload_ipython_extension
from jupyter_assistant.kernel import tools
from jupyter_assistant.kernel.ask import flow
from jupyter_assistant.kernel.show.terminal import TerminalView
from jupyter_assistant.tools.base import ToolOutcome

RUN = calling("run_python", json.dumps({"code": "ran = 1"}))
LOOK = calling("list_variables", "{}")


@pytest.fixture
def server():
    with chat_server() as state:
        yield state


@pytest.fixture
def shell(tmp_path, monkeypatch, server):
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    settings_for(tmp_path, server.url)
    shell = InteractiveShell()
    load_ipython_extension(shell)
    yield shell
    unload_ipython_extension(shell)


@pytest.fixture
def person(monkeypatch):
    """Somebody at the terminal with these answers."""

    def sit_down(*answers):
        left = list(answers)

        def typed(_):
            given = left.pop(0)
            if isinstance(given, BaseException):
                raise given
            return given

        monkeypatch.setattr(builtins, "input", typed)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)

    return sit_down


def ask(shell, capsys, line="%ask go"):
    capsys.readouterr()
    shell.run_cell(line)
    return capsys.readouterr().out


def told(server):
    """The last thing the model was told."""
    return server.requests[-1][1]["messages"][-1]["content"]


def test_a_yes_runs_it(shell, server, person, capsys):
    person("y")
    server.replies = [RUN, answer("Done.")]
    text = ask(shell, capsys)
    assert "✓ Ran Python, 1 line · approved by you at" in text
    assert shell.user_ns["ran"] == 1
    assert shell.user_ns["_"].text == "Done."


def test_an_input_that_ends_is_a_no(shell, server, person, capsys):
    person(EOFError())
    server.replies = [RUN, answer("I see.")]
    text = ask(shell, capsys)
    assert "Did not run Python, 1 line · nobody was there to approve it" in text
    assert "nobody was there" in told(server)
    assert "ran" not in shell.user_ns


def test_a_stop_at_the_prompt_ends_the_run(shell, server, person, capsys):
    person(KeyboardInterrupt())
    server.replies = [RUN, answer("Next.")]
    assert "! Stopped by you." in ask(shell, capsys)
    assert "Next." in ask(shell, capsys)
    assert "ran" not in shell.user_ns


def test_a_tool_that_breaks_ends_its_call_only(shell, server, capsys, monkeypatch):
    def broken(*_, **__):
        raise SystemExit(3)

    monkeypatch.setattr(tools, "call", broken)
    server.replies = [LOOK, answer("I see.")]
    assert "I see." in ask(shell, capsys)
    assert "The tool itself failed: SystemExit(3)" in told(server)


def test_a_stop_inside_a_tool_is_told_with_what_it_had(
    shell, server, capsys, monkeypatch
):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(tools, "call", stopped)
    server.replies = [LOOK, answer("Next.")]
    assert "! Stopped by you." in ask(shell, capsys)
    assert "Next." in ask(shell, capsys)
    results = [m for m in server.requests[-1][1]["messages"] if m["role"] == "tool"]
    assert len(results) == 1


def test_a_result_that_nobody_waits_for_is_let_go(shell, server, capsys, monkeypatch):
    def twice(shell, recorder, call, **_):
        session = shell.find_line_magic("ask").__self__.session
        (run,) = session.assistant.runner._current.values()
        run.answer(call.call_id, ToolOutcome(text="first"))
        return ToolOutcome(text="second")

    monkeypatch.setattr(tools, "call", twice)
    server.replies = [LOOK, answer("I see.")]
    assert "I see." in ask(shell, capsys)
    assert told(server) == "first"


def test_a_reply_that_breaks_is_not_followed_on_another_thread(
    shell, server, capsys, monkeypatch
):
    def broken(*_):
        raise RuntimeError("the view broke")

    followed = []
    monkeypatch.setattr(flow, "go_on", lambda *given: followed.append(given))
    monkeypatch.setattr(TerminalView, "apply", broken)
    server.replies = [LOOK, answer("never")]
    assert "the view broke" in ask(shell, capsys)
    assert followed == []


def test_a_stop_before_the_run_sends_nothing(shell, server, capsys, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("jupyter_assistant.kernel.ask.flow.select", stopped)
    assert "Stopped by you. Nothing was sent." in ask(shell, capsys)
    assert server.requests == []
    assert "_" not in shell.user_ns or shell.user_ns["_"] == ""


@pytest.mark.parametrize(
    ("option", "model"),
    [("m-2", "m-2"), ("demo/m-2", "m-2"), ("org/m-3", "org/m-3")],
)
def test_a_model_may_be_named_without_its_connection(
    shell, server, capsys, option, model
):
    ask(shell, capsys, f"%ask -m {option} hi")
    assert server.requests[-1][1]["model"] == model


def test_a_form_is_asked_for_and_kept(shell, server, capsys, tmp_path):
    (tmp_path / "schema.json").write_text('{"type": "array"}')
    server.replies = [answer("[1]"), answer("{}"), answer("```python\nx = 1\n```")]
    line = f"%ask -f json --schema {tmp_path / 'schema.json'} -o data --new list it"
    ask(shell, capsys, line)
    assert shell.user_ns["data"].json() == [1]
    assert "does not fit --schema" in ask(shell, capsys, line)
    ask(shell, capsys, "%ask -f code make x")
    assert shell.rl_next_input == "x = 1"


def test_a_stop_once_the_answer_is_complete_changes_nothing(
    shell, server, capsys, monkeypatch
):
    kept = []

    def stopped_here(*args):
        os.kill(os.getpid(), signal.SIGINT)
        kept.append(args)

    monkeypatch.setattr(flow, "keep", stopped_here)
    text = ask(shell, capsys)
    assert kept
    assert "Stopped" not in text
    assert "Nothing was sent" not in text


def test_a_reply_needs_no_history_of_outputs(shell, server, capsys):
    del shell.user_ns["_oh"]
    text = ask(shell, capsys, "%ask -o reply go")
    assert "failed" not in text
    assert str(shell.user_ns["reply"]) == "Hello"
