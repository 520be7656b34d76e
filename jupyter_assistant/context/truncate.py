"""Long text in little room: its start, its odd lines, its end, and how much is gone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from jupyter_assistant.context.odd import odd_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP_CHARS = 32
"""What a line that says how much was left out costs."""
MIN_LINE_CHARS = 60


class Shortened(NamedTuple):
    """A text, and how much of it is not there."""

    text: str
    left_out: int
    """Characters."""


def shorten(text: str, max_chars: int) -> Shortened:
    """The text in about `max_chars` characters; the same text where it fits.

    Give it text without terminal codes (`clean_text`). Of lines that repeat themselves
    one is kept, of a line that is too long both ends. Every place where something is
    missing says how much.
    """
    if len(text) <= max_chars:
        return Shortened(text, 0)
    whole, odd = _read(text)
    line_chars = max(MIN_LINE_CHARS, max_chars // 3)
    lines = [shorten_line(line, line_chars) for line in whole]
    if sum(map(len, lines)) + len(lines) > max_chars:
        lines = _with_gaps(lines, _chosen(lines, odd, max_chars))
    shown = "\n".join(lines)
    return Shortened(shown, max(0, len(text) - len(shown)))


def shorten_line(line: str, max_chars: int) -> str:
    """One line, its middle left out where it is too long."""
    if len(line) <= max_chars:
        return line
    head, tail = max_chars * 2 // 3, max_chars // 4
    return f"{line[:head]} … {len(line) - head - tail:,} characters … {line[-tail:]}"


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The lines and the odd ones among them; kept while other lengths are tried."""
    lines = tuple(_without_repeats(text))
    return lines, tuple(odd_lines(lines))


def _without_repeats(text: str) -> Iterable[str]:
    """The lines; of the same one in a row the first, and how often it came again."""
    previous, again = None, 0
    for line in text.splitlines():
        if line == previous:
            again += 1
            continue
        if again:
            yield from _repeated(previous or "", again)
        yield line
        previous, again = line, 0
    if again:
        yield from _repeated(previous or "", again)


def _repeated(line: str, again: int) -> Iterable[str]:
    if not line.strip():
        return
    if again == 1:
        yield line
    else:
        yield f"… the same line {again:,} more times …"


def _chosen(lines: Sequence[str], odd: Sequence[int], max_chars: int) -> set[int]:
    """Which lines stay: both ends, what is odd, then more of both ends."""
    room = max_chars - 2 * GAP_CHARS
    chosen: set[int] = set()

    def take(n: int, limit: float) -> bool:
        nonlocal room
        if n in chosen:
            return True
        cost = len(lines[n]) + 1
        if cost > limit:
            return False
        chosen.add(n)
        room -= cost
        return True

    take(0, room / 2)
    take(len(lines) - 1, room if chosen else room / 2)
    if not chosen:
        take(0, room)
    for n in (1, -2, 2, -3):
        take(n % len(lines), room / 3)
    for n in (n for n in odd if n not in chosen):
        apart = not {n - 1, n + 1} & chosen
        room -= GAP_CHARS * apart
        if not take(n, room * 0.75):
            room += GAP_CHARS * apart
    head, tail = 0, len(lines) - 1
    while head <= tail and take(head, room / 2) and take(tail, room):
        head, tail = head + 1, tail - 1
    return chosen


def _with_gaps(lines: Sequence[str], chosen: set[int]) -> list[str]:
    """The chosen lines, and between them how many are missing."""
    shown: list[str] = []
    previous = -1
    for n in [*sorted(chosen), len(lines)]:
        missing = n - previous - 1
        if missing == 1 and len(lines[n - 1]) <= GAP_CHARS:
            shown.append(lines[n - 1])
        elif missing:
            shown.append(f"… {missing:,} line{'s' * (missing > 1)} left out …")
        if n < len(lines):
            shown.append(lines[n])
        previous = n
    return shown
