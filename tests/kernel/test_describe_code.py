"""Functions, classes and modules, described by what they were made from."""

from __future__ import annotations

import functools
import linecache
import sys
import textwrap
import types

import pytest

from jupyter_assistant.kernel.describe import describe


def told(value, share_values="sample", name="x", **kwargs) -> str:
    return describe(name, value, share_values=share_values, **kwargs).text


class Pump:
    def __repr__(self):
        raise RuntimeError("cannot describe a pump")

    def start(self):
        return 1


def shell_cell(source: str, namespace: dict, filename: str):
    """Run source as a cell: compiled from no file, its lines known to linecache."""
    source = textwrap.dedent(source)
    lines = source.splitlines(keepends=True)
    linecache.cache[filename] = (len(source), None, lines, filename)
    exec(compile(source, filename, "exec"), namespace)


@pytest.fixture
def cells():
    namespace = {"__name__": "__main__"}
    names: list[str] = []

    def run(source: str) -> dict:
        names.append(f"<cell {len(names)} of {id(namespace)}>")
        shell_cell(source, namespace, names[-1])
        return namespace

    yield run
    for name in names:
        del linecache.cache[name]


def test_function_of_a_cell_is_told_by_its_latest_source(cells):
    cells("def net(gross):\n    return round(gross / 1.19, 2)\n")
    names = cells(
        """
        # the Netherlands
        def net(gross, digits=1):
            return round(gross / 1.21, digits)

        other = 1
        """
    )
    text = told(names["net"], name="net")
    assert text.startswith("net: function, net\n  def net(gross, digits=1):")
    assert "1.21" in text
    assert "1.19" not in text
    assert "other" not in text


def test_class_of_a_cell_is_told_by_its_source(cells):
    names = cells(
        """
        import dataclasses

        class Pump:
            speed = 3
            def start(self):
                return self.speed

        @dataclasses.dataclass
        class Order:
            id: str
            total: float = 0.0

        class Empty(Exception):
            pass
        """
    )
    assert "return self.speed" in told(names["Pump"])
    text = told(names["Order"])
    assert "@dataclasses.dataclass\n" in text
    assert "total: float = 0.0" in text
    assert "class Empty(Exception)" in told(names["Empty"])


def test_latest_of_two_classes_of_one_name_is_shown(cells):
    cells("class Plan:\n    old: int = 1\n")
    names = cells("class Plan:\n    new: int = 2\n")
    assert "new: int = 2" in told(names["Plan"])
    first = cells("class Plan:\n    third: int = 3\n")["Plan"]
    cells("class Plan:\n    fourth: int = 4\n")
    assert "third: int = 3" in told(first)


def test_private_methods_do_not_hide_the_source(cells):
    names = cells("class P:\n    def __secret(self):\n        return 1\n")
    assert "def __secret" in told(names["P"])


def test_class_whose_source_is_unknown_is_told_by_its_parts():
    made = type("Made", (), {"__module__": "__main__", "go": lambda self: None})
    text = told(made)
    assert "class, Made" in text
    assert "methods: go" in text


def test_broken_cell_is_no_obstacle(cells):
    name = "<cell that does not parse>"
    linecache.cache[name] = (1, None, ["class Lost(:\n"], name)
    try:
        made = type("Lost", (), {"__module__": "__main__"})
        assert "class, Lost" in told(made)
    finally:
        del linecache.cache[name]


def test_decorated_and_bound_functions_lead_to_their_source(cells):
    names = cells(
        """
        import functools

        def twice(f):
            @functools.wraps(f)
            def wrapper(*args):
                return f(*args) * 2
            return wrapper

        @twice
        def area(r):
            return 3.14 * r

        @functools.lru_cache
        def slow(n):
            return n + 1

        class Box:
            side = 2
            def size(self): return self.side ** 2
            @classmethod
            def make(cls): return cls()
            @staticmethod
            def unit(): return "cm"
            @property
            def volume(self): return self.side ** 3

        def times(rate):
            def scaled(x):
                return x * rate
            return scaled

        async def fetch(): return 1
        def rows(): yield 1
        """
    )
    area = told(names["area"])
    assert "return f(*args) * 2" in area
    assert "wraps area:" in area
    assert "return 3.14 * r" in area
    assert "0 results kept" in told(names["slow"])
    assert "return n + 1" in told(names["slow"])
    box = names["Box"]
    assert "Box.size bound to a Box" in told(box().size)
    assert "bound to class Box" in told(box.make)
    assert "return self.side ** 2" in told(box().size)
    assert "function Box.unit" in told(vars(box)["unit"])
    assert "return self.side ** 3" in told(vars(box)["volume"])
    assert "captured rate = 1.19" in told(names["times"](1.19))
    assert "1.19" not in told(names["times"](1.19), share_values="schema")
    assert "async fetch" in told(names["fetch"])
    assert "generator rows" in told(names["rows"])
    partial = functools.partial(names["times"], 2, token="abcdef")
    text = told(partial)
    assert "of function times with (2, token='[redacted]')" in text
    assert "return x * rate" in text


def test_long_source_is_cut_in_its_middle(cells):
    body = "\n".join(f"    x{n} = {n}" for n in range(2000))
    names = cells(f"def long():\n{body}\n    return 'the end'\n")
    text = told(names["long"], max_chars=20_000)
    assert "lines left out" in text
    assert "return 'the end'" in text
    assert len(text) < 8000


def test_installed_code_is_told_by_signature_and_first_line():
    text = told(textwrap.dedent)
    assert "dedent(text) of textwrap" in text
    assert "Remove any common leading whitespace" in text
    assert "def dedent" not in text
    assert "len(obj, /)" in told(len)
    assert "str.upper" in told("a".upper)
    assert "class, collections.OrderedDict from dict" in told(
        sys.modules["collections"].OrderedDict
    )
    assert "function" in told([len, textwrap.dedent, Pump().start, type, functools])


def test_function_whose_source_is_gone_is_survived(cells):
    names = cells("def here():\n    return 1\n")
    linecache.cache[names["here"].__code__.co_filename] = (0, None, [], "x")
    assert "here" in told(names["here"])


def test_function_with_a_default_that_cannot_be_written_is_survived():
    def uses(x=Pump()):  # noqa: B008 (that is the point)
        return x

    uses.__code__ = uses.__code__.replace(co_filename="<string>")
    assert "(…)" in told(uses)


def test_module_is_told_by_version_and_names_and_not_woken():
    module = types.ModuleType("river", "Levels of rivers.\nMore.")
    module.__version__ = "2.1"
    module.gauge = 1
    module.__getattr__ = lambda name: (_ for _ in ()).throw(AssertionError)
    text = told(module)
    assert text.startswith("x: module, river, version 2.1")
    assert "Levels of rivers." in text
    assert "names: gauge" in text


def test_own_module_says_its_file(tmp_path):
    module = types.ModuleType("mine")
    module.__file__ = str(tmp_path / "mine.py")
    assert "mine.py" in told(module)
