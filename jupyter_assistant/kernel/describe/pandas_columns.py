"""What one column of a pandas table holds.

Exact where the column is vectorised and not huge, else from evenly spread rows; the
objects in a column are looked at from outside, their own code is not run.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.columns import GROUPED_FROM, Column, plain_name
from jupyter_assistant.kernel.describe.identity import root_of, short_name
from jupyter_assistant.kernel.describe.look import count, joined, stride
from jupyter_assistant.kernel.describe.texts import text_facts
from jupyter_assistant.redaction import MASK, is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

EXACT_ROWS = 200_000
"""Up to here distinct values are counted over all rows."""
SAMPLE_ROWS = 20_000
"""Of longer columns, and of those that hold objects."""
EXACT_CELLS = 100_000_000
"""Up to here least, greatest and missing values are found over all rows."""
OBJECT_CELLS = 400_000
"""Python objects looked at in one table."""
FEW_DISTINCT = 6
EXAMPLES = 3
_COMPARED = frozenset((bool, int, float, str, bytes, date, datetime, Decimal))

Found = tuple[list[str], tuple[str, ...], bool]
"""Facts, examples, and whether the column stands out among others of its type."""


class Plan:
    """How many rows of each column are looked at."""

    def __init__(self, rows: int, columns: int) -> None:
        """Plan for a table of this size."""
        self.rows = rows
        self.exact = rows * columns <= EXACT_CELLS
        self.distinct = rows <= EXACT_ROWS and columns < GROUPED_FROM
        self.objects = max(50, min(SAMPLE_ROWS, OBJECT_CELLS // max(columns, 1)))

    def sample(self, series: Any, limit: int) -> Any:
        """Evenly spread rows of a column, all if they are no more than the limit."""
        step = stride(len(series), limit)
        return series if step == 1 else series.iloc[::step]


def pandas_column(series: Any, name: object, plan: Plan, look: Look) -> Column:
    """One column, by what its type can hold."""
    dtype = series.dtype
    shown = plain_name(name, look.quoted)
    if root_of(type(dtype)) not in ("numpy", "pandas"):
        return Column(name=shown, dtype=str(dtype), odd=True)
    looked_at = series if plan.exact else plan.sample(series, SAMPLE_ROWS)
    missing = int(looked_at.isna().sum())
    facts: list[str] = []
    examples: tuple[str, ...] = ()
    odd = False
    if missing == len(looked_at):
        facts.append("nothing but missing values" if missing else "empty")
        odd = bool(missing)
    else:
        present = looked_at.dropna() if missing else looked_at
        found, examples, odd = _by_kind(present, plan, look)
        facts += found
    if len(looked_at) != plan.rows:
        facts.append(f"seen in {count(len(looked_at))} rows")
        missing = round(missing * plan.rows / len(looked_at))
    if look.values and type(name) is str and is_secret_name(name):
        facts, examples = [], (repr(MASK),)
    return Column(
        name=shown,
        dtype=str(dtype),
        facts=tuple(facts),
        examples=examples if look.values else (),
        missing=missing,
        odd=odd,
    )


def _by_kind(present: Any, plan: Plan, look: Look) -> Found:
    """Facts, examples, and whether the column stands out among numbers."""
    name = short_name(type(present.dtype))
    if name == "CategoricalDtype":
        return _category(present, look), (), False
    if name in ("StringDtype",) or present.dtype.kind in "OSU":
        return _objects(present, plan, look)
    if not look.values:
        return [], (), False
    if present.dtype.kind in "biufmM" or name in ("PeriodDtype",):
        return _vector(present, plan, look)
    return [], tuple(str(v)[:60] for v in present.iloc[:EXAMPLES]), False


def _vector(present: Any, plan: Plan, look: Look) -> Found:
    """Numbers, truth values, dates: least and greatest, how many different."""
    kind = present.dtype.kind
    if kind == "b":
        return _few(present.value_counts(), look), (), False
    low, high = _value(present.min(), look), _value(present.max(), look)
    if low == high:
        return [f"constant {low}"], (), True
    counts = present.value_counts() if plan.distinct else None
    if counts is not None and len(counts) <= FEW_DISTINCT and kind != "M":
        return _few(counts.sort_index(), look), (), False
    facts = [f"{low} to {high}"]
    if counts is not None:
        facts.append(_distinct(len(counts), len(present)))
    infinite = 0
    if kind == "f":
        infinite, whole = _float_facts(plan.sample(present, EXACT_ROWS))
        facts += [f"{count(infinite)} infinite"] if infinite else []
        facts += ["all whole numbers"] if whole else []
    return facts, _examples(present, look), bool(infinite)


def _distinct(distinct: int, rows: int) -> str:
    return "all distinct" if distinct == rows else f"{count(distinct)} distinct"


def _float_facts(sample: Any) -> tuple[int, bool]:
    values = sample.to_numpy(dtype="float64", na_value=math.nan)
    numpy = sys.modules["numpy"]
    infinite = int(numpy.isinf(values).sum())
    finite = values[numpy.isfinite(values)]
    return infinite, bool(len(finite)) and bool((finite == numpy.floor(finite)).all())


def _few(counts: Any, look: Look) -> list[str]:
    """All values of a column that has few, and how often each occurs."""
    pairs = zip(counts.index, counts, strict=True)
    return [joined(f"{_value(v, look)} ({count(int(n))})" for v, n in pairs)]


def _category(present: Any, look: Look) -> list[str]:
    categories = present.cat.categories
    facts = [f"{count(len(categories))} categories"]
    if present.cat.ordered:
        facts.append("ordered")
    codes = present.cat.codes.to_numpy()
    held = sys.modules["numpy"].bincount(codes[codes >= 0], minlength=len(categories))
    if unused := int((held == 0).sum()):
        facts.append(f"{count(unused)} of them unused")
    if look.values:
        pairs = list(zip(categories[:FEW_DISTINCT], held.tolist(), strict=False))
        row = (f"{_value(v, look)} ({count(n)})" for v, n in pairs)
        facts.append(joined(row, more=max(0, len(categories) - FEW_DISTINCT)))
    return facts


def _objects(present: Any, plan: Plan, look: Look) -> Found:
    """Texts, or any mixture of Python objects."""
    items = list(plan.sample(present, plan.objects))
    kinds = Counter(short_name(type(item)) for item in items)
    facts: list[str] = []
    if len(kinds) > 1:
        facts.append(
            "mixed types: " + joined(f"{count(n)} {k}" for k, n in kinds.items())
        )
    elif "str" not in kinds:
        facts.append(f"holds {next(iter(kinds))}")
    texts = [item for item in items if type(item) is str]
    if not look.values:
        return facts, (), True
    held = Counter(items) if _compare_safely(items) else Counter[Any]()
    sampled = "" if len(items) == len(present) else f" in {count(len(items))} rows"
    if len(held) == 1:
        return [f"constant {_value(items[0], look)}{sampled}"], (), True
    examples = _examples(present, look)
    if held:
        if len(held) <= FEW_DISTINCT:
            pairs = held.most_common()
            row = joined(f"{_value(v, look)} ({count(n)})" for v, n in pairs)
            facts.append(row + sampled)
            examples = ()
        else:
            facts.append(_distinct(len(held), len(items)) + sampled)
    facts += text_facts(texts, look)
    if len(kinds) > 1:
        examples += tuple(_first_of_rare(items, kinds, look))
    return facts, examples, True


def _compare_safely(items: list[Any]) -> bool:
    """Whether counting equal ones runs no code of an unknown class."""
    return set(map(type, items)) <= _COMPARED


def _first_of_rare(items: list[Any], kinds: Counter[str], look: Look) -> Iterable[str]:
    """One value of each type but the most frequent."""
    for kind, _ in kinds.most_common()[1:4]:
        item = next(i for i in items if short_name(type(i)) == kind)
        yield f"a {kind}: {_value(item, look)}"


def _examples(present: Any, look: Look) -> tuple[str, ...]:
    return tuple(_value(v, look) for v in present.iloc[:EXAMPLES])


def _value(value: Any, look: Look) -> str:
    with look.inside(None):
        return look.short(value)
