"""What the reading tools look up: variables, one value, cells, documentation."""

from __future__ import annotations

import inspect
import sys
import types
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from jupyter_assistant.context.failures import error_text
from jupyter_assistant.context.outputs import outputs_text
from jupyter_assistant.context.redacted import redacted_cell
from jupyter_assistant.context.truncate import shorten
from jupyter_assistant.kernel.describe import ShareValues, describe, one_line
from jupyter_assistant.kernel.describe.code import signature
from jupyter_assistant.kernel.describe.identity import (
    MISSING,
    class_dict,
    is_a,
    mro,
    on_class,
    own_dict,
    type_name,
    vars_of_module,
)
from jupyter_assistant.kernel.describe.sources import class_source, code_source
from jupyter_assistant.kernel.select.interpolate import parse_expression
from jupyter_assistant.kernel.select.names import kernel_names, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jupyter_assistant.context import CellSeen

    Redact = Callable[[str], str]

MAX_VARIABLES = 100
OUTPUT_CHARS = 2000
"""Of one cell's outputs."""
CELLS_CHARS = 7000
DOC_CHARS = 4000
SOURCE_CHARS = 6000


class NotFoundError(LookupError):
    """What was asked for is not there; says what is, in words for the model."""


# ---- variables


def variables(
    namespace: Mapping[str, Any],
    contains: str,
    share_values: ShareValues,
    redact: Redact,
) -> str:
    """The person's variables, a line each; functions, classes and modules by name."""
    seen = kernel_names(namespace)
    wanted = {n: s for n, s in seen.items() if contains.lower() in n.lower()}
    values = [n for n, s in wanted.items() if s.kind == "value"]
    lines = [
        one_line(n, namespace[n], share_values=share_values, redact=redact)
        for n in values[-MAX_VARIABLES:]
    ]
    if len(values) > MAX_VARIABLES:
        lines.insert(0, f"… {len(values) - MAX_VARIABLES:,} older ones …")
    for kind, plural in (
        ("function", "functions"),
        ("class", "classes"),
        ("module", "modules"),
    ):
        if names := [n for n, s in wanted.items() if s.kind == kind]:
            lines.append(f"{plural}: {', '.join(names[-MAX_VARIABLES:])}")
    if lines:
        return "\n".join(lines)
    if contains:
        return f"No variable has {contains!r} in its name; there are {len(seen):,}."
    return "There are no variables yet."


def value(
    namespace: Mapping[str, Any], text: str, share_values: ShareValues, redact: Redact
) -> str:
    """One value, described.

    Raises:
        NotFoundError: there is none, or getting it would run code.
    """
    text = text.strip().strip("{}` ")
    expression = parse_expression(text)
    if expression is None:
        raise NotFoundError(
            f"{text!r} is no variable. Give a name with attributes and constant keys, "
            "such as df.columns or rows[0]; compute anything else with run_python."
        )
    if expression.name not in namespace:
        raise NotFoundError(_no_such_name(expression.name, kernel_names(namespace)))
    try:
        found = resolve(namespace, expression)
    except LookupError:
        base = namespace[expression.name]
        raise NotFoundError(
            f"{text} can't be looked at: it does not exist, or getting it would run "
            f"code. {one_line(expression.name, base, share_values=share_values)}. "
            "Inspect that, or use run_python."
        ) from None
    return describe(text, found, share_values=share_values, redact=redact).text


def _no_such_name(name: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(close)}?" if close else ""
    names = ", ".join(list(known)[-40:]) or "none"
    return f"There is no {name!r} in the kernel.{hint} There are: {names}."


# ---- cells


def cells(
    ran: Sequence[CellSeen],
    span: tuple[int | None, int | None],
    ids: Sequence[str],
    share_values: ShareValues,
    redact: Redact,
) -> str:
    """Cells with their outputs, the latest ones that fit.

    Raises:
        NotFoundError: none is in that range or has these ids.
    """
    first, last = span
    wanted = [c for c in ran if _is_wanted(c, first, last, ids)]
    if not wanted:
        counts = [c.execution_count for c in ran if c.execution_count is not None]
        there = f"In[{min(counts)}] to In[{max(counts)}]" if counts else "none"
        raise NotFoundError(f"No such cell ran in this kernel. There are: {there}.")
    texts: list[str] = []
    room = CELLS_CHARS
    for cell in reversed(wanted):
        text = _cell_text(redacted_cell(cell, redact), share_values)
        if texts and len(text) > room:
            more = len(wanted) - len(texts)
            texts.append(f"… {more:,} earlier cells do not fit: ask for them apart …")
            break
        texts.append(shorten(text, room).text)
        room -= len(texts[-1])
    return "\n\n".join(reversed(texts))


def _is_wanted(
    cell: CellSeen, first: int | None, last: int | None, ids: Sequence[str]
) -> bool:
    if ids:
        return cell.id in ids
    count = cell.execution_count
    if count is None:
        return first is None and last is None
    return (first is None or count >= first) and (last is None or count <= last)


def _cell_text(cell: CellSeen, share_values: ShareValues) -> str:
    pieces = [f"{cell.label} (id {cell.id}):", cell.ran]
    if share_values == "sample":
        if shown := outputs_text(cell, OUTPUT_CHARS).text:
            pieces += ["output:", shown]
    elif cell.outputs:
        pieces.append("(Its outputs are not shown to you: share_values is schema.)")
    if cell.error is not None:
        pieces += ["error:", error_text(cell.error)]
    return "\n".join(pieces)


# ---- documentation


def docs(namespace: Mapping[str, Any], name: str, *, source: bool) -> str:
    """Signature, docstring and if asked the source of what a dotted name stands for.

    Raises:
        NotFoundError: nothing that is loaded has that name.
    """
    name = name.strip().strip("`").removesuffix("()")
    found = _find(namespace, name)
    inner = _unwrapped(found)
    lines = [_headline(name, found)]
    if doc := _doc(inner):
        lines.append(shorten(doc, DOC_CHARS).text)
    if source:
        text = _source(inner) or "Its source is not known."
        lines += ["", shorten(text, SOURCE_CHARS).text]
    return "\n".join(lines)


def _find(namespace: Mapping[str, Any], name: str) -> Any:
    """What a dotted name stands for, found without running or importing anything."""
    parts = name.split(".")
    if not all(part.isidentifier() for part in parts):
        raise NotFoundError(f"{name!r} is no dotted name such as pd.DataFrame.merge.")
    found, rest = _start(namespace, parts)
    for position, part in enumerate(rest):
        inner = _member(found, part)
        if inner is MISSING:
            where = ".".join(parts[: len(parts) - len(rest) + position])
            close = get_close_matches(part, _members(found), n=3, cutoff=0.5)
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            raise NotFoundError(f"{where} has no {part!r} that is loaded.{hint}")
        found = inner
    return found


def _start(namespace: Mapping[str, Any], parts: list[str]) -> tuple[Any, list[str]]:
    """The variable, built-in or loaded module that a dotted name starts with."""
    if parts[0] in namespace:
        return namespace[parts[0]], parts[1:]
    for length in range(len(parts), 0, -1):
        module = sys.modules.get(".".join(parts[:length]))
        if module is not None:
            return module, parts[length:]
    builtin = vars_of_module(sys.modules["builtins"]).get(parts[0], MISSING)
    if builtin is not MISSING:
        return builtin, parts[1:]
    raise NotFoundError(
        f"{_no_such_name(parts[0], kernel_names(namespace))} "
        "Modules are looked up once the notebook has imported them."
    )


def _member(owner: Any, name: str) -> Any:
    if is_a(owner, types.ModuleType):
        found = vars_of_module(owner).get(name, MISSING)
        inner = f"{vars_of_module(owner).get('__name__', '')}.{name}"
        return sys.modules.get(inner, MISSING) if found is MISSING else found
    if is_a(owner, type):
        return on_class(owner, name)
    held = own_dict(owner).get(name, MISSING)
    return on_class(type(owner), name) if held is MISSING else held


def _members(owner: Any) -> list[str]:
    if is_a(owner, types.ModuleType):
        return list(vars_of_module(owner))
    cls = owner if is_a(owner, type) else type(owner)
    names = [n for base in mro(cls) for n in class_dict(base) if type(n) is str]
    return names if is_a(owner, type) else [*own_dict(owner), *names]


def _unwrapped(found: Any) -> Any:
    """The function inside a property, static or class method."""
    if type(found) is property:
        return found.fget
    if type(found) is staticmethod or type(found) is classmethod:
        return found.__func__
    return found


def _headline(name: str, found: Any) -> str:
    if is_a(found, types.ModuleType):
        return f"module {vars_of_module(found).get('__name__', name)}"
    if type(found) is property:
        return f"{name}: a property"
    inner: Any = _unwrapped(found)
    if is_a(inner, type):
        return f"class {name}{signature(inner)}"
    if inspect.isroutine(inner):
        return f"{name}{signature(inner)}"
    return f"{name}: an object of class {type_name(type(found))}"


def _doc(found: Any) -> str:
    """The docstring of a definition; of any other object, its class's."""
    if is_a(found, types.ModuleType):
        doc = vars_of_module(found).get("__doc__")
    elif is_a(found, type):
        doc = on_class(found, "__doc__")
    elif inspect.isroutine(found):
        doc = found.__doc__
    else:
        doc = on_class(type(found), "__doc__")
    return inspect.cleandoc(doc) if type(doc) is str else ""


def _source(found: Any) -> str:
    if is_a(found, type):
        return class_source(found) or _library_source(found)
    function = found.__func__ if type(found) is types.MethodType else found
    if type(function) is types.FunctionType:
        return code_source(function.__code__)
    return ""


def _library_source(cls: type) -> str:
    try:
        return inspect.getsource(cls)
    except (OSError, TypeError):
        return ""
