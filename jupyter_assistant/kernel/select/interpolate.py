"""Names in braces, by our own grammar: what resolves is replaced, all else stays.

`{name}`, `{df.columns}`, `{rows[0]}`, `{config["port"]}`, `{In[3]}`, `{Out[3]}`,
`{Err[3]}`. Braces of code, TeX, JSON and templates stay as they are; `{{name}}` gives
`{name}` where `name` would have resolved. One pass: a value is never expanded again.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

INLINE_CHARS = 200
"""What is longer becomes a context part, and the question names it."""

MAX_CHARS = 200_000
"""A longer question is no sentence with names in it: it stays as it is."""

_STEP = r"""\.[^\W\d]\w*|\[(?:-?\d+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\]"""
_EXPRESSION = re.compile(rf"(?P<name>[^\W\d]\w*)(?P<steps>(?:{_STEP})*)")
_STEPS = re.compile(_STEP)
_CODE = re.compile(
    r"""
    ^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*(?P=fence)[`~]*[ \t]*$|\Z)
    | (?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).){1,4000}?(?<!`)(?P=ticks)(?!`)
    | \$\$.{1,4000}?\$\$
    | (?<![\\$\w])\$(?=[^\s$])(?:\\.|(?!\n[ \t]*\n)[^$\\])*?(?<=\S)\$(?![\d$])
    | \\\(.{0,4000}?\\\)
    | \\\[.{0,4000}?\\\]
    | \b[rR]?[fF][rR]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""Where braces are code or TeX: fences, inline code, formulas, f-strings."""
_TEMPLATE = re.compile(r"(?:\\[a-zA-Z]+\*?(?:\[[^\]\n]*\])?|\^|\$)\Z")
"""Right before a brace: a TeX command, an exponent, a shell's or a script's `${`."""
_PLAIN = (str, int, float, complex, bool, type(None))


class Expression(NamedTuple):
    """What stands in braces."""

    name: str
    steps: tuple[str | int, ...] = ()
    """Attributes as `.name`, keys as `=key`, positions as numbers."""
    text: str = ""
    """As it was written."""


class Named(NamedTuple):
    """A value too large for a sentence."""

    label: str
    value: Any


class Interpolated(NamedTuple):
    """A question with its values in place."""

    text: str
    values: tuple[Named, ...] = ()
    """What the text names by its label: to be sent as context."""


def interpolate(question: str, lookup: Callable[[Expression], Any]) -> Interpolated:
    """Replace what resolves.

    Args:
        question: the person's words.
        lookup: gives an expression's value without side effects; raises LookupError
            where there is none.
    """
    if len(question) > MAX_CHARS:
        return Interpolated(question)
    values: dict[str, Named] = {}
    pieces: list[str] = []
    for text, is_code in _split(question):
        pieces.append(text if is_code else _replaced(text, lookup, values))
    return Interpolated("".join(pieces), tuple(values.values()))


def parse_expression(text: str) -> Expression | None:
    """The whole text as an expression of the grammar; None where it is none."""
    found = _EXPRESSION.fullmatch(text)
    return _expression(found) if found else None


def in_a_sentence(value: Any) -> str | None:
    """The value as words of a sentence; None where it is too large or has a class."""
    if type(value) is str:
        is_short = len(value) <= INLINE_CHARS and "\n" not in value
        return value if is_short else None
    text = literal(value, INLINE_CHARS)
    return text if text is not None and len(text) <= INLINE_CHARS else None


def _split(question: str) -> Iterator[tuple[str, bool]]:
    """The question in stretches, and whether each is code."""
    position = 0
    for code in _CODE.finditer(question):
        yield question[position : code.start()], False
        yield code[0], True
        position = code.end()
    yield question[position:], False


def _replaced(
    text: str, lookup: Callable[[Expression], Any], values: dict[str, Named]
) -> str:
    pieces: list[str] = []
    position = 0
    while (brace := text.find("{", position)) >= 0:
        pieces.append(text[position:brace])
        position = brace
        if _TEMPLATE.search(text[max(0, brace - 80) : brace]):
            position = _after_groups(text, brace)
            pieces.append(text[brace:position])
            continue
        doubled = text.startswith("{{", brace)
        found = _EXPRESSION.match(text, brace + 1 + doubled)
        close = "}}" if doubled else "}"
        if not found or not text.startswith(close, found.end()):
            position += 1 + doubled
            pieces.append(text[brace:position])
            continue
        position = found.end() + len(close)
        try:
            value = lookup(_expression(found))
        except LookupError:
            pieces.append(text[brace:position])
            continue
        if doubled:
            pieces.append(f"{{{found[0]}}}")
        else:
            pieces.append(_placed(found[0], value, values))
    return "".join(pieces) + text[position:]


def _placed(label: str, value: Any, values: dict[str, Named]) -> str:
    """The value itself, or its label and the value beside the question."""
    if (text := in_a_sentence(value)) is not None:
        return text
    values.setdefault(label, Named(label, value))
    return label


def _after_groups(text: str, brace: int) -> int:
    """Where the groups of a TeX command end: `{a}{b}`; the brace where they don't."""
    end = brace
    while end < len(text) and text[end] == "{":
        depth = 0
        for n in range(end, len(text)):
            depth += (text[n] == "{") - (text[n] == "}")
            if not depth:
                end = n + 1
                break
        else:
            return max(end, brace + 1)
    return end


def _expression(found: re.Match[str]) -> Expression:
    steps: list[str | int] = []
    for step in _STEPS.findall(found["steps"]):
        if step.startswith("."):
            steps.append(step)
        else:
            key = ast.literal_eval(step[1:-1])
            steps.append(key if isinstance(key, int) else f"={key}")
    return Expression(found["name"], tuple(steps), found[0])


def literal(value: Any, room: int) -> str | None:
    """`repr` of plain values and of small containers of them; no foreign code runs.

    Args:
        value: anything; what has a class of its own gives None.
        room: characters; a value that needs more gives None.
    """
    if type(value) in _PLAIN:
        if type(value) is int and value.bit_length() > 4 * room:
            return None
        return repr(value) if type(value) is not str or len(value) <= room else None
    if type(value) not in (list, tuple, dict, set, frozenset) or len(value) > room // 2:
        return None
    items = (
        [item for pair in value.items() for item in pair]
        if type(value) is dict
        else value
    )
    for item in items:
        text = literal(item, room - 2)
        if text is None:
            return None
        room -= len(text)
        if room <= 0:
            return None
    return repr(value)
