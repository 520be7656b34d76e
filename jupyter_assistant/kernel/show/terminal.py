"""A reply in a terminal: words as they arrive, steps as lines, prompts."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from dataclasses import dataclass, field
from typing import Any, TextIO

from jupyter_assistant.conversation import (
    CitationFound,
    MessageAdded,
    PendingCall,
    ReasoningDelta,
    RunDone,
    RunEvent,
    RunFailed,
    TextDelta,
    ToolRequest,
    ToolResult,
    text_of,
)
from jupyter_assistant.kernel.show.arguments import (
    HIDDEN,
    arguments,
    effect_words,
    hides_something,
    reach_words,
)
from jupyter_assistant.kernel.show.notices import Notice, from_event
from jupyter_assistant.kernel.show.render_plain import line_plain, source_plain
from jupyter_assistant.kernel.show.steps import Step, duration, wording
from jupyter_assistant.kernel.show.terminal_code import coloured
from jupyter_assistant.kernel.show.terminal_markdown import (
    BOLD,
    CYAN,
    DIM,
    Line,
    MarkdownStream,
    styled,
)
from jupyter_assistant.kernel.show.transcript import Thinking, Transcript
from jupyter_assistant.kernel.show.view import edit_by_lines
from jupyter_assistant.kernel.show.visible import printable

TICK_S = 1.0
MAX_COLUMNS = 100
"""Longer lines of prose are hard to read."""
MIN_COLUMNS = 20
YELLOW, RED, GREEN = "33", "31", "32"


@dataclass(slots=True, kw_only=True)
class Terminal:
    """Where text goes, and whether it may be coloured."""

    out: TextIO
    is_live: bool
    """Somebody looks at it: colours and a line that changes."""
    columns: int = 80
    background: str = "dark"
    _status: bool = False

    def write(self, text: str) -> None:
        """Write, after taking the status line away."""
        self.clear_status()
        self.out.write(text)
        self.out.flush()

    def style(self, text: str, *styles: str) -> str:
        """Text in a style where that is seen."""
        return styled(text, *styles) if self.is_live else text

    def status(self, text: str) -> None:
        """Put a line that the next text takes the place of."""
        if self.is_live:
            text = text[: self.columns - 1]
            self.out.write(f"\r\x1b[K{styled(text, DIM)}")
            self.out.flush()
            self._status = True

    def clear_status(self) -> None:
        """Take the status line away."""
        if self._status:
            self.out.write("\r\x1b[K")
            self._status = False

    def notice(self, notice: Notice) -> None:
        """A card of ours on lines of its own."""
        mark, colour = _MARKS[notice.level]
        line = self.line()
        line.put(mark, colour)
        line.put(" ")
        _put(line, notice.title, BOLD)
        if notice.quote:
            line.put(f" It says: “{printable(notice.quote)}”")
        if notice.body:
            _put(line, f" {notice.body}")
        line.end()

    def line(self) -> Line:
        """A line of words that breaks between them where somebody looks."""
        columns = self.columns if self.is_live else sys.maxsize
        return Line(write=self.write, columns=columns, styled=self.style)


def _put(line: Line, text: str, *styles: str) -> None:
    """Words with code in backticks."""
    for number, piece in enumerate(printable(text).split("`")):
        line.put(piece, *((CYAN,) if number % 2 else styles))


_MARKS = {"error": ("✗", RED), "warning": ("!", YELLOW), "info": ("·", DIM)}


def this_terminal(shell: Any) -> Terminal:
    """The terminal or pipe that this shell prints to."""
    out = sys.stdout
    live = out.isatty() and "NO_COLOR" not in os.environ
    columns = min(shutil.get_terminal_size().columns, MAX_COLUMNS)
    light = str(getattr(shell, "colors", "")).lower() == "lightbg"
    return Terminal(
        out=out,
        is_live=live and os.environ.get("TERM") != "dumb",
        columns=max(columns, MIN_COLUMNS),
        background="light" if light else "dark",
    )


def print_markdown(terminal: Terminal, text: str) -> None:
    """A whole document, styled where that is seen."""
    if not terminal.is_live:
        terminal.write(f"{printable(text)}\n")
        return
    stream = MarkdownStream(write=terminal.write, columns=terminal.columns)
    stream.feed(text)
    stream.end()


@dataclass(slots=True, kw_only=True)
class TerminalView:
    """Prints a reply; what is printed stays as it is."""

    shell: Any
    transcript: Transcript
    terminal: Terminal
    _stream: MarkdownStream = field(init=False)
    _streamed: bool = False
    """Whether the words of the message that is being written were printed."""
    _thinking: bool = False
    _shown_calls: set[str] = field(default_factory=set)
    _at_margin: bool = True
    """Where words are not styled: whether the last one ended its line."""
    _last: str = ""
    """What was printed last: words, a step or a card."""

    def __post_init__(self) -> None:
        terminal = self.terminal
        self._stream = MarkdownStream(
            write=terminal.write,
            columns=terminal.columns,
            coloured=lambda language: coloured(language, terminal.background),
        )
        self._status()

    def apply(self, event: RunEvent) -> None:
        """Take an event in and print what it adds."""
        self.transcript.apply(event)
        match event:
            case TextDelta():
                self._words(event.text)
            case ReasoningDelta():
                self._thinking = True
            case MessageAdded(message=message) if message.role == "assistant":
                self._end_thinking()
                if not self._streamed:
                    self._words(text_of(message.parts))
                self._end_words()
                self._streamed = False
            case CitationFound(citation=citation):
                self._line("step", source_plain(citation))
            case ToolRequest(call=call):
                self._running(self.transcript.step(call))
            case ToolResult(result=result):
                self._result(result.call_id)
            case RunDone() | RunFailed():
                return  # said at the end
            case _:
                if (notice := from_event(event, self.transcript.model)) is not None:
                    self.notice(notice)
        self._status()

    def wait_s(self) -> float | None:
        """Until the seconds of the status change."""
        return TICK_S if self.terminal.is_live else None

    def tick(self) -> None:
        """Show the time that passed."""
        self._status()

    def flush(self) -> None:
        """End the line, so that somebody else can print."""
        self._end_words()
        self.terminal.clear_status()
        self.terminal.out.flush()

    def interrupted_by_others(self) -> None:
        """Others printed; a terminal goes on below by itself."""
        self._last = "others"

    def show_call(self, pending: PendingCall, where: str) -> None:
        """Print a waiting call whole."""
        step = self.transcript.step(pending.call)
        to_do = wording(step.call).to_do
        reach = reach_words(step.effect)
        what = effect_words(step.effect) + (f": {reach}" if reach else "")
        self._gap("card")
        line = self.terminal.line()
        line.put("?", YELLOW)
        line.put(f" {to_do[0].upper()}{to_do[1:]}?", BOLD)
        line.put(f" {f'({where}) ' if where else ''}{what}")
        line.end()
        self._print_arguments(step)
        self._shown_calls.add(step.call.call_id)

    def ask(self, prompt: str) -> str:
        """Ask for a line."""
        self.flush()
        return input(prompt)

    def edit(self, text: str) -> str | None:
        """Let the person change the text in place."""
        if getattr(self.shell, "pt_app", None) is None:
            return edit_by_lines(self)
        from prompt_toolkit import prompt  # noqa: PLC0415 (IPython's own, on first use)

        self.say("Change it. Esc, then Enter runs it; Ctrl-C leaves it as it was.")
        try:
            return prompt("", default=text, multiline=True, in_thread=_loop_runs())
        except (KeyboardInterrupt, EOFError):
            return None

    def say(self, text: str) -> None:
        """Print a line."""
        self.terminal.write(f"{text}\n")

    def notice(self, notice: Notice) -> None:
        """Print a card."""
        self._gap("card")
        self.terminal.notice(notice)

    def finish(self) -> None:
        """Say how it ended, and who wrote it."""
        self._end_thinking()
        self._end_words()
        ended = self.transcript.state.ended
        notice = from_event(ended, self.transcript.model) if ended else None
        if notice is not None:
            self.notice(notice)
        self._gap("byline")
        self.terminal.write(self.terminal.style(self.transcript.byline, DIM) + "\n")

    # Words

    def _words(self, text: str) -> None:
        self._end_thinking()
        if not text:
            return
        if not self._streamed:
            self._gap("words")
            self._streamed = True
        if self.terminal.is_live:
            self._stream.feed(text)
        else:
            self.terminal.write(printable(text))
            self._at_margin = text.endswith("\n")

    def _end_words(self) -> None:
        if self.terminal.is_live:
            self._stream.end()
        elif not self._at_margin:
            self.terminal.write("\n")
            self._at_margin = True

    def _end_thinking(self) -> None:
        if not self._thinking:
            return
        self._thinking = False
        thoughts = [b for b in self.transcript.blocks if isinstance(b, Thinking)]
        took = duration(thoughts[-1].seconds or 0.0)
        self._line("step", self.terminal.style(f"Thought for {took}", DIM))

    # Lines

    def _gap(self, kind: str) -> None:
        """A blank line between what does not belong together."""
        self._end_words()
        if self._last and not (kind == self._last == "step"):
            self.terminal.write("\n")
        self._last = kind

    def _line(self, kind: str, text: str) -> None:
        self._gap(kind)
        self.terminal.write(f"{text}\n")

    def _running(self, step: Step) -> None:
        """Code that nobody was asked about is shown before it runs."""
        self._end_words()
        if step.acts and step.call.call_id not in self._shown_calls:
            self._line("card", self.terminal.style(line_plain(step), BOLD))
            self._print_arguments(step)
        if step.acts:
            self.terminal.clear_status()

    def _result(self, call_id: str) -> None:
        step = self.transcript.known_step(call_id)
        if step is None:
            return
        mark, colour = _RESULTS.get(step.state, ("·", DIM))
        line = printable(line_plain(step))
        self._line("step", f"{self.terminal.style(mark, colour)} {line}")

    def _print_arguments(self, step: Step) -> None:
        """All of it, with numbered lines; a long line wraps."""
        for argument in arguments(step.call):
            if not argument.is_long:
                self.say(f"  {argument.name}: {argument.text}")
                continue
            if argument.name:
                self.say(f"  {argument.name}:")
            coloured_line = coloured(argument.language, self.terminal.background)
            lines = argument.text.split("\n")
            for number, line in enumerate(lines, 1):
                shown = coloured_line(line) if self.terminal.is_live else line
                count = self.terminal.style(
                    f"{number:>{len(str(len(lines))) + 2}}", DIM
                )
                self.say(f"{count}  {shown}")
        if hides_something(step.call):
            self.say(f"  {self.terminal.style(HIDDEN, BOLD)}")

    def _status(self) -> None:
        """What goes on, in a line that the next text replaces."""
        if self._streamed and not self._thinking:
            return  # the words themselves show that it goes on
        if self.transcript.finished or self.transcript.status == "Waiting for you":
            return
        self.terminal.status(f"{self.transcript.status} · {self.transcript.byline}")


_RESULTS = {"done": ("✓", GREEN), "failed": ("✗", RED), "not_run": ("✗", DIM)}


def _loop_runs() -> bool:
    """Whether an event loop already runs on this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
