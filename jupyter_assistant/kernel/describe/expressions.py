"""SymPy: the expression as written, its symbols and what is assumed of them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.look import Family, count, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jupyter_assistant.kernel.describe.look import Look

NODES = 600
"""A larger expression is not written out."""
EXPRESSION_CHARS = 600


def _nodes(value: Any) -> Iterator[Any]:
    """The parts of an expression, each as often as it occurs."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += getattr(node, "args", ())


def _expression(value: Any, look: Look) -> str:
    if not look.values:
        return ""
    size = sum(1 for _ in itertools.islice(_nodes(value), NODES + 1))
    if size > NODES:
        first = joined(sorted({type(n).__name__ for n in value.args})[:5])
        return f"more than {count(NODES)} parts, of {count(len(value.args))}: {first}"
    text = str(value)
    limit = 100 if look.depth else EXPRESSION_CHARS
    return f"= {text}" if len(text) <= limit else f"= {text[:limit]} …"


def _expression_body(value: Any, look: Look) -> Iterable[str]:  # noqa: ARG001
    symbols: dict[str, str] = {}
    for node in itertools.islice(_nodes(value), 20 * NODES):
        if type(node).__name__ in ("Symbol", "Dummy", "Wild"):
            symbols.setdefault(str(node.name), _assumed(node))
    if len(symbols) > 1 or any(symbols.values()):
        yield f"symbols: {joined(f'{n}{a}' for n, a in sorted(symbols.items())[:20])}"


def _assumed(symbol: Any) -> str:
    """What was said of a symbol when it was made."""
    said = getattr(symbol, "_assumptions_orig", None) or {}
    words = [k if v else f"not {k}" for k, v in sorted(said.items())]
    return f" ({', '.join(words)})" if words else ""


def _matrix(value: Any, look: Look) -> str:
    rows, columns = value.shape
    head = f"{rows} x {columns}"
    if not look.values or not isinstance(rows, int) or rows * columns > 25:
        return head
    text = str(value.tolist())
    return f"{head}: {text[:EXPRESSION_CHARS]}"


EXPRESSIONS: dict[tuple[str, str], Family] = {
    ("sympy", "MatrixBase"): Family(_matrix, _expression_body),
    ("sympy", "Basic"): Family(_expression, _expression_body),
}
