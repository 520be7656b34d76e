"""Values of Python itself, described; properties that hold for all of them."""

from __future__ import annotations

import array
import asyncio
import collections
import datetime
import decimal
import enum
import fractions
import ipaddress
import os
import pathlib
import re
import types
import uuid
import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.kernel.describe import describe, one_line
from jupyter_assistant.kernel.describe.look import size_text, stride


def told(value, share_values="sample", name="x", **kwargs) -> str:
    return describe(name, value, share_values=share_values, **kwargs).text


class Colour(enum.Enum):
    RED = 1


class Access(enum.Flag):
    READ = 1
    WRITE = 2


Point = collections.namedtuple("Point", "x password")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "x: NoneType = None"),
        (True, "x: bool = True"),
        (5, "x: int = 5"),
        (-(10**1000), "about -10**1,000, 3,322 bits"),
        (1.5, "x: float = 1.5"),
        (1 + 2j, "x: complex = (1+2j)"),
        ("hi ", "x: str = 'hi '"),
        (b"ab", "x: bytes = b'ab'"),
        (bytearray(b"ab"), "x: bytearray = b'ab'"),
        (b"a" * 300, "300 bytes, begins b'aaa"),
        (memoryview(b"abc"), "shape (3,), format 'B', 3 bytes"),
        (..., "= ..."),
        (NotImplemented, "= NotImplemented"),
        (range(3), "= range(0, 3)"),
        (
            array.array("i", range(9)),
            "9 items of type code 'i': 0, 1, 2, 3, 4, … 4 more",
        ),
        (array.array("i"), "0 items"),
        (decimal.Decimal("1.20"), "= 1.20"),
        (fractions.Fraction(1, 3), "= 1/3"),
        (
            datetime.datetime(2024, 1, 2, tzinfo=datetime.UTC),
            "= 2024-01-02 00:00:00+00:00",
        ),
        (datetime.date(2024, 1, 2), "= 2024-01-02"),
        (datetime.timedelta(3), "= 3 days, 0:00:00"),
        (zoneinfo.ZoneInfo("UTC"), "= UTC"),
        (uuid.UUID(int=1), "= 00000000-0000-0000-0000-000000000001"),
        (ipaddress.ip_address("10.0.0.1"), "= 10.0.0.1"),
        (pathlib.PurePosixPath("/data/a.csv"), "= /data/a.csv"),
        (Colour.RED, "= Colour.RED (1)"),
        (Access.READ | Access.WRITE, "= Access.READ|WRITE (3)"),
        (re.compile("a+", re.IGNORECASE), "= 'a+', re.IGNORECASE"),
        (re.compile("a+"), "= 'a+'"),
        (re.match("(?P<k>a)", "ab"), "'a' at 0:1, groups {'k': 'a'}"),
        (re.match("a", "ab"), "'a' at 0:1"),
        ([19.99, 5.49], "x: list = [19.99, 5.49]"),
        ([], "= []"),
        ((), "= ()"),
        ((1,), "= (1,)"),
        (set(), "empty"),
        ({"b", "a"}, "= {'a', 'b'}"),
        (frozenset((2, 1)), "= {1, 2}"),
        ({1, "a"}, "= {"),
        (collections.deque([1, 2]), "= deque([1, 2])"),
        ({}, "empty"),
        ({"a": 1}, "= {'a': 1}"),
        (collections.Counter("abracadabra"), "= {'a': 5, 'b': 2"),
        (collections.defaultdict(list), "empty, missing keys made by list"),
        (collections.defaultdict(lambda: 0, a=1), "missing keys made by function"),
        (collections.OrderedDict(a=1), "= {'a': 1}"),
        (Point(1, "hunter2"), "= Point(x=1, password='[redacted]')"),
        ({"a": 1}.keys(), "a view of a dict with 1 key"),
        (collections.ChainMap({"a": 1}, {}), "over {'a': 1}"),
        (types.MappingProxyType({"a": 1}), "mappingproxy"),
        (asyncio.Lock(), "Lock"),
    ],
)
def test_value_is_written_as_it_is(value, text):
    shown = told(value)
    assert text in shown
    assert "while its summary was made" not in shown


def test_released_memory_is_survived():
    view = memoryview(b"abc")
    view.release()
    assert "released" in told(view)


# ---- size


def test_long_text_shows_both_ends_and_its_length():
    text = told("the quick brown fox jumps over the lazy dog. " * 200_000)
    assert "9,000,000 characters, 1 line" in text
    assert "'the quick brown" in text
    assert "lazy dog. '" in text
    assert len(text) < 600


def test_dictionary_of_many_keys_shows_a_few():
    lookup = {f"key-{n:06d}": list(range(n % 7)) for n in range(170_000)}
    text = told(lookup, name="lookup")
    assert "lookup: dict, 170,000 keys (str → list)" in text
    assert "'key-000002': [0, 1]" in text
    assert "… 169,996 more" in text
    assert len(text) < 400


def test_long_list_shows_type_range_and_both_ends():
    text = told(list(range(100_000)))
    assert "100,000 items of int, 0 to 99999" in text
    assert "0, 1, 2" in text
    assert text.endswith("99999")


def test_list_just_over_a_line_is_not_shown_twice():
    text = told([f"item number {n}" for n in range(13)])
    assert text.count("'item number 12'") == 1


def test_list_of_mixed_types_shows_one_of_each():
    text = told([1] * 500 + ["a", None])
    assert "mixed types: 500 int, 1 str, 1 NoneType" in text
    assert "of the other types: 'a', None" in text


def test_list_of_texts_that_are_numbers_is_recognised():
    assert "all but 1 ('x') look like numbers" in told(["1", "2"] * 300 + ["x"])


def test_ragged_table_is_seen():
    assert "of lengths 3 (40), 4 (40)" in told([[1] * 3, [1] * 4] * 40)
    assert "each of 3" in told([[1] * 3] * 80)


def test_fields_of_records_are_shown_under_schema():
    records = [{"patient": "Ana", "age": 61}] * 9
    text = told(records, share_values="schema")
    assert "keys of each: patient, age" in text
    assert "Ana" not in text
    assert "Ana" not in told({"Ana": 61}, share_values="schema")
    assert "keys" not in told([{"a": 1}, {"b": 2}], share_values="schema")


def test_structure_that_holds_itself_is_survived():
    inner: list = [1]
    inner.append(inner)
    held: dict = {}
    held["self"] = held
    assert told(inner) == "x: list = [1, […]]"
    assert told(held) == "x: dict = {'self': {…}}"


def test_deep_structure_is_cut():
    deep: list = []
    for _ in range(2000):
        deep = [deep]
    assert len(told(deep)) < 60


def test_subclass_of_a_container_runs_no_code_of_its_own():
    class Loud(dict):
        def __iter__(self):
            raise SystemExit

        def items(self):
            raise SystemExit

        def __len__(self):
            raise SystemExit

        def __repr__(self):
            raise SystemExit

    class LoudList(list):
        __iter__ = __len__ = __getitem__ = Loud.__iter__

    assert "{'a': 1}" in told(Loud(a=1))
    assert "[1, 2]" in told(LoudList([1, 2]))


def test_values_of_the_environment_are_nobodys_business(monkeypatch):
    monkeypatch.setenv("REPORT_REGION", "eu-central-1")
    text = told(os.environ)
    assert "eu-central-1" not in text


def test_secret_at_a_cut_is_masked_before_it_is_cut():
    secret = "postgresql://reporter:Gr33n-Heron-88@db3/sales"

    def redact(text: str) -> str:
        return text.replace("Gr33n-Heron-88", "[redacted]")

    for padding in range(300, 420, 7):
        held = "x" * padding + secret + "y" * 5000
        assert "Gr33n" not in told(held, redact=redact)
        assert "Gr33n" not in told([held], redact=redact)
        assert "eron-88" not in told("y" * 5000 + secret + "x" * padding, redact=redact)


# ---- all values

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.decimals()
    | st.datetimes()
    | st.complex_numbers(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.tuples(inner, inner)
        | st.frozensets(st.integers() | st.text())
        | st.lists(inner).map(collections.deque)
    ),
    max_leaves=30,
)


@given(plain, st.integers(60, 2000))
def test_any_value_is_described_within_its_limit(value, max_chars):
    for share in ("sample", "schema"):
        description = describe("x", value, share_values=share, max_chars=max_chars)
        assert len(description.text) <= max_chars
        assert "while its summary was made" not in description.text
        line = one_line("x", value, share_values=share)
        assert "\n" not in line
        assert len(line) <= 160


CANARY = "zqCanary"


@given(
    st.recursive(
        st.sampled_from([f"{CANARY} 1", f"{CANARY}@2", 918273645, 9182.73645]),
        lambda inner: (
            st.lists(inner, min_size=1)
            | st.dictionaries(st.just(f"{CANARY} 3"), inner, min_size=1)
            | st.tuples(inner)
            | st.builds(lambda v: types.SimpleNamespace(held=v), inner)
            | st.builds(ValueError, inner)
        ),
        max_leaves=12,
    )
)
def test_no_value_is_shown_under_schema(value):
    text = told(value, share_values="schema") + one_line(
        "x", value, share_values="schema"
    )
    assert CANARY not in text
    assert "918273645" not in text
    assert "9182.7" not in text


@given(st.integers(0, 10**16))
def test_sizes_have_three_digits_and_a_unit(size_bytes):
    text = size_text(size_bytes)
    assert re.fullmatch(r"\d{1,4} bytes|[\d.e+]+ [kMGTP]B", text)


@given(st.integers(1, 10**9), st.integers(10, 10**5))
def test_sampled_rows_are_few_and_not_in_step_with_the_calendar(rows, limit):
    step = stride(rows, limit)
    assert rows / step <= limit
    assert step == 1 or all(step % period for period in (2, 3, 5, 7))


def test_text_that_does_not_fit_says_how_much_is_missing():
    description = describe(
        "x", [f"row {n}" * 9 for n in range(99)], share_values="sample", max_chars=120
    )
    assert description.truncated
    assert re.search(r"… \d+ more characters$", description.text)
    assert not describe("x", 1, share_values="sample").truncated
