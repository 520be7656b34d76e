"""What the person asks for by name, in braces or with `-c`: cells, values, files."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from jupyter_assistant.context import (
    error_part,
    outputs_part,
    redacted_cell,
    source_part,
    text_part,
)
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.describe import describe
from jupyter_assistant.kernel.select.files import file_part
from jupyter_assistant.kernel.select.interpolate import Expression, parse_expression
from jupyter_assistant.kernel.select.names import resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jupyter_assistant.context import CellSeen, Notebook, Wants
    from jupyter_assistant.conversation import ImagePart, TextPart
    from jupyter_assistant.kernel.describe import ShareValues

EXPLICIT_CHARS = 3000
"""Of a value, a source or an output that the person asked for by name."""


class OfCell(NamedTuple):
    """What `{In[3]}`, `{Out[3]}` and `{Err[3]}` stand for where it is no value."""

    what: Literal["In", "Out", "Err"]
    cell: CellSeen


class Asked:
    """Looks up what is named, without running anything of it."""

    def __init__(
        self,
        namespace: Mapping[str, Any],
        notebook: Notebook,
        share_values: ShareValues,
        redact: Callable[[str], str],
    ) -> None:
        """Nothing is looked at yet.

        Args:
            namespace: the kernel's names.
            notebook: the cells, the assistant's own left out.
            share_values: whether values may leave, or only what they look like.
            redact: takes secrets out of a text, before it is cut.
        """
        self._namespace = namespace
        self._runs = notebook.code_cells
        self._share_values: ShareValues = share_values
        self._redact = redact

    def lookup(self, expression: Expression) -> Any:
        """The value of an expression.

        Raises:
            LookupError: there is none.
        """
        what = expression.name
        if what not in ("In", "Out", "Err") or not expression.steps:
            return resolve(self._namespace, expression)
        number, *rest = expression.steps
        if not isinstance(number, int):
            raise LookupError(expression.text)  # noqa: TRY004 (it does not resolve)
        results = self._namespace.get("Out")
        if what == "Out" and isinstance(results, dict) and number in results:
            inner = Expression("value", tuple(rest), expression.text)
            return resolve({"value": results[number]}, inner)
        cell = self._cell(number)
        found = {"In": True, "Out": cell.outputs, "Err": cell.error}
        if rest or not found[what]:
            raise LookupError(expression.text)
        return OfCell(what, cell)

    def parts(self, label: str, value: Any) -> Iterator[TextPart | ImagePart]:
        """What is sent for one of them."""
        if isinstance(value, OfCell):
            yield self._of_cell(value)
            return
        told = describe(
            label,
            value,
            share_values=self._share_values,
            max_chars=EXPLICIT_CHARS,
            redact=self._redact,
        )
        text = self._redact(told.text)
        yield text_part(
            text, told.selection_type, label, label, truncated=told.truncated
        )
        if told.image is not None and self._share_values == "sample":
            yield told.image

    def wanted(self, wants: Wants) -> Iterator[TextPart | ImagePart]:
        """What `-c` names.

        Raises:
            SettingInvalid: there is no such name and no such file.
        """
        for name in wants.names:
            expression = parse_expression(name)
            try:
                value = self.lookup(expression or Expression(name))
            except LookupError:
                if not Path(name).exists():
                    raise SettingInvalid(self._nothing(name)) from None
                yield self._file(name)
            else:
                yield from self.parts(name, value)
        for name in wants.files:
            yield self._file(name)

    def _cell(self, number: int) -> CellSeen:
        if number < 0:
            return self._runs[number]
        for cell in self._runs:
            if cell.execution_count == number:
                return cell
        raise LookupError(number)

    def _of_cell(self, asked: OfCell) -> TextPart:
        cell = redacted_cell(asked.cell, self._redact)
        part = None
        if asked.what == "Err" and cell.error:
            return error_part(cell, cell.error, EXPLICIT_CHARS)
        if asked.what == "Out":
            part = outputs_part(cell, EXPLICIT_CHARS)
        return part or source_part(cell, EXPLICIT_CHARS)

    def _file(self, name: str) -> TextPart | ImagePart:
        share_rows = self._share_values == "sample"
        return file_part(name, share_rows=share_rows, redact=self._redact)

    def _nothing(self, name: str) -> str:
        """That a name does not exist, and which ones are like it."""
        known = [n for n in self._namespace if not n.startswith("_")]
        alike = difflib.get_close_matches(name.partition(".")[0], known)
        remedy = f"did you mean {', '.join(alike)}?" if alike else "is it spelled so?"
        return f"-c {name}: no variable and no file of that name; {remedy}"
