"""One run of `%%ask` while it is followed: events, calls, the person."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from jupyter_assistant.context import NOTES
from jupyter_assistant.conversation import (
    RunPending,
    ToolCallPart,
    ToolRequest,
    context_of,
)
from jupyter_assistant.errors import RunRefused
from jupyter_assistant.kernel import tools
from jupyter_assistant.kernel.ask.approval import decide, nobody_there
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.transcript import Transcript
from jupyter_assistant.kernel.show.view import LaterView, View
from jupyter_assistant.tools.base import failed

if TYPE_CHECKING:
    from jupyter_assistant.agent.runner import Run, RunRequest
    from jupyter_assistant.kernel.ask.follow import Followed
    from jupyter_assistant.kernel.session import Session
    from jupyter_assistant.tools.base import ToolOutcome

log = logging.getLogger(__name__)

INTERRUPTED = "Interrupted by the user."
STOP_S = 0.15
"""How long a stopped run may take to say what it kept."""


def transcript_of(request: RunRequest, run: Run) -> Transcript:
    """What will be seen of a run that was just started."""
    return Transcript(
        run_id=run.id,
        model=request.model,
        effects={tool.name: tool.effect for tool in request.client_tools},
        sent=tuple(s for s in context_of(request.parts) if s.ref not in NOTES),
    )


@dataclass(slots=True, kw_only=True)
class Answering:
    """One run while it is followed."""

    session: Session
    run: Run
    events: Followed
    transcript: Transcript
    view: View
    waits: bool = False
    """Whether the cell stays busy until the person decided (`--wait`)."""
    cell: Any = None
    """The message of the cell that asked: what calls show goes there."""
    is_after_cell: bool = False
    """Whether it is followed on a thread of its own, and the kernel is free."""

    def follow(self) -> None:
        """Show every event, run the calls that are asked for, ask the person.

        Returns also when calls wait that the person decides by the view's buttons; the
        next time it goes on from there, on another thread than the main one.
        """
        while True:
            try:
                event = self.events.next(self.view.wait_s())
            except TimeoutError:
                self.view.tick()
                continue
            if event is None:
                return
            self.view.apply(event)
            match event:
                case ToolRequest():
                    self._call_tool(event.call)
                case RunPending() if self.is_after_cell:
                    pass
                case RunPending() if self._has_buttons and not self.waits:
                    self.view.flush()
                    self.is_after_cell = True
                    return
                case RunPending():
                    self._ask_person(event)
                case _:
                    pass

    @property
    def _has_buttons(self) -> bool:
        return isinstance(self.view, LaterView)

    def stop(self) -> None:
        """Stop the run; what it kept is shown if it says so soon."""
        self.run.cancel()
        deadline = time.monotonic() + STOP_S
        try:
            while (left_s := deadline - time.monotonic()) > 0:
                event = self.events.next(left_s)
                if event is None:
                    break
                self.view.apply(event)
        except (TimeoutError, KeyboardInterrupt):
            log.debug("Run %s goes on ending by itself", self.run.id)
        self.transcript.end_here()

    def finish(self) -> None:
        """Say what the provider warns of, and show the final form."""
        connection = self.transcript.model.partition("/")[0]
        for warning in self.session.assistant.provider(connection).profile.warnings:
            self.view.notice(Notice(warning, level="info"))
        self.view.finish()

    def _call_tool(self, call: ToolCallPart) -> None:
        self.view.flush()
        try:
            if self.is_after_cell:
                main_thread = self.session.main_thread
                outcome = main_thread.call(lambda: self._run_tool(call), self.cell)
            else:
                outcome = self._run_tool(call)
        except KeyboardInterrupt as stop:
            outcome = getattr(stop, "outcome", failed(INTERRUPTED))
            self._answer(call, replace(outcome, stops=True))
            raise
        except BaseException as error:  # a tool must never end the run
            log.exception("Tool %s failed by a fault of ours", call.tool)
            outcome = failed(f"The tool itself failed: {error!r}")
        self._answer(call, outcome)

    def _run_tool(self, call: ToolCallPart) -> ToolOutcome:
        session = self.session
        return tools.call(
            session.shell,
            session.recorder,
            call,
            settings=session.assistant.settings,
            redactor=session.assistant.redactor,
        )

    def _answer(self, call: ToolCallPart, outcome: ToolOutcome) -> None:
        if self.is_after_cell and isinstance(self.view, LaterView):
            self.view.ran_later(call.call_id, outcome)
        elif outcome.outputs:
            self.view.interrupted_by_others()
        try:
            self.run.answer(call.call_id, outcome)
        except RunRefused:
            log.debug("Nobody waits for the result of %s any more", call.call_id)

    def _ask_person(self, event: RunPending) -> None:
        try:
            decisions = decide(event.calls, self.view)
        except EOFError:
            decisions = nobody_there(event.calls)
        try:
            self.run.decide(decisions)
        except RunRefused as error:  # by a button meanwhile
            self.view.say(str(error))
