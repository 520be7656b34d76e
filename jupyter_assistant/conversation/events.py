"""The two event unions: what a driver tells the loop, what the loop tells everybody.

A `StreamEvent` other than `TurnDone` reaches everybody as it is, so most of the first
union is part of the second. `type` is the tag in JSON. Failure of a driver is an
exception (`errors.ProviderError`), failure of a run is a `RunFailed` event.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from jupyter_assistant.conversation.messages import Message, StopReason, Turn, Usage
from jupyter_assistant.conversation.parts import (
    AnyPart,
    CitationPart,
    InfoLevel,
    ToolCallPart,
    ToolResultPart,
)
from jupyter_assistant.errors import ErrorKind

Effect = Literal["read", "write", "execute", "external"]
EndReason = Literal[
    "end",
    "pending",
    "rounds",
    "budget",
    "max_tokens",
    "refusal",
    "cancelled",
    "error",
    "other",
]
RunStatus = Literal["running", "pending", "done", "failed"]
DecidedBy = Literal["person", "conversation", "settings", "yes", "nobody"]
"""The person, a rule they made for the conversation or in the settings, `--yes`, or
that nobody was there to decide."""


class Event(
    msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True
):
    """The common root of all events; never used itself."""


class TextDelta(Event, frozen=True, tag="text"):
    """Some more words of the answer."""

    text: str


class ReasoningDelta(Event, frozen=True, tag="reasoning"):
    """Some more thinking."""

    text: str


class ToolCallProgress(Event, frozen=True, tag="tool_call"):
    """A call is being written; it comes whole with its message."""

    call_id: str
    tool: str
    args_chars: int = 0


class ProviderTool(Event, frozen=True, tag="provider_tool"):
    """The provider runs a tool of its own, such as web search."""

    name: str
    phase: str
    detail: str = ""


class CitationFound(Event, frozen=True, tag="citation"):
    """The answer names a source."""

    citation: CitationPart


class Fallback(Event, frozen=True, tag="fallback"):
    """One candidate failed before it said anything; the next one answers."""

    from_label: str
    to_label: str
    reason: str
    policy: str


class Retrying(Event, frozen=True, tag="retrying"):
    """The provider failed before it said anything; it is asked again after a wait."""

    attempt: int
    wait_s: float
    reason: str
    """Words that follow the provider's name: `is overloaded`."""


class TurnDone(Event, frozen=True, tag="turn_done"):
    """The answer is complete: the last event of a stream."""

    turn: Turn


class PendingCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that waits for the person, as it must be shown."""

    call: ToolCallPart
    effect: Effect
    args_digest: str
    source: str = ""
    """Where the tool comes from: `kernel`, `server`, an MCP server's name."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the person said to one waiting call, valid only for what was shown."""

    call_id: str
    answer: Literal["approve", "deny"]
    args_digest: str
    edited_args: str | None = None
    """JSON of an object: run these arguments instead; the model's are kept too."""
    reason: str | None = None
    """Why not, in the person's words; the model is told."""
    remember: bool = False
    """Say yes to this tool for the rest of the conversation."""
    by: Literal["person", "nobody"] = "person"
    """`nobody`: a no, because there was nobody to ask."""


class RunSnapshot(Event, frozen=True, tag="snapshot"):
    """A run's whole state, for who joins late: all that follows adds to it."""

    run_id: str
    conversation_id: str
    status: RunStatus
    messages: tuple[Message, ...] = ()
    """What the run has added so far."""
    partial: tuple[AnyPart, ...] = ()
    """What has arrived of the message that is being written."""
    pending: tuple[PendingCall, ...] = ()
    usage: Usage = Usage()


class CallDecided(Event, frozen=True, tag="decided"):
    """Somebody said whether a call may run: the record beside its card."""

    call_id: str
    answer: Literal["approve", "deny"]
    by: DecidedBy
    at: datetime
    edited_args: str | None = None
    """JSON of the arguments that run in place of the model's."""
    reason: str | None = None
    """Why not, in the person's words."""
    remember: bool = False
    """The person allowed the tool for the rest of the conversation."""


class ToolRequest(Event, frozen=True, tag="tool_request"):
    """A client is asked to run a tool that it offered; it answers with a result."""

    call: ToolCallPart
    client_id: str


class ToolResult(Event, frozen=True, tag="tool_result"):
    """A call has its result."""

    result: ToolResultPart
    duration_s: float = 0.0


class Info(Event, frozen=True, tag="info"):
    """A card of ours."""

    text: str
    level: InfoLevel = "info"


class UsageReport(Event, frozen=True, tag="usage"):
    """What the run has cost so far, all its calls together."""

    usage: Usage
    model: str = ""


class MessageAdded(Event, frozen=True, tag="message"):
    """A message is complete and part of the history; it replaces its deltas."""

    message: Message


class RunPending(Event, frozen=True, tag="pending"):
    """Calls wait for the person; nothing happens before a decision."""

    calls: tuple[PendingCall, ...]


class CallReport(msgspec.Struct, frozen=True):
    """A call of the last turn that may run."""

    name: str
    args: dict[str, Any]


class InvalidCallReport(msgspec.Struct, frozen=True):
    """A call of the last turn that must not run, as the model wrote it."""

    name: str
    raw: str
    problem: str


class RunDone(Event, frozen=True, tag="done", omit_defaults=False):
    """The run has ended; the last event of a run that did not fail."""

    reason: EndReason
    text: str = ""
    """The words of all its messages."""
    reasoning: str = ""
    tool_calls: tuple[CallReport, ...] = ()
    invalid_tool_calls: tuple[InvalidCallReport, ...] = ()
    stop: StopReason = "end"
    usage: Usage | None = None
    model: str = ""
    refusal_category: str | None = None


class RunFailed(Event, frozen=True, tag="error", omit_defaults=False):
    """The run has failed; the last event of a run."""

    kind: ErrorKind
    message: str
    status: int | None = None
    retry_after_s: float | None = None
    text: str = ""
    """What had arrived; it is kept in the history."""
    provider: str = ""
    request_id: str | None = None


class Cleared(Event, frozen=True, tag="cleared"):
    """What was followed is gone: the conversation was cleared or deleted."""


StreamEvent = (
    TextDelta
    | ReasoningDelta
    | ToolCallProgress
    | ProviderTool
    | CitationFound
    | Fallback
    | Retrying
    | TurnDone
)
RunEvent = (
    RunSnapshot
    | TextDelta
    | ReasoningDelta
    | ToolCallProgress
    | CallDecided
    | ToolRequest
    | ToolResult
    | ProviderTool
    | CitationFound
    | Fallback
    | Retrying
    | Info
    | UsageReport
    | MessageAdded
    | RunPending
    | RunDone
    | RunFailed
    | Cleared
)
