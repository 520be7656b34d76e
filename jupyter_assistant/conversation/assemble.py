"""Fragments in, whole parts out: every driver builds its turn with a `TurnBuilder`.

One builder serves one stream. Parts keep the order in which they began to arrive.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec

from jupyter_assistant.conversation.calls import args_from_text
from jupyter_assistant.conversation.events import (
    CitationFound,
    ReasoningDelta,
    TextDelta,
    ToolCallProgress,
)
from jupyter_assistant.conversation.messages import StopReason, Turn, Usage
from jupyter_assistant.conversation.parts import (
    AnyPart,
    CitationPart,
    OpaquePart,
    Origin,
    ReasoningPart,
    TextPart,
    ToolCallPart,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


@dataclass(slots=True, kw_only=True)
class _Words:
    """A run of text or of reasoning."""

    kind: type[TextPart | ReasoningPart]
    pieces: list[str] = field(default_factory=list[str])

    def part(self) -> TextPart | ReasoningPart:
        return self.kind(text="".join(self.pieces))


@dataclass(slots=True, kw_only=True)
class _Call:
    """A tool call while it is being written."""

    call_id: str
    name: str = ""
    pieces: list[str] = field(default_factory=list[str])
    chars: int = 0

    def part(self, *, cut: bool) -> ToolCallPart:
        args, problem = args_from_text("".join(self.pieces))
        if cut:
            problem = "truncated"
        elif not self.name:
            problem = "no_name"
        return ToolCallPart(
            call_id=self.call_id, tool=self.name, args=args, problem=problem
        )


@dataclass(slots=True, kw_only=True)
class TurnBuilder:
    """Collects one answer; what it returns is what the driver yields."""

    new_id: Callable[[], str] = lambda: f"call_{uuid4().hex[:12]}"
    """For calls that come without an id."""
    _blocks: list[_Words | _Call | AnyPart] = field(
        default_factory=list[_Words | _Call | AnyPart]
    )
    _calls: dict[Hashable, _Call] = field(default_factory=dict[Any, _Call])

    def text(self, delta: str) -> TextDelta:
        """Some more words of the answer."""
        self._words(TextPart).append(delta)
        return TextDelta(text=delta)

    def reasoning(self, delta: str) -> ReasoningDelta:
        """Some more thinking."""
        self._words(ReasoningPart).append(delta)
        return ReasoningDelta(text=delta)

    def _words(self, kind: type[TextPart | ReasoningPart]) -> list[str]:
        last = self._blocks[-1] if self._blocks else None
        if not (isinstance(last, _Words) and last.kind is kind):
            last = _Words(kind=kind)
            self._blocks.append(last)
        return last.pieces

    def call(
        self,
        key: Hashable,
        *,
        call_id: str = "",
        name: str = "",
        args: str | dict[str, Any] | None = None,
    ) -> ToolCallProgress:
        """A fragment of the call that the driver knows by `key`.

        The first fragment of a key opens its call; id and name are taken once, `args`
        fragments add up. A call without an id gets a stable one of ours.
        """
        call = self._calls.get(key)
        if call is None:
            call = _Call(call_id=call_id or self.new_id())
            self._calls[key] = call
            self._blocks.append(call)
        call.name = call.name or name
        if isinstance(args, dict):
            args = msgspec.json.encode(args).decode()
        if args:
            call.pieces.append(args)
            call.chars += len(args)
        return ToolCallProgress(
            call_id=call.call_id, tool=call.name, args_chars=call.chars
        )

    def replace_args(self, key: Hashable, args: str) -> None:
        """The provider repeats the whole arguments at the end: they count."""
        self._calls[key].pieces[:] = [args]

    def call_id(self, key: Hashable) -> str | None:
        """The id under which the call of `key` is known, None before it opened."""
        call = self._calls.get(key)
        return call.call_id if call else None

    def opaque(self, raw: Any, origin: Origin, call_id: str | None = None) -> None:
        """A block that the provider wants back."""
        self._blocks.append(OpaquePart(raw=raw, origin=origin, call_id=call_id))

    def citation(self, citation: CitationPart) -> CitationFound | None:
        """A source; None if it is known already."""
        if citation in self._blocks:
            return None
        self._blocks.append(citation)
        return CitationFound(citation=citation)

    @property
    def has_calls(self) -> bool:
        """Whether any call was begun."""
        return bool(self._calls)

    def partial(self) -> tuple[AnyPart, ...]:
        """What has arrived: calls are marked as cut."""
        return self._parts(cut=True)

    def turn(
        self,
        stop: StopReason,
        *,
        usage: Usage | None = None,
        model: str = "",
        refusal_category: str | None = None,
    ) -> Turn:
        """The whole answer.

        A call makes it `tool_use`, whatever the provider says, except after a limit or
        a refusal, when no call may run.
        """
        cut = stop in ("max_tokens", "refusal")
        parts = self._parts(cut=cut)
        if not cut and self._calls:
            stop = "tool_use"
        elif stop == "tool_use":
            stop = "end"
        return Turn(parts, stop, usage, model, refusal_category)

    def _parts(self, *, cut: bool) -> tuple[AnyPart, ...]:
        return tuple(
            block.part()
            if isinstance(block, _Words)
            else block.part(cut=cut)
            if isinstance(block, _Call)
            else block
            for block in self._blocks
        )
