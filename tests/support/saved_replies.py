"""Replies as they stand in saved notebooks."""

from datetime import UTC, datetime

import msgspec
import nbformat

from jupyter_assistant.conversation import (
    Message,
    MessageAdded,
    ReplyRecord,
    RunDone,
    TextPart,
)

REPLY_MIME = "application/vnd.jupyter-assistant+json"
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def record_of(text, run_id="run-1"):
    """A reply of these words, as JSON."""
    message = Message("a", "assistant", (TextPart(text=text),), WHEN, model="m-1")
    record = ReplyRecord(
        run_id=run_id,
        model="demo/m-1",
        started_at=WHEN,
        events=(MessageAdded(message=message), RunDone(reason="end", model="m-1")),
    )
    return msgspec.to_builtins(record)


def cell_with(text, run_id):
    """A cell that asked, with the saved reply."""
    data = {REPLY_MIME: {"v": 1, "reply": record_of(text, run_id)}, "text/plain": ""}
    output = nbformat.v4.new_output("display_data", data=data)
    return nbformat.v4.new_code_cell("%ask for it", outputs=[output])
