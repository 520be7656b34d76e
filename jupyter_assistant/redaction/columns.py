"""Tables with a secret's column: the values stand below its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jupyter_assistant.redaction.names import is_secret_name
from jupyter_assistant.redaction.words import is_placeholder, looks_secret

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_assistant.redaction.spans import Span

_HEADER = re.compile(
    r"(?im)^(?=[^\n]{0,2000}?(?:pass|pwd|secret|token|key|credential))[^\n=(){}]{1,2000}$"
)
_FIELD = re.compile(r"[^\s|│┆,;\t]+")
_DELIMITERS = ("\t", "|", "│", "┆", ";", ",")


def column_spans(text: str) -> Iterator[Span]:
    """Where the values of secret columns stand."""
    for header in _HEADER.finditer(text):
        fields = [f for f in _FIELD.finditer(header[0]) if is_secret_name(f[0].strip("\"'"))]
        if not fields or len(_FIELD.findall(header[0])) < 2:
            continue
        delimiter = next((d for d in _DELIMITERS if d in header[0]), None)
        if delimiter:
            yield from _delimited(text, header, delimiter)
        else:
            yield from _aligned(text, header, fields)


def _rows(text: str, at: int) -> Iterator[tuple[int, str]]:
    """The lines after a header up to a blank one, with where they begin."""
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end == -1 else end
        if end == at:
            return
        yield at, text[at:end]
        at = end + 1


def _delimited(text: str, header: re.Match[str], delimiter: str) -> Iterator[Span]:
    names = header[0].split(delimiter)
    secret = [i for i, name in enumerate(names) if is_secret_name(name.strip(" \t\"'"))]
    for start, line in _rows(text, header.end() + 1):
        cells = line.split(delimiter)
        if len(cells) != len(names):
            if len(cells) == 1:
                # A rule between the head and the body of a box.
                continue
            return
        for index in secret:
            value = cells[index].strip(" \t\"'")
            at = start + len(delimiter.join(cells[:index])) + bool(index)
            if value and not is_placeholder(value) and not set(value) <= set("-:=+─═ "):
                at = text.index(value, at)
                yield at, at + len(value)


def _aligned(
    text: str, header: re.Match[str], fields: list[re.Match[str]]
) -> Iterator[Span]:
    """Right-aligned columns end where their names end, left-aligned begin with them."""
    for start, line in _rows(text, header.end() + 1):
        for field in fields:
            for word in re.finditer(r"\S+", line[max(0, field.start() - 80) :][: 200]):
                left = word.start() + max(0, field.start() - 80)
                right = left + len(word[0])
                if (right == field.end() or left == field.start()) and looks_secret(
                    word[0].strip("\"',")
                ):
                    yield start + left, start + right
