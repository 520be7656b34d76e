"""What an object is, found out without running any code of its class.

`isinstance` asks `__class__` and `getattr` runs properties; both may start a
computation in an object that stands for another. Only types and dictionaries are read.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

MISSING: Any = object()

_type: Any = type.__dict__
_module: Any = types.ModuleType.__dict__
_mro = _type["__mro__"].__get__
_METHODS = (
    types.FunctionType,
    staticmethod,
    classmethod,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
)


def mro(cls: type) -> tuple[type, ...]:
    """The classes a class inherits from, itself first."""
    return _mro(cls)


def is_a(value: Any, *classes: type) -> bool:
    """`isinstance` by the real type alone."""
    return any(c in classes for c in mro(type(value)))


def class_dict(cls: type) -> Any:
    """What a class itself defines."""
    return _type["__dict__"].__get__(cls)


def module_of(cls: type) -> str:
    """The module that a class says it is from."""
    found = _type["__module__"].__get__(cls)
    return found if type(found) is str else ""


def root_of(cls: type) -> str:
    """The library that a class says it is from."""
    return module_of(cls).partition(".")[0]


def short_name(cls: type) -> str:
    """The class's name alone."""
    return _type["__name__"].__get__(cls)


def name_of(cls: type) -> str:
    """The class's name, dotted where it is nested in another."""
    return _type["__qualname__"].__get__(cls).rpartition("<locals>.")[2]


def type_name(cls: type) -> str:
    """The class as code would name it: `Pump`, `pandas.DataFrame`, `io.StringIO`."""
    module, name = module_of(cls), name_of(cls)
    if module in ("builtins", "__main__", "_io", ""):
        return f"io.{name}" if module == "_io" else name
    root = module.partition(".")[0]
    if vars_of_module(sys.modules.get(root)).get(name) is cls:
        return f"{root.lstrip('_')}.{name}"
    first, *rest = module.split(".")
    parts = [part for part in rest if not part.startswith("_")]
    return ".".join([first if rest else first.lstrip("_"), *parts, name])


def vars_of_module(module: Any) -> dict[str, Any]:
    """A module's names, without waking a lazy one; empty for what is no module."""
    if not issubclass(type(module), types.ModuleType):
        return {}
    return _module["__dict__"].__get__(module)


def on_class(cls: type, name: str) -> Any:
    """What the class or one of its bases defines under a name, else `MISSING`."""
    for base in mro(cls):
        found = class_dict(base).get(name, MISSING)
        if found is not MISSING:
            return found
    return MISSING


def instance_values(value: Any) -> dict[str, Any]:
    """The values an object holds in its own dictionary and slots."""
    found: dict[str, Any] = {}
    for name, slot in _slots(type(value)):
        try:
            found[name] = slot.__get__(value)
        except AttributeError:
            continue  # declared, not set
    found.update(own_dict(value))
    return found


def own_dict(value: Any) -> dict[str, Any]:
    """The object's own dictionary, empty if it has none."""
    for base in mro(type(value)):
        found = class_dict(base).get("__dict__")
        if type(found) in (types.GetSetDescriptorType, types.MemberDescriptorType):
            held = found.__get__(value)
            return {k: v for k, v in dict.items(held) if type(k) is str}
    return {}


def own(value: Any, name: str) -> Any:
    """One value of the object's own, else `MISSING`."""
    return instance_values(value).get(name, MISSING)


def _slots(cls: type) -> Iterator[tuple[str, Any]]:
    for base in reversed(mro(cls)):
        if base.__flags__ & _HEAP_TYPE:
            for name, found in dict(class_dict(base)).items():
                if type(found) is types.MemberDescriptorType:
                    yield name, found


_HEAP_TYPE = 1 << 9
"""Set for classes made by a `class` statement; the slots of C types are internals."""


def via(base: type, value: Any, name: str) -> Any:
    """An attribute as a known class defines it, whatever a subclass put in its place.

    Raises:
        AttributeError: the known class does not define it.
    """
    held = own_dict(value)
    found = on_class(base, name)
    if found is MISSING:
        if name in held:
            return held[name]
        raise AttributeError(name)
    get = getattr(type(found), "__get__", None)
    return found if get is None else get(found, value, type(value))


def known_base(value: Any, root: str, name: str) -> type | None:
    """The class of that name from that library which the object inherits from."""
    for cls in mro(type(value)):
        if short_name(cls) == name and root_of(cls) == root:
            return cls
    return None


def kind_of_attribute(cls: type, name: str) -> str:
    """What reading an attribute of a class's object would do.

    `value` for plain ones, `method`, or `code` for properties and other descriptors.
    """
    found = on_class(cls, name)
    if found is MISSING or issubclass(type(found), type):
        return "value"
    if type(found) in _METHODS:
        return "method"
    return "code" if on_class(type(found), "__get__") is not MISSING else "value"
