"""Secrets told by their place: arguments of calls, options of commands, other pairs.

`HTTPBasicAuth("ann", "plum")`, `sshpass -p plum`, `{"name": "PASSWORD", "value": "…"}`,
`user, password = "ann", "plum"`, the data of a Kubernetes `Secret`.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from jupyter_assistant.redaction.names import is_secret_name
from jupyter_assistant.redaction.words import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_assistant.redaction.spans import Span

_ARGUMENT = (
    r"""[ \t]*(?:[\w.\[\]]{1,80}|"[^"\n]{0,200}"|'[^'\n]{0,200}')[ \t]*,[ \t]*"""
)
_STRING = r"""(?:\w+[ \t]*=[ \t]*)?(?P<q>\\*["'])(?P<secret>[^"'\\\n]{1,500})(?P=q)"""
_MIXED = r"(?=[^\s\"'`]{0,80}\d)(?=[^\s\"'`]{0,80}[A-Za-z])"
_PLACES: tuple[tuple[str, str], ...] = (
    ("Password", r"\bPassword(?:Input)?\([^()\n]{0,300}?\b(?=value[ \t]*=)" + _STRING),
    ("Secret", r"\bSecret(?:Str|Bytes)\([ \t]*[bru]?" + _STRING),
    ("uth(", r"(?:\bHTTP\w{1,20}|Basic|\bbasic_)[aA]uth\(" + _ARGUMENT + _STRING),
    ("login(", r"\blogin\(" + _ARGUMENT + _STRING),
    ("set_password(", r"\bset_password\((?:" + _ARGUMENT + "){2}" + _STRING),
    ("DENTIFIED", r"\bIDENTIFIED[ \t]+BY[ \t]+" + _STRING),
    ("sshpass", r"\bsshpass[ \t]+-p[ \t]*(?P<secret>[^\s\"'{$]+)"),
    ("login", r"\blogin[ \t][^\n]{0,200}?[ \t]-p[ =](?P<secret>[^\s\"'{$-][^\s\"']*)"),
    (
        "mysql",
        r"\bmysql\w*[ \t](?:[^\n]{0,200}?[ \t])?-p(?P<secret>[^\s\"'{$]{4,})",
    ),
    (
        "client-key-data",
        r"client-key-data\\*[\"']?[ \t]*:[ \t]*\\*[\"']?(?P<secret>[A-Za-z0-9+/=]{8,})",
    ),
    # base64 of "-----BEGIN ", unless CERTIFICATE or PUBLIC KEY follows.
    ("LS0tLS1CRUdJTi", r"LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[\w+/=]{16,}"),
    (
        "ass",
        r"(?i:\bpass(?:word|wort|phrase|code))[ \t]+(?!(?i:sha|md5|argon|pbkdf|bcrypt"
        rf"|base|utf|v\d))(?P<secret>{_MIXED}[\w.!@$%+/=~-]{{6,}}(?<![.!]))(?![\w(=\[:])",
    ),
    (
        "ass",
        rf"(?m)^[ \t-]*pass[ \t]*[:=][ \t]*[\"']?(?P<secret>{_MIXED}[^\s\"']{{6,}})",
    ),
    (
        "ey",
        r"(?i:\b(?:api|access|secret|auth)[ -]key)(?:[ \t]+(?:is|was))?[ \t:=]+[\"'`]?"
        rf"(?P<secret>{_MIXED}[\w.~+/=-]{{8,}}(?<!\.))(?![\w(\[:])",
    ),
    (
        "oken",
        r"(?i:\b(?:api|access|secret|auth)[ -]token)(?:[ \t]+(?:is|was))?[ \t:=]+"
        rf"[\"'`]?(?P<secret>{_MIXED}[\w.~+/=-]{{8,}}(?<!\.))(?![\w(\[:])",
    ),
)
"""(needle, pattern); a text without the needle costs one search."""

_PAIR = re.compile(
    r"""(?<![\w-])(?:name|Name|key|Key|type)\\*["']?[ \t]*[:=][ \t]*\\*["']?"""
    r"""(?P<name>[\w.-]{2,80})\\*["']?[ \t]*,?\s{0,80}\\*["']?(?:value|Value)\\*["']?"""
    r"""[ \t]*[:=][ \t]*"""
    r"""(?:(?P<q>\\*["'])(?P<quoted>[^"'\\\n]{1,500})(?P=q)|(?P<bare>[^\s"',}{\\]{2,500}))"""
)
_UNPACKED = re.compile(
    r"(?m)^[ \t]*\(?(?P<names>\w{1,80}(?:[ \t]*,[ \t]*\w{1,80}){1,20})\)?"
    r"[ \t]+=[ \t]+[(\[]?"
)
_ITEM = re.compile(
    r"""[ \t]*(?:(?P<q>["'])(?P<string>[^"'\n]*)(?P=q)|[^,"'\n#]{1,300}?)"""
    r"""[ \t]*(?:,|(?=[)\]\n#])|\Z)"""
)
_MANIFEST = re.compile(r"(?m)^kind:[ \t]*Secret\b")
_DATA = re.compile(
    r"(?m)^(?:data|stringData):[ \t]*\n(?P<rows>(?:[ \t]+[^\n]*(?:\n|\Z))+)"
)
_ROW = re.compile(r"(?m)^[ \t]+[\w.-]+:[ \t]*[\"']?([^\s\"'|>][^\s\"']*)")


def place_spans(text: str) -> Iterator[Span]:
    """Where secrets stand that nothing but their place tells."""
    for start, end in _all(text):
        if not is_placeholder(text[start:end]):
            yield start, end


def _all(text: str) -> Iterator[Span]:
    for index, (needle, _) in enumerate(_PLACES):
        if needle in text or needle.upper() in text:
            for match in _pattern(index).finditer(text):
                yield match.span("secret" if match.lastgroup else 0)
    if "alue" in text:
        for match in _PAIR.finditer(text):
            if is_secret_name(match["name"]):
                yield match.span("quoted" if match["q"] else "bare")
    if "kind:" in text and _MANIFEST.search(text):
        for block in _DATA.finditer(text):
            for row in _ROW.finditer(text, *block.span("rows")):
                yield row.span(1)
    if " = " in text:
        for match in _UNPACKED.finditer(text):
            yield from unpacked(text, match.start()) or ()


def unpacked(text: str, line: int) -> list[Span] | None:
    """Of `user, password = "ann", "plum"` the secrets; None where no such begins."""
    match = _UNPACKED.match(text, line)
    if not match:
        return None
    names = [name.strip() for name in match["names"].split(",")]
    at = match.end()
    found: list[Span] = []
    for name in names:
        item = _ITEM.match(text, at)
        if not item:
            return None
        if item["string"] and is_secret_name(name):
            found.append(item.span("string"))
        at = item.end()
    return found


@functools.cache
def _pattern(index: int) -> re.Pattern[str]:
    return re.compile(_PLACES[index][1])
