"""Tables that compute when asked: described without asking."""

from __future__ import annotations

import datetime

import dask
import dask.array
import dask.bag
import dask.dataframe
import duckdb
import pandas as pd
import polars as pl
import pytest
from dask.callbacks import Callback

from jupyter_assistant.kernel.describe import describe, one_line


def told(value, share_values="sample", **kwargs) -> str:
    return describe("x", value, share_values=share_values, **kwargs).text


# ---- Polars


@pytest.fixture
def scanned(tmp_path):
    (tmp_path / "rides.csv").write_text("zone,day,fare\nN1,2024-03-01,4.5\n")
    return pl.scan_csv(tmp_path / "*.csv", try_parse_dates=True)


def test_polars_query_is_told_by_its_schema_and_not_collected(scanned):
    seen: list[int] = []

    def audit(batch):
        seen.append(batch.height)
        return batch

    query = (
        scanned.map_batches(audit)
        .group_by("zone", "day")
        .agg(pl.col("fare").mean().alias("mean_fare"))
    )
    description = describe("by_zone", query, share_values="sample")
    assert description.selection_type == "dataframe"
    assert "polars.LazyFrame, lazy" in description.text
    assert "mean_fare: Float64" in description.text
    assert "day: Date" in description.text
    assert seen == []


@pytest.mark.parametrize("how", ["elements", "batches"])
def test_function_in_a_polars_query_is_not_called_to_know_its_type(how):
    """collect_schema() calls functions that have no return type."""
    called: list[object] = []

    def spy(value):
        called.append(value)
        return value

    column = pl.col("a")
    asked = column.map_elements(spy) if how == "elements" else column.map_batches(spy)
    text = told(pl.LazyFrame({"a": [1, 2]}).select(asked))
    assert called == []
    assert "can't be known without running code of the query" in text


def test_broken_polars_query_is_survived():
    text = told(pl.LazyFrame({"a": [1]}).select("nowhere"))
    assert "LazyFrame" in text


# ---- DuckDB


def test_duckdb_relation_is_told_by_columns_and_query_and_not_run():
    """repr(relation) runs its query."""
    calls: list[float] = []

    def to_eur(amount: float) -> float:
        calls.append(amount)
        return amount

    connection = duckdb.connect()
    connection.create_function("to_eur", to_eur)
    connection.execute("create table sales as select date '2024-01-01' d, 2.5 price")
    relation = connection.sql("select d, to_eur(price) as eur from sales")
    text = told(relation)
    assert "relation" in text
    assert "d: DATE" in text
    assert "eur: DOUBLE" in text
    assert "select d, to_eur(price) as eur from sales" in text
    assert "select" not in told(relation, share_values="schema")
    assert "relation" in told([relation])
    assert calls == []
    assert "database connection" in told(connection)


# ---- Dask


@pytest.fixture
def started():
    jobs: list[str] = []

    class Watch(Callback):
        def _start(self, dsk):
            jobs.append("job")

    with Watch():
        yield jobs


def test_dask_table_is_told_by_schema_and_not_computed(started):
    table = dask.dataframe.from_pandas(
        pd.DataFrame({"x": range(10), "y": list("abcdefghij")}), npartitions=3
    )
    text = told(table)
    assert "lazy" in text
    assert "3 partitions" in text
    assert "x: int64" in text
    assert "y: string" in text
    assert "x: int64" in told(table["x"])
    assert "float64" in told(table.groupby("y")["x"].mean())
    assert started == []


def test_partitions_of_a_dask_table_that_would_sort_are_not_counted(started):
    """npartitions after set_index() computes quantiles."""
    table = dask.dataframe.from_pandas(pd.DataFrame({"x": [3, 1, 2]}), npartitions=2)
    text = told(table.set_index("x").assign(z=1))
    assert "z: int64" in text
    assert "partition" not in text
    assert started == []


def test_other_collections_of_dask_are_not_computed(started):
    array = told(dask.array.ones((100, 100), chunks=10))
    assert "shape (100, 100), float64, chunks of (10, 10), 100 chunks" in array
    assert "partition" in told(dask.bag.from_sequence(range(4)))
    assert "lazy" in told(dask.delayed(len)([1]))
    assert started == []


# ---- Spark, Ibis and others that are not installed here


def lakehouse(jobs: list[str], module: str, fields):
    """A class that behaves as the cluster's does: anything but the schema is a job."""

    def job(self, *args, **kwargs):
        jobs.append("job")
        raise ConnectionError("executor lost")

    def attribute(self, name):
        jobs.append(name)
        raise AttributeError(name)

    body = {
        "__module__": module,
        "dtypes": property(lambda self: list(fields)),
        "rdd": property(job),
        "__getattr__": attribute,
    }
    jobs_of = ("__iter__", "__len__", "_repr_html_", "count", "collect", "toPandas")
    return type("DataFrame", (), body | dict.fromkeys(jobs_of, job))


def test_spark_table_is_told_by_schema_and_starts_no_job():
    jobs: list[str] = []
    fields = [("amount", "decimal(12,2)"), ("at", "timestamp")]
    table = lakehouse(jobs, "pyspark.sql.dataframe", fields)()
    text = told(table)
    assert "amount: decimal(12,2)" in text
    assert "at: timestamp" in text
    assert told([table, table])
    assert one_line("x", table, share_values="sample")
    assert jobs == []


@pytest.mark.parametrize(
    "module", ["pyspark.pandas.frame", "snowflake.snowpark.dataframe", "daft.dataframe"]
)
def test_tables_whose_schema_may_compute_are_not_asked(module):
    jobs: list[str] = []
    text = told(lakehouse(jobs, module, [])())
    assert "lazy" in text
    assert jobs == []


@pytest.mark.parametrize("method", ["collect", "compute", "fetchall", "_fetch_all"])
def test_unknown_class_that_looks_lazy_is_not_asked_for_its_repr(method):
    jobs: list[str] = []

    def run(self):
        jobs.append("job")
        return "all rows"

    cls = type("Query", (), {method: run, "__repr__": run})
    assert "Query" in told(cls())
    assert jobs == []


def test_ibis_expressions_are_told_by_type():
    class Schema:
        def items(self):
            return [("id", "int64"), ("name", "string")]

    def fail(self):
        raise AssertionError("it computes")

    body = {"__module__": "ibis.expr.types.relations", "__repr__": fail}
    table = type("Table", (), body | {"schema": lambda self: Schema()})
    value = type("Value", (), body | {"type": lambda self: "int64"})
    assert "id: int64" in told(table())
    assert "an expression of type int64" in told(value())


def test_schema_mode_is_the_same_for_what_is_lazy(scanned):
    assert "fare: Float64" in told(scanned, share_values="schema")


def test_dates_in_a_lazy_frame_are_not_read():
    query = pl.LazyFrame({"d": [datetime.date(1971, 5, 6)]})
    assert "1971" not in told(query)
    assert "d: Date" in told(query)
