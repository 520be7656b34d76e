"""Printed text as a person sees it in the end: what a terminal would show.

Colours are gone, a line that rewrote itself is its last state, backspaces took away
what they were meant to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_CONTROL = re.compile(
    r"\x1b\[(?P<args>[0-9;:?<=>!]*)(?P<final>[@-~])"  # CSI: colours, cursor, erasing
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|\Z)"  # OSC: titles, links
    r"|\x1b[ -/]*[0-~]"  # other escapes
    r"|\x9b[0-9;:?]*[@-~]"
    r"|\r\n|[\r\n\b]"
    r"|[\x00-\x07\x0b-\x1f\x7f\x9b]"  # what has no place in text; \t stays
)


def clean_text(text: str) -> str:
    """The text without terminal codes and without what was overwritten."""
    if not _CONTROL.search(text.replace("\n", "")):
        return text
    screen = _Screen()
    position = 0
    for control in _CONTROL.finditer(text):
        screen.write(text[position : control.start()])
        screen.obey(control[0], control["final"] or "", control["args"] or "")
        position = control.end()
    screen.write(text[position:])
    return "\n".join(line.rstrip(" ") for line in screen.lines)


@dataclass(slots=True, kw_only=True)
class _Screen:
    """Endless lines and a cursor."""

    lines: list[str] = field(default_factory=lambda: [""])
    row: int = 0
    column: int = 0

    def write(self, text: str) -> None:
        """Put text at the cursor, over what stands there."""
        if not text:
            return
        line = self.lines[self.row].ljust(self.column)
        end = self.column + len(text)
        self.lines[self.row] = line[: self.column] + text + line[end:]
        self.column = end

    def obey(self, control: str, final: str, args: str) -> None:
        """Move the cursor or erase; what only colours does nothing."""
        match control, final:
            case (("\n" | "\r\n"), _):
                self._down(1)
                self.column = 0
            case "\r", _:
                self.column = 0
            case "\b", _:
                self.column = max(0, self.column - 1)
            case _, "A":
                self.row = max(0, self.row - _number(args))
            case _, "B":
                self._down(_number(args))
            case _, "C":
                self.column = min(self.column + _number(args), 10_000)
            case _, "D":
                self.column = max(0, self.column - _number(args))
            case _, "G":
                self.column = min(_number(args), 10_000) - 1
            case _, "K":
                self._erase(args)
            case _:
                pass

    def _down(self, rows: int) -> None:
        for _ in range(min(rows, 1000)):
            self.row += 1
            if self.row == len(self.lines):
                self.lines.append("")

    def _erase(self, args: str) -> None:
        line = self.lines[self.row]
        if args in ("", "0"):
            self.lines[self.row] = line[: self.column]
        elif args == "1":
            self.lines[self.row] = " " * self.column + line[self.column :]
        else:
            self.lines[self.row] = ""


def _number(args: str) -> int:
    """How far; 1 where nothing usable is said."""
    return int(args) if args.isascii() and args.isdigit() and 0 < len(args) < 6 else 1
