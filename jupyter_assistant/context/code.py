"""What a cell's code does to names: which it sets, changes and reads.

Read without running it. IPython's own lines (`%…`, `!…`, `name?`) are set aside; a cell
that is no Python, or does not parse, is read by its words.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PYTHON_MAGICS = frozenset(
    {"time", "timeit", "capture", "prun", "memit", "mprun", "lprun", "debug", "heat"}
)
"""Cell magics whose body is Python."""

_ASSISTANT = re.compile(r"\s*%%?(?:ask|btw|assistant)\b")
_LOADING = re.compile(r"\s*%(?:re|un)?load_ext\s+jupyter_assistant\b")
_SHELL_VALUE = re.compile(r"^(\s*[\w, ]+=\s*)[%!].*$")
_SHELL_LINE = re.compile(r"^(\s*)(?:[%!]|\?|[\w.]+\?\??\s*$)")
_WORD = re.compile(r"[^\W\d]\w*")
_BOUND = re.compile(r"^(?:(?:async )?def|class)\s+(\w+)|^(\w+)\s*=(?!=)", re.MULTILINE)
_BUILTINS = frozenset(dir(builtins))
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Span(NamedTuple):
    """Where a definition stands: from its decorators and comments to its last line."""

    first: int
    """Counted from 0."""
    end: int
    """The line after it."""


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """What one piece of code does to the names of the notebook."""

    binds: frozenset[str] = frozenset()
    """Set to a new value: assigned, defined, imported."""
    touches: frozenset[str] = frozenset()
    """Changed in place: `df["x"] = …`, `model.fit(…)`."""
    reads: frozenset[str] = frozenset()
    """Used, in functions too, and not local to them."""
    definitions: dict[str, Span] = {}
    """Functions and classes, and methods as `Class.method`."""
    inner_reads: dict[str, frozenset[str]] = {}
    """What each function or class reads of the notebook's names, and is made with."""
    inner_touches: dict[str, frozenset[str]] = {}
    """What each function changes of the notebook's names when it is called."""
    literals: frozenset[str] = frozenset()
    """Names whose value stands in the code as it is."""
    imported: dict[str, str] = {}
    """Names that imports set: `np` by `numpy as np`, `Path` by `Path from pathlib`."""
    only_imports: bool = False


def definition_text(source: str, name: str) -> str:
    """The text that defines a function or class, or `Class.method` below its class.

    Without such a definition it is the whole source.
    """
    definitions = read_code(source).definitions
    span = definitions.get(name)
    if span is None:
        return source
    lines = source.split("\n")
    text = "\n".join(lines[span.first : span.end])
    if "." not in name:
        return text
    owner = definitions[name.partition(".")[0]]
    head = next(x for x in lines[owner.first :] if x.startswith("class "))
    return f"{head}\n    …\n{text}"


def is_assistants(source: str) -> bool:
    """Whether a cell asks us, or sets us up: it and its outputs are no context."""
    return bool(_ASSISTANT.match(source)) or all(
        _LOADING.match(line) or _ASSISTANT.match(line)
        for line in source.splitlines()
        if line.strip() and not line.lstrip().startswith("#")
    )


def without_assistant(source: str) -> str:
    """The code without lines that ask us."""
    if "%" not in source:
        return source
    lines = source.split("\n")
    kept = [x for x in lines if not (_ASSISTANT.match(x) or _LOADING.match(x))]
    return "\n".join(kept)


@lru_cache(maxsize=2000)
def read_code(source: str) -> Code:
    """What a cell does to names."""
    text = python_of(source)
    try:
        tree = ast.parse(text)
        table = symtable.symtable(text, "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _by_words(text)
    lines = text.split("\n")
    definitions = dict(_defined(tree.body, lines))
    children = {c.get_name(): c for c in table.get_children()}
    imported = dict(_imported(tree))
    made_with = dict(_made_with(tree.body))
    return Code(
        binds=frozenset(s.get_name() for s in table.get_symbols() if _is_bound(s)),
        touches=frozenset(_touched(tree.body)),
        reads=_reads(table),
        definitions=definitions,
        inner_reads={
            name: _reads(children[name]) | made_with.get(name, frozenset())
            for name in definitions
            if name in children
        },
        inner_touches={
            node.name: _changed(node, children[node.name])
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name in children
        },
        literals=frozenset(_literals(tree.body)),
        imported=imported,
        only_imports=bool(imported) and all(map(_is_import, tree.body)),
    )


def python_of(source: str) -> str:
    """The Python of a cell, line for line."""
    lines = source.split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        magic = (_WORD.findall(lines[first]) or [""])[0]
        if magic not in PYTHON_MAGICS:
            return ""
        lines[first] = ""
    return "\n".join(map(_without_shell, lines))


def _without_shell(line: str) -> str:
    if found := _SHELL_VALUE.match(line):
        return f"{found[1]}None"
    if found := _SHELL_LINE.match(line):
        return f"{found[1]}pass"
    return line


def _by_words(text: str) -> Code:
    words = frozenset(_WORD.findall(text))
    bound = frozenset(a or b for a, b in _BOUND.findall(text))
    return Code(binds=bound, reads=words - _BUILTINS)


def _defined(
    body: Iterable[ast.stmt], lines: list[str], owner: str = ""
) -> Iterator[tuple[str, Span]]:
    for node in body:
        if isinstance(node, _Definition):
            yield owner + node.name, _span(node, lines)
            if isinstance(node, ast.ClassDef) and not owner:
                yield from _defined(node.body, lines, f"{node.name}.")


def _made_with(body: Iterable[ast.stmt]) -> Iterator[tuple[str, frozenset[str]]]:
    """What definitions read around their bodies: decorators, defaults, bases."""
    for node in body:
        if isinstance(node, _Definition):
            around: list[ast.expr | None] = [*node.decorator_list]
            if isinstance(node, ast.ClassDef):
                around += [*node.bases, *(k.value for k in node.keywords)]
            else:
                around += [*node.args.defaults, *node.args.kw_defaults]
            names = (n for part in around if part for n in ast.walk(part))
            read = {n.id for n in names if isinstance(n, ast.Name)}
            yield node.name, frozenset(read - _BUILTINS)


def _span(node: _Definition, lines: list[str]) -> Span:
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
    while first and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return Span(first, node.end_lineno or node.lineno)


def _is_import(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


def _is_bound(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


def _reads(table: symtable.SymbolTable) -> frozenset[str]:
    """Names that are used here or further inside, and come from the notebook."""
    top = table.get_type() == "module"
    found = {
        s.get_name()
        for s in table.get_symbols()
        if s.is_referenced() and (top or s.is_global())
    }
    for child in table.get_children():
        found |= _reads(child)
    return frozenset(found - _BUILTINS)


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                yield name, _alias(alias)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            for alias in node.names:
                yield alias.asname or alias.name, f"{_alias(alias)} from {source}"


def _alias(name: ast.alias) -> str:
    return f"{name.name} as {name.asname}" if name.asname else name.name


def _touched(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Names whose value a statement changes in place."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Assign():
                yield from _bases(node.targets)
            case ast.AugAssign() | ast.AnnAssign():
                yield from _bases([node.target])
            case ast.Delete():
                yield from _bases(node.targets)
            case ast.Expr(value=ast.Call(func=ast.Attribute() as method)):
                yield from _bases([method])
            case _:
                pass
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _touched(getattr(node, field, ()))


def _changed(
    function: ast.FunctionDef | ast.AsyncFunctionDef, table: symtable.SymbolTable
) -> frozenset[str]:
    """Names of the notebook that a function changes in place or sets."""
    symbols = [s for s in table.get_symbols() if s.is_global()]
    touched = frozenset(_touched(function.body))
    return frozenset(
        s.get_name() for s in symbols if s.is_assigned() or s.get_name() in touched
    )


def _bases(targets: Iterable[ast.expr]) -> Iterator[str]:
    """`df` of `df["x"]`, `df.x` and `df.x[0]`."""
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from _bases(target.elts)
            continue
        inside = target
        while isinstance(inside, ast.Attribute | ast.Subscript):
            inside = inside.value
        if isinstance(inside, ast.Name) and inside is not target:
            yield inside.id


def _literals(body: Iterable[ast.stmt]) -> Iterator[str]:
    for node in body:
        if not isinstance(node, ast.Assign) or not _is_literal(node.value):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True
