"""Loading and unloading, in a shell of this process."""

import logging
import subprocess
import sys
import textwrap

import pytest
from IPython.core.interactiveshell import InteractiveShell
from live_kernel import environment

from jupyter_assistant import load_ipython_extension, unload_ipython_extension
from jupyter_assistant.kernel.transformer import keep_cell, keep_lines


@pytest.fixture
def shell(tmp_path, monkeypatch):
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    shell = InteractiveShell()
    yield shell
    unload_ipython_extension(shell)


def test_loading_gives_the_magics_and_a_second_time_changes_nothing(shell):
    load_ipython_extension(shell)
    ask = shell.find_line_magic("ask")
    load_ipython_extension(shell)
    assert shell.find_line_magic("ask") == ask == shell.find_cell_magic("ask")
    assert shell.find_line_magic("assistant")
    assert shell.input_transformers_cleanup[:2] == [keep_cell, keep_lines]
    assert shell.input_transformers_cleanup.count(keep_cell) == 1


def test_unloading_leaves_the_shell_as_it_was(shell):
    def state():
        return (
            {kind: set(magics) for kind, magics in shell.magics_manager.magics.items()},
            list(shell.input_transformers_cleanup),
            {name: list(calls) for name, calls in shell.events.callbacks.items()},
            logging.getLogger("jupyter_assistant").handlers[:],
        )

    before = state()
    load_ipython_extension(shell)
    assert state() != before
    unload_ipython_extension(shell)
    unload_ipython_extension(shell)
    assert state() == before
    load_ipython_extension(shell)
    assert shell.find_line_magic("ask")


def test_reloading_works_by_ipythons_own_magics(shell):
    for magic in ("load_ext", "reload_ext", "unload_ext", "load_ext"):
        shell.run_line_magic(magic, "jupyter_assistant")
    assert shell.find_line_magic("ask")


def test_braces_and_dollars_reach_the_magic_as_typed(shell, capsys):
    shell.user_ns["x"] = "value"
    load_ipython_extension(shell)
    shell.run_cell("%ask --nope{x}$x why")
    assert "--nope{x}$x is no option" in capsys.readouterr().out


def test_a_fault_of_ours_is_one_line(shell, capsys, monkeypatch):
    load_ipython_extension(shell)

    def broken(*_):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("jupyter_assistant.kernel.command.assistant.run", broken)
    shell.run_cell("%assistant")
    captured = capsys.readouterr()
    assert "The assistant itself failed: ZeroDivisionError('oh')." in captured.out
    assert captured.err == ""


def test_a_stop_before_anything_was_sent_says_so(shell, capsys, monkeypatch):
    load_ipython_extension(shell)

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("jupyter_assistant.kernel.command.assistant.run", stopped)
    shell.run_cell("%assistant")
    assert "Stopped by you. Nothing was sent." in capsys.readouterr().out


def test_loading_imports_nothing_heavy_and_nothing_that_reaches_the_network():
    code = """
        import sys
        from IPython.core.interactiveshell import InteractiveShell
        shell = InteractiveShell()
        before = set(sys.modules)
        shell.run_line_magic("load_ext", "jupyter_assistant")
        print(*sorted(set(sys.modules) - before))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"httpx2", "httpx", "msgspec", "anyio", "jsonschema", "numpy"}
    assert "jupyter_assistant.wiring" not in done.stdout.split()
