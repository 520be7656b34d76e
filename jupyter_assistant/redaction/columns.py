"""Tables with a secret's column: the values stand below its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jupyter_assistant.redaction.names import is_secret_name
from jupyter_assistant.redaction.words import is_placeholder, looks_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jupyter_assistant.redaction.sites import Site
    from jupyter_assistant.redaction.spans import Span

_MAX_HEADER = 2000
_CELL = re.compile(r"""[ \t]*["']?[A-Za-z_][\w.%/-]*["']?[ \t]*|[ \t]*""")
_WORDS = re.compile(r"[ \t]*[A-Za-z_][\w.%]*(?:[ \t]+[A-Za-z_][\w.%]*)+[ \t]*")
_WORD = re.compile(r"\S+")
_SERIES = re.compile(r"(?m)^Name: (?P<name>[^\n,]{1,80}), (?:Length: \d+, )?dtype: \w+")
_LAST_FIELD = re.compile(
    r"(?:[^\n]{0,1000}[ \t]{2}|[ \t]{0,9}\S+[ \t])(?P<value>\S{1,1000})[ \t]{0,9}"
)
_POLARS_SERIES = re.compile(
    r"Series: '(?P<name>[^'\n]{1,80})' \[str\]\n\[\n(?P<rows>(?:[ \t]+[^\n]*\n)+)"
)
_POLARS_ROW = re.compile(r"\"([^\"\n]+)\"")
_DELIMITERS = ("\t", "|", "│", "┆", ";", ",")


def column_spans(text: str, sites: Iterable[Site]) -> Iterator[Span]:
    """Where the values of secret columns stand."""
    done = -1
    for site in sites:
        if site.strong and site.start > done:
            start = text.rfind("\n", max(0, site.start - _MAX_HEADER), site.start) + 1
            done = text.find("\n", site.end, site.end + _MAX_HEADER)
            if done == -1:
                done = site.end + _MAX_HEADER
            elif start or site.start < _MAX_HEADER:
                for span in _below(text, text[start:done], done + 1):
                    yield span
                    done = max(done, span[1])


def series_spans(text: str) -> Iterator[Span]:
    """Where the values of columns stand that are shown alone, their name beside."""
    if "dtype: " in text:
        for match in _SERIES.finditer(text):
            if is_secret_name(match["name"]):
                yield from _above(text, match.start())
    if "Series: '" in text:
        for match in _POLARS_SERIES.finditer(text):
            if is_secret_name(match["name"]):
                for row in _POLARS_ROW.finditer(text, *match.span("rows")):
                    if not is_placeholder(row[1]):
                        yield row.span(1)


def _above(text: str, end: int) -> Iterator[Span]:
    """The last fields of the lines that end there, up to a blank one."""
    while end > 1:
        start = text.rfind("\n", 0, end - 1) + 1
        row = _LAST_FIELD.fullmatch(text, start, end - 1)
        if not row:
            return
        if not is_placeholder(row["value"]):
            yield row.span("value")
        end = start


def _below(text: str, header: str, rows: int) -> Iterator[Span]:
    """What stands under the header; an empty stretch for each line that was read."""
    # polars draws its columns apart with ┆ and its frame with │.
    header = header.replace("┆", "│")
    delimiter = next((d for d in _DELIMITERS if d in header), None)
    if delimiter:
        names = header.split(delimiter)
        if len(names) > 1 and all(map(_CELL.fullmatch, names)):
            yield from _delimited(text, rows, names, delimiter)
    elif "  " in header and _WORDS.fullmatch(header):
        fields = [f.span() for f in _WORD.finditer(header)]
        secret = [f for f in fields if is_secret_name(header[slice(*f)])]
        yield from _aligned(text, rows, len(fields), secret)


def _rows(text: str, at: int) -> Iterator[tuple[int, str]]:
    """The lines after a header up to a blank one, with where they begin."""
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end == -1 else end
        if end == at:
            return
        yield at, text[at:end]
        at = end + 1


def _delimited(
    text: str, rows: int, names: list[str], delimiter: str
) -> Iterator[Span]:
    secret = [i for i, name in enumerate(names) if is_secret_name(name.strip(" \t\"'"))]
    for start, line in _rows(text, rows):
        cells = line.replace("┆", "│").split(delimiter)
        if len(cells) != len(names):
            if set(line) <= set("╞═╪╡├┼┤─-+=: "):
                continue
            return
        yield start, start
        for index in secret:
            value = cells[index].strip(" \t\"'")
            at = start + len(delimiter.join(cells[:index])) + bool(index)
            # `OPENAI_API_KEY` under `key` is the name of a secret, not the secret.
            is_name = value.isupper() and is_secret_name(value)
            if not is_placeholder(value) and not is_name:
                at = text.index(value, at)
                yield at, at + len(value)


def _aligned(text: str, rows: int, count: int, fields: list[Span]) -> Iterator[Span]:
    """Right-aligned columns end where their names end, left-aligned begin with them."""
    is_table = False
    for start, line in _rows(text, rows):
        words = list(_WORD.finditer(line[:_MAX_HEADER]))
        # The first row tells a table, maybe with an index, from other words.
        is_table = is_table or len(words) in (count, count + 1)
        if not is_table:
            return
        yield start, start
        for word in words:
            if any(word.start() == f[0] or word.end() == f[1] for f in fields) and (
                looks_secret(word[0].strip("\"',"))
            ):
                yield start + word.start(), start + word.end()
