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
from jupyter_assistant.kernel.widget.code import REPLY_MIME, WIDGET_MIME
from jupyter_assistant.kernel.widget.feed import Feed
from jupyter_assistant.kernel.widget.models import FedWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.conversation import PendingCall, RunEvent
    from jupyter_assistant.kernel.ask.options import Format
    from jupyter_assistant.kernel.show.notices import Notice
    from jupyter_assistant.kernel.show.transcript import Transcript
    from jupyter_assistant.tools.base import ToolOutcome


@dataclass(slots=True, kw_only=True)
class WidgetView(Prompts):
    """Feeds the widget of one reply."""

    shell: Any
    transcript: Transcript
    on_message: Callable[[dict[str, Any]], None]
    """Told what the view sends."""
    form: Format = "markdown"
    lib: str = ""
    """Model id of the library, for front ends that don't have the view."""
    _feed: Feed = field(init=False)
    _widget: FedWidget = field(init=False)
    _display_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _outputs: dict[str, Any] = field(default_factory=dict)
    _is_over: bool = False
    _opened: bool = False
    _has_late_reader: bool = False
    """A page was loaded after the cell began: it has neither the display that the end
    replaces nor the cell's messages, so it gets both through the widget."""

    def __post_init__(self) -> None:
        self._feed = Feed(send=self._push)
        self._feed.replies.append(self.transcript)
        self._widget = FedWidget(self._read_state, self.on_message, lib=self.lib)
        self._opened = True
        publish(self.shell, self._live_form(), self._display_id)

    # What `%%ask` does with it

    def apply(self, event: RunEvent) -> None:
        """Take an event in."""
        self._feed.apply(self.transcript, event)

    def wait_s(self) -> float | None:
        """Until what is held back is due; the view itself counts the seconds."""
        return self._feed.wait_s

    def tick(self) -> None:
        """Send what was held back."""
        self._feed.flush()

    flush = tick

    def interrupted_by_others(self) -> None:
        """Outputs stand below the reply, which stays one."""

    def show_call(self, pending: PendingCall, where: str) -> None:
        """Its card shows it whole already."""

    def notice(self, notice: Notice) -> None:
        """Put in a card."""
        self.transcript.add(notice)
        self._feed.add(Info(text=notice.text, level=notice.level))

    def ran_later(self, call_id: str, outcome: ToolOutcome) -> None:
        """A call ran after the cell: a page that missed its outputs gets them here."""
        if outcome.outputs:
            self._outputs[call_id] = msgspec.to_builtins(outcome.outputs)
            if self._has_late_reader:
                self._push({"outputs": self._outputs})

    def refuse(self, message: str) -> None:
        """Tell the view that what it asked for can't be done."""
        self._widget.tell({"type": "refused", "message": message})

    def finish(self) -> None:
        """Put what stays in place of the widget."""
        self._feed.flush()
        self._is_over = True
        final = self._final_form()
        publish(self.shell, final, self._display_id, update=True)
        if self._has_late_reader:
            self._push({"final": final})
        else:
            self._widget.close()

    # Forms

    def _live_form(self) -> dict[str, Any]:
        """What stands in the cell while it goes on."""
        model_id = self._widget.model_id
        live = self._saved_form() | {"live": model_id}
        widget = {"version_major": 2, "version_minor": 0, "model_id": model_id}
        return {REPLY_MIME: live, WIDGET_MIME: widget, **self._texts()}

    def _final_form(self) -> dict[str, Any]:
        return {REPLY_MIME: self._saved_form(), **self._texts()}

    def _saved_form(self) -> dict[str, Any]:
        return {"v": 1, "reply": msgspec.to_builtins(self.transcript.record())}

    def _texts(self) -> dict[str, str]:
        blocks, byline = self.transcript.blocks, self.transcript.byline
        if not self._is_over:
            byline = f"{self.transcript.status} · {byline}"
        return {
            "text/markdown": markdown(blocks, byline, self.form),
            "text/plain": plain(blocks, byline),
        }

    # The widget

    def _push(self, state: dict[str, Any]) -> None:
        self._widget.push(state)

    def _read_state(self, key: str) -> Any:
        match key:
            case "record":
                self._has_late_reader = self._has_late_reader or self._opened
                return self._feed.state()
            case "outputs":
                return self._outputs
            case _:
                return self._final_form() if self._is_over else None
