"""What a cell showed, as text: the words of each output and what else there was."""

from __future__ import annotations

import base64
import binascii
import re
import struct
from typing import TYPE_CHECKING, NamedTuple, assert_never

from jupyter_assistant.context.budget import shares
from jupyter_assistant.context.cells import (
    CellSeen,
    ErrorSeen,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.context.clean import clean_text
from jupyter_assistant.context.markup import html_text
from jupyter_assistant.context.truncate import Shortened, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

PICTURES = ("image/png", "image/jpeg", "image/webp", "image/gif")
"""Media types that models can look at, the best first."""
OWN_MEDIA_TYPE = "application/vnd.jupyter-assistant+json"
"""Our replies: history, no output."""
MIN_OUTPUT_CHARS = 80

_OPAQUE = re.compile(r"<[\w.]+(?: object)?(?: at 0x[0-9a-f]+|[^<>]* with \d+ Axes)?>")
_PNG = b"\x89PNG\r\n\x1a\n"


def outputs_text(cell: CellSeen, max_chars: int) -> Shortened:
    """What a cell printed and displayed; its error is told apart (`error_text`)."""
    pieces = list(_pieces(cell))
    granted = shares([len(p.text) for p in pieces], max_chars)
    short = [
        shorten(piece.text, max(MIN_OUTPUT_CHARS, room))
        for piece, room in zip(pieces, granted, strict=True)
    ]
    texts = [p.heading + s.text for p, s in zip(pieces, short, strict=True)]
    return Shortened("\n".join(texts), sum(s.left_out for s in short))


def rich_text(output: RichSeen) -> str:
    """A displayed value in words; a picture by its size, a widget by its kind."""
    data = output.data
    if OWN_MEDIA_TYPE in data or not data:
        return ""
    if found := picture(output):
        size = picture_size(*found)
        return f"[picture {size}]" if size else "[picture]"
    plain = clean_text(data.get("text/plain", "")).strip("\n")
    if plain and not _OPAQUE.fullmatch(plain.strip()):
        return plain
    if "text/markdown" in data:
        return data["text/markdown"].strip()
    if text := html_text(data.get("text/html", "")):
        return text
    return data.get("text/latex", "").strip() or plain or f"[{', '.join(sorted(data))}]"


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


class _Piece(NamedTuple):
    """One output's text under its heading."""

    heading: str
    text: str


def _pieces(cell: CellSeen) -> Iterable[_Piece]:
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
            case RichSeen():
                text = rich_text(output)
                heading = "→ " if output.is_result else ""
            case ErrorSeen():
                continue
            case _:
                assert_never(output)
        if text.strip():
            yield _Piece(heading, text)
