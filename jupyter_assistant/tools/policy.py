"""Who may run what: the rule of approval, and the wrapper that enforces it.

Most specific first: the person's rule for this conversation, the person's setting, the
default by effect. An administrator's limit narrows whatever these say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal

from jupyter_assistant.conversation import CallDecided, PendingCall, args_digest
from jupyter_assistant.tools.base import Tool, ToolContext, ToolOutcome, failed

if TYPE_CHECKING:
    from jupyter_assistant.conversation import DecidedBy, Effect, ToolCallPart
    from jupyter_assistant.tools.base import Toolbox

Mode = Literal["auto", "ask", "off"]
Rules = Mapping[str, Mode]
"""Tool names, or patterns such as `github__*`, to modes."""

_STRICTNESS: dict[Mode, int] = {"auto": 0, "ask": 1, "off": 2}


@dataclass(slots=True, kw_only=True)
class Policy:
    """The rules in force for one conversation."""

    conversation: Rules = field(default_factory=dict[str, Mode])
    settings: Rules = field(default_factory=dict[str, Mode])
    limits: Rules = field(default_factory=dict[str, Mode])

    def mode(self, tool: str, effect: Effect) -> Mode:
        """Whether a call of this tool runs by itself, asks, or never runs."""
        by_effect: Mode = "auto" if effect == "read" else "ask"
        wished = (
            matching(self.conversation, tool)
            or matching(self.settings, tool)
            or by_effect
        )
        allowed = matching(self.limits, tool) or "auto"
        return max((wished, allowed), key=lambda mode: _STRICTNESS[mode])


def matching(rules: Rules, tool: str) -> Mode | None:
    """The rule for a tool: its own name wins, then the longest pattern."""
    if tool in rules:
        return rules[tool]
    patterns = [pattern for pattern in rules if fnmatchcase(tool, pattern)]
    return rules[max(patterns, key=len)] if patterns else None


class ApprovalRequired:
    """A toolbox whose calls wait for the person where the policy says so."""

    def __init__(
        self,
        toolbox: Toolbox,
        policy: Policy,
        *,
        attended: bool = True,
        approve_all: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Wrap a toolbox.

        Args:
            toolbox: the tools themselves.
            policy: read at each call, so that a rule made meanwhile counts.
            attended: whether somebody can decide; else what asks is refused.
            approve_all: the person said yes to everything beforehand (`--yes`).
            now: the time that is written beside a decision.
        """
        self._toolbox = toolbox
        self._policy = policy
        self._attended = attended
        self._approve_all = approve_all
        self._now = now

    def defs(self) -> tuple[Tool, ...]:
        """The tools that are not turned off."""
        return tuple(
            tool
            for tool in self._toolbox.defs()
            if self._policy.mode(tool.name, tool.effect) != "off"
        )

    def asks(self, call: ToolCallPart) -> PendingCall | None:
        """What the person must see before this call runs, None if it need not ask."""
        tool = self._tool(call.tool)
        if tool is None or not self._attended or self._approve_all:
            return None
        if self._policy.mode(tool.name, tool.effect) != "ask":
            return None
        return PendingCall(call, tool.effect, args_digest(call.args), tool.source)

    async def call(self, call: ToolCallPart, ctx: ToolContext) -> ToolOutcome:
        """Run the call if it may run by itself or was approved as it is."""
        tool = self._tool(call.tool)
        mode = self._policy.mode(tool.name, tool.effect) if tool else "auto"
        if mode == "off":
            return failed(
                f"Not run: {call.tool} is turned off in the settings. "
                "Go on without it, and tell the user if that keeps you from the answer."
            )
        if mode == "ask" and not self._approve_all and not _approved(call, ctx):
            if self._attended:
                return ToolOutcome(pending=self.asks(call))
            ctx.emit(self._decided(call, "deny", "nobody"))
            return failed(UNATTENDED.format(tool=call.tool))
        if (by := self._allowed_by(tool)) and not _approved(call, ctx):
            ctx.emit(self._decided(call, "approve", by))
        return await self._toolbox.call(call, ctx)

    def _allowed_by(self, tool: Tool | None) -> DecidedBy | None:
        """Who lets a call run that acts; None for one that only reads."""
        if tool is None or tool.effect == "read":
            return None
        if self._policy.mode(tool.name, tool.effect) == "ask":
            return "yes"
        own = matching(self._policy.conversation, tool.name)
        return "conversation" if own == "auto" else "settings"

    def _decided(
        self, call: ToolCallPart, answer: Literal["approve", "deny"], by: DecidedBy
    ) -> CallDecided:
        return CallDecided(call_id=call.call_id, answer=answer, by=by, at=self._now())

    def _tool(self, name: str) -> Tool | None:
        return next((t for t in self._toolbox.defs() if t.name == name), None)


UNATTENDED = (
    "Not run: nobody was there to approve {tool}. Tell the user that it was not run; "
    "they can allow it with --yes, or ask again where they can approve it."
)


def _approved(call: ToolCallPart, ctx: ToolContext) -> bool:
    return (call.call_id, args_digest(call.args)) in ctx.approved
