"""Arrow: tables and batches by schema and first rows; datasets by schema alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.columns import Column, column_lines, plain_name
from jupyter_assistant.kernel.describe.lazy_tables import LAZY
from jupyter_assistant.kernel.describe.look import Family, joined, plural, size_text
from jupyter_assistant.redaction import MASK, is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

EXAMPLES = 3


def _table(value: Any, look: Look) -> str:
    head = f"{plural(value.num_rows, 'row')} x {plural(value.num_columns, 'column')}"
    return head if look.depth or look.brief else f"{head}, {size_text(value.nbytes)}"


def _table_body(value: Any, look: Look) -> Iterable[str]:
    columns = [
        _column(field, value.column(number), look)
        for number, field in enumerate(value.schema)
    ]
    return column_lines(columns, value.num_rows, look)


def _column(field: Any, data: Any, look: Look) -> Column:
    examples = tuple(_first(data, look)) if look.values else ()
    if look.values and is_secret_name(field.name):
        examples = (repr(MASK),)
    return Column(
        name=plain_name(field.name, look.quoted),
        dtype=str(field.type)[:200],
        examples=examples,
        missing=int(data.null_count),
    )


def _first(data: Any, look: Look) -> list[str]:
    with look.inside(None):
        return [look.short(v) for v in data.slice(0, EXAMPLES).to_pylist()]


def _array(value: Any, look: Look) -> str:
    head = f"{plural(len(value), 'value')} of {value.type}"
    if value.null_count:
        head += f", {value.null_count:,} missing"
    if not look.values or look.depth or look.brief or not len(value):
        return head
    return f"{head}: {joined(_first(value, look), more=max(0, len(value) - EXAMPLES))}"


def _schema(value: Any, look: Look) -> str:  # noqa: ARG001
    return plural(len(value), "field")


def _schema_body(value: Any, look: Look) -> Iterable[str]:
    schema = getattr(value, "schema", value)
    columns = [
        Column(name=plain_name(f.name, look.quoted), dtype=str(f.type)[:200])
        for f in schema
    ]
    return column_lines(columns, 0, look)


def _dataset(value: Any, look: Look) -> str:  # noqa: ARG001
    return LAZY


ARROW: dict[tuple[str, str], Family] = {
    ("pyarrow", "Table"): Family(_table, _table_body, dataframe=True),
    ("pyarrow", "RecordBatch"): Family(_table, _table_body, dataframe=True),
    ("pyarrow", "Array"): Family(_array),
    ("pyarrow", "ChunkedArray"): Family(_array),
    ("pyarrow", "Schema"): Family(_schema, _schema_body),
    ("pyarrow", "Dataset"): Family(_dataset, _schema_body, dataframe=True),
    ("pyarrow", "RecordBatchReader"): Family(_dataset, _schema_body, dataframe=True),
}
