"""Answers the calls of one turn, as far as it goes without the person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import anyio
import anyio.lowlevel
import msgspec

from jupyter_assistant.agent.batch import Batch, refusal
from jupyter_assistant.conversation import (
    PendingCall,
    RunEvent,
    ToolCallPart,
    ToolResult,
    ToolResultPart,
    args_digest,
)

if TYPE_CHECKING:
    from jupyter_assistant.conversation import Decision
    from jupyter_assistant.tools.base import Toolbox, ToolContext, ToolOutcome

Emit = Callable[[RunEvent], None]


@dataclass(slots=True, kw_only=True)
class CallRunner:
    """Runs calls in order, consecutive reads together, and keeps every result."""

    toolbox: Toolbox
    context: Callable[[frozenset[tuple[str, str]]], ToolContext]
    """The context of a call, given what was approved."""
    emit: Emit
    redact: Callable[[str], str]
    clock: Callable[[], float]
    stop: Callable[[], None]
    """Stops the run: the person interrupted a call."""
    _results: dict[str, ToolResultPart] = field(
        default_factory=dict[str, ToolResultPart]
    )

    async def answer(self, batch: Batch, decided: Mapping[str, Decision]) -> Batch:
        """The batch with results up to the first call that needs the person."""
        while waiting := batch.waiting:
            await anyio.lowlevel.checkpoint()  # where a stop is heard
            head = self._reads(waiting) or waiting[:1]
            if len(head) == 1:
                if await self._answer_one(head[0], decided) is None:
                    return batch
            else:
                async with anyio.create_task_group() as group:
                    for call in head:
                        group.start_soon(self._answer_one, call, decided)
            batch = batch.answered(*(self._results[call.call_id] for call in head))
        return batch

    def close(self, batch: Batch, reason: str) -> Batch:
        """The batch with an error for each call that has no result yet."""
        for call in batch.waiting:
            if call.call_id not in self._results:
                self._keep(refusal(call, reason), 0.0)
        return batch.answered(*(self._results[call.call_id] for call in batch.waiting))

    def pending(self, batch: Batch) -> tuple[PendingCall, ...]:
        """Every waiting call that the person can decide now."""
        asked = (self.toolbox.asks(call) for call in batch.waiting)
        return tuple(call for call in asked if call is not None)

    def _reads(self, waiting: Sequence[ToolCallPart]) -> tuple[ToolCallPart, ...]:
        """The reads at the head that ask nobody."""
        effects = {tool.name: tool.effect for tool in self.toolbox.defs()}
        reads: list[ToolCallPart] = []
        for call in waiting:
            if effects.get(call.tool) != "read" or self.toolbox.asks(call):
                break
            reads.append(call)
        return tuple(reads)

    async def _answer_one(
        self, call: ToolCallPart, decided: Mapping[str, Decision]
    ) -> ToolResultPart | None:
        """The result of one call, None if it waits for the person."""
        started = self.clock()
        decision = decided.get(call.call_id)
        if decision is not None and decision.answer == "deny":
            return self._keep(_denied(call, decision), 0.0)
        edited = decision.edited_args if decision else None
        outcome = await self._run(call, edited, approved=decision is not None)
        if outcome.pending is not None:
            return None
        result = self._result(call, outcome, edited)
        self._keep(result, self.clock() - started)
        if outcome.stops:
            self.stop()
        return result

    def _keep(self, result: ToolResultPart, duration_s: float) -> ToolResultPart:
        self._results[result.call_id] = result
        self.emit(ToolResult(result=result, duration_s=duration_s))
        return result

    async def _run(
        self, call: ToolCallPart, edited: str | None, *, approved: bool
    ) -> ToolOutcome:
        if edited is not None:
            call = msgspec.structs.replace(call, args=edited, problem=None)
        exactly = (call.call_id, args_digest(call.args))
        ctx = self.context(frozenset([exactly] if approved else []))
        return await self.toolbox.call(call, ctx)

    def _result(
        self, call: ToolCallPart, outcome: ToolOutcome, edited: str | None
    ) -> ToolResultPart:
        text = self.redact(outcome.text)
        if edited is not None:
            text = f"The user changed the arguments to {edited}\n\n{text}"
        return ToolResultPart(
            call_id=call.call_id,
            tool=call.tool,
            text=text,
            is_error=outcome.is_error,
            images=outcome.images,
            edited_args=edited,
            structured=outcome.structured,
            ui=outcome.ui,
            outputs=outcome.outputs,
        )


def _denied(call: ToolCallPart, decision: Decision) -> ToolResultPart:
    why = f" They say: {decision.reason.rstrip('. ')}." if decision.reason else ""
    return refusal(
        call, f"Not run: the user denied this call.{why} Do not try the same again."
    )
