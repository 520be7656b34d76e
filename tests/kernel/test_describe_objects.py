"""Objects of unknown classes and code: seen from outside, their own code not run."""

from __future__ import annotations

import contextlib
import dataclasses
import signal
import sys
import threading
import types

import msgspec
import pytest

from jupyter_assistant.kernel.describe import describe, one_line
from jupyter_assistant.kernel.describe.identity import kind_of_attribute, type_name

# pytest-timeout's own timer would be the person's.
pytestmark = pytest.mark.timeout(method="thread")


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
    assert "test_describe_objects.Pump, " in text.splitlines()[0]
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
    raise BaseException  # noqa: TRY002 (that is the point)


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
            with contextlib.suppress(Exception):
                threading.Event().wait(5)

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


def test_object_with_a_class_is_no_secret_whatever_its_name():
    assert "7" in told(types.SimpleNamespace(a=7), name="token")


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


# ---- the small functions underneath


@pytest.mark.parametrize(
    ("name", "kind"),
    [("start", "method"), ("pressure", "code"), ("reads", "value"), ("none", "value")],
)
def test_what_reading_an_attribute_would_do_is_known(name, kind):
    assert kind_of_attribute(Pump, name) == kind


def test_types_are_named_as_code_would_name_them():
    assert type_name(int) == "int"
    assert type_name(type(sys.stdout)).startswith(("io.", "_pytest."))
    assert type_name(threading.Thread) == "threading.Thread"
    assert type_name(type("Odd", (), {"__module__": 3})) == "Odd"
