"""Values that stand beside a name which looks like a secret's.

Reads source, shell lines, settings files, JSON, addresses, markup and what programs
print: the name, how the value is joined to it, and the value. A value that is a call,
a reference, a type or a placeholder is no secret.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jupyter_assistant.redaction import literals
from jupyter_assistant.redaction.names import (
    is_password_name,
    is_secret_name,
    words_of,
)
from jupyter_assistant.redaction.places import unpacked
from jupyter_assistant.redaction.words import (
    is_placeholder,
    is_type,
    looks_like_path,
    looks_random,
    looks_secret,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jupyter_assistant.redaction.sites import Site
    from jupyter_assistant.redaction.spans import Span

_MAX_CHARS = 8192
"""How long a value without quotes may be: keeps one endless line linear."""

_CLOSE = re.compile(r"""\\*["']""")
_ANNOTATED = re.compile(
    r"[ \t]*:[ \t]*(?P<type>[A-Za-z_][\w.\[\], |]{0,60}?)[ \t]*(?P<sign>=)(?!=)[ \t]*"
)
_ASSIGNED = re.compile(
    r"[ \t]{0,40}\]?[ \t]{0,40}(?P<sign>:=|=>|->|→|[=!]==?|=|:(?![/:]))"
    r"[ \t]*(?:\n[ \t]*(?=[\"']))?"
)
_PAIRED = re.compile(r"[ \t]*,[ \t]*(?=[\"'])")
_MARKUP = re.compile(r">(?P<value>[^<>\n]{1,2000})</")
_CELL = re.compile(
    r"[ \t]*[|│][ \t]*(?P<value>[^|│\n]{0,500}[^|│\s])[ \t]*(?=[|│\n]|$)"
)
_GAP = re.compile(r"(?:[ \t]{2,200}|\t)(?P<value>\S{1,2000})")
_SAID = re.compile(
    r"[ \t]+(?:is|was|are|be|to)[ \t:]+(?P<quote>[\"'`]?)"
    r"(?P<value>[^\s\"'`,;]{1,500}[^\s\"'`,;.])"
)
_BLOCK = re.compile(r"[|>][+-]?[ \t]*\n[ \t]+(?P<value>\S[^\n]*)")
_SPACE = re.compile(r"[ \t]+(?=\S)")
_DTYPE = re.compile(
    r"[ \t:,(|-]+(?:object|category|categorical|string|large_string|String|Utf8|Enum|"
    r"str|varchar|VARCHAR|text|TEXT|<?U\d+)\b(?![ \t]*=)[^\n]{0,400}"
)
_ENV_REST = re.compile(
    r"\s*(?:[>$#!]\s*)?(?:%(?:set_)?env\s+|env:\s*|set\s+|ENV\s+|ARG\s+)"
)
_ENV_WORD = re.compile(r"(?:^|.*\s)(?:export|declare -x|setx|-e|--env|--build-arg)\s+")
_DSN_BEFORE = re.compile(r"[\w-]=[^\s,(]{0,80}(?:[ \t]|;[ \t]?)\Z")
_DSN_AFTER = re.compile(r"(?:[ \t]+|;[ \t]*)[\w -]{1,30}=[^=]|;")
_LOGIN = re.compile(r"\blogin[ \t]+\S+[ \t]+\Z")
_BARE = re.compile(rf"""[^\s"'<>`]{{1,{_MAX_CHARS}}}""")
_BARE_END = re.compile(r"[&;)\]}|]|,(?=\s|$|[\w-]+[=:])|,$|\\[nrt]")
_IN_QUERY = re.compile(rf"""[^\s"'<>`&;#)\]|\\,]{{1,{_MAX_CHARS}}}""")
_REFERENCE = re.compile(
    r"(?:await\s|not\s|lambda\b)?\s*[A-Za-z_][\w.]*[\[(]|[(\[{@&*!]"
)
_IDENTIFIER = re.compile(r"[A-Za-z_][\w.]*")
_SCHEME = re.compile(r"(?i)(?:bearer|basic|token|apikey|digest|negotiate)[ \t]+")
_COOKIE = re.compile(r"=([^\s;,\"'=]{8,})")


def named_spans(sites: Iterable[Site]) -> Iterator[Span]:
    """Where values of secret-looking names stand."""
    position = 0
    for site in sites:
        # What is masked already holds no further names.
        if site.start >= position:
            for start, end in _beside(site):
                position = max(position, end)
                yield start, end


def _beside(site: Site) -> Iterator[Span]:
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


def _unassigned(site: Site, after: int, *, closed: bool) -> Iterator[Span]:
    """Pairs, markup, table cells, flags and sentences."""
    text = site.text
    if typed := _DTYPE.match(text, after):
        yield from literals.strings_within(text, *typed.span())
    elif closed and (paired := _PAIRED.match(text, after)):
        for start, end in literals.literal_spans(text, paired.end(), site.line):
            # Two names in a list are two columns; `("name": …)` is another name.
            is_name = re.match(r"""\\*["'][ \t]*:""", text[end : end + 20])
            if not is_name and (
                site.name.isupper()
                or _is_more_than_a_word(text[start:end])
                or (_is_in_pair(site, end) and looks_secret(text[start:end]))
            ):
                yield start, end
    elif site.before.endswith("<") and (markup := _MARKUP.match(text, after)):
        yield from _unless_placeholder(text, *markup.span("value"))
    elif cell := _CELL.match(text, after) or _GAP.match(text, after):
        value = cell["value"]
        if looks_secret(value) and not is_secret_name(value):
            yield cell.span("value")
    elif said := _SAID.match(text, after):
        quoted = bool(said["quote"]) and is_password_name(site.name)
        if quoted or looks_secret(said["value"]):
            yield said.span("value")
    elif space := _SPACE.match(text, after):
        yield from _after_space(site, space.end())


def _is_in_pair(site: Site, end: int) -> bool:
    """Whether a name and a value, which ends there, are alone in parentheses."""
    closes = re.match(r"""\\*["'],?\)""", site.text[end : end + 20])
    return bool(closes and re.search(r"""\(\\*["']$""", site.before[-10:]))


def _is_more_than_a_word(value: str) -> bool:
    return looks_secret(value) and not _IDENTIFIER.fullmatch(value)


def _after_space(site: Site, at: int) -> Iterator[Span]:
    """`--password plum`, `%env NAME plum`, `PASSWORD 'plum'`, .netrc's lines."""
    text = site.text
    if text[at] in "\"'":
        yield from literals.literal_spans(text, at, site.line)
    elif _ENV_REST.fullmatch(site.before):
        yield from _unless_placeholder(text, at, _line_end(text, at))
    elif site.before.endswith("--") or _LOGIN.search(site.before[-80:]):
        value = _BARE.match(text, at)
        if value and not value[0].startswith("-"):
            yield from _unless_placeholder(text, *value.span())


def _assigned(site: Site, joined: re.Match[str], *, closed: bool) -> Iterator[Span]:
    text, at = site.text, joined.end()
    if words_of(site.name)[-1:] == ("authorization",):
        yield from _credentials(site, at)
        return
    if site.name.lower() in ("cookie", "set-cookie"):
        yield from _cookies(text, at, site.line)
        return
    if (
        joined["sign"] == "="
        and "," in site.before
        and unpacked(text, site.line) is not None
    ):
        return
    if joined["sign"] == ":" and site.strong and (block := _BLOCK.match(text, at)):
        yield from _unless_placeholder(text, *block.span("value"))
        return
    quoted = list(literals.literal_spans(text, at, site.line))
    if quoted or literals.opens(text, at):
        alone = len(quoted) == 1
        yield from (s for s in quoted if _is_secret_literal(site, s, alone=alone))
    elif (site.strong or _is_login(site)) and (
        begin := literals.begin_of_collection(text, at)
    ):
        yield from literals.collection_spans(text, begin)
    elif joined["sign"] == ":" and (typed := _DTYPE.match(text, at - 1)):
        yield from literals.strings_within(text, *typed.span())
    else:
        yield from _bare(site, joined, closed=closed)


def _cookies(text: str, at: int, line: int) -> Iterator[Span]:
    """The values of a line of cookies; an empty stretch says how far it was read."""
    quoted = [end for _, end in literals.literal_spans(text, at, line)]
    end = quoted[-1] if quoted else _line_end(text, at)
    for match in _COOKIE.finditer(text, at, end):
        if looks_secret(match[1]):
            yield match.span(1)
    yield end, end


def _is_login(site: Site) -> bool:
    """Whether this is `auth=(user, password)`."""
    return words_of(site.name)[-1:] == ("auth",)


def _is_secret_literal(site: Site, span: Span, *, alone: bool) -> bool:
    value = site.text[slice(*span)]
    if site.strong:
        # `token = "running"` is a word of a text; `GOOGLE_CREDENTIALS` is a path.
        word = site.name.lower() == "token" and value.isalpha() and len(value) < 16
        path = not is_password_name(site.name) and looks_like_path(value)
        return not (word and alone) and not path
    return looks_random(value) or site.in_query


def _credentials(site: Site, at: int) -> Iterator[Span]:
    """The part of an `Authorization` header after its scheme."""
    text = site.text
    quote = literals.opening(text, at)
    at += len(quote)
    scheme = _SCHEME.match(text, at)
    value = _BARE.match(text, scheme.end() if scheme else at)
    # A field of an f-string or a variable of the shell is no credential.
    if value and value[0][0] not in "{$%":
        word = value[0].rstrip("\\,;)]}")
        if scheme or looks_secret(word):
            start = value.start()
            yield from _unless_placeholder(text, start, start + len(word))


def _bare(site: Site, joined: re.Match[str], *, closed: bool) -> Iterator[Span]:
    """A value without quotes."""
    text, at = site.text, joined.end()
    in_shell = site.name.isupper() and at == site.end + 1 and joined["sign"] == "="
    rest_of_line = _ENV_REST.fullmatch(site.before) or (
        in_shell and not site.before.strip()
    )
    value = (_IN_QUERY if site.in_query else _BARE).match(text, at)
    if not value or _REFERENCE.match(text, at):
        return
    if site.in_query or rest_of_line or _ENV_WORD.fullmatch(site.before):
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
    site: Site, word: str, end: int, *, known: bool, sign: str, closed: bool
) -> bool:
    """Whether a word without quotes is the secret, not a reference, type or number."""
    if not site.strong:
        return (known and site.in_query) or looks_random(word)
    if known:
        is_path = looks_like_path(word)
        may_be_one = is_password_name(site.name) and site.name != "PWD"
        return may_be_one or not is_path
    if word.replace(".", "").isdigit():
        return is_password_name(site.name) and len(word) >= 4
    if _DSN_BEFORE.search(site.before[-100:]) or (
        sign == "=" and _DSN_AFTER.match(site.text, end)
    ):
        return True
    if _IDENTIFIER.fullmatch(word):
        if closed or is_type(word) or is_secret_name(word):
            return False
        alone = (
            sign == ":"
            and not site.before.strip(" \t-")
            and (site.text[end : end + 1] in ("", "\n", "\r"))
        )
        clear = is_password_name(site.name) or len(words_of(site.name)) > 1
        return looks_secret(word) or (alone and clear)
    return looks_secret(word) or is_password_name(site.name)


def _unless_placeholder(text: str, start: int, end: int) -> Iterator[Span]:
    if not is_placeholder(text[start:end]):
        yield start, end


def _line_end(text: str, at: int) -> int:
    """Where the line ends, without its trailing white space."""
    end = text.find("\n", at, at + _MAX_CHARS)
    line = text[at : end if end != -1 else at + _MAX_CHARS]
    return at + len(line.rstrip())
