"""Functions, classes and modules: signature, first line of the docstring, source."""

from __future__ import annotations

import inspect
import sys
import types
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    MISSING,
    class_dict,
    is_a,
    mro,
    name_of,
    on_class,
    own,
    own_dict,
    short_name,
    type_name,
    vars_of_module,
)
from jupyter_assistant.kernel.describe.look import Family, count, joined
from jupyter_assistant.kernel.describe.objects import first_line
from jupyter_assistant.kernel.describe.sources import class_source, code_source, is_own

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

SOURCE_CHARS = 6000
NAMES_SHOWN = 40


def signature(function: Any) -> str:
    """`(gross, digits=1)`, or `(…)` where nobody knows it."""
    try:
        return str(inspect.signature(function))[:400]
    except Exception:  # noqa: BLE001 (default values write themselves)
        return "(…)"


# ---- functions


def _function(value: Any, look: Look) -> str:
    if look.depth:
        return f"= function {value.__name__}"
    kind = "async " if inspect.iscoroutinefunction(value) else ""
    kind += "generator " if inspect.isgeneratorfunction(value) else ""
    where = "" if value.__module__ in ("__main__", None) else f" of {value.__module__}"
    return f"{kind}{value.__qualname__}{_signature_if_bodiless(value)}{where}"


def _signature_if_bodiless(value: Any) -> str:
    return "" if is_own(value.__code__) else signature(value)


def _function_body(value: Any, look: Look) -> Iterable[str]:
    wrapped = own_dict(value).get("__wrapped__")
    if is_own(value.__code__):
        yield from source_lines(code_source(value.__code__), look)
    elif doc := first_line(value.__doc__):
        yield doc
    yield from _captured(value, look)
    if type(wrapped) is types.FunctionType:
        yield f"wraps {wrapped.__qualname__}:"
        yield from _function_body(wrapped, look)


def _captured(value: Any, look: Look) -> Iterable[str]:
    """What a closure holds on to."""
    names = value.__code__.co_freevars
    with look.inside(value):
        for name, cell in list(zip(names, value.__closure__ or (), strict=False))[:8]:
            try:
                held = cell.cell_contents
            except ValueError:
                continue  # not assigned yet
            if type(held) is types.FunctionType or not look.values:
                continue
            yield f"captured {name} = {look.named(name, look.short(held))}"


def source_lines(source: str, look: Look) -> Iterable[str]:
    """Source as lines, its middle left out where it is very long."""
    text = look.redact(source)
    if len(text) <= SOURCE_CHARS:
        yield from text.rstrip().split("\n")
        return
    lines = text.rstrip().split("\n")
    front, size = 0, 0
    while front < len(lines) and size < SOURCE_CHARS * 3 // 4:
        size += len(lines[front]) + 1
        front += 1
    back = max(front, len(lines) - 15)
    yield from (line[:400] for line in lines[:front])
    yield f"# … {count(back - front)} lines left out …"
    yield from (line[:400] for line in lines[back:])


def _builtin_function(value: Any, look: Look) -> str:
    if look.depth:
        return f"= function {value.__qualname__}"
    doc = first_line(value.__doc__)
    return f"{value.__qualname__}{signature(value)}" + (f": {doc}" if doc else "")


def _method(value: Any, look: Look) -> str:
    function, owner = value.__func__, value.__self__
    name = name_of(owner) if is_a(owner, type) else short_name(type(owner))
    if look.depth:
        return f"= method of {name}"
    inner = getattr(function, "__qualname__", "") if _is_function(function) else ""
    return f"{inner} bound to {'class' if is_a(owner, type) else 'a'} {name}"


def _method_body(value: Any, look: Look) -> Iterable[str]:
    return _function_body(value.__func__, look) if _is_function(value.__func__) else ()


def _is_function(value: Any) -> bool:
    return type(value) is types.FunctionType


def _partial(value: Any, look: Look) -> str:
    base = next(c for c in mro(type(value)) if short_name(c) == "partial")
    fields = class_dict(base)
    function = fields["func"].__get__(value)
    with look.inside(value):
        bound = [look.short(a) for a in fields["args"].__get__(value)]
        held = dict.items(fields["keywords"].__get__(value))
        bound += [f"{k}={look.named(k, look.short(v))}" for k, v in held]
        return f"of {look.short(function)} with ({joined(bound)})"


def _partial_body(value: Any, look: Look) -> Iterable[str]:
    base = next(c for c in mro(type(value)) if short_name(c) == "partial")
    function = class_dict(base)["func"].__get__(value)
    return _function_body(function, look) if _is_function(function) else ()


def _cached(value: Any, look: Look) -> str:
    info = value.cache_info()
    kept = f"{count(info.currsize)} results kept, {info.hits} hits"
    wrapped = own(value, "__wrapped__")
    name = getattr(wrapped, "__qualname__", "") if _is_function(wrapped) else ""
    return f"= cached function {name}" if look.depth else f"{name}, {kept}"


def _cached_body(value: Any, look: Look) -> Iterable[str]:
    wrapped = own(value, "__wrapped__")
    return _function_body(wrapped, look) if _is_function(wrapped) else ()


# ---- classes


def _class(value: type, look: Look) -> str:
    if look.depth:
        return f"= class {type_name(value)}"
    bases = [type_name(b) for b in type.__dict__["__bases__"].__get__(value)]
    row = f" from {joined(bases)}" if bases not in ([], ["object"]) else ""
    return f"{type_name(value)}{row}"


def _class_body(value: type, look: Look) -> Iterable[str]:
    if source := class_source(value):
        yield from source_lines(source, look)
        return
    if doc := first_line(on_class(value, "__doc__")):
        yield doc
    if _is_function(on_class(value, "__init__")):
        yield f"{short_name(value)}{signature(value)}"
    if on_class(value, "_member_map_") is not MISSING and look.values:
        members = list(on_class(value, "_member_map_"))
        yield f"members: {joined(members[:NAMES_SHOWN])}"
    names = [
        n
        for n, v in dict(class_dict(value)).items()
        if n[:1] != "_" and _is_function(v)
    ]
    if names:
        more = max(0, len(names) - NAMES_SHOWN)
        yield f"methods: {joined(names[:NAMES_SHOWN], more=more)}"


# ---- modules


def _module(value: Any, look: Look) -> str:
    names = vars_of_module(value)
    name = names.get("__name__", "")
    if look.depth:
        return f"= module {name}"
    version = names.get("__version__")
    facts = [name]
    if type(version) is str:
        facts.append(f"version {version}")
    path = names.get("__file__")
    installed = ("site-packages", sys.base_prefix)
    if type(path) is str and not any(part in path for part in installed):
        facts.append(path)
    return ", ".join(facts)


def _module_body(value: Any, look: Look) -> Iterable[str]:  # noqa: ARG001
    names = vars_of_module(value)
    if doc := first_line(names.get("__doc__")):
        yield doc
    public = sorted(n for n in names if type(n) is str and not n.startswith("_"))
    if public:
        more = max(0, len(public) - NAMES_SHOWN)
        yield f"names: {joined(public[:NAMES_SHOWN], more=more)}"


def _property(value: Any, look: Look) -> str:  # noqa: ARG001
    getter = value.fget
    return f"of {getter.__qualname__}" if _is_function(getter) else ""


def _property_body(value: Any, look: Look) -> Iterable[str]:
    return _function_body(value.fget, look) if _is_function(value.fget) else ()


def _static(value: Any, look: Look) -> str:
    return f"of {look.short(value.__func__)}" if not look.depth else ""


CODE: dict[tuple[str, str], Family] = {
    ("builtins", "function"): Family(_function, _function_body, label="function"),
    ("builtins", "builtin_function_or_method"): Family(
        _builtin_function, label="function"
    ),
    ("builtins", "method_descriptor"): Family(_builtin_function, label="function"),
    ("builtins", "wrapper_descriptor"): Family(_builtin_function, label="function"),
    ("builtins", "method-wrapper"): Family(_builtin_function, label="function"),
    ("builtins", "method"): Family(_method, _method_body, label="method"),
    ("functools", "partial"): Family(_partial, _partial_body),
    ("functools", "_lru_cache_wrapper"): Family(
        _cached, _cached_body, label="cached function"
    ),
    ("builtins", "type"): Family(_class, _class_body, label="class"),
    ("builtins", "module"): Family(_module, _module_body, label="module"),
    ("builtins", "property"): Family(_property, _property_body),
    ("builtins", "staticmethod"): Family(_static),
    ("builtins", "classmethod"): Family(_static),
}
