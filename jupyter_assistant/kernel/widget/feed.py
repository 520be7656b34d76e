"""Sends what is new of some replies to a widget: few messages, each word once.

Each batch is a key of its own in the state of the widget's model (`d1`, `d2`, …), see
`labextension/src/widget/protocol.ts`. A view that comes late reads `state()` and goes
on with the batches after it.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from jupyter_assistant.conversation import (
    MessageAdded,
    ReasoningDelta,
    ReasoningPart,
    TextDelta,
    TextPart,
    ToolCallProgress,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.conversation import AnyPart, Message, RunEvent
    from jupyter_assistant.kernel.show.transcript import Transcript

PACE_S = 0.1
"""Words that come faster than this go out together."""


@dataclass(slots=True, kw_only=True)
class Feed:
    """The replies of one widget, and what of them it was sent.

    Events come from one thread at a time, `state()` from any.
    """

    send: Callable[[dict[str, Any]], None]
    """Puts keys into the state of the widget's model in the browser."""
    clock: Callable[[], float] = time.monotonic
    replies: list[Transcript] = field(default_factory=list)
    _seq: int = 0
    _held: list[RunEvent] = field(default_factory=list)
    _sent_at: float = float("-inf")
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def begin(self, transcript: Transcript) -> None:
        """One more reply; what comes next belongs to it."""
        with self._lock:
            self.flush()
            self.replies.append(transcript)
            self._send({"begin": transcript.record()})

    def apply(self, transcript: Transcript, event: RunEvent) -> None:
        """Take an event into its reply, and send it when it is due."""
        with self._lock:
            if isinstance(event, MessageAdded):
                streamed = transcript.state.partial
                event_to_send: RunEvent = _without_known_words(event, streamed)
            else:
                event_to_send = event
            transcript.apply(event)
            self.add(event_to_send)

    def add(self, event: RunEvent) -> None:
        """Send an event that its reply knows already."""
        with self._lock:
            if (visible := shown(event)) is None:
                return
            if isinstance(visible, _HELD):
                _hold(self._held, visible)
                if self.wait_s == 0.0:
                    self.flush()
            else:
                self._held.append(visible)
                self.flush()

    @property
    def wait_s(self) -> float | None:
        """Until what is held back is due; None: nothing is."""
        if not self._held:
            return None
        return max(0.0, self._sent_at + PACE_S - self.clock())

    def flush(self) -> None:
        """Send what is held back."""
        with self._lock:
            if self._held:
                events, self._held = self._held, []
                self._send(_batch(events))

    def state(self) -> dict[str, Any]:
        """All of it so far, for a view that comes now: JSON-able."""
        with self._lock:
            self.flush()
            records = [reply.record() for reply in self.replies]
            return {"seq": self._seq, "replies": msgspec.to_builtins(records)}

    def _send(self, batch: dict[str, Any] | str) -> None:
        self._seq += 1
        self._sent_at = self.clock()
        self.send({f"d{self._seq}": msgspec.to_builtins(batch)})


def _batch(events: list[RunEvent]) -> dict[str, Any] | str:
    """A batch as it is sent: words alone as they are, without a frame around them."""
    match events:
        case [TextDelta(text=text)]:
            return text
        case _:
            return {"events": events}


_HELD = (TextDelta, ReasoningDelta, ToolCallProgress)


def _hold(held: list[RunEvent], event: RunEvent) -> None:
    """Keep an event with its like: words grow together, progress is the newest."""
    match held[-1] if held else None, event:
        case TextDelta() | ReasoningDelta() as last, TextDelta() | ReasoningDelta():
            if type(last) is type(event):
                held[-1] = replace(last, text=last.text + event.text)
                return
        case ToolCallProgress() as last, ToolCallProgress():
            if last.call_id == event.call_id:
                held[-1] = event
                return
        case _:
            pass
    held.append(event)


def _without_known_words(
    event: MessageAdded, streamed: tuple[AnyPart, ...]
) -> MessageAdded:
    """The message without the words that went out as deltas, if they are the same."""
    message: Message = event.message
    if _words(message.parts) != _words(streamed):
        return event
    parts = tuple(
        replace(part, text="") if isinstance(part, (TextPart, ReasoningPart)) else part
        for part in message.parts
    )
    return MessageAdded(message=replace(message, parts=parts))


def _words(parts: tuple[AnyPart, ...]) -> list[TextPart | ReasoningPart]:
    return [part for part in parts if isinstance(part, (TextPart, ReasoningPart))]
