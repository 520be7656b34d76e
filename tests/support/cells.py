"""Small builders of notebooks for tests."""

from __future__ import annotations

import base64
import itertools
import struct
from typing import Any

from jupyter_assistant.context import (
    CellSeen,
    ErrorSeen,
    Notebook,
    OutputSeen,
    RichSeen,
    StreamSeen,
)


def code(
    source: str, count: int | None = 1, *outputs: OutputSeen, **more: Any
) -> CellSeen:
    """A code cell that ran as number `count`; None: it did not run."""
    named = {"id": f"c{count}"} | more
    return CellSeen(source=source, execution_count=count, outputs=outputs, **named)


def markdown(source: str, cell_id: str = "m1") -> CellSeen:
    return CellSeen(id=cell_id, cell_type="markdown", source=source)


def printed(text: str, name: Any = "stdout") -> StreamSeen:
    return StreamSeen(name=name, text=text)


def result(text: str, **data: str) -> RichSeen:
    media = {k.replace("_", "/"): v for k, v in data.items()}
    return RichSeen(data={"text/plain": text} | media, is_result=True)


def png(width: int = 64, height: int = 48) -> str:
    """The start of a PNG in base64: enough to tell its size."""
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", width, height)
    return base64.b64encode(head + bytes(16)).decode()


def shown_picture(width: int = 64) -> RichSeen:
    data = {"image/png": png(width), "text/plain": "<Figure size 64x48 with 1 Axes>"}
    return RichSeen(data=data)


def failed(name: str, message: str = "", **more: Any) -> ErrorSeen:
    return ErrorSeen(name=name, message=message, **more)


def ran(*sources: str | CellSeen) -> Notebook:
    """A notebook whose cells ran one after the other, from 1 on."""
    counts = itertools.count(1)
    above = [
        cell if isinstance(cell, CellSeen) else code(cell, n)
        for n, cell in zip(counts, sources, strict=False)
    ]
    return Notebook(above=tuple(above))
