"""Cells without secrets: masked before anything is cut, so that no half is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec

from jupyter_assistant.context.cells import (
    CellSeen,
    ErrorSeen,
    OutputSeen,
    Raised,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.context.clean import clean_text

if TYPE_CHECKING:
    from collections.abc import Callable

    Redact = Callable[[str], str]


def redacted_cell(cell: CellSeen, redact: Redact) -> CellSeen:
    """The cell with every text of it redacted, terminal codes taken out before."""
    return msgspec.structs.replace(
        cell,
        source=redact(cell.source),
        ran_source=None if cell.ran_source is None else redact(cell.ran_source),
        outputs=tuple(_output(output, redact) for output in cell.outputs),
    )


def _output(output: OutputSeen, redact: Redact) -> OutputSeen:
    match output:
        case StreamSeen():
            return StreamSeen(name=output.name, text=redact(clean_text(output.text)))
        case RichSeen():
            data = {
                media: text if media.startswith("image/") else redact(clean_text(text))
                for media, text in output.data.items()
            }
            return RichSeen(data=data, is_result=output.is_result)
        case ErrorSeen():
            shown = redact(clean_text("\n".join(output.traceback)))
            return ErrorSeen(
                name=output.name,
                message=redact(clean_text(output.message)),
                traceback=tuple(shown.split("\n")),
                chain=tuple(_raised(raised, redact) for raised in output.chain),
            )
        case _:
            assert_never(output)


def _raised(raised: Raised, redact: Redact) -> Raised:
    frames = tuple(
        msgspec.structs.replace(frame, code=redact(frame.code))
        for frame in raised.frames
    )
    return msgspec.structs.replace(
        raised,
        message=redact(clean_text(raised.message)),
        frames=frames,
        notes=tuple(map(redact, raised.notes)),
        members=tuple(
            tuple(_raised(inner, redact) for inner in member)
            for member in raised.members
        ),
    )
