"""String literals and collections of them, in any of the languages cells hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jupyter_assistant.redaction.words import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_assistant.redaction.spans import Span

_OPEN = re.compile(r"""(?P<prefix>[bBrRuUfF]{0,2})(?P<quote>\"{3}|'{3}|\\*["'])""")
_NEXT = re.compile(r"""[ \t]*(?:\+|\\\n|\n)?[ \t]*(?=[bBrRuUfF]{0,2}\\*["'])""")
_COLLECTION = re.compile(
    r"""(?:\w+\()?[\[({]\s*+(?=[bBrRuU]?\\*["'])|(?:\w+\()?\{\s*+(?=\d+\s*:\s*["'])"""
)
_TOKEN = re.compile(r"""(?P<open>[\[({])|(?P<close>[\])}])|(?P<quote>\\*["'])""")
_FIELD = re.compile(r"\{[^{}]*\}")
_SCHEME = re.compile(r"(?i)(?:bearer|basic|token|apikey)\s*")
_CLOSES = re.compile(r"\s*(?:[)\],;.+%}:]|$)")
_MAX_CHARS = 16384
"""How long a literal or a collection may be: keeps broken quoting linear."""
_PUBLIC = frozenset(
    [
        "user",
        "username",
        "login",
        "host",
        "hostname",
        "server",
        "port",
        "name",
        "email",
        "database",
        "db",
        "dbname",
        "account",
        "region",
        "url",
        "endpoint",
    ]
)


def opening(text: str, at: int) -> str:
    """The prefix and quote that open a literal here, empty if none does."""
    match = _OPEN.match(text, at)
    return match[0] if match else ""


def opens(text: str, at: int) -> bool:
    """Whether a literal begins here."""
    return bool(_OPEN.match(text, at))


def begin_of_collection(text: str, at: int) -> re.Match[str] | None:
    """The brackets up to the first string of a list, tuple or dict of strings."""
    return _COLLECTION.match(text, at)


def literal_spans(text: str, at: int, line: int) -> Iterator[Span]:
    """The content of the literal that begins here and of those it is joined with.

    Args:
        text: what is read.
        at: where a literal may begin.
        line: where its line begins: a quote that opened there may end here instead.
    """
    first = True
    while match := _OPEN.match(text, at):
        start = match.end()
        end = _literal_end(text, start, match["quote"])
        if first and _is_closing(text, match, line):
            return
        first = False
        if not _is_no_secret(text[start:end], match["prefix"]):
            yield start, end
        following = _NEXT.match(text, end + len(match["quote"]))
        if not following:
            return
        at = following.end()


def collection_spans(text: str, begin: re.Match[str]) -> Iterator[Span]:
    """The strings of a collection that hold secrets: its values, and no user names.

    Last comes an empty stretch at the collection's end: it need not be read again.
    """
    strings = list(_strings_of_collection(text, begin.end()))
    is_login = (
        "(" in begin[0]
        and len(strings) == 2
        and "," in text[strings[0][1] : strings[1][0]]
    )
    key = ""
    for number, (start, end) in enumerate(strings):
        value = text[start:end]
        if re.match(r"""\\*["']\s*:""", text[end : end + 20]):
            key = value
        elif not (
            (is_login and number == 0)
            or key.lower() in _PUBLIC
            or is_placeholder(value)
        ):
            yield start, end
    yield strings[-1][1], strings[-1][1]


def strings_within(text: str, start: int, end: int) -> Iterator[Span]:
    """The content of every literal in a stretch."""
    while match := _TOKEN.search(text, start, end):
        start = match.end()
        if quote := match["quote"]:
            close = min(_literal_end(text, start, quote), end)
            if not is_placeholder(text[start:close]):
                yield start, close
            start = close + len(quote)


def _strings_of_collection(text: str, at: int) -> Iterator[Span]:
    depth, limit = 1, at + _MAX_CHARS
    while depth and (match := _TOKEN.search(text, at, limit)):
        at = match.end()
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
        else:
            end = _literal_end(text, at, match["quote"])
            yield at, end
            at = end + len(match["quote"])


def _literal_end(text: str, start: int, quote: str) -> int:
    """Where the content ends; a literal without its end was cut off with the line."""
    multiline = len(quote) == 3 and "\\" not in quote
    line_end = text.find("\n", start, start + _MAX_CHARS)
    limit = start + _MAX_CHARS if multiline or line_end == -1 else line_end
    at = start
    while (at := text.find(quote, at, limit)) != -1:
        slashes = at - len(text[start:at].rstrip("\\")) - start
        if slashes % 2 == 0 or quote.startswith("\\"):
            return at
        at += 1
    return min(limit, len(text))


def _is_closing(text: str, match: re.Match[str], line: int) -> bool:
    """Whether this quote ends a string that began before."""
    if match["prefix"] or not _CLOSES.match(text[match.end() : match.end() + 20]):
        return False
    return text.count(match["quote"][-1], line, match.start()) % 2 == 1


def _is_no_secret(value: str, prefix: str) -> bool:
    """Whether a literal holds nothing, a placeholder or an f-string's fields only."""
    plain = _SCHEME.sub("", value, count=1)
    if "f" in prefix.lower():
        plain = _FIELD.sub("", plain)
    return not any(map(str.isalnum, plain)) or is_placeholder(plain)
