"""Stretches of a text that must not be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MASK = "[redacted]"
"""What stands in the place of a secret."""

Span = tuple[int, int]
"""Start and end of a stretch, as slices count."""


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same stretches in order, those that overlap made one."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        elif end > start:
            result.append((start, end))
    return result


def masked(text: str, spans: Iterable[Span]) -> str:
    """The text with `MASK` for each of the ordered stretches; itself without one."""
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        if not _is_masked(text, start, end):
            pieces += (text[position:start], MASK)
            position = end
    if not pieces:
        return text
    pieces.append(text[position:])
    return "".join(pieces)


def _is_masked(text: str, start: int, end: int) -> bool:
    """Whether the stretch is (part of) a mask, or empty."""
    reach = len(MASK) - 1
    mask = text.find(MASK, max(0, start - reach), end + reach)
    return start == end or (mask != -1 and mask <= start and end <= mask + len(MASK))
