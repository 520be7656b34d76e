"""The seam between the loop and what it may do: values and one protocol."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from jupyter_assistant.conversation import Effect, ImagePart, PendingCall

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.conversation import RunEvent, ToolCallPart


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool as it is offered to the model and shown to the person."""

    name: str
    description: str
    schema: dict[str, Any]
    """JSON Schema of the arguments, an object."""
    effect: Effect
    source: str = ""
    """Where it comes from: `kernel`, `server`, an MCP server's name."""
    owner_client: str | None = None
    """The client that runs it, None where the loop's own process does."""


class ToolOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a call gave, or that it waits for the person."""

    text: str = ""
    is_error: bool = False
    pending: PendingCall | None = None
    """The call was not run: the person must decide first. All else is empty."""
    images: tuple[ImagePart, ...] = ()
    structured: Any = None
    ui: dict[str, Any] | None = None
    outputs: tuple[dict[str, Any], ...] = ()
    stops: bool = False
    """The person interrupted it: the reply stops once this result is kept."""


def failed(text: str) -> ToolOutcome:
    """A call that gave nothing but a reason, worded for the model."""
    return ToolOutcome(text=text, is_error=True)


@dataclass(slots=True, kw_only=True)
class ToolContext:
    """What a call may know of its run."""

    conversation_id: str = ""
    run_id: str = ""
    emit: Callable[[RunEvent], None]
    approved: frozenset[tuple[str, str]] = field(
        default_factory=frozenset[tuple[str, str]]
    )
    """(call id, digest of the arguments) the person said yes to."""


class Toolbox(Protocol):
    """Some tools; a feature (approval, a prefix) is a wrapper around one."""

    def defs(self) -> tuple[Tool, ...]:
        """The tools, in an order that stays."""
        ...

    def asks(self, call: ToolCallPart) -> PendingCall | None:
        """What the person must see before this call runs, None if it need not ask."""
        ...

    async def call(self, call: ToolCallPart, ctx: ToolContext) -> ToolOutcome:
        """Run one call. A tool that fails is an outcome, never an exception."""
        ...
