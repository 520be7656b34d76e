"""Takes secrets out of texts before they are shown, stored or sent.

A `Redactor` masks exact values it was given, keys and tokens of known forms, passwords
in URLs, and what is assigned to a name that looks like a secret's. Hosts, users and
names stay readable.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus, unquote

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.redaction.columns import column_spans, series_spans
from jupyter_assistant.redaction.forms import form_spans, url_spans
from jupyter_assistant.redaction.named import named_spans
from jupyter_assistant.redaction.names import is_password_name, is_secret_name
from jupyter_assistant.redaction.places import place_spans
from jupyter_assistant.redaction.sites import sites
from jupyter_assistant.redaction.spans import MASK, Span, masked, merged
from jupyter_assistant.redaction.words import (
    decoded,
    is_placeholder,
    looks_like_path,
    looks_secret,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "MASK",
    "Redactor",
    "is_secret_name",
    "may_be_secret",
    "named_secrets",
    "secret_values",
]

MIN_CHARS = 6
"""Shorter values are not searched for: they would mask half of every text."""
MAX_PASSES = 8
"""A mask may uncover what was glued to a secret; so many times is looked again."""


class Redactor:
    """Masks secrets in texts; immutable, callable, idempotent, linear in the text."""

    __slots__ = ("_exact", "_patterns", "patterns", "values")

    def __init__(
        self, values: Iterable[str] = (), patterns: Iterable[str] = ()
    ) -> None:
        """Know some secrets.

        Args:
            values: exact secrets; those under `MIN_CHARS` characters are ignored.
            patterns: regular expressions of the person; each whole match is masked.

        Raises:
            SettingInvalid: a pattern is no regular expression.
        """
        self.values = frozenset(v for v in values if len(v.strip()) >= MIN_CHARS)
        self.patterns = tuple(patterns)
        self._exact = _exact_pattern(self.values)
        self._patterns = tuple(map(_compiled, self.patterns))

    def with_values(self, *more: str) -> Redactor:
        """The same with some more exact values."""
        return Redactor((*self.values, *more), self.patterns)

    def __call__(self, text: str) -> str:
        """The text without secrets; the same object if it holds none."""
        for _ in range(MAX_PASSES):
            clean = self._once(text)
            if clean is text:
                break
            text = clean
        return text

    def _once(self, text: str) -> str:
        for pattern in (self._exact, *self._patterns):
            if pattern is not None:
                text = masked(text, (m.span() for m in pattern.finditer(text)))
        return masked(text, _spans(text))


def secret_values(environ: Mapping[str, str]) -> frozenset[str]:
    """The values of those variables whose names look like a secret's."""
    return frozenset(
        value
        for name, value in environ.items()
        if len(value) >= MIN_CHARS
        and is_secret_name(name)
        and not looks_like_path(value)
        and not is_placeholder(value)
    )


def may_be_secret(name: str, value: str | None = None) -> bool:
    """Whether a value under this name should be masked wherever it stands.

    More careful than `secret_values`: what a notebook calls a `token` is often a word.
    Without a value, whether any may be.
    """
    if not is_secret_name(name):
        return False
    if value is None:
        return True
    if is_placeholder(value):
        return False
    if is_password_name(name):
        return True
    least = MIN_CHARS + 4 if name.lower() in ("token", "tokens") else MIN_CHARS
    is_long = len(value) >= least and not re.search(r"\s", value)
    return is_long and looks_secret(value) and not looks_like_path(value)


def named_secrets(text: str) -> frozenset[str]:
    """The values that `text` gives to secrets' names, and passwords in addresses.

    Meant for source and output of cells: a value found where it is assigned is masked
    by `Redactor.with_values` also where it later stands alone.
    """
    found: set[str] = set()
    names = tuple(sites(text))
    spans = (
        *named_spans(names),
        *column_spans(text, names),
        *place_spans(text),
        *url_spans(text),
    )
    for start, end in spans:
        value = text[start:end]
        found |= {value, decoded(value)}
    return frozenset(v for v in found if len(v.strip()) >= MIN_CHARS)


def _spans(text: str) -> Iterable[Span]:
    names = tuple(sites(text))
    return merged(
        [
            *form_spans(text),
            *place_spans(text),
            *series_spans(text),
            *named_spans(names),
            *column_spans(text, names),
        ]
    )


def _exact_pattern(values: frozenset[str]) -> re.Pattern[str] | None:
    """One alternation, longest first, of the values, also as URLs hold them."""
    shapes: set[str] = set()
    for value in values:
        shapes |= {value, quote(value, safe=""), quote_plus(value), unquote(value)}
    shapes = {s for s in shapes if len(s) >= MIN_CHARS and s != MASK}
    if not shapes:
        return None
    ordered = sorted(shapes, key=lambda s: (-len(s), s))
    return re.compile("|".join(map(_escaped, ordered)))


def _escaped(value: str) -> str:
    """A plain word is masked as a word only: `postgres` is not part of `postgresql`."""
    escaped = re.escape(value)
    return rf"\b{escaped}\b" if value.isalpha() else escaped


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise SettingInvalid(
            f"redact_patterns holds {pattern!r}, which is no regular expression: "
            f"{error}. Mend it, or take it out."
        ) from None
