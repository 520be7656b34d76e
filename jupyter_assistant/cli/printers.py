"""A run's events on standard output: for a person, and for a script."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol

import msgspec

from jupyter_assistant.cli.say import complain, note, plain, say
from jupyter_assistant.conversation import (
    Fallback,
    Info,
    Retrying,
    RunDone,
    RunFailed,
    TextDelta,
    encode,
)

if TYPE_CHECKING:
    from jupyter_assistant.conversation import RunEvent


class Printer(Protocol):
    """Shows what happens."""

    def show(self, event: RunEvent) -> None:
        """Show one event, at once."""
        ...


class JsonLines:
    """Every event as a line of JSON; the last is `done` or `error`."""

    def show(self, event: RunEvent) -> None:
        """Print it."""
        sys.stdout.buffer.write(encode(event) + b"\n")
        sys.stdout.buffer.flush()


class Words:
    """The answer on standard output, everything else on standard error."""

    def __init__(self) -> None:
        """Nothing is printed yet."""
        self._column_0 = True
        self._is_terminal = sys.stdout.isatty()

    def show(self, event: RunEvent) -> None:
        """Print what a person wants to see of it."""
        match event:
            case TextDelta():
                self._write(event.text)
            case Info():
                self._aside(event.text)
            case Retrying():
                self._aside(f"It {event.reason}: asking again in {event.wait_s:.1f} s")
            case Fallback():
                self._aside(f"{event.from_label} failed; {event.to_label} answers")
            case RunDone():
                self._end_line()
                for call in event.tool_calls:
                    args = msgspec.json.encode(call.args).decode()
                    say(self._safe(f"call {call.name} {args}"))
                for bad in event.invalid_tool_calls:
                    self._aside(f"unusable call {bad.name} ({bad.problem}): {bad.raw}")
            case RunFailed():
                self._end_line()
                complain(event.message)
            case _:
                pass

    def _write(self, text: str) -> None:
        if text:
            sys.stdout.write(self._safe(text))
            sys.stdout.flush()
            self._column_0 = text.endswith("\n")

    def _aside(self, text: str) -> None:
        self._end_line()
        note(plain(text))

    def _end_line(self) -> None:
        if not self._column_0:
            self._write("\n")

    def _safe(self, text: str) -> str:
        return plain(text) if self._is_terminal else text
