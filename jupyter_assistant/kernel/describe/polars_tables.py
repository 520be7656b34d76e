"""Polars: eager tables and series. Lazy ones are told by `lazy_tables`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.columns import (
    GROUPED_FROM,
    Column,
    column_lines,
    plain_name,
)
from jupyter_assistant.kernel.describe.identity import short_name
from jupyter_assistant.kernel.describe.look import (
    Family,
    count,
    joined,
    plural,
    size_text,
    stride,
)
from jupyter_assistant.kernel.describe.texts import text_facts
from jupyter_assistant.redaction import MASK, is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

EXACT_ROWS = 200_000
SAMPLE_ROWS = 20_000
FEW_DISTINCT = 6
EXAMPLES = 3
ONE_BY_ONE = 40
"""Of a very wide table, columns that are no numbers and are told in full."""
_RANGED = frozenset(("Date", "Datetime", "Duration", "Time", "Decimal"))


def _frame(value: Any, look: Look) -> str:
    rows, columns = value.shape
    head = f"{plural(rows, 'row')} x {plural(columns, 'column')}"
    if look.depth or look.brief:
        return head
    return f"{head}, {size_text(int(value.estimated_size()))}"


def _frame_body(value: Any, look: Look) -> Iterable[str]:
    columns: list[Column] = []
    wide, told = value.width >= GROUPED_FROM, 0
    for series in value.get_columns():
        full = not wide or (not series.dtype.is_numeric() and told < ONE_BY_ONE)
        told += full
        columns.append(_column(series, look, full=full))
    return column_lines(columns, value.height, look)


def _column(series: Any, look: Look, *, full: bool = True) -> Column:
    missing = int(series.null_count())
    present = series.drop_nulls() if missing else series
    name = str(series.name)
    facts: list[str] = []
    examples: tuple[str, ...] = ()
    if missing == len(series):
        facts = ["nothing but missing values" if missing else "empty"]
    elif look.values and is_secret_name(name):
        examples = (repr(MASK),)
    elif look.values and full:
        facts, examples = _by_kind(present, look)
    dtype = series.dtype
    numeric = dtype.is_numeric() or short_name(type(dtype)) in _RANGED
    return Column(
        name=plain_name(name, look.quoted),
        dtype=_dtype(dtype),
        facts=tuple(facts),
        examples=examples,
        missing=missing,
        odd=not numeric or "constant" in "".join(facts[:1]),
    )


def _dtype(dtype: Any) -> str:
    """The type; the categories of an enumeration are values."""
    if short_name(type(dtype)) == "Enum":
        return f"Enum of {count(len(dtype.categories))} categories"
    return str(dtype)[:200]


def _by_kind(present: Any, look: Look) -> tuple[list[str], tuple[str, ...]]:
    kind = short_name(type(present.dtype))
    if kind in ("List", "Array", "Struct", "Object", "Binary"):
        return [], _examples(present, look)
    sample = _sample(present)
    of_sample = "" if len(sample) == len(present) else f" in {count(len(sample))} rows"
    distinct = sample.n_unique()
    first = _value(present[0], look)
    if distinct == 1 and not of_sample:
        return [f"constant {first}"], ()
    facts: list[str] = []
    ranged = present.dtype.is_numeric() or kind in _RANGED
    if distinct <= FEW_DISTINCT and not (ranged and of_sample):
        held = sample.value_counts(sort=True, name="times")
        pairs = zip(held.to_series(0).to_list(), held["times"].to_list(), strict=True)
        facts.append(
            joined(f"{_value(v, look)} ({count(n)})" for v, n in pairs) + of_sample
        )
    elif ranged:
        facts.append(f"{_value(present.min(), look)} to {_value(present.max(), look)}")
        facts += list(_not_finite(present))
    if distinct > FEW_DISTINCT:
        all_distinct = distinct == len(sample)
        words = "all distinct" if all_distinct else f"{count(distinct)} distinct"
        facts.append(words + of_sample)
    if kind in ("String", "Utf8"):
        facts += text_facts(sample.to_list(), look)
    return facts, _examples(present, look) if distinct > FEW_DISTINCT else ()


def _not_finite(present: Any) -> Iterable[str]:
    if present.dtype.is_float():
        if nan := int(present.is_nan().sum()):
            yield f"{count(nan)} NaN"
        if infinite := int(present.is_infinite().sum()):
            yield f"{count(infinite)} infinite"


def _sample(series: Any) -> Any:
    if len(series) <= EXACT_ROWS:
        return series
    return series.gather_every(stride(len(series), SAMPLE_ROWS))


def _examples(present: Any, look: Look) -> tuple[str, ...]:
    return tuple(_value(v, look) for v in present.head(EXAMPLES).to_list())


def _value(value: Any, look: Look) -> str:
    with look.inside(None):
        return look.short(value)


def _series(value: Any, look: Look) -> str:
    head = f"{plural(len(value), 'value')} of {_dtype(value.dtype)}"
    if value.name:
        head = f"{plain_name(value.name, look.quoted)}, {head}"
    if look.depth or look.brief:
        return head
    return f"{head}, {size_text(int(value.estimated_size()))}"


def _series_body(value: Any, look: Look) -> Iterable[str]:
    column = _column(value, look)
    if column.missing:
        yield f"{count(column.missing)} missing"
    if column.facts:
        yield ", ".join(column.facts)
    if column.examples:
        yield f"first: {', '.join(column.examples)}"


def _written(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"= {str(value)[:300]}"


POLARS: dict[tuple[str, str], Family] = {
    ("polars", "DataFrame"): Family(_frame, _frame_body, dataframe=True),
    ("polars", "Series"): Family(_series, _series_body, dataframe=True),
    ("polars", "DataType"): Family(_written),
    ("polars", "DataTypeClass"): Family(_written),
    ("polars", "Expr"): Family(_written),
    ("polars", "Schema"): Family(_written),
}
