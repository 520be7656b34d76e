"""A reply in a notebook without a widget: a display, updated while it is written.

A reply is one display. Only where something else was put into the cell meanwhile (the
outputs of code it ran, the record of a prompt) it goes on in a new one below, so that a
saved notebook reads in the order in which things happened.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jupyter_assistant.conversation import RunDone, RunFailed
from jupyter_assistant.kernel.show.pace import Pace
from jupyter_assistant.kernel.show.prompts import Prompts
from jupyter_assistant.kernel.show.render_markdown import markdown
from jupyter_assistant.kernel.show.render_plain import plain
from jupyter_assistant.kernel.show.saved import REPLY_MIME, saved

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.conversation import PendingCall, RunEvent
    from jupyter_assistant.kernel.ask.options import Format
    from jupyter_assistant.kernel.show.notices import Notice
    from jupyter_assistant.kernel.show.transcript import Transcript

TICK_S = 1.0


@dataclass(slots=True, kw_only=True)
class _Segment:
    """A stretch of the reply that has a display of its own."""

    start: int
    end: int | None = None
    """None: up to the newest block."""
    display_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    shown: dict[str, Any] | None = None


@dataclass(slots=True, kw_only=True)
class NotebookView(Prompts):
    """Draws a transcript by `display_id` updates."""

    shell: Any
    transcript: Transcript
    form: Format = "markdown"
    clock: Callable[[], float] = time.monotonic
    _segments: list[_Segment] = field(default_factory=lambda: [_Segment(start=0)])
    _cut: int | None = None
    """Blocks from here on go below what others put into the cell."""
    _pace: Pace = field(init=False)
    _status: str = ""
    _stale: bool = True
    _over: bool = False

    def __post_init__(self) -> None:
        self._pace = Pace(clock=self.clock)
        self._draw()

    def apply(self, event: RunEvent) -> None:
        """Take an event in; what changes the status is drawn at once."""
        self.transcript.apply(event)
        self._stale = True
        if isinstance(event, (RunDone, RunFailed)):
            return  # the final form follows
        if self.transcript.status != self._status or not self._pace.wait_s:
            self._draw()

    def wait_s(self) -> float | None:
        """Until what is held back may be drawn, or the seconds change."""
        return self._pace.wait_s if self._stale else TICK_S

    def tick(self) -> None:
        """Draw what was held back, and the time that passed."""
        if not self._pace.wait_s:
            self._draw()

    def flush(self) -> None:
        """Draw everything now."""
        self._draw()

    def interrupted_by_others(self) -> None:
        """What comes next goes into a display below."""
        self._cut = len(self.transcript.blocks)

    def show_call(self, pending: PendingCall, where: str) -> None:  # noqa: ARG002
        """Its step shows it whole already."""
        self._draw()

    def notice(self, notice: Notice) -> None:
        """Put in a card and draw it."""
        self.transcript.add(notice)
        self._draw()

    def finish(self) -> None:
        """The final form of every display."""
        self._over = True
        self._draw()

    def _draw(self) -> None:
        """Publish the displays that changed."""
        if self._cut is not None and len(self.transcript.blocks) > self._cut:
            if self._cut > self._segments[-1].start:
                self._segments[-1].end = self._cut
                self._segments.append(_Segment(start=self._cut))
            self._cut = None
        self._status = self.transcript.status
        self._stale = False
        chars = 0
        for segment in self._segments:
            data = self._data(segment)
            if data != segment.shown:
                is_new = segment.shown is None
                publish(self.shell, data, segment.display_id, update=not is_new)
                segment.shown = data
                chars += len(data.get("text/markdown", data.get("text/plain", "")))
        self._pace.drawn(chars)

    def _data(self, segment: _Segment) -> dict[str, Any]:
        blocks = self.transcript.blocks[segment.start : segment.end]
        byline = ""
        if segment is self._segments[-1]:
            byline = self.transcript.byline
            byline = byline if self._over else f"{self._status} · {byline}"
        if self.form == "text":
            return {"text/plain": plain(blocks, byline)}
        data: dict[str, Any] = {"text/markdown": markdown(blocks, byline, self.form)}
        if self._over:
            data["text/plain"] = plain(blocks, byline)
            if len(self._segments) == 1:  # else the card would say all of it again
                data[REPLY_MIME] = saved(self.transcript)
        return data


def publish(
    shell: Any, data: dict[str, Any], display_id: str, *, update: bool = False
) -> None:
    """Show data in the running cell, or in place of what has this id."""
    shell.display_pub.publish(
        data=data, metadata={}, transient={"display_id": display_id}, update=update
    )


def show_markdown(shell: Any, markdown: str, text: str) -> None:
    """A display that stays as it is."""
    data = {"text/markdown": markdown, "text/plain": text}
    shell.display_pub.publish(data=data, metadata={})
