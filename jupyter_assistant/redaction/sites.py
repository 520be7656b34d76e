"""Names in a text that may be a secret's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jupyter_assistant.redaction.names import (
    IN_QUERY,
    is_secret_name,
    is_weak_name,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEEDLE = re.compile(
    r"pass|kennwort|wachtwoord|senha|pwd?|psw|secret|token|key|credential|auth|sig|session|cookie|jwt|"
    r"bearer|sas|salt|otp|csrf|xsrf|hmac|sid|pat|code|ticket|assertion|samlresponse"
)
_NAME_TAIL = re.compile(r"[\w.-]{0,100}", re.ASCII)
_NAME_HEAD = re.compile(r"[\w.-]{0,100}\Z", re.ASCII)
_REACH = 300
"""How far back a line's beginning is looked for: keeps one endless line linear."""


@dataclass(slots=True, frozen=True, kw_only=True)
class Site:
    """A name in a text, and what is before it on its line."""

    text: str
    name: str
    start: int
    end: int
    line: int
    """Where its line begins, or how far back it was looked for."""
    strong: bool
    """Whether the name alone says that its value is a secret."""

    @property
    def before(self) -> str:
        """The line up to the name."""
        return self.text[self.line : self.start]

    @property
    def in_query(self) -> bool:
        """Whether this is a parameter of an address or a form."""
        return self.before.endswith(("?", "&", ";", "&amp;", "%26", "%3F"))


def sites(text: str) -> Iterator[Site]:
    """Every name that is a secret's, or that may be one by its value or its place."""
    lowered = text.lower()
    if len(lowered) != len(text):
        # A few letters grow: then only those of ASCII are made small.
        lowered = (
            text.encode("utf-8", "surrogatepass")
            .lower()
            .decode("utf-8", "surrogatepass")
        )
    position = 0
    while needle := _NEEDLE.search(lowered, position):
        site = _site(text, needle)
        position = max(needle.end(), site.end)
        if site.strong or is_weak_name(site.name) or _is_parameter(site):
            yield site


def _site(text: str, needle: re.Match[str]) -> Site:
    start, end = needle.span()
    head = _NAME_HEAD.search(text[max(0, start - 100) : start])
    tail = _NAME_TAIL.match(text, end)
    start -= len(head[0]) if head else 0
    end = tail.end() if tail else end
    name = text[start:end].strip("-.")
    start = text.index(name, start) if name else start
    line = max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    quoted_pass = name.lower() == "pass" and text[start - 1 : start] in ("'", '"')
    return Site(
        text=text,
        name=name,
        start=start,
        end=start + len(name),
        line=line,
        strong=quoted_pass or is_secret_name(name),
    )


def _is_parameter(site: Site) -> bool:
    return not IN_QUERY.isdisjoint(words_of(site.name)[-1:]) and site.in_query
