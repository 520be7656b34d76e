"""What a tool's code showed, as the outcome of the call: text, pictures, outputs."""

from __future__ import annotations

import base64
import io
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jupyter_assistant.context import CellSeen, RichSeen, StreamSeen
from jupyter_assistant.context.clean import clean_text
from jupyter_assistant.context.failures import error_text
from jupyter_assistant.context.outputs import outputs_text
from jupyter_assistant.conversation import ImagePart
from jupyter_assistant.kernel.describe import ShareValues, describe
from jupyter_assistant.kernel.tools.shown import Failed, Outputs
from jupyter_assistant.kernel.watch.capture import Displayed, Printed
from jupyter_assistant.kernel.watch.cells import media
from jupyter_assistant.tools.base import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jupyter_assistant.context import ErrorSeen

MAX_IMAGES = 4
IMAGE_PIXELS = 1568
"""The longer side of a picture that models look at; larger ones are made smaller."""
IMAGE_BYTES = 3_000_000
STORED_CHARS = 1_000_000
"""Of all outputs that are stored with the conversation."""
STREAM_CHARS = 20_000
"""Of one printed text that is stored."""
STOPPED = "The person stopped the code here."


@dataclass(slots=True, kw_only=True)
class Ended:
    """How a run of code ended."""

    outputs: Outputs
    error: ErrorSeen | None
    result: Any
    """The value of the last expression."""
    stopped: bool


def outcome_of(
    ended: Ended,
    *,
    share_values: ShareValues,
    redact: Callable[[str], str],
    max_chars: int,
) -> ToolOutcome:
    """The outcome for the loop: words and pictures for the model, outputs to store."""
    kept = ended.outputs.kept
    images: list[ImagePart] = []
    notes: list[str] = []
    if share_values == "sample":
        shown = _words(kept, redact, max_chars)
        images, notes = _images(kept)
    else:
        shown = "\n".join(_kinds(kept, ended.result))
    if ended.outputs.left_out:
        notes.append(f"({ended.outputs.left_out:,} outputs in between were not kept.)")
    failed = redact(error_text(ended.error)) if ended.error else ""
    stopped = STOPPED if ended.stopped else ""
    pieces = [p for p in (shown, *notes, failed, stopped) if p]
    return ToolOutcome(
        text="\n".join(pieces) or "(The code ran and showed nothing.)",
        is_error=ended.error is not None or ended.stopped,
        images=tuple(images),
        outputs=tuple(_stored(kept)),
    )


def _words(
    kept: Iterable[Printed | Displayed | Failed],
    redact: Callable[[str], str],
    max_chars: int,
) -> str:
    """The outputs in words, without secrets, what is long cut in its middle."""
    seen: list[StreamSeen | RichSeen] = []
    for output in kept:
        match output:
            case Printed():
                name = "stderr" if output.name == "stderr" else "stdout"
                text = redact(clean_text(output.text))
                seen.append(StreamSeen(name=name, text=text))
            case Displayed():
                data = {
                    kind: text if kind.startswith("image/") else redact(text)
                    for kind, text in media(output.data).items()
                }
                seen.append(RichSeen(data=data, is_result=output.is_result))
            case Failed():
                pass
    cell = CellSeen(id="", source="", outputs=tuple(seen))
    return outputs_text(cell, max_chars).text


def _kinds(kept: Iterable[Printed | Displayed | Failed], result: Any) -> Iterable[str]:
    """What there was, without a word of it."""
    for output in kept:
        match output:
            case Printed():
                lines = output.text.count("\n") + 1
                yield f"{output.name}: {lines:,} lines, not shown to you"
            case Displayed(is_result=True):
                yield describe("result", result, share_values="schema").text
            case Displayed():
                yield f"a display of {', '.join(sorted(output.data))}, not shown to you"
            case Failed():
                pass


# ---- pictures


def _images(
    kept: Iterable[Printed | Displayed | Failed],
) -> tuple[list[ImagePart], list[str]]:
    """The first pictures, and what is to be said of the others."""
    images: list[ImagePart] = []
    notes: list[str] = []
    more = 0
    for output in kept:
        found = _picture(output) if isinstance(output, Displayed) else None
        if found is None:
            continue
        if len(images) == MAX_IMAGES:
            more += 1
            continue
        media_type, data = found
        fitting = _fitting(media_type, data)
        if fitting is None:
            size = len(data) * 3 // 4
            notes.append(f"(A picture of {size:,} bytes is too large to send to you.)")
        else:
            images.append(ImagePart(media_type=fitting[0], data=fitting[1]))
    if more:
        notes.append(f"({more:,} more pictures were shown to the person only.)")
    return images, notes


def _picture(output: Displayed) -> tuple[str, str] | None:
    """Media type and base64 of a picture that models can look at."""
    data = media(output.data)
    return next(((t, data[t]) for t in ("image/png", "image/jpeg") if t in data), None)


def _fitting(media_type: str, data: str) -> tuple[str, str] | None:
    """The picture in a size that providers take, None where it can't be had."""
    try:
        raw = base64.b64decode(data, validate=True)
    except ValueError:
        return None
    size = _png_size(raw) if media_type == "image/png" else None
    small = size is None or max(size) <= IMAGE_PIXELS
    if small and len(raw) <= IMAGE_BYTES and (size or media_type == "image/jpeg"):
        return media_type, data
    return _smaller(raw)


def _png_size(raw: bytes) -> tuple[int, int] | None:
    if not raw.startswith(b"\x89PNG\r\n\x1a\n") or len(raw) < 24:
        return None
    return struct.unpack(">II", raw[16:24])


def _smaller(raw: bytes) -> tuple[str, str] | None:
    """The picture scaled down, by Pillow where the person's code has it loaded."""
    if "PIL" not in sys.modules:
        return None
    from PIL import Image  # noqa: PLC0415 (loaded already)

    try:
        with Image.open(io.BytesIO(raw)) as picture:
            picture.thumbnail((IMAGE_PIXELS, IMAGE_PIXELS))
            target = io.BytesIO()
            picture.save(target, "PNG")
    except Exception:  # noqa: BLE001 (a broken picture, or one that would fill memory)
        return None
    if target.tell() > IMAGE_BYTES:
        return None
    return "image/png", base64.b64encode(target.getvalue()).decode("ascii")


# ---- what is stored


def _stored(kept: Iterable[Printed | Displayed | Failed]) -> Iterable[dict[str, Any]]:
    """The outputs in nbformat's shape, as many as may be stored."""
    room = STORED_CHARS
    for output in kept:
        stored = _as_nbformat(output)
        room -= _size(stored)
        if room < 0:
            text = "(More outputs were shown; they are too large to be stored.)\n"
            yield {"output_type": "stream", "name": "stderr", "text": text}
            return
        yield stored


def _as_nbformat(output: Printed | Displayed | Failed) -> dict[str, Any]:
    match output:
        case Printed():
            text = output.text
            if len(text) > STREAM_CHARS:
                half = STREAM_CHARS // 2
                more = len(text) - STREAM_CHARS
                text = f"{text[:half]}\n… {more:,} characters …\n{text[-half:]}"
            return {"output_type": "stream", "name": output.name, "text": text}
        case Displayed():
            return {
                "output_type": "display_data",
                "data": {**_json_data(output.data), **media(output.data)},
                "metadata": {},
            }
        case Failed():
            return {
                "output_type": "error",
                "ename": output.seen.name,
                "evalue": output.seen.message,
                "traceback": list(output.traceback),
            }


def _json_data(data: dict[str, Any]) -> dict[str, Any]:
    """Data that are JSON and no text, such as a chart's specification."""
    return {kind: held for kind, held in data.items() if "json" in kind}


def _size(stored: dict[str, Any]) -> int:
    return sum(len(str(value)) for value in stored.values())
