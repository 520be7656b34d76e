"""A table's columns as lines: each by itself where they are few, grouped where many."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from jupyter_assistant.kernel.describe.look import count, joined, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from jupyter_assistant.kernel.describe.look import Look

GROUPED_FROM = 61
"""Tables of so many columns are told by groups of the same type."""
GROUP_OF = 4
"""Columns of one type, from here on told together where columns are grouped."""
ALONE_SHOWN = 40
NAMES_SHOWN = 6


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one column."""

    name: str
    """As code would write it, without quotes where it is a plain word."""
    dtype: str
    facts: tuple[str, ...] = ()
    """Range, distinct values, what is odd; most telling first."""
    examples: tuple[str, ...] = ()
    """Values as they are written, texts in quotes."""
    missing: int = 0
    odd: bool = False
    """Whether it should be told alone among many alike."""


def plain_name(name: object, quoted: Callable[[str], str]) -> str:
    """A column's name; in quotes where blanks or digits would mislead."""
    if type(name) is str:
        return name if re.fullmatch(r"[^\W\d]\w*", name) else quoted(name)
    if type(name) is tuple:
        return "(" + ", ".join(_part(part, quoted) for part in name) + ")"
    return str(name)[:80]


def _part(part: object, quoted: Callable[[str], str]) -> str:
    return quoted(part) if type(part) is str else str(part)[:80]


def column_lines(columns: Sequence[Column], rows: int, look: Look) -> Iterable[str]:
    """The lines that fit, in the greatest detail that does.

    Args:
        columns: in the table's order.
        rows: of the table, for shares of missing values.
        look: how many characters there are.
    """
    if len(columns) >= GROUPED_FROM:
        return _grouped(columns, rows)
    room = int(look.max_chars * 0.8)
    for detail in (3, 2, 1):
        lines = [_line(column, rows, detail) for column in columns]
        if sum(map(len, lines)) <= room:
            return lines
    return _grouped(columns, rows)


def _line(column: Column, rows: int, detail: int) -> str:
    facts = [column.dtype, *_missing(column, rows)]
    facts += column.facts if detail > 1 else column.facts[:1] if column.odd else ()
    line = f"{column.name}: {', '.join(facts)}"
    if column.examples and detail > 1:
        examples = column.examples if detail > 2 else column.examples[:1]
        line += f"; {', '.join(examples)}"
    return line


def _missing(column: Column, rows: int) -> Iterable[str]:
    if column.missing:
        share = f" ({100 * column.missing / rows:.3g}%)" if rows else ""
        yield f"{count(column.missing)} missing{share}"


def _grouped(columns: Sequence[Column], rows: int) -> Iterable[str]:
    """Columns of one type together; those that stand out alone."""
    groups: dict[str, list[Column]] = {}
    for column in columns:
        groups.setdefault(column.dtype, []).append(column)
    alone: list[Column] = []
    for dtype, group in groups.items():
        odd = [c for c in group if c.odd]
        if len(group) < GROUP_OF:
            alone += group
            continue
        yield _group_line(dtype, group)
        alone += odd
    alone.sort(key=columns.index)
    if alone:
        yield "apart from the groups, or standing out in them:"
    for column in alone[:ALONE_SHOWN]:
        yield _line(column, rows, 2)
    if more := alone[ALONE_SHOWN:]:
        yield f"and {joined([c.name for c in more[:20]], more=max(0, len(more) - 20))}"


def _group_line(dtype: str, group: Sequence[Column]) -> str:
    names = [column.name for column in group]
    if len(names) > NAMES_SHOWN:
        names = [*names[:3], "…", *names[-2:]]
    line = f"{plural(len(group), 'column')} {dtype}: {', '.join(names)}"
    gaps = [column for column in group if column.missing]
    if gaps:
        total = count(sum(column.missing for column in gaps))
        where = (
            joined(c.name for c in gaps) if len(gaps) < 5 else f"{len(gaps)} of them"
        )
        line += f"; {total} missing in {where}"
    return line
