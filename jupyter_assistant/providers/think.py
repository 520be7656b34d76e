"""`<think>…</think>` at the start of an answer is thinking, however it is cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OPEN, CLOSE = "<think>", "</think>"


@dataclass(slots=True)
class ThinkTags:
    """Tells thinking from text; holds back what may still become a tag."""

    _state: Literal["start", "thinking", "after", "text"] = "start"
    _held: str = ""

    def skip(self) -> None:
        """The server sends its thinking apart: a tag would be text."""
        self._state = "text" if self._state == "start" else self._state

    def feed(self, text: str) -> list[tuple[bool, str]]:
        """What is certain now, as (is thinking, text)."""
        if self._state == "text":
            return [(False, text)]
        self._held += text
        pieces: list[tuple[bool, str]] = []
        if self._state == "start":
            self._begin(pieces)
        if self._state == "thinking":
            self._think(pieces)
        if self._state == "after":
            self._held = self._held.lstrip("\n")
            if self._held:
                self._state = "text"
                pieces.append((False, self._held))
        return [(thought, piece) for thought, piece in pieces if piece]

    def end(self) -> list[tuple[bool, str]]:
        """What was held back, now that nothing follows."""
        held, self._held = self._held, ""
        return [(self._state == "thinking", held)] if held else []

    def _begin(self, pieces: list[tuple[bool, str]]) -> None:
        start = self._held.lstrip()
        if start.startswith(OPEN):
            self._state, self._held = "thinking", start[len(OPEN) :].lstrip("\n")
        elif not OPEN.startswith(start):
            self._state = "text"
            pieces.append((False, self._held))

    def _think(self, pieces: list[tuple[bool, str]]) -> None:
        thought, close, rest = self._held.partition(CLOSE)
        if close:
            self._state, self._held = "after", rest
            pieces.append((True, thought))
            return
        keep = next(n for n in range(len(CLOSE) - 1, -1, -1) if _ends(thought, n))
        cut = len(thought) - keep
        pieces.append((True, thought[:cut]))
        self._held = thought[cut:]


def _ends(text: str, count: int) -> bool:
    """Whether the text ends with the first characters of the closing tag."""
    return text.endswith(CLOSE[:count])
