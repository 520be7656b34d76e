"""Which lines of a long text stand out: what somebody who scrolls would stop at.

Lines are compared by shape: their words, with numbers taken out. Odd is a shape that is
rare or new, a word that announces trouble, and a number that jumps where it used to
move little.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile(
    r"0x[0-9a-fA-F]+|(?<![A-Za-z_])[-+]?\d[\d,_]*\.?\d*(?:[eE][-+]?\d+)?"
)
_WORD = re.compile(r"[^\W\d_]+")
_TROUBLE = re.compile(
    r"(?i)\b(?:\w*errors?|\w*exception|traceback|fatal|critical|panic|segmentation"
    r"|fail\w*|denied|refused|killed|aborted?|timed? ?out|timeout|unreachable|overflow"
    r"|diverge\w*|corrupt\w*|invalid|illegal|missing|not found|unable|cannot|can't)\b"
)
_WARNING = re.compile(r"(?i)\b(?:\w*warning|warn|deprecated|retry\w*|skipp\w+)\b")

MIN_LINES = 8
"""In fewer lines nothing is odd: they are all shown, or cut at their ends."""
MANY_SHAPES = 0.3
"""Distinct shapes per line from which on words are no longer compared."""
JUMP = 30
"""How many times its usual step a number must move."""


def odd_lines(lines: Sequence[str], limit: int = 40) -> list[int]:
    """The indexes of lines that stand out, the most telling first, at most `limit`."""
    if len(lines) < MIN_LINES:
        return []
    scores: Counter[int] = Counter()
    shapes = _shapes(lines)
    _score_shapes(shapes, scores)
    _score_words(lines, shapes, scores)
    _score_jumps(lines, shapes, scores)
    return [n for n, _ in sorted(scores.items(), key=lambda s: (-s[1], s[0]))[:limit]]


def _shapes(lines: Sequence[str]) -> list[str]:
    """What each line looks like: its words, or where all differ its pattern."""
    fine = [" ".join(_NUMBER.sub("#", line).split()) for line in lines]
    if len(set(fine)) <= max(3, MANY_SHAPES * len(lines)):
        return fine
    return [_WORD.sub("a", shape) for shape in fine]


def _score_shapes(shapes: Sequence[str], scores: Counter[int]) -> None:
    counts = Counter(shapes)
    if len(counts) > max(3, MANY_SHAPES * len(shapes)):
        return
    rare = max(2, len(shapes) // 200)
    seen: set[str] = set()
    for n, shape in enumerate(shapes):
        if shape and counts[shape] <= rare:
            scores[n] += 4
        elif shape and shape not in seen:
            scores[n] += 3
            if n:
                scores[n - 1] += 1
        seen.add(shape)


def _score_words(
    lines: Sequence[str], shapes: Sequence[str], scores: Counter[int]
) -> None:
    """Words that announce trouble, unless every other line has them."""
    for pattern, weight in ((_TROUBLE, 4), (_WARNING, 2)):
        found = [n for n, line in enumerate(lines) if pattern.search(line)]
        if len(found) > max(6, len(lines) // 10):
            first: dict[str, int] = {}
            for n in found:
                first.setdefault(shapes[n], n)
            found = list(first.values())[:6]
        for n in found:
            scores[n] += weight


def _score_jumps(
    lines: Sequence[str], shapes: Sequence[str], scores: Counter[int]
) -> None:
    """Numbers that leap, among the lines of one shape."""
    groups: dict[str, list[int]] = {}
    for n, shape in enumerate(shapes):
        if "#" in shape:
            groups.setdefault(shape, []).append(n)
    for members in groups.values():
        if len(members) < MIN_LINES:
            continue
        rows = [_numbers(lines[n]) for n in members]
        for column in zip(*rows, strict=False):
            _score_column(members, column, scores)


def _score_column(
    members: Sequence[int], values: Sequence[float], scores: Counter[int]
) -> None:
    steps = [abs(after - before) for before, after in pairwise(values)]
    usual = median(steps)
    if usual:
        jumps = [n for n, step in enumerate(steps) if step > JUMP * usual]
    else:
        jumps = [n for n, step in enumerate(steps) if step]
    if len(jumps) > max(3, len(steps) // 50):
        return
    for n in jumps:
        scores[members[n + 1]] += 3
        scores[members[n]] += 2


def _numbers(line: str) -> list[float]:
    return [_value(found[0]) for found in _NUMBER.finditer(line)]


def _value(text: str) -> float:
    """The number; an address is none that could jump."""
    if text.startswith("0x"):
        return 0.0
    return float(text.replace(",", "").replace("_", ""))
