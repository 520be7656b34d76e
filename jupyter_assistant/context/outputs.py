"""What a cell showed, as text: the words of each output and what else there was."""

from __future__ import annotations

import base64
import binascii
import re
import struct
from typing import TYPE_CHECKING, NamedTuple, assert_never

from jupyter_assistant.context.cells import (
    CellSeen,
    ErrorSeen,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.context.clean import clean_text
from jupyter_assistant.context.markup import html_text
from jupyter_assistant.context.truncate import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

PICTURES = ("image/png", "image/jpeg", "image/webp", "image/gif")
"""Media types that models can look at, the best first."""
_OPAQUE = re.compile(r"<[\w.]+(?: object)?(?: at 0x[0-9a-f]+|[^<>]* with \d+ Axes)?>")
_OWN = "application/vnd.jupyter-assistant+json"
_PNG = b"\x89PNG\r\n\x1a\n"


class Piece(NamedTuple):
    """One output's text under its heading."""

    heading: str
    text: str


class Said(NamedTuple):
    """All of a cell's outputs in limited room."""

    text: str
    truncated: bool


def outputs_text(cell: CellSeen, max_chars: int) -> Said:
    """What a cell printed and displayed; its error is told apart (`error_text`)."""
    pieces = list(_pieces(cell))
    if not pieces:
        return Said("", truncated=False)
    texts: list[str] = []
    truncated = False
    room = max_chars
    for number, piece in enumerate(sorted(pieces, key=lambda p: len(p.text))):
        share = room // (len(pieces) - number)
        short = shorten(piece.text, max(80, share))
        room -= len(short.text)
        truncated = truncated or bool(short.left_out)
        texts.append((pieces.index(piece), f"{piece.heading}{short.text}"))  # type: ignore
    return Said("\n".join(t for _, t in sorted(texts)), truncated)  # type: ignore


def picture(output: RichSeen) -> tuple[str, str] | None:
    """Media type and base64 of an output's picture."""
    return next(((t, output.data[t]) for t in PICTURES if t in output.data), None)


def picture_size(media_type: str, data: str) -> str:
    """`640x480` of a PNG, nothing of others."""
    try:
        head = base64.b64decode(data[:44])
    except (binascii.Error, ValueError):
        return ""
    if media_type != "image/png" or not head.startswith(_PNG) or len(head) < 24:
        return ""
    width, height = struct.unpack(">II", head[16:24])
    return f"{width}x{height}"


def _pieces(cell: CellSeen) -> Iterable[Piece]:
    """The outputs in their order; what a stream got is told once, whole."""
    printed: dict[str, str] = {}
    for output in cell.outputs:
        if isinstance(output, StreamSeen):
            printed[output.name] = printed.get(output.name, "") + output.text
    for output in cell.outputs:
        match output:
            case StreamSeen():
                text = clean_text(printed.pop(output.name, "")).strip("\n")
                heading = "stderr:\n" if output.name == "stderr" else ""
                if text.strip():
                    yield Piece(heading, text)
            case RichSeen():
                text = rich_text(output)
                if text:
                    yield Piece(f"Out[{cell.execution_count}]: " if output.is_result else "", text)
            case ErrorSeen():
                pass
            case _:
                assert_never(output)


def rich_text(output: RichSeen) -> str:
    """A displayed value in words; a picture or a diagram by its kind."""
    data = output.data
    if _OWN in data:
        return ""
    if found := picture(output):
        size = picture_size(*found)
        return f"[picture{' ' * bool(size)}{size}]"
    plain = clean_text(data.get("text/plain", "")).strip("\n")
    if plain and not _OPAQUE.fullmatch(plain.strip()):
        return plain
    if "text/markdown" in data:
        return data["text/markdown"].strip()
    if "text/html" in data and (text := html_text(data["text/html"])):
        return text
    if "text/latex" in data:
        return data["text/latex"].strip()
    if plain:
        return plain
    return f"[{', '.join(sorted(data))}]" if data else ""
