"""Tools that a client runs: the loop asks with a `ToolRequest` and waits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from jupyter_assistant.conversation import PendingCall, ToolRequest
from jupyter_assistant.errors import RunRefused

if TYPE_CHECKING:
    from jupyter_assistant.conversation import ToolCallPart
    from jupyter_assistant.tools.base import Tool, ToolContext, ToolOutcome


class ClientTools:
    """The tools that one client of a run offers."""

    def __init__(self, tools: tuple[Tool, ...], client_id: str) -> None:
        """Offer the tools of a client."""
        self._tools = tools
        self._client_id = client_id
        self._waiting: dict[str, asyncio.Future[ToolOutcome]] = {}

    def defs(self) -> tuple[Tool, ...]:
        """The client's tools."""
        return self._tools

    def asks(self, call: ToolCallPart) -> PendingCall | None:  # noqa: ARG002
        """They ask nobody by themselves."""
        return None

    async def call(self, call: ToolCallPart, ctx: ToolContext) -> ToolOutcome:
        """Ask the client and wait for its answer."""
        answered = asyncio.get_running_loop().create_future()
        self._waiting[call.call_id] = answered
        try:
            ctx.emit(ToolRequest(call=call, client_id=self._client_id))
            return await answered
        finally:
            del self._waiting[call.call_id]

    def answer(self, call_id: str, outcome: ToolOutcome) -> None:
        """The client's answer; on the loop's thread.

        Raises:
            RunRefused: nobody waits for it.
        """
        answered = self._waiting.get(call_id)
        if answered is None or answered.done():
            raise RunRefused(f"No call {call_id!r} waits for a result (any more)")
        answered.set_result(outcome)
