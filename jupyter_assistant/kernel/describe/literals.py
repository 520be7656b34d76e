"""Numbers, texts, dates and other values that are best shown as they are written."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import ipaddress
import pathlib
import re
import types
import uuid
import zoneinfo
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import MISSING, own, short_name
from jupyter_assistant.kernel.describe.look import Family, count, plural, size_text

if TYPE_CHECKING:
    from jupyter_assistant.kernel.describe.look import Look

WHOLE_TEXT_CHARS = 400
"""A text up to here is shown whole where it is asked for by name."""
PART_TEXT_CHARS = 300
NESTED_TEXT_CHARS = 60
MAX_INT_BITS = 400


def _int(value: int, look: Look) -> str:
    bits = int.bit_length(value)
    if not look.values:
        return ""
    if bits > MAX_INT_BITS:
        sign = "-" if int.__lt__(value, 0) else ""
        digits = int(bits * 0.30103) + 1
        return f"{sign}about 10**{digits - 1:,}, {count(bits)} bits"
    return f"= {int.__repr__(value)}"


def _plain(value: Any, look: Look) -> str:
    """A value whose class is known to write it quickly and without side effects."""
    return f"= {look.redact(type(value).__repr__(value))[:200]}" if look.values else ""


def _float(value: float, look: Look) -> str:
    return f"= {float.__repr__(value)}" if look.values else ""


def _complex(value: complex, look: Look) -> str:
    return f"= {complex.__repr__(value)}" if look.values else ""


def _str(value: str, look: Look) -> str:
    length = str.__len__(value)
    text = str.__str__(value)
    if not look.values:
        return plural(length, "character")
    if look.depth:
        return f"= {look.quoted(text, NESTED_TEXT_CHARS)}"
    if length <= WHOLE_TEXT_CHARS:
        return f"= {look.quoted(text, WHOLE_TEXT_CHARS)}"
    lines = text.count("\n") + 1
    return f"{count(length)} characters, {plural(lines, 'line')}"


def _str_body(value: str, look: Look) -> list[str]:
    if not look.values or str.__len__(value) <= WHOLE_TEXT_CHARS:
        return []
    return [look.quoted(str.__str__(value), PART_TEXT_CHARS)]


def _bytes(value: bytes | bytearray, look: Look) -> str:
    length = len(memoryview(value))
    if not look.values:
        return size_text(length)
    limit = 40 if look.depth else 120
    start = bytes(memoryview(value)[:limit])
    text = look.redact(start.decode("latin-1"))
    shown = repr(text.encode("latin-1", "replace"))
    return f"= {shown}" if length <= limit else f"{size_text(length)}, begins {shown}"


def _memoryview(value: memoryview, look: Look) -> str:  # noqa: ARG001
    try:
        shape, size, kind = value.shape, value.nbytes, value.format
    except ValueError:
        return "released"
    return f"shape {shape}, format {kind!r}, {size_text(size)}"


def _temporal(base: type) -> Family:
    """A date or a time, by the method of the known class."""

    def head(value: Any, look: Look) -> str:
        return f"= {base.__str__(value)}" if look.values else ""

    return Family(head)


def _enum(value: enum.Enum, look: Look) -> str:
    if not look.values:
        return ""
    held = own(value, "_value_")
    name = own(value, "_name_")
    if name is MISSING or name is None:
        return f"= {held!r}" if type(held) is int else ""
    shown = f", value {held!r}" if type(held) in (int, float, str, bool) else ""
    return f"= {short_name(type(value))}.{name}{shown}"


def _pattern(value: re.Pattern[Any], look: Look) -> str:
    flags = f", {re.RegexFlag(value.flags)!r}" if value.flags & ~re.UNICODE else ""
    return f"{look.redact(repr(value.pattern)[:300])}{flags}, {value.groups} groups"


def _match(value: re.Match[Any], look: Look) -> str:
    start, end = value.span()
    where = f"matched {start}–{end} of {len(memoryview(b'')) or ''}".rstrip(" of")
    if not look.values:
        return f"a match with {plural(len(value.groups()), 'group')}"
    names = value.groupdict()
    groups: Any = names or value.groups()
    shown = look.quoted(value.group()) if type(value.group()) is str else "bytes"
    return f"{where}: {shown}" + (f", groups {look.redact(repr(groups)[:200])}" if groups else "")


LITERALS: dict[type, Family] = {
    types.NoneType: Family(lambda value, look: "= None"),  # noqa: ARG005
    bool: Family(_plain),
    int: Family(_int),
    float: Family(_float),
    complex: Family(_complex),
    str: Family(_str, _str_body),
    bytes: Family(_bytes),
    bytearray: Family(_bytes),
    memoryview: Family(_memoryview),
    range: Family(_plain),
    slice: Family(_plain),
    types.EllipsisType: Family(lambda value, look: "= ..."),  # noqa: ARG005
    types.NotImplementedType: Family(lambda value, look: ""),  # noqa: ARG005
    decimal.Decimal: _temporal(decimal.Decimal),
    fractions.Fraction: _temporal(fractions.Fraction),
    datetime.datetime: _temporal(datetime.datetime),
    datetime.date: _temporal(datetime.date),
    datetime.time: _temporal(datetime.time),
    datetime.timedelta: _temporal(datetime.timedelta),
    datetime.timezone: _temporal(datetime.timezone),
    zoneinfo.ZoneInfo: _temporal(zoneinfo.ZoneInfo),
    uuid.UUID: _temporal(uuid.UUID),
    ipaddress.IPv4Address: _temporal(ipaddress.IPv4Address),
    ipaddress.IPv6Address: _temporal(ipaddress.IPv6Address),
    pathlib.PurePath: _temporal(pathlib.PurePath),
    enum.Enum: Family(_enum),
    re.Pattern: Family(_pattern),
    re.Match: Family(_match),
}
"""By the class that is found first among an object's bases."""
