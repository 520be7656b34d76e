"""What the kernel's names stand for, looked at without running anything of theirs."""

from __future__ import annotations

import inspect
import sys
import types
from typing import TYPE_CHECKING, Any, NamedTuple

from jupyter_assistant.context import NameSeen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jupyter_assistant.kernel.select.interpolate import Expression

_HIDDEN = frozenset(
    {"In", "Out", "exit", "quit", "get_ipython", "open", "dataframe_columns"}
)
_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
)


class _Fields(NamedTuple):
    field: int = 0


_STORED = (
    types.FunctionType,
    types.MemberDescriptorType,
    type(vars(_Fields)["field"]),
)
"""Descriptors that give what is stored, or a method."""
_SAFE_LIBRARIES = frozenset({"pandas", "numpy", "xarray", "polars", "pathlib"})
_SAFE_ATTRIBUTES = frozenset(
    """
    T axes categories coords data_vars dims dtype dtypes attrs columns height index
    itemsize levels name names nbytes ndim nlevels parent parts schema shape size sizes
    stem strides suffix values width
    """.split()  # noqa: SIM905 (a list of strings is 30 lines)
)
"""Properties of those libraries' data that only look."""
_DATA = frozenset({"DataFrame", "Series", "Index", "MultiIndex", "RangeIndex"})


def kernel_names(namespace: Mapping[str, Any]) -> dict[str, NameSeen]:
    """The person's names; what IPython itself put there is left out."""
    hidden = namespace.get("__builtins__")
    own = {
        name: value
        for name, value in list(namespace.items())
        if not name.startswith("_") and name not in _HIDDEN and value is not hidden
    }
    return {name: _seen(value) for name, value in own.items()}


def resolve(namespace: Mapping[str, Any], expression: Expression) -> Any:
    """The value of an expression.

    Raises:
        LookupError: it has none, or getting it would run code of an unknown class.
    """
    if expression.name not in namespace or expression.name.startswith("__"):
        raise LookupError(expression.text)
    value = namespace[expression.name]
    for step in expression.steps:
        if isinstance(step, int):
            value = _item(value, step)
        elif step.startswith("."):
            value = _attribute(value, step[1:])
        else:
            value = _item(value, step[1:])
    return value


def _seen(value: Any) -> NameSeen:
    kind = type(value)
    if issubclass(kind, types.ModuleType):
        return NameSeen("module")
    if issubclass(kind, type):
        return NameSeen("class")
    if issubclass(kind, _FUNCTIONS):
        return NameSeen("function")
    own = type.__getattribute__(kind, "__module__") == "__main__"
    return NameSeen("value", kind.__name__ if own else "")


def _attribute(value: Any, name: str) -> Any:
    """An attribute that is stored, or computed by a library that only looks."""
    if name.startswith("__"):
        raise LookupError(name)
    try:
        static = inspect.getattr_static(value, name)
    except AttributeError:
        return _column(value, name)
    if not hasattr(type(static), "__get__"):
        return static
    kind = type(value)
    is_stored = isinstance(static, _STORED)
    if is_stored or (
        isinstance(static, types.GetSetDescriptorType) and _is_standard(kind)
    ):
        return static.__get__(value, kind)  # past any `__getattribute__` of the class
    is_safe = name in _SAFE_ATTRIBUTES and _library(kind) in _SAFE_LIBRARIES
    if is_safe and kind.__name__ != "LazyFrame":
        return getattr(value, name)
    raise LookupError(name)


def _column(value: Any, name: str) -> Any:
    """`df.price`, where pandas takes a column for an attribute."""
    if _library(type(value)) == "pandas" and type(value).__name__ == "DataFrame":
        return _item(value, name)
    raise LookupError(name)


def _item(value: Any, key: str | int) -> Any:
    """An item of a container that does nothing else when asked."""
    kind = type(value)
    if inspect.getattr_static(kind, "__getitem__", None) in _PLAIN_ITEMS:
        if isinstance(value, dict) and key not in value:
            raise LookupError(key)
        try:
            return value[key]
        except (LookupError, TypeError):
            raise LookupError(key) from None
    if _library(kind) in ("pandas", "polars", "numpy") and kind.__name__ in (
        *_DATA,
        "ndarray",
    ):
        try:
            return value[key]
        except Exception:  # noqa: BLE001 (each library has its own)
            raise LookupError(key) from None
    raise LookupError(key)


_PLAIN_ITEMS = (
    dict.__getitem__,
    list.__getitem__,
    tuple.__getitem__,
    str.__getitem__,
    bytes.__getitem__,
    range.__getitem__,
)


def _library(kind: type) -> str:
    return str(kind.__module__).partition(".")[0]


def _is_standard(kind: type) -> bool:
    """Whether a class comes with Python or is numpy's."""
    library = _library(kind)
    return library in sys.stdlib_module_names or library in ("builtins", "numpy")
