"""Tables of very many columns: all looked at in one go, only the unlike one by one."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.columns import Column, plain_name
from jupyter_assistant.kernel.describe.look import stride
from jupyter_assistant.kernel.describe.pandas_columns import (
    SAMPLE_ROWS,
    Plan,
    pandas_column,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.kernel.describe.look import Look

ONE_BY_ONE = 40
"""Columns that are no numbers and are told in full."""
RANGED_CELLS = 5_000_000
"""Up to here numbers are searched for constant and infinite columns."""


def many_columns(frame: Any, plan: Plan, look: Look) -> Sequence[Column]:
    """All columns: numbers by type and gaps, the first others with all facts."""
    seen = frame if plan.exact else frame.iloc[:: stride(plan.rows, SAMPLE_ROWS)]
    missing = seen.isna().sum().tolist()
    scale = plan.rows / max(len(seen), 1)
    dtypes = list(frame.dtypes)
    written = {id(dtype): str(dtype) for dtype in dtypes}
    remarks = _remarks(seen, dtypes) if look.values else {}
    columns: list[Column] = []
    full = 0
    for position, name in enumerate(frame.columns):
        dtype = dtypes[position]
        if not _is_number(dtype) and full < ONE_BY_ONE:
            full += 1
            series = frame.iloc[:, position]
            columns.append(pandas_column(series, name, plan, look))
            continue
        empty = 0 < len(seen) == missing[position]
        remark = "nothing but missing values" if empty else remarks.get(position)
        columns.append(
            Column(
                name=plain_name(name, look.quoted),
                dtype=written[id(dtype)],
                facts=(remark,) if remark else (),
                missing=round(missing[position] * scale),
                odd=bool(remark) or not _is_number(dtype),
            )
        )
    return columns


def _is_number(dtype: Any) -> bool:
    return dtype.kind in "biufcmM"


def _remarks(seen: Any, dtypes: Sequence[Any]) -> dict[int, str]:
    """Columns of plain numbers that are constant or hold infinite values."""
    numpy = sys.modules["numpy"]
    chosen = [n for n, d in enumerate(dtypes) if isinstance(d, numpy.dtype)]
    chosen = [n for n in chosen if dtypes[n].kind in "iuf"]
    if not chosen or len(seen) * len(chosen) > RANGED_CELLS or len(seen) < 2:
        return {}
    numbers = seen.iloc[:, chosen]
    lows, highs = numbers.min().tolist(), numbers.max().tolist()
    remarks: dict[int, str] = {}
    for position, low, high in zip(chosen, lows, highs, strict=True):
        if low == high:
            remarks[position] = f"constant {low!r}"
        elif math.inf in (high, -low):
            remarks[position] = "holds infinite values"
    return remarks
