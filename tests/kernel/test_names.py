import collections
import contextlib
import datetime
import enum
import types
from pathlib import PurePosixPath

import numpy as np
import pandas as pd
import polars as pl
import pytest

from jupyter_assistant.context import NameSeen
from jupyter_assistant.kernel.select.interpolate import parse_expression
from jupyter_assistant.kernel.select.names import kernel_names, resolve

ran = []


class Pump:
    __slots__ = ("__dict__", "slot")
    unit = 7

    def __init__(self):
        self.baud = 9600
        self.settings = {"parity": "E"}
        self.slot = 3

    def start(self):
        ran.append("start")

    @property
    def pressure(self):
        ran.append("pressure")

    def __getattr__(self, name):
        ran.append(name)
        raise AttributeError(name)

    def __getitem__(self, key):
        ran.append(key)


class Row(dict):
    pass


class Colour(enum.Enum):
    RED = 1


Point = collections.namedtuple("Point", "x y")
FRAME = pd.DataFrame({"price": [1.5, 2.5], "qty": [3, 4]})
NAMESPACE = {
    "pump": Pump(),
    "df": FRAME,
    "pdf": pl.DataFrame({"a": [1, 2]}),
    "lazy": pl.DataFrame({"a": [1, 2]}).lazy(),
    "array": np.arange(6).reshape(2, 3),
    "rows": [{"id": 5}],
    "row": Row(id=6),
    "counts": collections.defaultdict(int, a=1),
    "day": datetime.date(2024, 5, 31),
    "point": Point(1, 2),
    "path": PurePosixPath("a/b.csv"),
    "np": np,
    "text": "abc",
    "__secret__": 1,
}


def value_of(text):
    return resolve(NAMESPACE, parse_expression(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("rows[0]['id']", 5),
        ("row['id']", 6),
        ("counts['a']", 1),
        ("text[-1]", "c"),
        ("pump.baud", 9600),
        ("pump.slot", 3),
        ("pump.unit", 7),
        ("pump.settings['parity']", "E"),
        ("day.year", 2024),
        ("point.x", 1),
        ("path.stem", "b"),
        ("np.pi", np.pi),
        ("array.shape", (2, 3)),
        ("df.shape", (2, 2)),
        ("pdf.columns", ["a"]),
    ],
)
def test_stored_values_and_safe_properties_resolve(text, value):
    assert value_of(text) == value


def test_columns_and_methods_resolve_to_themselves():
    assert list(value_of("df.columns")) == ["price", "qty"]
    assert value_of("df.price").tolist() == [1.5, 2.5]
    assert value_of("df['qty']").tolist() == [3, 4]
    assert value_of("array[0]").tolist() == [0, 1, 2]
    assert value_of("pump.start").__func__ is Pump.start


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        "__secret__",
        "rows[1]",
        "rows['x']",
        "counts['new']",
        "pump.pressure",
        "pump.other",
        "pump['x']",
        "pump.__dict__",
        "lazy.columns",
        "df.nothing",
        "df['nothing']",
        "day.nothing",
        "df.style",
        "day[0]",
        "array[9]",
    ],
)
def test_what_is_not_there_or_would_run_code_does_not_resolve(text):
    with pytest.raises(LookupError):
        value_of(text)


def test_looking_ran_nothing_and_changed_nothing():
    for text in ("pump.pressure", "pump.other", "pump.start", "pump['x']"):
        with contextlib.suppress(LookupError):
            value_of(text)

    assert ran == []
    assert dict(NAMESPACE["counts"]) == {"a": 1}


def test_names_are_known_by_what_they_stand_for():
    main = type("Account", (), {"__module__": "__main__"})
    names = kernel_names(
        {
            "x": 1,
            "f": len,
            "g": lambda: 1,
            "Pump": Pump,
            "types": types,
            "account": main(),
            "_": 1,
            "In": [],
            "exit": 1,
        }
    )

    assert names == {
        "x": NameSeen("value"),
        "f": NameSeen("function"),
        "g": NameSeen("function"),
        "Pump": NameSeen("class"),
        "types": NameSeen("module"),
        "account": NameSeen("value", "Account"),
    }
