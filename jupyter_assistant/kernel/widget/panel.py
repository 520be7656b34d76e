"""`%assistant panel`: a chat in a cell, for front ends without a sidebar of ours.

It goes on with the session's conversation. The kernel stays free: only reading the
notebook and the model's calls take the main thread, between the person's cells.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from jupyter_assistant.errors import AssistantError, SettingInvalid
from jupyter_assistant.kernel.ask.answering import Answering, transcript_of
from jupyter_assistant.kernel.ask.buttons import Buttons
from jupyter_assistant.kernel.ask.flow import question
from jupyter_assistant.kernel.ask.follow import Followed
from jupyter_assistant.kernel.ask.options import parse_ask
from jupyter_assistant.kernel.widget.feed import Feed
from jupyter_assistant.kernel.widget.models import FedWidget, view_of
from jupyter_assistant.kernel.widget.view import FedView

if TYPE_CHECKING:
    from jupyter_assistant.kernel.session import Session

log = logging.getLogger(__name__)

NO_WIDGETS = (
    "This front end has not drawn a widget of ours yet, so it may not be able to. Run "
    "%load_ext jupyter_assistant in a cell of its own, and then %assistant panel again"
)
ONE_AT_A_TIME = "One at a time: wait for the answer above or stop it."
SAVED = "The assistant's chat panel is here while its kernel runs: `%assistant panel`."


def show_panel(session: Session) -> None:
    """Show a panel in the running cell.

    Raises:
        SettingInvalid: the front end can't draw it.
        AssistantError: there is nothing that could answer.
    """
    if not session.front_end.is_ready:
        raise SettingInvalid(NO_WIDGETS)
    session.assistant.model()
    panel = Panel(session=session)
    data = {**view_of(panel.widget), "text/markdown": SAVED, "text/plain": SAVED}
    session.shell.display_pub.publish(data=data, metadata={})


@dataclass(slots=True, kw_only=True)
class Panel:
    """The kernel's side of one panel."""

    session: Session
    widget: FedWidget = field(init=False)
    _feed: Feed = field(init=False)
    _cell: Any = field(init=False)
    _buttons: Buttons | None = None
    _is_answering: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._cell = self.session.shell.get_parent()
        lib = self.session.library_id()
        self.widget = FedWidget(self._on_message, lib=lib, panel=True)
        self._feed = Feed(send=self.widget.push)
        self.widget.open_with(
            lambda key: self._feed.state() if key == "record" else None
        )

    def _on_message(self, content: dict[str, Any]) -> None:
        match content:
            case {"type": "ask", "text": str(text)}:
                if self._is_answering.acquire(blocking=False):
                    threading.Thread(
                        target=self._answer,
                        args=(text,),
                        name="jupyter-assistant-panel",
                        daemon=True,
                    ).start()
                else:
                    self._refuse(ONE_AT_A_TIME, text)
            case _ if self._buttons is not None:
                self._buttons.on_message(content)
            case _:
                pass

    def _answer(self, text: str) -> None:
        try:
            answering = self._start(text)
            try:
                answering.follow()
            except KeyboardInterrupt:  # the person interrupted a call
                answering.stop()
            answering.finish()
        except (AssistantError, KeyboardInterrupt) as error:
            self._refuse(str(error) or "Stopped by you. Nothing was sent.", text)
        except Exception as error:
            log.exception("A panel's question could not be answered")
            if self._buttons is not None:
                self._buttons.run.cancel()  # nobody follows it any more
            self._refuse(f"The assistant itself failed: {error!r}", text)
        finally:
            self._buttons = None
            self._is_answering.release()

    def _start(self, text: str) -> Answering:
        session = self.session
        options = parse_ask("", text)
        request = session.main_thread.call(
            lambda: question(session, options), self._cell
        )
        run = session.assistant.runner.start(replace(request, attended=True))
        transcript = transcript_of(request, run)
        transcript.question = text
        view = FedView(transcript=transcript, feed=self._feed, widget=self.widget)
        self._buttons = Buttons(run=run, view=view)
        self._feed.begin(transcript)
        return Answering(
            session=session,
            run=run,
            events=Followed(run),
            transcript=transcript,
            view=view,
            cell=self._cell,
            is_after_cell=True,
        )

    def _refuse(self, message: str, text: str) -> None:
        self.widget.tell({"type": "refused", "message": message, "text": text})
