"""What a run looks like at one moment, from the events so far.

The renderers of the kernel, the snapshot for who joins late and the partial answer that
is kept after a stop all follow the events with this one value.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from jupyter_assistant.conversation.assemble import TurnBuilder
from jupyter_assistant.conversation.events import (
    CallDecided,
    MessageAdded,
    PendingCall,
    ReasoningDelta,
    RunDone,
    RunEvent,
    RunFailed,
    RunPending,
    RunSnapshot,
    RunStatus,
    TextDelta,
    ToolResult,
    UsageReport,
)
from jupyter_assistant.conversation.messages import Message, Usage
from jupyter_assistant.conversation.parts import AnyPart, ReasoningPart, TextPart


@dataclass(slots=True, kw_only=True)
class RunState:
    """A run as its events tell it; `apply` is the only way it changes."""

    run_id: str = ""
    conversation_id: str = ""
    status: RunStatus = "running"
    messages: list[Message] = field(default_factory=list[Message])
    pending: tuple[PendingCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    ended: RunDone | RunFailed | None = None
    _building: TurnBuilder = field(default_factory=TurnBuilder)

    def apply(self, event: RunEvent) -> None:
        """Take one event in; events that change nothing here are let through."""
        match event:
            case TextDelta():
                self._building.text(event.text)
            case ReasoningDelta():
                self._building.reasoning(event.text)
            case MessageAdded():
                self.messages.append(event.message)
                self._building = TurnBuilder()
            case RunPending():
                self.status, self.pending = "pending", event.calls
            case CallDecided():
                self._no_longer_waits(event.call_id)
            case ToolResult():
                self._no_longer_waits(event.result.call_id)
            case UsageReport():
                self.usage = event.usage
            case RunDone() | RunFailed():
                self.status = "done" if isinstance(event, RunDone) else "failed"
                self.ended, self.pending = event, ()
            case RunSnapshot():
                self._restart(event)
            case _:
                pass

    def _no_longer_waits(self, call_id: str) -> None:
        self.pending = tuple(p for p in self.pending if p.call.call_id != call_id)
        self.status = "pending" if self.pending else "running"

    def _restart(self, snapshot: RunSnapshot) -> None:
        self.run_id = snapshot.run_id
        self.conversation_id = snapshot.conversation_id
        self.status, self.pending = snapshot.status, snapshot.pending
        self.messages = list(snapshot.messages)
        self.usage, self.ended = snapshot.usage, None
        self._building = TurnBuilder()
        for part in snapshot.partial:
            match part:
                case TextPart():
                    self._building.text(part.text)
                case ReasoningPart():
                    self._building.reasoning(part.text)
                case _:
                    pass

    @property
    def partial(self) -> tuple[AnyPart, ...]:
        """What has arrived of the message that is being written."""
        return self._building.partial()

    def snapshot(self) -> RunSnapshot:
        """All of it in one event."""
        return RunSnapshot(
            run_id=self.run_id,
            conversation_id=self.conversation_id,
            status=self.status,
            messages=tuple(self.messages),
            partial=self.partial,
            pending=self.pending,
            usage=self.usage,
        )
