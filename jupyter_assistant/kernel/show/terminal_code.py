"""Code in the colours of a terminal, line by line as it arrives."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_OPEN_LINES = 200
"""A string that is longer is coloured as if it had ended."""


def coloured(language: str, background: str = "dark") -> Callable[[str], str]:
    """What colours the lines of one block; plain where the language is not known."""
    from pygments.formatters import TerminalFormatter  # noqa: PLC0415 (on first use)
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415
    from pygments.util import ClassNotFound  # noqa: PLC0415

    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        return str
    return _Lines(lexer=lexer, formatter=TerminalFormatter(bg=background)).line


@dataclass(slots=True, kw_only=True)
class _Lines:
    """One block: lines are lexed together while a string or comment is open."""

    lexer: Any
    formatter: Any
    _open: list[str] = field(default_factory=list)

    def line(self, text: str) -> str:
        """The next line with its colours."""
        from pygments.token import Comment, String, Token  # noqa: PLC0415 (loaded)

        self._open.append(text)
        lines: list[list[tuple[Any, str]]] = [[]]
        for token, value in self.lexer.get_tokens("\n".join(self._open)):
            first, *others = value.split("\n")
            lines[-1].append((token, first))
            lines.extend([(token, other)] for other in others)
        newest = lines[len(self._open) - 1]
        last = next(
            (token for token, value in reversed(newest) if value.strip()), Token
        )
        is_open = last in String or last in Comment.Multiline
        if not is_open or len(self._open) > MAX_OPEN_LINES:
            self._open.clear()
        out = io.StringIO()
        self.formatter.format([token for token in newest if token[1]], out)
        return out.getvalue()
