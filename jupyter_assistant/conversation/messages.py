"""Messages, what they cost, and one turn of a model."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from jupyter_assistant.conversation.parts import (
    AnyPart,
    ReasoningPart,
    Selection,
    TextPart,
    ToolCallPart,
)

Role = Literal["user", "assistant"]
StopReason = Literal["end", "tool_use", "max_tokens", "refusal", "other"]


class Usage(msgspec.Struct, frozen=True):
    """Tokens of one or several calls; usages add."""

    input_tokens: int = 0
    """All prompt tokens, cache reads and writes included."""
    output_tokens: int = 0
    """All completion tokens, reasoning included."""
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0
    cost_usd: float | None = None
    """None where no price is known."""

    def __add__(self, other: Usage) -> Usage:
        """The sum; its cost is known if either side's is."""
        costs = [c for c in (self.cost_usd, other.cost_usd) if c is not None]
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
            sum(costs) if costs else None,
        )

    @property
    def total_tokens(self) -> int:
        """Input and output together: what a budget counts."""
        return self.input_tokens + self.output_tokens


class Message(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="v", tag=1):
    """One message of a conversation; its JSON starts with `"v": 1`."""

    id: str
    role: Role
    parts: tuple[AnyPart, ...]
    created_at: datetime
    """With a time zone, UTC when we made it."""
    model: str | None = None
    """`connection/model` that wrote it; None for the person's."""
    usage: Usage | None = None
    stop: StopReason | None = None


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's complete answer to one request."""

    parts: tuple[AnyPart, ...]
    stop: StopReason
    usage: Usage | None = None
    """None where the provider reported nothing."""
    model: str = ""
    """The model that really answered, in the provider's words."""
    refusal_category: str | None = None


def text_of(parts: tuple[AnyPart, ...]) -> str:
    """The words alone: what the person or the model said, without context parts."""
    return "".join(p.text for p in parts if isinstance(p, TextPart) and not p.context)


def context_of(parts: tuple[AnyPart, ...]) -> tuple[Selection, ...]:
    """What the notebook put in, in order."""
    found = (getattr(part, "context", None) for part in parts)
    return tuple(context for context in found if context is not None)


def reasoning_of(parts: tuple[AnyPart, ...]) -> str:
    """The thinking alone."""
    return "".join(p.text for p in parts if isinstance(p, ReasoningPart))


def calls_of(parts: tuple[AnyPart, ...]) -> tuple[ToolCallPart, ...]:
    """The tool calls in the order in which they were asked for."""
    return tuple(p for p in parts if isinstance(p, ToolCallPart))
