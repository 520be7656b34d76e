"""What a question names: variables, functions, cells, errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_WORD = re.compile(r"[^\W\d]\w*")
_ASCII_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CODE_AROUND = re.compile(r"`$|[.\[(=]$")
_CODE_AFTER = re.compile(r"^(?:`|\.\w|\[|\(|\s*=[^=])")
_CELL = re.compile(r"\b(?:In|Out|Err)\s?\[(\d+)\]|\bcells?\s+#?(\d+)\b", re.IGNORECASE)
_ERROR_NAME = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Warning|Interrupt)\b")
_ERROR_WORDS = re.compile(
    r"(?i)\b(?:error|exception|traceback|stack ?trace|fail\w*|crash\w*|broke\w*"
    r"|raise[sd]?|wrong|bug|fix|debug|does(?:n.t| not) work|n.t work|not work\w*"
    r"|root cause|Fehler\w*|erreur|error(?:es)?|errore|erro|ошибк\w*|hiba)\b"
    r"|エラー|例外|失敗|错误|异常|오류|خطأ"
)
_COMMON = frozenset(
    """
    a an and any all are as at be but by can could did do does don for from get give
    go had has have he her him his how i if in into is it its just like ll make may
    me more most my no not now of off on one only or our out over own please s same
    see she should show so some t take than that the their them then there these
    they this those to too two up us use ve very was way we well were what when
    where which while who why will with would you your
    """.split()  # noqa: SIM905 (a list of strings is 80 lines)
)
"""Words of English that are variables only where they are written as code."""


def mentioned(question: str, known: Collection[str]) -> tuple[str, ...]:
    """The known names that a question uses, in the order in which it does."""
    found: dict[str, int] = {}
    for match in _WORD.finditer(question):
        for word in (match[0], *_ASCII_WORD.findall(match[0])):
            if word in known and (
                word.lower() not in _COMMON or _is_code(question, match)
            ):
                found.setdefault(word, match.start())
                break
    for name in known:
        # Scripts that put no blanks between words.
        if not name.isascii() and name in question:
            found.setdefault(name, question.index(name))
    return tuple(sorted(found, key=lambda name: found[name]))


def mentioned_cells(question: str) -> frozenset[int]:
    """Execution counts that a question names: `In[3]`, `cell 3`."""
    return frozenset(int(a or b) for a, b in _CELL.findall(question))


def mentioned_errors(question: str) -> frozenset[str]:
    """`KeyError` and the like."""
    return frozenset(_ERROR_NAME.findall(question))


def is_about_error(question: str) -> bool:
    """Whether something went wrong, by the words of the question."""
    return bool(_ERROR_WORDS.search(question) or mentioned_errors(question))


def words(text: str) -> frozenset[str]:
    """The words that say what a text is about, in lower case."""
    found = (w.lower() for w in re.findall(r"\w{3,}", text))
    return frozenset(w for w in found if w not in _COMMON)


def _is_code(question: str, match: re.Match[str]) -> bool:
    before, after = question[: match.start()], question[match.end() :]
    return bool(_CODE_AROUND.search(before[-2:]) or _CODE_AFTER.match(after))
