"""What the value beside a secret's name may be instead of the secret."""

from __future__ import annotations

import ast
import re

from jupyter_assistant.redaction.spans import MASK

_PLACEHOLDER = re.compile(
    # {password}, ${PASSWORD}, $PASSWORD, %(password)s, %s, <password>, ***, ..., xxxx
    r"(?:\{[^{}]*\}|\$\{[^{}]*\}|\$\(?[A-Za-z_]+\)?|%\([^()]*\)[sr]|%[sr]|%[A-Z_]+%"
    r"|<[^<>]*>|\*+|\.{3,}|…|[xX]{3,}|_+|-+|•+|\[[a-zA-Z ]+\])+"
    r"|(?i:none|null|nil|undefined|nan|true|false|yes|no|on|off|n/?a|unset|not set"
    r"|empty|redacted|masked|hidden|removed|missing|required|optional|set|ok|"
    r"str|string|bytes|int|integer|float|number|bool|boolean|object|category|any|dict"
    r"|list|tuple|secretstr|required\[str\]|optional\[str\])"
)
_TYPE = re.compile(
    r"(?:typing\.|t\.)?(?:[A-Z]\w*|str|bytes|int|float|bool|object|dict|list|tuple|set)"
    r"(?:\[[\w\[\], .|]*\])?(?:\s*\|\s*(?:None|\w+))*"
)


def word_set(words: str) -> frozenset[str]:
    """The words of a text, to look others up in."""
    return frozenset(words.split())


def is_placeholder(value: str) -> bool:
    """Whether the value stands for a secret, or for none, and is not one."""
    stripped = value.strip()
    return not stripped or MASK in stripped or bool(_PLACEHOLDER.fullmatch(stripped))


def is_type(value: str) -> bool:
    """Whether this is an annotation: `str`, `Optional[str]`, `Token | None`."""
    return bool(_TYPE.fullmatch(value.strip()))


def looks_like_path(value: str) -> bool:
    """Whether this says where something is: a file, a folder, an address."""
    return bool(re.match(r"(?:/|~/|\.{1,2}/|[A-Za-z]:[\\/]|https?://)[^\n]*$", value))


def looks_random(value: str) -> bool:
    """Whether this holds a long run of letters mixed with digits, as keys do."""
    return bool(re.fullmatch(r"[\w+/=~%-]{16,}", value, re.ASCII)) and any(
        len(run) >= 12 and not run.isalpha() and not run.isdigit()
        for run in re.split(r"[-_+/=~%]", value)
    )


def looks_secret(value: str) -> bool:
    """Whether a bare word of a table or a sentence is more than a word."""
    return (
        len(value) >= 6
        and not re.fullmatch(r"[A-Za-z][a-z]*(?:[-_/.][A-Za-z][a-z]*)*[.,:;!?]?", value)
        and not re.fullmatch(r"[\d.,:/%+-]+", value)
        and not is_placeholder(value)
    )


def decoded(value: str) -> str:
    """What a string literal's escapes mean; the value itself where it has none."""
    if "\\" not in value:
        return value
    try:
        return str(ast.literal_eval('"' + value.replace('"', '\\"') + '"'))
    except (SyntaxError, ValueError):
        return value
