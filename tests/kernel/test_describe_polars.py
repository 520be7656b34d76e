"""Tables of Polars and Arrow, described."""

from __future__ import annotations

import math

import polars as pl
import pyarrow as pa

from jupyter_assistant.kernel.describe import describe


def told(value, share_values="sample", **kwargs) -> str:
    return describe("x", value, share_values=share_values, **kwargs).text


def line_of(text: str, column: str) -> str:
    return next(n for n in text.splitlines() if n.strip().startswith(f"{column}:"))


def test_polars_table_by_column():
    frame = pl.DataFrame(
        {
            "n": range(50),
            "s": ["x ", "y"] * 25,
            "f": [1.5, math.nan] * 25,
            "gap": [None, 1] * 25,
            "l": [[1]] * 50,
            "e": pl.Series(["a", "b"] * 25, dtype=pl.Enum(["a", "b"])),
            "one": [7] * 50,
            "none": [None] * 50,
            "wide": [float(n) for n in range(48)] + [math.inf, math.nan],
        }
    )
    description = describe("p", frame, share_values="sample")
    text = description.text
    assert text.startswith("p: polars.DataFrame, 50 rows x 9 columns")
    assert description.selection_type == "dataframe"
    assert "n: Int64, 0 to 49, all distinct; 0, 1, 2" in text
    assert "'x ' (25)" in line_of(text, "s")
    assert "nan (25)" in line_of(text, "f")
    assert "25 missing (50%)" in line_of(text, "gap")
    assert "[1]" in line_of(text, "l")
    assert "Enum of 2 categories" in line_of(text, "e")
    assert "constant 7" in line_of(text, "one")
    assert "nothing but missing" in line_of(text, "none")
    assert "1 NaN, 1 infinite" in line_of(text, "wide")


def test_polars_series_and_expressions():
    assert "s, 3 values of String" in told(pl.Series("s", ["a", None, "b"]))
    assert "1 missing" in told(pl.Series("s", ["a", None, "b"]))
    assert "first: 0, 1, 2" in told(pl.Series(range(9)))
    assert 'col("a")' in told(pl.col("a") + 1)


def test_wide_polars_table_is_grouped():
    frame = pl.DataFrame({f"c{n}": [n, n + 1] for n in range(80)} | {"t": ["a", "b"]})
    text = told(frame)
    assert "80 columns Int64: c0, c1, c2, …, c78, c79" in text
    assert "t: String" in text


def test_long_polars_table_is_sampled():
    frame = pl.DataFrame({"s": ["a", "b"] * 150_000, "n": range(300_000)})
    text = told(frame)
    assert "in 17,648 rows" in line_of(text, "s")
    assert "0 to 299999" in line_of(text, "n")


def test_polars_schema_shows_no_value():
    frame = pl.DataFrame(
        {"who": ["Ana"], "e": pl.Series(["x1"], dtype=pl.Enum(["x1"]))}
    )
    for value in (frame, frame["who"], frame["e"]):
        assert "Ana" not in told(value, share_values="schema")
        assert "x1" not in told(value, share_values="schema")


def test_polars_column_of_a_secrets_name_is_masked():
    assert "hunter2" not in told(pl.DataFrame({"password": ["hunter2"]}))


def test_arrow_tables_arrays_and_schemas():
    table = pa.table({"a": [1, None, 3], "s": ["x", "y ", "z"], "password": ["p1"] * 3})
    text = told(table)
    assert "3 rows x 3 columns" in text
    assert "a: int64, 1 missing (33.3%); 1, None, 3" in text
    assert "'y '" in text
    assert "p1" not in text
    assert "3 values of int64, 1 missing: 1, None, 3" in told(table["a"])
    assert "s: string" in told(table.schema)
    assert "'y '" not in told(table, share_values="schema")
