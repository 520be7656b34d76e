"""A run as it is shown and saved: the log of its events, without what is superseded.

The reply view builds itself by folding events, live or saved, with one function. So a
saved reply, and the state that a view gets which joins late, are the log itself. What
is left out: the deltas that a whole message replaced, blocks only a provider reads, and
pictures and outputs, which stand in the notebook already.
"""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from jupyter_assistant.conversation.events import (
    Effect,
    MessageAdded,
    ReasoningDelta,
    RunDone,
    RunEvent,
    RunPending,
    TextDelta,
    ToolCallProgress,
    ToolRequest,
    ToolResult,
    UsageReport,
)
from jupyter_assistant.conversation.parts import OpaquePart, Selection, ToolResultPart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class ReplyRecord(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="v",
    tag=1,
):
    """All that the reply view needs; its JSON starts with `"v": 1`."""

    run_id: str
    model: str
    """`connection/model`, as it was asked for."""
    started_at: datetime
    elapsed_s: float = 0.0
    """Seconds from the start to when this record was made."""
    question: str = ""
    """The person's words, where the place of the reply does not show them."""
    sent: tuple[Selection, ...] = ()
    """What went along from the notebook."""
    effects: dict[str, Effect] = {}
    """What the offered tools do, by name."""
    thought_s: tuple[float, ...] = ()
    """How long each stretch of thinking took, in order."""
    events: tuple[RunEvent, ...] = ()


def shown(event: RunEvent) -> RunEvent | None:
    """An event as a view needs it, None if it shows nothing of it."""
    match event:
        case MessageAdded(message=message):
            if message.role == "user":  # results came as events of their own
                return None
            parts = (p for p in message.parts if not isinstance(p, OpaquePart))
            return MessageAdded(message=replace(message, parts=tuple(parts)))
        case ToolResult():
            return replace(event, result=_shown_result(event.result))
        case RunDone():
            return replace(
                event, text="", reasoning="", tool_calls=(), invalid_tool_calls=()
            )
        case _:
            return event


def _shown_result(result: ToolResultPart) -> ToolResultPart:
    outputs = tuple(
        {"output_type": output.get("output_type", "")} for output in result.outputs
    )
    return replace(result, images=(), structured=None, ui=None, outputs=outputs)


def compact(log: Iterable[RunEvent]) -> tuple[RunEvent, ...]:
    """The events of a run, with those left out that later ones replaced.

    Folding the result gives what folding the whole log gives.
    """
    kept: list[RunEvent] = []
    for full in log:
        if (event := shown(full)) is None:
            continue
        if isinstance(event, ToolResult):
            kept = list(_without_question(kept, event.result.call_id))
        elif gone := _superseded(event):
            kept = [old for old in kept if not isinstance(old, gone)]
        kept.append(event)
    return tuple(_joined(kept))


_PIECES = (TextDelta, ReasoningDelta, ToolCallProgress)


def _superseded(event: RunEvent) -> tuple[type[RunEvent], ...]:
    """The kinds of events that say nothing any more once this one is there."""
    match event:
        case MessageAdded():
            return _PIECES
        case UsageReport():
            return (UsageReport,)
        case _:
            return ()


def _without_question(events: Iterable[RunEvent], call_id: str) -> Iterator[RunEvent]:
    """Without what a call was waiting for, which has its result now."""
    for event in events:
        match event:
            case ToolRequest(call=call) if call.call_id == call_id:
                pass
            case RunPending(calls=calls):
                rest = tuple(p for p in calls if p.call.call_id != call_id)
                if rest:
                    yield replace(event, calls=rest)
            case _:
                yield event


def _joined(events: Iterable[RunEvent]) -> Iterator[RunEvent]:
    """Neighbouring deltas of one kind as one."""
    for kind, group in groupby(events, type):
        if kind is TextDelta or kind is ReasoningDelta:
            yield kind(text="".join(delta.text for delta in cast("Any", group)))
        else:
            yield from group
