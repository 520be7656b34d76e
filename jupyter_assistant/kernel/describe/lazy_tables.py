"""Tables that compute when asked: told by their schema alone.

A `len`, a `repr`, even a property can start a job here, so each library is asked only
for what it knows of its plan, in the way its known class does it.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.columns import Column, column_lines, plain_name
from jupyter_assistant.kernel.describe.identity import known_base, module_of, via
from jupyter_assistant.kernel.describe.look import Family, joined, plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

SCHEMA_LIMIT_S = 2.0
"""A plan over a remote file may have to read the file's head."""
LAZY = "lazy: only its schema was looked at, nothing was computed"
_RECOMPUTES = ("SetIndex", "SetPartition", "SortValues", "SortIndex")
"""Steps of a Dask plan that compute to know their partitions."""


def _schema_lines(pairs: Iterable[tuple[Any, Any]], look: Look) -> Iterable[str]:
    columns = [
        Column(name=plain_name(name, look.quoted), dtype=str(dtype)[:200], odd=False)
        for name, dtype in pairs
    ]
    return column_lines(columns, 0, look)


# ---- Spark and those like it


def _spark(value: Any, look: Look) -> str:  # noqa: ARG001
    return LAZY


def _spark_body(value: Any, look: Look) -> Iterable[str]:
    base = known_base(value, "pyspark", "DataFrame")
    if base is None or ".pandas" in module_of(base):
        return ()
    return _schema_lines(via(base, value, "dtypes"), look)


def _lazy_only(value: Any, look: Look) -> str:  # noqa: ARG001
    return "lazy: asking it for more would compute, so it was not asked"


# ---- Polars


def _polars_lazy(value: Any, look: Look) -> str:  # noqa: ARG001
    return LAZY


def _polars_lazy_body(value: Any, look: Look) -> Iterable[str]:
    base = known_base(value, "polars", "LazyFrame")
    schema = _without_own_code(lambda: base.collect_schema(value)) if base else None
    if schema is None:
        yield "its schema can't be known without running code of the query"
        return
    yield from _schema_lines(schema.items(), look)


def _without_own_code(ask: Any) -> Any:
    """What the library answers, None if it called the person's code or takes long.

    A query may hold functions of the person; the profile hook stops the call of one
    before its first line. A thread of its own keeps both the hook and a slow remote
    file away from here.
    """
    answers: list[Any] = []

    def work() -> None:
        sys.setprofile(_stop_own_code)
        try:
            answers.append(ask())
        except BaseException:  # noqa: BLE001, S110 (no answer is an answer)
            pass
        finally:
            sys.setprofile(None)

    thread = threading.Thread(target=work, daemon=True, name="schema")
    thread.start()
    thread.join(SCHEMA_LIMIT_S)
    return answers[0] if answers else None


class _NotOurs(BaseException):
    """A function of the person was about to run."""


def _stop_own_code(frame: Any, event: str, _: Any) -> None:
    if event != "call":
        return
    name = frame.f_code.co_filename
    root = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    known = root == "polars" or root in sys.stdlib_module_names
    if not (known or name == __file__ or name.startswith("<frozen")):
        raise _NotOurs


# ---- DuckDB and Ibis


def _relation(value: Any, look: Look) -> str:
    base = known_base(value, "duckdb", "DuckDBPyRelation") or known_base(
        value, "_duckdb", "DuckDBPyRelation"
    )
    number = plural(len(via(base or type(value), value, "columns")), "column")
    return (
        f"a relation of {number}, {LAZY}" if not look.depth else f"relation, {number}"
    )


def _relation_body(value: Any, look: Look) -> Iterable[str]:
    base = known_base(value, "duckdb", "DuckDBPyRelation") or known_base(
        value, "_duckdb", "DuckDBPyRelation"
    )
    base = base or type(value)
    names, types = via(base, value, "columns"), via(base, value, "types")
    yield from _schema_lines(zip(names, types, strict=False), look)
    query = via(base, value, "sql_query")()
    if look.values and type(query) is str:
        yield f"query: {look.redact(' '.join(query.split()))[:600]}"


def _ibis_table(value: Any, look: Look) -> str:  # noqa: ARG001
    return LAZY


def _ibis_table_body(value: Any, look: Look) -> Iterable[str]:
    base = known_base(value, "ibis", "Table")
    return _schema_lines(via(base, value, "schema")().items(), look) if base else ()


def _ibis_value(value: Any, look: Look) -> str:  # noqa: ARG001
    base = known_base(value, "ibis", "Value")
    kind = f" of type {via(base, value, 'type')()}" if base else ""
    return f"an expression{kind}, {LAZY}"


# ---- Dask


def _dask_frame(value: Any, look: Look) -> str:  # noqa: ARG001
    return LAZY


def _dask_frame_body(value: Any, look: Look) -> Iterable[str]:
    meta = value._meta  # noqa: SLF001 (an empty table with the types; `dtypes` reads it)
    if partitions := _dask_partitions(value):
        yield plural(partitions, "partition")
    if hasattr(type(meta), "columns"):
        name = "unnamed" if meta.index.name is None else meta.index.name
        yield f"index: {name}, {meta.index.dtype}"
        yield from _schema_lines(zip(meta.columns, meta.dtypes, strict=True), look)
    elif hasattr(type(meta), "dtype"):
        yield from _schema_lines([(meta.name, meta.dtype)], look)


def _dask_partitions(value: Any) -> int | None:
    """How many, where the plan knows without computing."""
    expression = getattr(value, "expr", None)
    if expression is None:
        return None
    steps = {type(step).__name__ for step in expression.walk()}
    if any(name.startswith(_RECOMPUTES) for name in steps):
        return None
    return value.npartitions


def _dask_array(value: Any, look: Look) -> str:  # noqa: ARG001
    chunks = joined(str(c[0]) for c in value.chunks)
    return (
        f"shape {tuple(value.shape)}, {value.dtype}, chunks of ({chunks}), "
        f"{plural(value.npartitions, 'chunk')}, {LAZY}"
    )


def _dask_bag(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"{plural(value.npartitions, 'partition')}, {LAZY}"


LAZY_TABLES: dict[tuple[str, str], Family] = {
    ("pyspark", "DataFrame"): Family(_spark, _spark_body, dataframe=True),
    ("pyspark", "Column"): Family(_lazy_only),
    ("pyspark", "RDD"): Family(_lazy_only),
    ("pyspark", "Frame"): Family(_lazy_only),
    ("snowflake", "DataFrame"): Family(_lazy_only, dataframe=True),
    ("modin", "BasePandasDataset"): Family(_lazy_only, dataframe=True),
    ("daft", "DataFrame"): Family(_lazy_only, dataframe=True),
    ("vaex", "DataFrame"): Family(_lazy_only, dataframe=True),
    ("django", "QuerySet"): Family(_lazy_only),
    ("sqlalchemy", "Query"): Family(_lazy_only),
    ("sqlalchemy", "Result"): Family(_lazy_only),
    ("polars", "LazyFrame"): Family(_polars_lazy, _polars_lazy_body, dataframe=True),
    ("duckdb", "DuckDBPyRelation"): Family(_relation, _relation_body, dataframe=True),
    ("_duckdb", "DuckDBPyRelation"): Family(_relation, _relation_body, dataframe=True),
    ("ibis", "Table"): Family(_ibis_table, _ibis_table_body, dataframe=True),
    ("ibis", "Value"): Family(_ibis_value),
    ("dask", "FrameBase"): Family(_dask_frame, _dask_frame_body, dataframe=True),
    ("dask", "_Frame"): Family(_dask_frame, _dask_frame_body, dataframe=True),
    ("dask", "Array"): Family(_dask_array),
    ("dask", "Bag"): Family(_dask_bag),
    ("dask", "Delayed"): Family(_lazy_only),
}
