"""The calls of one turn while they are answered, and what a paused run remembers.

All of it is stored as JSON, so that a run goes on in a new process.
"""

from __future__ import annotations

import msgspec

from jupyter_assistant.conversation import (
    PendingCall,
    ToolCallPart,
    ToolResultPart,
    Usage,
)


class Batch(msgspec.Struct, frozen=True):
    """The calls of one assistant message; results are a prefix of them."""

    calls: tuple[ToolCallPart, ...]
    results: tuple[ToolResultPart, ...] = ()

    @property
    def waiting(self) -> tuple[ToolCallPart, ...]:
        """The calls without a result, the next one first."""
        return self.calls[len(self.results) :]

    def answered(self, *results: ToolResultPart) -> Batch:
        """This batch with the results of its next calls."""
        return Batch(self.calls, (*self.results, *results))


class Paused(msgspec.Struct, frozen=True):
    """A run that waits for the person: all that is needed to go on."""

    batch: Batch
    pending: tuple[PendingCall, ...]
    """The waiting calls that the person was shown, in order."""
    rounds: int = 0
    """Rounds of tool calls completed before this one."""
    used: Usage = Usage()
    """What counts towards the budget, estimates included."""
    reported: Usage | None = None
    """What the provider said it used."""


def refusal(call: ToolCallPart, reason: str) -> ToolResultPart:
    """The result of a call that was not run."""
    return ToolResultPart(
        call_id=call.call_id, tool=call.tool, text=reason, is_error=True
    )
