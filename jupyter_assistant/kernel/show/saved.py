"""A reply as it is saved in a notebook: the full card for who can draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from jupyter_assistant.kernel.show.transcript import Transcript

REPLY_MIME = "application/vnd.jupyter-assistant+json"


def saved(transcript: Transcript) -> dict[str, Any]:
    """What stands under `REPLY_MIME`: `IReplyData` in TypeScript, JSON-able."""
    return {"v": 1, "reply": msgspec.to_builtins(transcript.record())}
