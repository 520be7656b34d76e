"""Builds the bytes of a Chat Completions stream, and reads a driver to its end."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime

from jupyter_assistant.conversation import (
    Message,
    ReasoningDelta,
    TextDelta,
    TextPart,
    TurnDone,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import Request

DONE = b"data: [DONE]\n\n"


def chunk(delta=None, finish=None, **more):
    """One event."""
    choices = [{"index": 0, "delta": delta or {}, "finish_reason": finish}]
    return (
        f"data: {json.dumps({'model': 'm-1', 'choices': choices, **more})}\n\n".encode()
    )


def words(*texts):
    """A whole answer."""
    return [*(chunk({"content": text}) for text in texts), chunk(finish="stop"), DONE]


def message(role="user", *parts):
    """A message; texts become parts."""
    parts = tuple(TextPart(text=p) if isinstance(p, str) else p for p in parts)
    return Message("1", role, parts, datetime(2026, 1, 1, tzinfo=UTC))


def request(*messages, **fields):
    """What is asked."""
    fields = {"model": "m", "system": "Be short."} | fields
    return Request(messages=messages or (message("user", "hi"),), **fields)


@dataclass
class Got:
    """What one stream gave."""

    events: list = field(default_factory=list)
    text: str = ""
    reasoning: str = ""
    turn: object = None
    error: ProviderError | None = None

    @property
    def parts(self):
        return self.turn.parts if self.turn else self.error.partial


async def read(provider, asked=None):
    """All that a provider says; its failure is kept, not raised."""
    got = Got()
    try:
        async with provider.stream(asked or request()) as events:
            async for event in events:
                got.events.append(event)
                match event:
                    case TextDelta():
                        got.text += event.text
                    case ReasoningDelta():
                        got.reasoning += event.text
                    case TurnDone():
                        got.turn = event.turn
    except ProviderError as error:
        got.error = error
    return got
