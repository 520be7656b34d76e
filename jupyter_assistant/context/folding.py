"""A long piece of code in little room: each statement's first line, then whole ones."""

from __future__ import annotations

import ast
from typing import NamedTuple

from jupyter_assistant.context.code import python_of
from jupyter_assistant.context.truncate import Shortened, shorten

FOLD = " …"
MIN_LEFT = 200
"""So much room must be left to show a part of a statement that does not fit whole."""


class _Piece(NamedTuple):
    """A statement, with the comments above it."""

    text: str
    folded: str


def fold(source: str, max_chars: int) -> Shortened:
    """Code in about `max_chars` characters; the same where it fits.

    Statements at the end are kept whole before those at the start. What does not parse
    loses lines like any text.
    """
    if len(source) <= max_chars:
        return Shortened(source, 0)
    pieces = _pieces(source)
    room = max_chars - sum(len(piece.folded) + 1 for piece in pieces)
    if not pieces or room < 0:
        return shorten("\n".join(p.folded for p in pieces) or source, max_chars)
    shown = [piece.folded for piece in pieces]
    cut: list[int] = []
    for n in range(len(pieces) - 1, -1, -1):
        more = len(pieces[n].text) - len(pieces[n].folded)
        if more <= room:
            shown[n] = pieces[n].text
            room -= more
        else:
            cut.append(n)
    if cut and room >= MIN_LEFT:
        last = pieces[cut[0]]
        shown[cut[0]] = shorten(last.text, room + len(last.folded)).text
    text = "\n".join(shown)
    return Shortened(text, max(0, len(source) - len(text)))


def _pieces(source: str) -> list[_Piece]:
    try:
        tree = ast.parse(python_of(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    lines = source.split("\n")
    pieces: list[_Piece] = []
    start = 0
    for node in tree.body:
        end = node.end_lineno or node.lineno
        if end <= start:  # a second statement on the same line
            continue
        head = lines[node.lineno - 1]
        folded = head + FOLD if end > node.lineno else head
        pieces.append(_Piece("\n".join(lines[start:end]).strip("\n"), folded))
        start = end
    return pieces
