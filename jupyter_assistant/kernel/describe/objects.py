"""An object of a class that nobody here knows: seen from outside.

Its own values are read from its dictionary and slots. No property, no `__len__`, no
`__iter__` of it is run, and its `__repr__` only where the look allows.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    MISSING,
    class_dict,
    instance_values,
    kind_of_attribute,
    module_of,
    mro,
    on_class,
    own_dict,
    short_name,
)
from jupyter_assistant.kernel.describe.look import Family, joined, size_text
from jupyter_assistant.kernel.describe.safe_repr import timed_repr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

REPR_CHARS = 300
VALUES_SHOWN = 24
NESTED_VALUES = 5
NAMES_SHOWN = 30
_LAZY = frozenset(
    (
        "collect",
        "compute",
        "execute",
        "evaluate",
        "materialize",
        "fetchall",
        "fetchone",
        "toPandas",
        "to_pandas",
        "_fetch_all",
        "take",
        "persist",
    )
)
"""Who has such a method may run a query or a job to show itself: no `repr` then."""
_RECORDS = frozenset(
    ("__next__", "__dataclass_fields__", "__attrs_attrs__", "__pydantic_fields__")
)
"""An iterator should rest, and the `repr` of a record says what its values say."""


def _object(value: Any, look: Look) -> str:
    held = instance_values(value)
    if look.depth:
        return _nested(value, held, look)
    facts = [size_text(_shallow_size(value))]
    if on_class(type(value), "__next__") is not MISSING:
        facts.append("an iterator, not advanced: it can be read only once")
    return ", ".join(facts)


def _nested(value: Any, held: dict[str, Any], look: Look) -> str:
    name = short_name(type(value))
    shown = {k: v for k, v in held.items() if not k.startswith("_")}
    with look.inside(value) as goes_on:
        if not goes_on or not shown:
            return f"= <{name}>"
        first = list(shown.items())[:NESTED_VALUES]
        items = [_value(k, v, look, separator="=") for k, v in first]
    return f"= {name}({joined(items, more=len(shown) - len(items))})"


def _object_body(value: Any, look: Look) -> Iterable[str]:
    cls = type(value)
    if doc := first_line(on_class(cls, "__doc__")):
        yield f"class: {doc}"
    if look.values and look.main_thread and _has_own_repr(cls):
        text, remark = timed_repr(value, REPR_CHARS + 400)
        if text:
            yield f"repr: {look.redact(text)[:REPR_CHARS]}"
        if remark:
            yield look.redact(remark)
    yield from _values(value, look)
    yield from _names(cls)


def _values(value: Any, look: Look) -> Iterable[str]:
    """What the object holds, public things first, private ones by name."""
    held = instance_values(value)
    public = {k: v for k, v in held.items() if not k.startswith("_")}
    with look.inside(value):
        for name, item in list(public.items())[:VALUES_SHOWN]:
            yield f".{_value(name, item, look, separator=': ')}"
    if more := list(public)[VALUES_SHOWN:]:
        names = more[:NAMES_SHOWN]
        yield f"more attributes: {joined(names, more=len(more) - len(names))}"
    if private := [k for k in held if k.startswith("_") and not k.startswith("__")]:
        names = private[: NAMES_SHOWN // 2]
        yield f"private: {joined(names, more=len(private) - len(names))}"


def _value(name: str, item: Any, look: Look, *, separator: str) -> str:
    return f"{name}{separator}{look.named(name, look.short(item))}"


def _names(cls: type) -> Iterable[str]:
    """Methods and properties of the class, without those of its library's roots."""
    methods: list[str] = []
    properties: list[str] = []
    for base in mro(cls):
        if base is object or module_of(base) in ("builtins", "typing", "abc"):
            continue
        for name in class_dict(base):
            if type(name) is not str or name.startswith("_"):
                continue
            kind = kind_of_attribute(cls, name)
            if kind == "method" and name not in methods:
                methods.append(name)
            elif kind == "code" and name not in properties:
                properties.append(name)
    slots = set(slot_names(cls))
    properties = [name for name in properties if name not in slots]
    if properties:
        first = properties[:NAMES_SHOWN]
        row = joined(first, more=len(properties) - len(first))
        yield f"properties (not read): {row}"
    if methods:
        first = methods[:NAMES_SHOWN]
        yield f"methods: {joined(first, more=len(methods) - len(first))}"


def slot_names(cls: type) -> Iterable[str]:
    """Names of slots, which are no properties though they look like ones."""
    for base in mro(cls):
        for name, found in dict(class_dict(base)).items():
            if short_name(type(found)) == "member_descriptor":
                yield name


def _has_own_repr(cls: type) -> bool:
    """Whether it says something of its own, and can be asked."""
    if on_class(cls, "__repr__") is object.__repr__:
        return False
    names = {name for base in mro(cls) for name in class_dict(base)}
    return not names & (_LAZY | _RECORDS)


def _shallow_size(value: Any) -> int:
    """Bytes of the object and its dictionary, not of what they refer to."""
    held = own_dict(value)
    return object.__sizeof__(value) + (sys.getsizeof(held) if held else 0)


def first_line(doc: Any) -> str:
    """The first line of a docstring, empty if it is none."""
    if type(doc) is not str or not doc.strip():
        return ""
    return doc.strip().partition("\n")[0].strip()[:200]


OBJECT = Family(_object, _object_body)
"""For all that no other family is for."""
