"""Thinking that a server left inside the text: `<think>…</think>` at its start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_TAGS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "[THINK]": "[/THINK]",
}
_LONGEST = max(map(len, _TAGS))

Piece = tuple[Literal["text", "reasoning"], str]


@dataclass(slots=True)
class ThinkTags:
    """Splits the text of one answer, however the tags are cut."""

    _mode: Literal["start", "thinking", "closed", "text"] = "start"
    _held: str = ""
    _close: str = ""

    @property
    def in_text(self) -> bool:
        """Whether all that follows is text: then nothing need be fed any more."""
        return self._mode == "text"

    def feed(self, delta: str) -> list[Piece]:
        """What is known to be text or thinking with this delta."""
        self._held += delta
        pieces: list[Piece] = []
        if self._mode == "start":
            self._start()
        if self._mode == "thinking":
            self._think(pieces)
        if self._mode == "closed":
            self._held = self._held.lstrip()
            self._mode = "text" if self._held else "closed"
        if self._mode == "text" and self._held:
            pieces.append(("text", self._held))
            self._held = ""
        return pieces

    def close(self) -> list[Piece]:
        """What was held back, at the end or before something else comes."""
        held, self._held = self._held, ""
        kind = "reasoning" if self._mode == "thinking" else "text"
        if self._mode == "start" and held:
            self._mode = "text"
        return [(kind, held)] if held else []

    def _start(self) -> None:
        begun = self._held.lstrip()
        for tag, close in _TAGS.items():
            if begun.startswith(tag):
                self._mode, self._close = "thinking", close
                self._held = begun[len(tag) :].lstrip("\n")
                return
        if len(begun) >= _LONGEST or not any(tag.startswith(begun) for tag in _TAGS):
            self._mode = "text"

    def _think(self, pieces: list[Piece]) -> None:
        thought, closed, rest = self._held.partition(self._close)
        if closed:
            self._mode, self._held = "closed", rest
        else:
            keep = _cut_tag(thought, self._close)
            thought, self._held = (
                thought[: len(thought) - keep],
                thought[-keep:] * (keep > 0),
            )
        if thought:
            pieces.append(("reasoning", thought))


def _cut_tag(text: str, tag: str) -> int:
    """How many of the last characters may be the beginning of the tag."""
    longest = min(len(text), len(tag) - 1)
    return next((n for n in range(longest, 0, -1) if tag.startswith(text[-n:])), 0)
