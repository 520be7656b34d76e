"""Source of functions and classes, also of those that were defined in a cell.

Cells are compiled under names that change with their text, and their lines are in
`linecache`: a function leads to exactly the text it was made from.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sysconfig
import textwrap
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    class_dict,
    module_of,
    short_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def is_own(code: types.CodeType) -> bool:
    """Whether code is the person's: of a cell, or of a file that is not installed."""
    name = code.co_filename
    if name.startswith("<frozen") or name in ("<string>", "<stdin>"):
        return False
    return "site-packages" not in name and not name.startswith(_installed())


def _installed() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    roots = (paths[name] for name in ("stdlib", "platstdlib") if name in paths)
    return (*roots, str(Path(__file__).parents[2]))


def code_source(code: types.CodeType) -> str:
    """The text that a function was made from, empty where it is not known."""
    lines = linecache.getlines(code.co_filename)
    start = code.co_firstlineno - 1
    if not 0 <= start < len(lines):
        return ""
    try:
        block = inspect.getblock(lines[start:])
    except Exception:  # noqa: BLE001 (the tokenizer fails on a file that changed)
        block = lines[start : start + 1]
    return textwrap.dedent("".join(block))


def class_source(cls: type) -> str:
    """The text that a class was made from, empty where it is not known or installed.

    Of several classes of one name it is the one that defines the same names.
    """
    found: list[str] = []
    for filename in _files(cls):
        for source, names in _classes_in(linecache.getlines(filename), cls):
            if names == _public(class_names(cls)):
                return source
            if names <= class_names(cls):
                found.append(source)
    return found[0] if found else ""


def class_names(cls: type) -> set[str]:
    """What a class itself defines, fields without a default included."""
    held = class_dict(cls)
    return {*held, *held.get("__annotations__", ())}


def _public(names: set[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def _files(cls: type) -> Iterator[str]:
    """Where the class may have been defined, likeliest first."""
    own = [f for f in _functions(cls) if f.__qualname__ == _dotted(f, cls)]
    seen = {f.__code__.co_filename for f in own if is_own(f.__code__)}
    yield from sorted(seen)
    if not seen and module_of(cls) == "__main__":
        yield from reversed(_cells_with(short_name(cls)))


def _dotted(function: types.FunctionType, cls: type) -> str:
    return f"{type.__dict__['__qualname__'].__get__(cls)}.{function.__name__}"


def _functions(cls: type) -> Iterable[types.FunctionType]:
    for found in dict(class_dict(cls)).values():
        if type(found) in (staticmethod, classmethod):
            inner: Any = found.__func__
        else:
            inner = found.fget if type(found) is property else found
        if type(inner) is types.FunctionType:
            yield inner


def _cells_with(name: str) -> list[str]:
    """Code that is in no file and says `class name`, in the order of the runs."""
    found: list[str] = []
    for filename, entry in list(linecache.cache.items()):
        # A file's entry has a time of its last change, a cell's has none.
        if (
            len(entry) == 4
            and entry[1] is None
            and f"class {name}" in "".join(entry[2])
        ):
            found.append(filename)
    return found


def _classes_in(lines: list[str], cls: type) -> Iterator[tuple[str, set[str]]]:
    """The definitions of classes of that name, the last first, and their names."""
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in reversed(list(ast.walk(tree))):
        if isinstance(node, ast.ClassDef) and node.name == short_name(cls):
            start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            text = textwrap.dedent("".join(lines[start - 1 : node.end_lineno]))
            yield text, _names_of(node)


def _names_of(node: ast.ClassDef) -> set[str]:
    """The public names that the body of a class defines, as far as plain to see."""
    names: set[str] = set()
    for item in node.body:
        match item:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(item.name)
            case ast.Assign():
                names |= {t.id for t in item.targets if isinstance(t, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case _:
                pass
    return _public(names)
