"""Cells, values and files as parts of a message: what the model reads, the chips."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from jupyter_assistant.context.code import read_code
from jupyter_assistant.context.failures import error_text
from jupyter_assistant.context.folding import fold
from jupyter_assistant.context.outputs import outputs_text
from jupyter_assistant.context.truncate import shorten
from jupyter_assistant.conversation import ImagePart, Selection, TextPart, text_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jupyter_assistant.context.cells import CellSeen, ErrorSeen
    from jupyter_assistant.conversation.parts import SelectionType


def text_part(
    text: str,
    kind: SelectionType,
    label: str,
    ref: str,
    *,
    truncated: bool = False,
) -> TextPart:
    """A text that the notebook puts in for the person."""
    selection = Selection(
        type=kind,
        label=label,
        ref=ref,
        truncated=truncated,
        estimated_tokens=text_tokens(text),
    )
    return TextPart(text=text, context=selection)


def source_part(
    cell: CellSeen,
    max_chars: int,
    *,
    replaced: Mapping[str, str] | None = None,
    notes: Iterable[str] = (),
) -> TextPart:
    """A cell's source as it stands, and what ran where that is something else.

    Args:
        cell: the cell.
        max_chars: of the source; a longer one loses lines in its middle.
        replaced: functions and classes that were defined again since, and where: their
            text here would mislead.
        notes: what is to be said beside its label.
    """
    source = cell.source.strip("\n")
    shown = _without_replaced(source, replaced or {})
    cut = fold if cell.cell_type == "code" else shorten
    short = cut(shown, max_chars)
    said = list(notes)
    text = short.text
    if cell.ran_source is not None:
        said.insert(0, "edited since it ran")
        text += _changes(cell.ran_source, source)
    elif cell.cell_type == "code" and cell.execution_count is None:
        said.insert(0, "not run")
    if cell.gone:
        said.insert(0, "no longer in the notebook")
    heading = ", ".join([cell.label, *said])
    return text_part(
        f"{heading}:\n{text}",
        "cell",
        cell.label,
        cell.id,
        truncated=bool(short.left_out),
    )


def definition_part(cell: CellSeen, name: str, text: str, max_chars: int) -> TextPart:
    """A function or class alone, out of a cell that holds more."""
    short = fold(text, max_chars)
    return text_part(
        f"{name}, defined in {cell.label}:\n{short.text}",
        "cell",
        name,
        f"{cell.id}#{name}",
        truncated=bool(short.left_out),
    )


def outputs_part(cell: CellSeen, max_chars: int) -> TextPart | None:
    """What a cell showed; None where it showed nothing in words."""
    short = outputs_text(cell, max_chars)
    if not short.text:
        return None
    label = cell.label.replace("In[", "Out[")
    text = f"Output of {cell.label}:\n{short.text}"
    return text_part(text, "output", label, cell.id, truncated=bool(short.left_out))


def error_part(cell: CellSeen, error: ErrorSeen, max_chars: int) -> TextPart:
    """The error that ended a cell."""
    label = cell.label.replace("In[", "Err[")
    text = f"Error of {cell.label}:\n{error_text(error, max_chars)}"
    return text_part(text, "error", label, cell.id)


def image_part(cell: CellSeen, number: int, media_type: str, data: str) -> ImagePart:
    """A picture that a cell showed."""
    label = cell.label.replace("In[", "Out[")
    return ImagePart(
        media_type=media_type,
        data=data,
        name=f"{label} {number}" if number else label,
        alt=f"picture shown by {cell.label}",
        context=Selection(
            type="image", label=label, ref=f"{cell.id}#{number}", estimated_tokens=0
        ),
    )


def _without_replaced(source: str, replaced: Mapping[str, str]) -> str:
    """The source, definitions that no longer count told in a line each."""
    if not replaced:
        return source
    lines = source.split("\n")
    spans = read_code(source).definitions
    there = [(spans[name], name) for name in replaced if name in spans]
    for span, name in sorted(there, reverse=True):
        told = f"# {name} was defined here, now by {replaced[name]}"
        lines[span.first : span.end] = [told]
    return "\n".join(lines)


def _changes(ran: str, source: str) -> str:
    """Below the text as it stands: what ran instead."""
    before, now = ran.strip("\n").split("\n"), source.split("\n")
    removed: list[str] = []
    added: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, now).get_opcodes():
        if kind != "equal":
            removed += before[a:b]
            added += now[c:d]
    if removed:
        return "\nWhat ran in place of the edited lines:\n" + "\n".join(removed)
    return "\nWhat ran was without:\n" + "\n".join(added)
