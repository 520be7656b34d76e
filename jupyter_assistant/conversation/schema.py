"""The JSON schema of what crosses the wire, for TypeScript and other clients."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from jupyter_assistant.conversation.events import Decision, RunEvent
from jupyter_assistant.conversation.messages import Message
from jupyter_assistant.conversation.record import ReplyRecord


def wire_schema() -> dict[str, Any]:
    """One JSON Schema document: what crosses a process, with all it refers to."""
    (message, event, *_), components = msgspec.json.schema_components(
        (Message, cast("Any", RunEvent), ReplyRecord, Decision),
        ref_template="#/$defs/{name}",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "jupyter_assistant wire types",
        "$defs": {**components, "RunEvent": event},
        "anyOf": [message, {"$ref": "#/$defs/RunEvent"}],
    }
