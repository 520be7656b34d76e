"""Tables of pandas, Polars and Arrow, described."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from jupyter_assistant.kernel.describe import describe, one_line, pandas_columns


def told(value, share_values="sample", **kwargs) -> str:
    return describe("x", value, share_values=share_values, **kwargs).text


def line_of(text: str, column: str) -> str:
    return next(n for n in text.splitlines() if n.strip().startswith(f"{column}:"))


def test_head_says_rows_columns_and_size():
    description = describe(
        "till", pd.DataFrame({"a": range(2400)}), share_values="sample"
    )
    assert description.text.startswith(
        "till: pandas.DataFrame, 2,400 rows x 1 column, 19.3 kB"
    )
    assert description.type_name == "pandas.DataFrame"
    assert description.selection_type == "dataframe"
    assert description.name == "till"


def test_numbers_have_range_distinct_values_and_missing_share():
    frame = pd.DataFrame({"n": [1.0, 2.5, None, *range(3, 100)]})
    line = line_of(told(frame), "n")
    assert "float64, 1 missing (1%), 1.0 to 99.0, all distinct; 1.0, 2.5, 3.0" in line


def test_column_with_few_values_lists_them_with_their_counts():
    frame = pd.DataFrame({"shop": ["a", "b", "b"] * 5})
    assert "'b' (10), 'a' (5)" in line_of(told(frame), "shop")


@pytest.mark.parametrize("values", [["v2.1.7"] * 9, [3] * 9, [pd.Timestamp(0)] * 9])
def test_constant_column_is_called_so(values):
    assert "constant" in line_of(told(pd.DataFrame({"c": values})), "c")


def test_texts_are_quoted_so_that_blanks_are_seen():
    frame = pd.DataFrame({"site": ["ams", "rtm", "RTM "] * 9})
    line = line_of(told(frame), "site")
    assert "'RTM '" in line
    assert "9 with spaces at an end" in line
    assert "the same but for case or spaces: 'rtm' = 'RTM '" in line


@pytest.mark.parametrize(
    ("texts", "fact"),
    [
        (["1,234.50", "12,000.00", "3,000.10"] * 9, "with thousands separators"),
        (["1.234,50", "12,5", "3,1"] * 9, "with decimal commas"),
        (["00310", "00511", "04400"] * 9, "some with leading zeros"),
        (["2024-01-02", "2024-03-04"] * 9, "all look like dates"),
        ([*[str(n) for n in range(80)], "below LOD"], "all but 1 ('below LOD') look"),
        (["1", "2", "N/A", "-"] * 9, "stands for missing: 'N/A' (9), '-' (9)"),
    ],
)
def test_texts_that_are_numbers_or_dates_are_recognised(texts, fact):
    assert fact in line_of(told(pd.DataFrame({"c": texts})), "c")


def test_mixed_types_are_counted_and_one_of_each_is_shown():
    frame = pd.DataFrame({"m": pd.Series([1, 2, 3, "four", 5.5], dtype=object)})
    line = line_of(told(frame), "m")
    assert "mixed types: 3 int, 1 str, 1 float" in line
    assert "'four'" in line


def test_containers_in_a_column_are_shown_bounded():
    frame = pd.DataFrame({"tags": [["a", "b"], {"k": 1}, None]})
    assert "mixed types: 1 list, 1 dict" in line_of(told(frame), "tags")


def test_column_of_nothing_but_missing_values_is_called_so():
    assert "nothing but missing" in told(pd.DataFrame({"e": [None] * 4}))


def test_infinite_and_whole_numbers_are_told():
    frame = pd.DataFrame({"i": [math.inf, *range(50)], "w": [*map(float, range(51))]})
    text = told(frame)
    assert "1 infinite" in line_of(text, "i")
    assert "all whole numbers" in line_of(text, "w")


def test_categories_say_their_number_order_and_what_is_unused():
    kind = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame({"c": pd.Series(["low", "low", "mid"], dtype=kind)})
    line = line_of(told(frame), "c")
    assert "3 categories, ordered, 1 of them unused" in line
    assert "'low' (2)" in line


def test_dates_keep_their_time_zone():
    frame = pd.DataFrame({"at": pd.date_range("2024", periods=9, tz="Europe/Berlin")})
    assert "Europe/Berlin" in line_of(told(frame), "at")


def test_index_with_names_levels_and_first_values():
    index = pd.MultiIndex.from_product(
        [["nord", "ost"], ["laden", "web"]], names=["gebiet", "kanal"]
    )
    columns = pd.MultiIndex.from_product([["preis"], ["mean", "max"]])
    text = told(pd.DataFrame(np.ones((4, 2)), index=index, columns=columns))
    assert "level gebiet (str, 2 values: 'nord', 'ost')" in text
    assert "('nord', 'laden')" in text
    assert "columns have 2 levels" in text
    assert "('preis', 'mean'): float64" in text


def test_plain_numbering_is_no_index_worth_telling():
    assert "index" not in told(pd.DataFrame({"a": [1]}))


def test_duplicates_gaps_and_order_of_an_index_are_told():
    dates = pd.to_datetime(["2024-01-03", "2024-01-01", "2024-01-01", None])
    text = told(pd.DataFrame({"a": range(4)}, index=dates))
    assert "1 duplicate" in text
    assert "1 missing" in text
    assert "not sorted" in text
    assert "no frequency set" in text


def test_frequency_of_a_date_index_is_told():
    index = pd.date_range("2024", periods=5, freq="D")
    assert "frequency D" in told(pd.Series(range(5), index=index))


def test_describing_leaves_no_cache_in_the_persons_index():
    frame = pd.DataFrame({"a": range(9)}, index=list("abcdefghi"))
    told(frame)
    assert "_engine" not in frame.index._cache


def test_column_names_that_are_not_unique_are_told():
    frame = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert "column names are not unique, such as a" in told(frame)


def test_odd_column_names_are_quoted():
    text = told(pd.DataFrame([[1, 2, 3]], columns=["total ", "2020", 2020]))
    assert "'total ': int64" in text
    assert "'2020': int64" in text
    assert "\n  2020: int64" in text


def test_values_of_columns_named_like_secrets_are_masked():
    text = told(pd.DataFrame({"api_key": ["plum-orchard"] * 3, "n": [1, 2, 3]}))
    assert "plum" not in text
    assert "'[redacted]'" in text


def test_seventeen_hundred_columns_are_grouped_and_the_odd_ones_told():
    frame = pd.DataFrame(np.ones((9, 1700)), columns=[f"G{n:04d}" for n in range(1700)])
    frame += np.arange(9).reshape(-1, 1)
    frame["G0007"] = "text"
    frame["G0008"] = 3.0
    frame.loc[2, "G0009"] = math.inf
    frame.loc[1, "G0011"] = None
    text = told(frame)
    assert "1,700 columns" in text
    assert "1,699 columns float64: G0000, G0001, G0002, …" in text
    assert "1 missing in G0011" in text
    assert "G0007: str, constant 'text'" in text
    assert "G0008: float64, constant 3.0" in text
    assert "G0009: float64, holds infinite values" in text
    assert len(text) < 700


def test_many_kinds_of_columns_fit_into_little_room():
    frame = pd.DataFrame({f"column_{n}": [f"value {n}"] * 3 for n in range(50)})
    text = told(frame, max_chars=1200)
    assert len(text) <= 1200
    assert "column_0" in text


def test_millions_of_rows_are_not_searched_for_distinct_values(monkeypatch):
    rows = 300_000
    counted: list[int] = []
    original = pd.Series.value_counts

    def counting(self, *args, **kwargs):
        counted.append(len(self))
        return original(self, *args, **kwargs)

    monkeypatch.setattr(pd.Series, "value_counts", counting)
    frame = pd.DataFrame(
        {
            "user": np.arange(rows) % 48_211,
            "name": np.array(["a", "b", "c"], dtype=object)[np.arange(rows) % 3],
            "kind": pd.Categorical.from_codes(np.arange(rows) % 2, ["ok", "bad"]),
        }
    )
    text = told(frame)
    assert max(counted, default=0) <= pandas_columns.EXACT_ROWS
    assert "0 to 48210" in line_of(text, "user")
    assert "'ok' (150,000)" in line_of(text, "kind")


def test_huge_tables_are_sampled_and_that_is_said(monkeypatch):
    monkeypatch.setattr(pandas_columns, "EXACT_CELLS", 1000)
    monkeypatch.setattr(pandas_columns, "SAMPLE_ROWS", 100)
    values = np.where(np.arange(5000) % 2, np.nan, np.arange(5000))
    line = line_of(told(pd.DataFrame({"n": values})), "n")
    assert "seen in 95 rows" in line
    assert "(49.5%)" in line


def test_code_of_a_subclass_is_not_run():
    class Loud(pd.DataFrame):
        @property
        def shape(self):
            raise SystemExit

        def __len__(self):
            raise SystemExit

        def __repr__(self):
            raise SystemExit

    text = told(Loud({"a": [1, 2, 3]}))
    assert "3 rows x 1 column" in text
    assert "while its summary was made" not in text


def test_code_of_objects_in_a_column_is_not_run():
    class Loud:
        def __eq__(self, other):
            raise SystemExit

        def __hash__(self):
            raise SystemExit

        def __repr__(self):
            raise SystemExit

    text = told(pd.DataFrame({"o": [Loud(), Loud()]}))
    assert "holds Loud" in text
    assert "while its summary was made" not in text


@pytest.mark.parametrize(
    "dtype", ["Int64", "boolean", "string", "Float64", "period[M]", "Sparse[int64]"]
)
def test_extension_types_are_described(dtype):
    values = {"boolean": [True, False], "period[M]": ["2024-01", "2024-02"]}
    data = pd.Series(values.get(dtype, [1, 2]))
    series = (data.astype(str) if dtype == "string" else data).astype(dtype)
    text = told(pd.DataFrame({"c": series}))
    assert str(series.dtype) in text
    assert "while its summary was made" not in text


def test_series_groups_windows_and_styled_tables():
    frame = pd.DataFrame({"k": ["a", "b"] * 8, "v": range(16)})
    text = told(frame["v"])
    assert "16 values v of int64" in text
    assert "0 to 15" in text
    grouped = told(frame.groupby("k"))
    assert "groups by 'k' of a DataFrame, not computed: 16 rows x 2 columns" in grouped
    assert "v: int64" in grouped
    assert "over a Series, not computed" in told(frame["v"].rolling(3))
    styled = told(frame.style)
    assert "a styled table, not rendered: 16 rows x 2 columns" in styled
    assert "<style" not in styled


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (pd.Timestamp("2024-01-02"), "= 2024-01-02 00:00:00"),
        (pd.NaT, "= NaT"),
        (pd.NA, "= <NA>"),
        (pd.Period("2024-01"), "= 2024-01"),
        (pd.Interval(1, 2), "= (1, 2]"),
        (pd.Index(["a", "b"]), "2 labels, str, 'a', 'b'"),
        (pd.RangeIndex(5), "5 labels"),
        (pd.Categorical(["a"]), "1 value of category"),
        (pd.DataFrame(), "0 rows x 0 columns"),
        (pd.Series([], dtype=float), "0 values of float64"),
    ],
)
def test_other_values_of_pandas(value, text):
    assert text in told(value)


def test_schema_shows_no_value_of_any_row():
    frame = pd.DataFrame(
        {
            "patient": ["Ana Lovric", "Ben Okafor"],
            "born": pd.to_datetime(["1971-05-06", "1982-07-08"]),
            "weight": [61.25, None],
            "ward": pd.Categorical(["cardio", "cardio"]),
            "note": pd.Series([{"drug": "warfarin"}, 7], dtype=object),
        },
        index=pd.Index(["PX-118", "PX-119"], name="case"),
    )
    for value in (
        frame,
        frame.groupby("ward"),
        frame["patient"],
        frame.index,
        frame.style,
    ):
        text = told(value, share_values="schema")
        for held in ("Ana", "1971", "61.25", "cardio", "warfarin", "PX-118"):
            assert held not in text
    text = told(frame, share_values="schema")
    for there in (
        "patient: str",
        "born: datetime64",
        "1 missing (50%)",
        "1 categories",
    ):
        assert there in text


def test_one_line_of_a_large_table_is_cheap_and_short():
    frame = pd.DataFrame({"a": np.arange(1_000_000)})
    line = one_line("big", frame, share_values="sample")
    assert line == "big: pandas.DataFrame, 1,000,000 rows x 1 column"
