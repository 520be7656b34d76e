"""A reply in a terminal or a pipe."""

import builtins
import io
import re

import pytest
from replies import (
    Clock,
    done,
    message,
    play,
    python,
    requested,
    result,
    thought,
    tool_call,
    transcript,
    waits,
    words,
)

from jupyter_assistant.conversation import (
    CitationFound,
    CitationPart,
    Info,
    ReasoningPart,
    RunFailed,
)
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.terminal import (
    Terminal,
    TerminalView,
    print_markdown,
    this_terminal,
)

CODES = re.compile(r"\x1b\[[\d;]*m")


class Screen(io.StringIO):
    """A terminal that knows what a line that is written over looks like."""

    def isatty(self):
        return True

    @property
    def text(self):
        written = CODES.sub("", self.getvalue())
        lines = [line.split("\r\x1b[K")[-1] for line in written.split("\n")]
        return "\n".join(lines)


def new_view(*, live=True, clock=None, columns=70):
    out = Screen()
    terminal = Terminal(out=out, is_live=live, columns=columns)
    view = TerminalView(shell=object(), transcript=transcript(clock), terminal=terminal)
    return view, out


LOOK = tool_call("inspect_variable", {"name": "df"}, "c2")


def test_a_reply_with_everything():
    clock = Clock()
    view, out = new_view(clock=clock)
    call = python("print(1)\nx = 2")
    play(view, thought("hm"))
    clock.now = 6
    play(view, words("**Let me"), words(" look.**"))
    play(view, message(ReasoningPart(text="hm"), "**Let me look.**", LOOK, call))
    play(view, requested(LOOK), result(LOOK), requested(call))
    view.interrupted_by_others()
    play(view, result(call, duration_s=1.2), words("Done."), message("Done."), done())
    view.finish()
    assert out.text == (
        "Thought for 6.0 s\n\n"
        "Let me look.\n\n"
        "✓ Inspected df · 12 ms\n\n"
        "Running Python, 2 lines\n  1  print(1)\n  2  x = 2\n\n"
        "✓ Ran Python, 2 lines · 1.2 s\n\n"
        "Done.\n\n"
        "test/m · 6.0 s · 4,324 tokens\n"
    )


def test_the_status_counts_and_gives_way_to_words():
    clock = Clock()
    view, out = new_view(clock=clock)
    assert out.text == "Waiting for the first word · test/m · 0 s"
    clock.now = 2
    view.tick()
    assert out.text == "Waiting for the first word · test/m · 2 s"
    view.apply(thought("hm"))
    assert out.text == "Thinking · test/m · 2 s"
    assert view.wait_s() == 1
    play(view, words("Hello "), words("there"))
    view.tick()
    assert out.text.endswith("\nHello")


def test_a_pipe_gets_the_words_as_they_are():
    view, out = new_view(live=False)
    assert view.wait_s() is None
    play(view, words("**Hi**\x1b[31m"), message("**Hi**", LOOK), result(LOOK), done())
    view.finish()
    assert out.getvalue() == (
        "**Hi**[31m\n\n✓ Inspected df · 12 ms\n\ntest/m · 0 ms · 4,324 tokens\n"
    )


def test_a_result_of_an_unknown_call_is_let_through():
    view, out = new_view(live=False)
    view.apply(result(LOOK))
    assert out.getvalue() == ""


def test_words_that_did_not_come_in_pieces_are_printed_with_their_message():
    view, out = new_view()
    play(view, message("All at once."), done())
    view.finish()
    assert out.text.startswith("All at once.\n")


def test_a_waiting_call_is_printed_whole_and_once():
    view, out = new_view()
    call = python("x = 1\u200b\n" + "y" * 200)
    play(view, message("Hm.", call), waits(call))
    view.show_call(waits(call).calls[0], "1 of 2")
    play(view, requested(call), result(call))
    shown = out.text
    assert "? Run Python, 2 lines? (1 of 2) Runs code: can do whatever" in shown
    assert "  1  x = 1[U+200B]\n" in shown
    assert "y" * 200 in shown
    assert "It holds invisible characters" in shown
    assert shown.count("x = 1") == 1


def test_arguments_of_other_tools_are_named():
    view, out = new_view()
    call = tool_call("send", {"to": "x", "body": "a\nb"})
    play(view, message(call), waits(call))
    view.show_call(waits(call).calls[0], "")
    assert "  to: x\n  body:\n  1  a\n  2  b\n" in out.text


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            Info(text="Stopped at `12` rounds.", level="warning"),
            "! Stopped at 12 rounds.",
        ),
        (
            CitationFound(citation=CitationPart(type="url", title="t", url="http://x")),
            "Source: t (http://x)",
        ),
    ],
)
def test_what_happens_on_the_way_has_its_line(event, line):
    view, out = new_view()
    play(view, words("Hi"), event)
    view.flush()
    assert out.text.startswith(f"Hi\n\n{line}\n")


def test_a_failure_is_said_at_the_end():
    view, out = new_view()
    play(view, RunFailed(kind="auth", message="bad \x1b[31mkey", status=401))
    view.finish()
    assert out.text == (
        "✗ test refused the key (401). It says: “bad [31mkey” Check it, or name\n"
        "its variable: %assistant use test --key-env NAME.\n\n"
        "test/m · 0 ms\n"
    )


def test_a_result_that_failed_is_marked():
    view, out = new_view()
    play(view, message(LOOK), result(LOOK, "There is no 'df'.", is_error=True))
    assert "✗ Could not inspect df: There is no 'df'." in out.text


def test_the_prompt_comes_after_everything_else(monkeypatch):
    view, out = new_view()
    play(view, words("Hel"))
    seen = []
    monkeypatch.setattr(builtins, "input", lambda text: seen.append(out.text) or "y")
    assert view.ask("Run it? ") == "y"
    assert seen == ["Hel\n"]


def test_a_plain_shell_edits_line_by_line(monkeypatch):
    view, out = new_view()
    lines = iter(["new", "."])
    monkeypatch.setattr(builtins, "input", lambda _: next(lines))
    assert view.edit("old") == "new"
    assert "only a dot" in out.text


def test_a_notice_takes_colour_only_for_its_mark():
    out = Screen()
    Terminal(out=out, is_live=True, columns=70).notice(Notice("No `x`.", "Try `y`."))
    assert "\x1b[31m✗\x1b[0m" in out.getvalue()
    assert out.text == "✗ No x. Try y.\n"


def test_a_document_is_styled_only_for_somebody_who_looks():
    out = Screen()
    print_markdown(Terminal(out=out, is_live=True), "| a | b |\n|---|---|\n| `c` | d |")
    assert out.text == "a  b\nc  d\n"
    out = Screen()
    print_markdown(Terminal(out=out, is_live=False), "| a |")
    assert out.getvalue() == "| a |\n"


@pytest.mark.parametrize(
    ("environment", "live"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals_that_want_them(monkeypatch, environment, live):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", Screen())
    assert this_terminal(object()).is_live == live
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert not this_terminal(object()).is_live


def test_the_theme_of_the_shell_decides_the_colours(monkeypatch):
    monkeypatch.setattr("sys.stdout", Screen())
    shell = type("Shell", (), {"colors": "LightBG"})()
    assert this_terminal(shell).background == "light"
    assert this_terminal(object()).background == "dark"
