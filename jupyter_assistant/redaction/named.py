"""Values that stand beside a name which looks like a secret's.

Reads source, shell lines, settings files, JSON, addresses, markup and what programs
print: the name, how the value is joined to it, and the value. A value that is a call,
a reference, a type or a placeholder is no secret.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jupyter_assistant.redaction import literals
from jupyter_assistant.redaction.names import (
    IN_QUERY,
    is_password_name,
    is_secret_name,
    is_weak_name,
    words_of,
)
from jupyter_assistant.redaction.words import (
    is_placeholder,
    is_type,
    looks_like_path,
    looks_random,
    looks_secret,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_assistant.redaction.spans import Span

_NEEDLE = re.compile(
    r"(?i)pass|pwd?|psw|secret|token|key|credential|auth|sig|session|cookie|jwt|"
    r"bearer|sas|salt|otp|csrf|xsrf|hmac|sid|pat|code|ticket|assertion|samlresponse"
)
_NAME_TAIL = re.compile(r"[\w.-]{0,100}", re.ASCII)
_NAME_HEAD = re.compile(r"[\w.-]{0,100}\Z", re.ASCII)
_REACH = 300
"""How far back a line's beginning is looked for: keeps one endless line linear."""

_CLOSE = re.compile(r"""\\*["']""")
_ANNOTATED = re.compile(r"[ \t]*:[ \t]*(?P<type>[A-Za-z_][\w.\[\], |]{0,60}?)[ \t]*(?P<sign>=)(?!=)[ \t]*")
_ASSIGNED = re.compile(
    r"[ \t]{0,40}\]?[ \t]{0,40}(?P<sign>:=|=>|[=!]==?|=|:(?![/:]))[ \t]*(?:\n[ \t]*(?=[\"']))?"
)
_PAIRED = re.compile(r"[ \t]*,[ \t]*(?=[\"'])")
_MARKUP = re.compile(r">(?P<value>[^<>\n]+)</")
_CELL = re.compile(r"[ \t]*[|│][ \t]*(?P<value>[^|│\n]*[^|│\s])[ \t]*(?=[|│\n]|$)")
_GAP = re.compile(r"(?:[ \t]{2,}|\t)(?P<value>\S+)")
_SAID = re.compile(r"[ \t]+(?:is|was|are|be|to)[ \t:]+(?P<value>[^\s\"',;]+[^\s\"',;.])")
_SPACE = re.compile(r"[ \t]+(?=\S)")
_DTYPE = re.compile(
    r"[ \t:,(|-]+(?:object|category|categorical|string|large_string|String|Utf8|Enum|str"
    r"|varchar|VARCHAR|text|TEXT|<?U\d+)\b(?![ \t]*=)[^\n]*"
)
_ENV_REST = re.compile(r"\s*(?:[>$#!]\s*)?(?:%(?:set_)?env\s+|env:\s*|set\s+|ENV\s+|ARG\s+)")
_ENV_WORD = re.compile(r"(?:^|.*\s)(?:export|declare -x|setx|-e|--env|--build-arg)\s+")
_QUERY = re.compile(r".*(?:[?&]|;|&amp;|%26|%3F)", re.DOTALL)
_DSN_BEFORE = re.compile(r".*[\w-]+\s*=\s*[^\s,(]+(?:\s+|;\s*)", re.DOTALL)
_DSN_AFTER = re.compile(r"(?:[ \t]+|;[ \t]*)[\w -]{1,30}=[^=]|;")
_BARE = re.compile(r"""[^\s"'<>`]+""")
_BARE_END = re.compile(r"[&;)\]}|]|,(?=\s|$|[\w-]+[=:])|,$|\\[nrt]")
_IN_QUERY_END = re.compile(r"[&;#)\]|\\,]")
_REFERENCE = re.compile(r"(?:await\s|not\s|lambda\b)?\s*[A-Za-z_][\w.]*[\[(]|[(\[{@&*!]")
_IDENTIFIER = re.compile(r"[A-Za-z_][\w.]*")
_SCHEME = re.compile(r"(?i)(?:bearer|basic|token|apikey|digest|negotiate)[ \t]+")
_COOKIE = re.compile(r"=([^\s;,\"'=]{8,})")


@dataclass(slots=True, frozen=True, kw_only=True)
class _Site:
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
        return bool(_QUERY.fullmatch(self.before))


def named_spans(text: str) -> Iterator[Span]:
    """Where values of secret-looking names stand."""
    position = 0
    while needle := _NEEDLE.search(text, position):
        site = _site(text, needle)
        position = max(needle.end(), site.end)
        if site.strong or is_weak_name(site.name) or _is_parameter(site):
            yield from _beside(site)


def _site(text: str, needle: re.Match[str]) -> _Site:
    start, end = needle.span()
    head = _NAME_HEAD.search(text[max(0, start - 100) : start])
    tail = _NAME_TAIL.match(text, end)
    start -= len(head[0]) if head else 0
    end = tail.end() if tail else end
    name = text[start:end].strip("-.")
    start = text.index(name, start) if name else start
    line = max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    quoted_pass = name.lower() == "pass" and text[start - 1 : start] in ("'", '"')
    return _Site(
        text=text,
        name=name,
        start=start,
        end=start + len(name),
        line=line,
        strong=quoted_pass or is_secret_name(name),
    )


def _is_parameter(site: _Site) -> bool:
    return not IN_QUERY.isdisjoint(words_of(site.name)[-1:]) and site.in_query


def _beside(site: _Site) -> Iterator[Span]:
    """The value of the name, however it is joined to it."""
    text, end = site.text, site.end
    close = _CLOSE.match(text, end)
    after = close.end() if close else end
    joined = None if close else _ANNOTATED.match(text, end)
    if not (joined and is_type(joined["type"])):
        joined = _ASSIGNED.match(text, after)
    if joined:
        if joined["sign"][:2] not in ("==", "!="):
            yield from _assigned(site, joined, closed=bool(close))
        elif site.strong:
            yield from literals.literal_spans(text, joined.end(), site.line)
        return
    if site.strong:
        yield from _unassigned(site, after, closed=bool(close))


def _unassigned(site: _Site, after: int, *, closed: bool) -> Iterator[Span]:
    """Pairs, markup, table cells, flags and sentences."""
    text = site.text
    if typed := _DTYPE.match(text, after):
        yield from literals.strings_within(text, *typed.span())
    elif closed and (paired := _PAIRED.match(text, after)):
        for start, end in literals.literal_spans(text, paired.end(), site.line):
            # Two names in a list are two columns.
            if site.name.isupper() or _is_more_than_a_word(text[start:end]):
                yield start, end
    elif site.before.endswith("<") and (markup := _MARKUP.match(text, after)):
        yield from _unless_placeholder(text, *markup.span("value"))
    elif cell := _CELL.match(text, after) or _GAP.match(text, after):
        value = cell["value"]
        if looks_secret(value) and not is_secret_name(value):
            yield cell.span("value")
    elif said := _SAID.match(text, after):
        if looks_secret(said["value"]):
            yield said.span("value")
    elif space := _SPACE.match(text, after):
        yield from _after_space(site, space.end())


def _is_more_than_a_word(value: str) -> bool:
    return looks_secret(value) and not _IDENTIFIER.fullmatch(value)


def _after_space(site: _Site, at: int) -> Iterator[Span]:
    """`--password plum`, `%env NAME plum`, `PASSWORD 'plum'`, `password plum` of .netrc."""
    text = site.text
    if text[at] in "\"'":
        if not text[site.start - 1 : site.start].isalpha():
            yield from literals.literal_spans(text, at, site.line)
    elif _ENV_REST.fullmatch(site.before):
        yield from _unless_placeholder(text, at, _line_end(text, at))
    elif site.before.endswith("--") or re.search(r"\blogin\s+\S+\s+$", site.before):
        value = _BARE.match(text, at)
        if value and not value[0].startswith("-"):
            yield from _unless_placeholder(text, *value.span())


def _assigned(site: _Site, joined: re.Match[str], *, closed: bool) -> Iterator[Span]:
    text, at = site.text, joined.end()
    if words_of(site.name)[-1:] == ("authorization",):
        yield from _credentials(site, at)
        return
    if site.name.lower() in ("cookie", "set-cookie"):
        for match in _COOKIE.finditer(text, at, _line_end(text, at)):
            if looks_secret(match[1]):
                yield match.span(1)
        return
    quoted = list(literals.literal_spans(text, at, site.line))
    if quoted or literals.opens(text, at):
        yield from (span for span in quoted if _is_secret_literal(site, span))
    elif (site.strong or _is_login(site)) and literals.opens_collection(text, at):
        yield from literals.collection_spans(text, at)
    elif joined["sign"] == ":" and (typed := _DTYPE.match(text, at - 1)):
        yield from literals.strings_within(text, *typed.span())
    else:
        yield from _bare(site, joined, closed=closed)


def _is_login(site: _Site) -> bool:
    """Whether this is `auth=(user, password)`."""
    return words_of(site.name)[-1:] == ("auth",)


def _is_secret_literal(site: _Site, span: Span) -> bool:
    value = site.text[slice(*span)]
    if site.strong:
        # `token = "running"` is a word of a text; `GOOGLE_CREDENTIALS` is a path.
        word = site.name.lower() == "token" and value.isalpha() and len(value) < 16
        path = not is_password_name(site.name) and looks_like_path(value)
        return not word and not path
    return looks_random(value) or site.in_query


def _credentials(site: _Site, at: int) -> Iterator[Span]:
    """The part of an `Authorization` header after its scheme."""
    text = site.text
    quote = literals.opening(text, at)
    at += len(quote)
    scheme = _SCHEME.match(text, at)
    value = _BARE.match(text, scheme.end() if scheme else at)
    if value:
        end = value.end() - len(re.search(r"[\\,;)\]}]*$", value[0])[0])  # type: ignore[index]
        word = text[value.start() : end]
        if scheme or looks_secret(word):
            yield from _unless_placeholder(text, value.start(), end)


def _bare(site: _Site, joined: re.Match[str], *, closed: bool) -> Iterator[Span]:
    """A value without quotes."""
    text, at = site.text, joined.end()
    in_shell = site.name.isupper() and at == site.end + 1 and joined["sign"] == "="
    rest_of_line = _ENV_REST.fullmatch(site.before) or (
        in_shell and not site.before.strip()
    )
    value = _BARE.match(text, at)
    if not value or _REFERENCE.match(text, at):
        return
    if site.in_query:
        cut, known = _IN_QUERY_END.search(value[0]), True
    elif rest_of_line or _ENV_WORD.fullmatch(site.before):
        cut, known = None, True
    elif in_shell and re.search(r"(?:^|[^,])[ \t]$", site.before):
        cut, known = _BARE_END.search(value[0]), True
    else:
        cut, known = _BARE_END.search(value[0]), False
    end = at + cut.start() if cut else value.end()
    if rest_of_line and site.strong:
        end = _line_end(text, at)
    word = text[at:end].rstrip(",")
    if word and _is_secret_word(
        site, word, at + len(word), known=known, sign=joined["sign"], closed=closed
    ):
        yield from _unless_placeholder(text, at, at + len(word))


def _is_secret_word(
    site: _Site, word: str, end: int, *, known: bool, sign: str, closed: bool
) -> bool:
    """Whether a word without quotes is the secret, not a reference, type or number."""
    if not site.strong:
        return known and site.in_query or looks_random(word)
    if known:
        return not (words_of(site.name)[-1] == "pwd" and looks_like_path(word))
    if word.replace(".", "").isdigit():
        return is_password_name(site.name) and len(word) >= 4
    if _DSN_BEFORE.fullmatch(site.before) or (
        sign == "=" and _DSN_AFTER.match(site.text, end)
    ):
        return True
    if _IDENTIFIER.fullmatch(word):
        if closed or is_type(word) or is_secret_name(word):
            return False
        alone = sign == ":" and not site.before.strip(" \t-") and (
            site.text[end : end + 1] in ("", "\n", "\r")
        )
        clear = is_password_name(site.name) or len(words_of(site.name)) > 1
        return looks_secret(word) or (alone and clear)
    return looks_secret(word) or is_password_name(site.name)


def _unless_placeholder(text: str, start: int, end: int) -> Iterator[Span]:
    if not is_placeholder(text[start:end]):
        yield start, end


def _line_end(text: str, at: int) -> int:
    """Where the line ends, without its trailing white space."""
    end = text.find("\n", at)
    line = text[at : end if end != -1 else len(text)]
    return at + len(line.rstrip())
