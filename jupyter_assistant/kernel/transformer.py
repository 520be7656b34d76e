"""Keeps questions as they were typed: IPython would take a final `?` for its help.

It would also strip what looks like a prompt (`>>> `) from the body of a cell magic, and
read quotes and brackets of a question as Python's. Both functions go first in the
shell's `input_transformers_cleanup`.
"""

from __future__ import annotations

import io
import re
import tokenize

_MAGICS = "ask|btw"
_LINE = re.compile(rf"([ \t]*)%({_MAGICS})[ \t]+(?=\S)(.*)")
_CELL = re.compile(rf"[ \t]*%%({_MAGICS})(?![\w?])[ \t]*(.*)")
_ESCAPED = re.compile(r"([ \t]*)[%!]")


def keep_cell(lines: list[str]) -> list[str]:
    """Turn a `%%ask` cell into the call of its magic, with the body as it was typed.

    A cell that is only a first line with words becomes the line magic: IPython would
    refuse the empty body.
    """
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is None or not (found := _CELL.match(lines[first])):
        return lines
    name, line = found[1], found[2].rstrip()
    body = "".join(lines[first + 1 :])
    if line and not body.strip():
        return [f"get_ipython().run_line_magic({name!r}, {line!r})\n"]
    return [f"get_ipython().run_cell_magic({name!r}, {line!r}, {body or chr(10)!r})\n"]


keep_cell.has_side_effects = True  # pyright: ignore[reportFunctionMemberAccess]
# So IPython leaves it out where it asks whether a cell is complete: a terminal goes on
# reading the body of `%%ask` until a blank line.


def keep_lines(lines: list[str]) -> list[str]:
    """Turn `%ask words` among code into calls of the magic, word for word."""
    if not any(_LINE.match(line) for line in lines) or lines[0].startswith("%%"):
        return lines
    kept: list[str] = []
    code: list[str] = []  # the same without what is not Python, to be tokenized
    rest = iter(lines)
    for line in rest:
        escaped = _ESCAPED.match(line)
        if escaped is None or _inside_string_or_brackets(code):
            kept.append(line)
            code.append(line)
            continue
        code.append(f"{escaped[1]}pass\n")
        found = _LINE.match(line)
        if found is None:
            kept.append(line)
            continue
        question, count = _joined(found[3], rest)
        call = f"get_ipython().run_line_magic({found[2]!r}, {question!r})\n"
        # Blank lines keep the numbers of the lines that follow.
        kept.extend([f"{found[1]}{call}", *["\n"] * count])
    return kept


def _joined(line: str, rest: object) -> tuple[str, int]:
    """The line with those it goes on in, as IPython joins them: by a final backslash.

    Returns:
        The text and how many lines were added.
    """
    count = 0
    text = line.rstrip()
    while text.endswith("\\") and (more := next(rest, None)) is not None:  # type: ignore[call-overload]
        text = f"{text[:-1].rstrip()} {more.strip()}"
        count += 1
    return text, count


def _inside_string_or_brackets(code: list[str]) -> bool:
    """Whether the next line still belongs to a string or an expression."""
    try:
        for _ in tokenize.generate_tokens(io.StringIO("".join(code)).readline):
            pass
    except tokenize.TokenError as error:
        # Python 3.11: "EOF in multi-line string"; 3.12: "unterminated triple-quoted …".
        return "multi-line" in str(error) or "triple-quoted" in str(error)
    except SyntaxError:  # such as an indentation that fits nothing
        return False
    return False
