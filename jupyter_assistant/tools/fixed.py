"""Keeps the tool list of a conversation as it was when it first ran.

The list is part of what a provider caches; a tool that vanished stays listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_assistant.tools.base import Tool, ToolContext, ToolOutcome, failed

if TYPE_CHECKING:
    from jupyter_assistant.conversation import PendingCall, ToolCallPart
    from jupyter_assistant.tools.base import Toolbox


class FixedTools:
    """A toolbox that lists the given tools, whatever is there to run them."""

    def __init__(self, toolbox: Toolbox, listed: tuple[Tool, ...]) -> None:
        """List `listed`; `toolbox` runs those of them that it has."""
        self._toolbox = toolbox
        self._listed = listed

    def defs(self) -> tuple[Tool, ...]:
        """The tools as the conversation first had them."""
        return self._listed

    def asks(self, call: ToolCallPart) -> PendingCall | None:
        """A tool that vanished asks nobody."""
        return self._toolbox.asks(call) if self._has(call.tool) else None

    async def call(self, call: ToolCallPart, ctx: ToolContext) -> ToolOutcome:
        """Run the call, if its tool is still there."""
        if not self._has(call.tool):
            return failed(f"Not run: {call.tool} is not available any more.")
        return await self._toolbox.call(call, ctx)

    def _has(self, name: str) -> bool:
        return any(tool.name == name for tool in self._toolbox.defs())
