"""A reply as a widget: drawn by the front end, fed with what is new.

While it goes on the cell's output names the widget; what is saved at the end does not.
The calls of a reply are decided by its buttons, also long after the cell has ended.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_assistant.conversation import Info
from jupyter_assistant.kernel.show.notebook import publish
from jupyter_assistant.kernel.show.prompts import Prompts
from jupyter_assistant.kernel.show.render_markdown import markdown
from jupyter_assistant.kernel.show.render_plain import plain
from jupyter_assistant.kernel.show.saved import REPLY_MIME, saved
from jupyter_assistant.kernel.widget.feed import Feed
from jupyter_assistant.kernel.widget.models import FedWidget, view_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.conversation import PendingCall, RunEvent
    from jupyter_assistant.kernel.ask.options import Format
    from jupyter_assistant.kernel.show.notices import Notice
    from jupyter_assistant.kernel.show.transcript import Transcript
    from jupyter_assistant.tools.base import ToolOutcome


@dataclass(slots=True, kw_only=True)
class FedView(Prompts):
    """Feeds one reply to a widget."""

    transcript: Transcript
    feed: Feed
    widget: FedWidget

    def apply(self, event: RunEvent) -> None:
        """Take an event in."""
        self.feed.apply(self.transcript, event)

    def wait_s(self) -> float | None:
        """Until what is held back is due; the view itself counts the seconds."""
        return self.feed.wait_s

    def tick(self) -> None:
        """Send what was held back."""
        self.feed.flush()

    def flush(self) -> None:
        """Send what was held back."""
        self.feed.flush()

    def interrupted_by_others(self) -> None:
        """Outputs stand below the reply, which stays one."""

    def show_call(self, pending: PendingCall, where: str) -> None:
        """Its card shows it whole already."""

    def notice(self, notice: Notice) -> None:
        """Put in a card."""
        self.transcript.add(notice)
        self.feed.add(Info(text=notice.text, level=notice.level))

    def ran_later(self, call_id: str, outcome: ToolOutcome) -> None:
        """The cell that asked got what the call showed."""

    def refuse(self, message: str) -> None:
        """Tell the view that what it asked for can't be done."""
        self.widget.tell({"type": "refused", "message": message})

    def finish(self) -> None:
        """Send what was held back."""
        self.feed.flush()


@dataclass(slots=True, kw_only=True)
class CellView(FedView):
    """The reply of a cell, with a widget of its own until it is over."""

    shell: Any
    form: Format = "markdown"
    _display_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _outputs: dict[str, Any] = field(default_factory=dict)
    _is_over: bool = False

    def open(self) -> None:
        """Show it in the running cell."""
        live = saved(self.transcript) | {"live": self.widget.model_id}
        shown = {REPLY_MIME: live, **view_of(self.widget), **self._texts()}
        publish(self.shell, shown, self._display_id)

    def ran_later(self, call_id: str, outcome: ToolOutcome) -> None:
        """A page that was loaded after the cell gets its outputs through the widget."""
        if outcome.outputs:
            self._outputs[call_id] = msgspec.to_builtins(outcome.outputs)
            if self.widget.was_read_again:
                self.widget.push({"outputs": self._outputs})

    def finish(self) -> None:
        """Put what stays in place of the widget.

        A page that was loaded after the cell no longer knows the display, so it gets
        what stays through the widget.
        """
        self.feed.flush()
        self._is_over = True
        final = self._final_form()
        publish(self.shell, final, self._display_id, update=True)
        if self.widget.was_read_again:
            self.widget.push({"final": final})
        self.widget.retire()

    def read_state(self, key: str) -> Any:
        """What a page reads that is loaded now."""
        match key:
            case "record":
                return self.feed.state()
            case "outputs":
                return self._outputs
            case _:
                return self._final_form() if self._is_over else None

    def _final_form(self) -> dict[str, Any]:
        return {REPLY_MIME: saved(self.transcript), **self._texts()}

    def _texts(self) -> dict[str, str]:
        blocks, byline = self.transcript.blocks, self.transcript.byline
        if not self._is_over:
            byline = f"{self.transcript.status} · {byline}"
        return {
            "text/markdown": markdown(blocks, byline, self.form),
            "text/plain": plain(blocks, byline),
        }


def open_in_cell(
    shell: Any,
    transcript: Transcript,
    form: Format,
    lib: str,
    on_message: Callable[[dict[str, Any]], None],
) -> CellView:
    """The view of a reply that begins now in the running cell.

    Args:
        shell: IPython's.
        transcript: the reply.
        form: of its Markdown.
        lib: model id of the library, for front ends that don't have the view.
        on_message: told what the view sends.
    """
    widget = FedWidget(on_message, lib=lib)
    feed = Feed(send=widget.push, replies=[transcript])
    view = CellView(
        shell=shell, transcript=transcript, feed=feed, widget=widget, form=form
    )
    widget.open_with(view.read_state)
    view.open()
    return view
