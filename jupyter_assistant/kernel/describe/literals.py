"""Numbers, texts, dates and other values that are best shown as they are written."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    MISSING,
    known_base,
    own,
    short_name,
)
from jupyter_assistant.kernel.describe.look import Family, count, plural, size_text

if TYPE_CHECKING:
    from jupyter_assistant.kernel.describe.look import Look

WHOLE_TEXT_CHARS = 400
"""A text up to here is shown whole where it is asked for by name."""
PART_TEXT_CHARS = 300
NESTED_TEXT_CHARS = 60
WRITTEN_CHARS = 200
MAX_INT_BITS = 400


def _int(value: int, look: Look) -> str:
    if not look.values:
        return ""
    bits = int.bit_length(value)
    if bits > MAX_INT_BITS:
        sign = "-" if int.__lt__(value, 0) else ""
        digits = int(math.log10(int.__abs__(value)))
        return f"about {sign}10**{digits:,}, {count(bits)} bits"
    return f"= {int.__repr__(value)}"


def float_text(value: float) -> str:
    """As Python writes it, without the digits that say nothing."""
    text = float.__repr__(value)
    return text if len(text) <= 12 else f"{value:.9g}"


def _float(value: float, look: Look) -> str:
    if not look.values:
        return ""
    return f"= {float_text(value) if look.depth else float.__repr__(value)}"


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
    view = memoryview(value)
    if not look.values:
        return size_text(view.nbytes)
    limit = 40 if look.depth else 120
    text = look.redact(bytes(view[: limit + 400]).decode("latin-1"))
    shown = repr(text[:limit].encode("latin-1", "replace"))
    if view.nbytes <= limit:
        return f"= {shown}"
    return f"{size_text(view.nbytes)}, begins {shown}"


def _memoryview(value: memoryview, look: Look) -> str:  # noqa: ARG001
    try:
        return (
            f"shape {value.shape}, format {value.format!r}, {size_text(value.nbytes)}"
        )
    except ValueError:
        return "released"


def _array(value: Any, look: Look) -> str:
    length = len(memoryview(value))
    head = f"{plural(length, 'item')} of type code {value.typecode!r}"
    if not look.values or not length:
        return head
    more = f", … {count(length - 5)} more" if length > 5 else ""
    return f"{head}: {', '.join(map(repr, value[:5]))}{more}"


def _enum(value: Any, look: Look) -> str:
    if not look.values:
        return ""
    name, held = own(value, "_name_"), own(value, "_value_")
    if name is MISSING or name is None:
        return f"= {held!r}" if type(held) is int else ""
    shown = f" ({held!r})" if type(held) in (int, float, str, bool) else ""
    return f"= {short_name(type(value))}.{name}{shown}"


def _pattern(value: re.Pattern[Any], look: Look) -> str:
    flags = value.flags & ~re.UNICODE
    more = f", {re.RegexFlag(flags)!r}" if flags else ""
    return f"= {look.redact(repr(value.pattern))[:300]}{more}"


def _match(value: re.Match[Any], look: Look) -> str:
    groups = plural(len(value.groups()), "group")
    if not look.values:
        return groups
    start, end = value.span()
    held: Any = value.groupdict() or value.groups()
    shown = f", groups {look.redact(repr(held))[:WRITTEN_CHARS]}" if held else ""
    whole = look.redact(repr(value.group()))[:WRITTEN_CHARS]
    return f"{whole} at {start}:{end}{shown}"


def _written(root: str, name: str, *, by: str = "__str__") -> Family:
    """A value as its class from the standard library writes it."""

    def head(value: Any, look: Look) -> str:
        base = known_base(value, root, name)
        if not look.values or base is None:
            return ""
        return f"= {look.redact(getattr(base, by)(value))[:WRITTEN_CHARS]}"

    return Family(head)


def _fixed(text: str) -> Family:
    return Family(lambda value, look: text)  # noqa: ARG005


LITERALS: dict[tuple[str, str], Family] = {
    ("builtins", "NoneType"): _fixed("= None"),
    ("builtins", "ellipsis"): _fixed("= ..."),
    ("builtins", "NotImplementedType"): _fixed("= NotImplemented"),
    ("builtins", "int"): Family(_int),
    ("builtins", "float"): Family(_float),
    ("builtins", "str"): Family(_str, _str_body),
    ("builtins", "bytes"): Family(_bytes),
    ("builtins", "bytearray"): Family(_bytes),
    ("builtins", "memoryview"): Family(_memoryview),
    ("array", "array"): Family(_array),
    ("enum", "Enum"): Family(_enum),
    ("re", "Pattern"): Family(_pattern),
    ("re", "Match"): Family(_match),
    **{
        (root, name): _written(root, name, by="__repr__")
        for root, name in (
            ("builtins", "bool"),
            ("builtins", "complex"),
            ("builtins", "range"),
        )
    },
    **{
        (root, name): _written(root, name)
        for root, name in (
            ("decimal", "Decimal"),
            ("fractions", "Fraction"),
            ("datetime", "datetime"),
            ("datetime", "date"),
            ("datetime", "time"),
            ("datetime", "timedelta"),
            ("datetime", "timezone"),
            ("zoneinfo", "ZoneInfo"),
            ("uuid", "UUID"),
            ("ipaddress", "_BaseAddress"),
            ("ipaddress", "_BaseNetwork"),
            ("pathlib", "PurePath"),
        )
    },
}
