"""Cells and values to selection parts: pure, no I/O."""

from jupyter_assistant.context.cells import (
    CellSeen,
    ErrorSeen,
    Frame,
    Notebook,
    OutputSeen,
    Raised,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.context.wants import Wants, parse_wants

__all__ = [
    "CellSeen",
    "ErrorSeen",
    "Frame",
    "Notebook",
    "OutputSeen",
    "Raised",
    "RichSeen",
    "StreamSeen",
    "Wants",
    "parse_wants",
]
