"""pandas: tables, series, indexes, groups, styled tables and single values."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.columns import (
    GROUPED_FROM,
    column_lines,
    plain_name,
)
from jupyter_assistant.kernel.describe.identity import own_dict, short_name
from jupyter_assistant.kernel.describe.look import (
    Family,
    count,
    joined,
    plural,
    size_text,
)
from jupyter_assistant.kernel.describe.pandas_columns import Plan, pandas_column
from jupyter_assistant.kernel.describe.pandas_wide import many_columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

UNIQUE_ROWS = 1_000_000
"""Up to here an index is searched for duplicates."""
INDEX_SHOWN = 3


def _pandas() -> Any:
    return sys.modules["pandas"]


def _plain(value: Any, name: str) -> Any:
    """The same data as a plain pandas object: a subclass's own code is not run."""
    base = getattr(_pandas(), name)
    return value if type(value) is base else base(value)


# ---- tables


def _frame(value: Any, look: Look) -> str:
    frame = _plain(value, "DataFrame")
    rows, columns = frame.shape
    head = f"{plural(rows, 'row')} x {plural(columns, 'column')}"
    if look.depth or look.brief:
        return head
    size = int(frame.memory_usage(index=False).sum()) + int(frame.index.nbytes)
    return f"{head}, {size_text(size)}"


def _frame_body(value: Any, look: Look) -> Iterable[str]:
    frame = _plain(value, "DataFrame")
    rows, number = frame.shape
    yield from _index_lines(frame.index, look)
    names = frame.columns
    if names.nlevels > 1:
        levels = [_level_name(n, look) for n in names.names]
        yield f"columns have {names.nlevels} levels: {joined(levels)}"
    if len(set(names)) != len(names):
        twice = [n for n in names if (names == n).sum() > 1][:1] if number < 500 else []
        shown = f", such as {plain_name(twice[0], look.quoted)}" if twice else ""
        yield f"column names are not unique{shown}"
    plan = Plan(rows, number)
    if number >= GROUPED_FROM:
        columns = many_columns(frame, plan, look)
    else:
        columns = [
            pandas_column(frame.iloc[:, position], name, plan, look)
            for position, name in enumerate(names)
        ]
    yield from column_lines(columns, rows, look)


# ---- indexes


def _index_lines(index: Any, look: Look) -> Iterable[str]:
    """An index, unless it only numbers the rows."""
    if short_name(type(index)) == "RangeIndex":
        if (index.start, index.step) != (0, 1) or index.name is not None:
            yield f"index: {_index_line(index, look)}"
        return
    yield f"index: {_index_line(index, look)}"


def _level_name(name: object, look: Look) -> str:
    return "unnamed" if name is None else plain_name(name, look.quoted)


def _index_line(index: Any, look: Look) -> str:
    kind = short_name(type(index))
    facts: list[str] = []
    if kind == "MultiIndex":
        levels = zip(index.names, index.levels, strict=True)
        facts += [
            f"level {_level_name(n, look)} ({_level(x, look)})" for n, x in levels
        ]
    else:
        named = "" if index.name is None else f"{_level_name(index.name, look)}, "
        facts.append(
            f"{named}{index.dtype}" if kind != "RangeIndex" else f"{named}range"
        )
    if getattr(index, "freq", None) is not None:
        facts.append(f"frequency {index.freqstr}")
    elif kind == "DatetimeIndex" and len(index) > 2:
        facts.append("no frequency set")
    facts += _index_order(index)
    if look.values and len(index):
        facts.append(_index_values(index, look))
    return ", ".join(facts)


def _level(level: Any, look: Look) -> str:
    head = f"{level.dtype}, {plural(len(level), 'value')}"
    if not look.values:
        return head
    with look.inside(None):
        first = joined(look.short(v) for v in level[:INDEX_SHOWN])
    return f"{head}: {first}" + (" …" if len(level) > INDEX_SHOWN else "")


def _index_order(index: Any) -> Iterable[str]:
    """Duplicates, gaps and order; on a copy, so that the original caches nothing."""
    kind = short_name(type(index))
    if not 0 < len(index) <= UNIQUE_ROWS or kind == "RangeIndex":
        return
    fresh = index if index.nlevels > 1 else _pandas().Index(index.array, copy=False)
    if index.nlevels == 1 and (missing := int(fresh.isna().sum())):
        yield f"{count(missing)} missing"
    if twice := int(fresh.duplicated().sum()):
        yield plural(twice, "duplicate")
    if kind == "DatetimeIndex" and not fresh.is_monotonic_increasing:
        yield "not sorted"


def _index_values(index: Any, look: Look) -> str:
    with look.inside(None):
        if len(index) <= INDEX_SHOWN + 1:
            return joined(look.short(v) for v in index)
        first = joined(look.short(v) for v in index[:INDEX_SHOWN])
        return f"{first}, … {look.short(index[-1])}"


def _index(value: Any, look: Look) -> str:
    head = plural(len(value), "label")
    return head if look.brief or look.depth else f"{head}, {_index_line(value, look)}"


# ---- series


def _series(value: Any, look: Look) -> str:
    series = _plain(value, "Series")
    named = "" if series.name is None else f" {plain_name(series.name, look.quoted)}"
    head = f"{plural(len(series), 'value')}{named} of {series.dtype}"
    if look.depth or look.brief:
        return head
    size = int(series.memory_usage(index=False)) + int(series.index.nbytes)
    return f"{head}, {size_text(size)}"


def _series_body(value: Any, look: Look) -> Iterable[str]:
    series = _plain(value, "Series")
    yield from _index_lines(series.index, look)
    plan = Plan(len(series), 1)
    column = pandas_column(series, series.name, plan, look)
    if column.missing:
        yield f"{count(column.missing)} missing"
    if column.facts:
        yield ", ".join(column.facts)
    if column.examples:
        yield f"first: {', '.join(column.examples)}"


def _categorical(value: Any, look: Look) -> str:
    return _series(_pandas().Series(value), look)


# ---- what is built on a table


def _grouped(value: Any, look: Look) -> str:
    held = own_dict(value)
    obj, keys = held.get("obj"), held.get("keys")
    by = ""
    if type(keys) in (str, int, tuple, list):
        with look.inside(value):
            by = f" by {look.short(keys)}"
    return f"groups{by} of a {short_name(type(obj))}, not computed: {_inner(obj, look)}"


def _window(value: Any, look: Look) -> str:  # noqa: ARG001
    held = own_dict(value)
    window = held.get("window", held.get("_window"))
    size = f" of {window!r}" if type(window) in (int, str) else ""
    obj = held.get("obj")
    return f"windows{size} over a {short_name(type(obj))}, not computed"


def _inner(obj: Any, look: Look) -> str:
    with look.inside(None):
        return (
            _frame(obj, look)
            if short_name(type(obj)) == "DataFrame"
            else (_series(obj, look))
        )


def _inner_body(value: Any, look: Look) -> Iterable[str]:
    held = own_dict(value)
    obj = held.get("obj", held.get("data"))
    if short_name(type(obj)) == "DataFrame":
        yield from _frame_body(obj, look)


def _styler(value: Any, look: Look) -> str:
    return f"a styled table, not rendered: {_inner(own_dict(value)['data'], look)}"


# ---- single values


def _scalar(value: Any, look: Look) -> str:
    return f"= {str(value)[:80]}" if look.values else ""


def _missing(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"= {value!r}"


PANDAS: dict[tuple[str, str], Family] = {
    ("pandas", "DataFrame"): Family(_frame, _frame_body, dataframe=True),
    ("pandas", "Series"): Family(_series, _series_body, dataframe=True),
    ("pandas", "Index"): Family(_index),
    ("pandas", "Categorical"): Family(_categorical),
    ("pandas", "BaseGroupBy"): Family(_grouped, _inner_body),
    ("pandas", "BaseWindow"): Family(_window, _inner_body),
    ("pandas", "Styler"): Family(_styler, _inner_body),
    ("pandas", "NAType"): Family(_missing),
    ("pandas", "NaTType"): Family(_missing),
    ("pandas", "Timestamp"): Family(_scalar),
    ("pandas", "Timedelta"): Family(_scalar),
    ("pandas", "Period"): Family(_scalar),
    ("pandas", "Interval"): Family(_scalar),
    ("pandas", "BaseOffset"): Family(_scalar),
}
