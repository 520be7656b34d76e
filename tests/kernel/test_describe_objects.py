"""Objects of unknown classes and code: seen from outside, their own code not run."""

from __future__ import annotations

import dataclasses
import functools
import linecache
import signal
import sys
import textwrap
import threading
import types

import msgspec
import pytest

from jupyter_assistant.kernel.describe import describe, one_line
from jupyter_assistant.kernel.describe.identity import kind_of_attribute, type_name


def told(value, share_values="sample", name="x", **kwargs) -> str:
    return describe(name, value, share_values=share_values, **kwargs).text


class Pump:
    """A dosing pump on a serial line."""

    reads = 0

    def __init__(self):
        self.settings = {"port": "/dev/ttyUSB3", "baud": 19200, "parity": "E"}
        self.baud = 19200
        self.password = "hunter2"
        self._line = object()

    @property
    def pressure(self):
        Pump.reads += 1
        raise OSError("the device does not answer")

    def start(self):
        Pump.reads += 1

    def __len__(self):
        Pump.reads += 1
        return 9

    def __iter__(self):
        Pump.reads += 1
        return iter(())

    def __bool__(self):
        Pump.reads += 1
        return True

    def __repr__(self):
        raise RuntimeError("cannot describe a pump that is not connected")


def test_unknown_object_is_told_by_its_own_values():
    """The situation of an object whose repr raises and whose property is a device."""
    text = told(Pump())
    assert text.startswith("x: test_describe_objects.Pump, ")
    assert "class: A dosing pump on a serial line." in text
    assert "its repr raises RuntimeError: cannot describe a pump" in text
    assert ".baud: 19200" in text
    assert "'parity': 'E'" in text
    assert "properties (not read): pressure" in text
    assert "methods: start" in text
    assert "private: _line" in text
    assert "hunter2" not in text
    assert Pump.reads == 0


def test_unknown_object_among_others_is_told_by_its_public_values():
    assert "Pump(settings={'port': '/dev/ttyUSB3'" in told([Pump()])
    assert "_line" not in told([Pump()])
    assert Pump.reads == 0


def test_schema_shows_the_names_of_an_objects_values_only():
    text = told(Pump(), share_values="schema")
    assert ".baud: <int>" in text
    assert "19200" not in text
    assert "ttyUSB3" not in text
    assert "cannot describe" not in text


def class_with_repr(body):
    return type("Odd", (), {"__repr__": body})


def forever(self):
    while True:
        pass


def leave(self):
    raise SystemExit(3)


def give_up(self):
    raise BaseException


def endless(self):
    return repr(self)


@pytest.mark.parametrize(
    ("body", "remark"),
    [
        (lambda self: "x" * 10_000_000, "its repr has 10,000,000 characters"),
        (lambda self: "<Odd 3 parts>", "repr: <Odd 3 parts>"),
        (lambda self: 7, "its repr raises TypeError"),
        (forever, "its repr takes longer than 0.2 s"),
        (leave, "its repr raises SystemExit"),
        (give_up, "its repr raises BaseException"),
        (endless, "its repr raises RecursionError"),
    ],
)
def test_any_repr_is_survived_and_said(body, remark):
    text = told(class_with_repr(body)())
    assert remark in text
    assert len(text) < 1000


def test_slow_repr_that_holds_up_exceptions_is_stopped_all_the_same():
    def stubborn(self):
        while True:
            try:
                threading.Event().wait(5)
            except Exception:  # noqa: BLE001 (that is the point)
                pass

    assert "takes longer" in told(class_with_repr(stubborn)())


def test_interrupt_during_a_repr_is_the_persons():
    def interrupted(self):
        signal.raise_signal(signal.SIGINT)
        return "never"

    with pytest.raises(KeyboardInterrupt):
        told(class_with_repr(interrupted)())


def test_timer_leaves_no_trace():
    before = signal.getsignal(signal.SIGALRM)
    told(class_with_repr(forever)())
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def counting_repr():
    calls: list[int] = []

    def body(self):
        calls.append(1)
        return "called"

    return class_with_repr(body)(), calls


def test_repr_is_not_asked_for_off_the_main_thread():
    value, calls = counting_repr()
    texts: list[str] = []
    thread = threading.Thread(target=lambda: texts.append(told(value)))
    thread.start()
    thread.join()
    texts.append(told(value, main_thread=False))
    assert calls == []
    assert all("Odd" in text for text in texts)


def test_repr_is_not_asked_for_while_the_person_uses_the_timer():
    value, calls = counting_repr()
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    try:
        told(value)
    finally:
        signal.signal(signal.SIGALRM, before)
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        told(value)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert calls == []


def test_repr_is_not_asked_for_where_there_is_no_timer(monkeypatch):
    value, calls = counting_repr()
    monkeypatch.delattr(signal, "setitimer")
    told(value)
    assert calls == []


def test_one_line_asks_for_no_repr():
    value, calls = counting_repr()
    assert one_line("x", value, share_values="sample").startswith("x: ")
    assert calls == []


def test_object_that_stands_for_another_is_not_woken():
    """Lazy proxies load on `__class__`, any attribute, `len`, `bool` or `==`."""
    woken: list[str] = []

    def wake(self, *args):
        woken.append("woken")
        raise AssertionError

    names = ("__getattribute__", "__getattr__", "__len__", "__eq__", "__hash__")
    body = dict.fromkeys((*names, "__bool__", "__iter__", "__dir__"), wake)
    proxy = type("Proxy", (), {**body, "__class__": property(wake)})
    value = object.__new__(proxy)
    for held in (value, [value], {"k": value}):
        assert "Proxy" in told(held)
        assert one_line("x", held, share_values="sample")
    assert woken == []


def test_class_with_a_dictionary_property_is_survived():
    class Sly:
        @property
        def __dict__(self):
            raise SystemExit

    assert "Sly" in told(Sly())


def test_slots_and_records_are_read():
    class Slotted:
        __slots__ = ("here", "unset")

        def __init__(self):
            self.here = 5

    @dataclasses.dataclass
    class Point:
        x: int
        y: list

    class Order(msgspec.Struct):
        id: str = "O1"

    text = told(Slotted())
    assert ".here: 5" in text
    assert "unset" not in text
    assert ".x: 1" in told(Point(1, [2]))
    assert "repr" not in told(Point(1, [2]))
    assert ".id: 'O1'" in told(Order())
    assert ".a: 1" in told(types.SimpleNamespace(a=1))


def test_iterator_of_an_unknown_class_is_not_advanced():
    class Countdown:
        left = 3

        def __iter__(self):
            return self

        def __next__(self):
            self.left -= 1
            return self.left

    value = Countdown()
    assert "an iterator, not advanced" in told(value)
    assert next(value) == 2


def test_object_of_many_values_is_bounded():
    value = types.SimpleNamespace(**{f"name_{n:03d}": n for n in range(500)})
    text = told(value)
    assert "more attributes: name_024" in text
    assert "… " in text
    assert len(text) < 3000


def test_name_of_a_secret_hides_its_value():
    assert "plum" not in told("plum-orchard-41", name="DB_PASSWORD")
    assert "plum" not in told("plum-orchard-41", name="config['password']")
    assert "plum" not in told({"a": "plum"}, name="secrets")
    assert "plum" not in one_line("api_key", "plum-orchard", share_values="sample")
    assert "plum" not in told({"api_key": ["plum-orchard"]})
    assert "None" in told({"api_key": None})


def test_summary_that_fails_leaves_the_outside(monkeypatch):
    class Broken(dict):
        pass

    class Frame:
        __module__ = "polars.dataframe.frame"

        @property
        def shape(self):
            raise SystemExit

    Frame.__name__ = Frame.__qualname__ = "DataFrame"
    text = told(Frame())
    assert "SystemExit while its summary was made" in text
    assert "DataFrame" in told([Frame()])


# ---- functions, classes, modules


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
    assert "function unit" in told(vars(box)["unit"])
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


# ---- the small functions underneath


@pytest.mark.parametrize(
    ("name", "kind"),
    [("start", "method"), ("pressure", "code"), ("reads", "value"), ("none", "value")],
)
def test_what_reading_an_attribute_would_do_is_known(name, kind):
    assert kind_of_attribute(Pump, name) == kind


def test_types_are_named_as_code_would_name_them():
    assert type_name(int) == "int"
    assert type_name(type(sys.stdout)).startswith(("io.", "_pytest", "ipykernel"))
    assert type_name(threading.Thread) == "threading.Thread"
    assert type_name(type("Odd", (), {"__module__": 3})) == "Odd"
