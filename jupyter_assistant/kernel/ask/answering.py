"""The flow of `%%ask`: question → context → run → events and decisions → reply."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from jupyter_assistant.agent.runner import Run, RunRequest
from jupyter_assistant.context import NOTES, parse_wants
from jupyter_assistant.conversation import (
    AnyPart,
    RunPending,
    Selection,
    TextPart,
    ToolCallPart,
    ToolRequest,
    context_of,
)
from jupyter_assistant.errors import RunRefused, SettingInvalid
from jupyter_assistant.kernel import tools
from jupyter_assistant.kernel.ask.after_cell import go_on
from jupyter_assistant.kernel.ask.approval import decide, nobody_there
from jupyter_assistant.kernel.ask.buttons import Buttons
from jupyter_assistant.kernel.ask.follow import Followed
from jupyter_assistant.kernel.ask.interrupts import held
from jupyter_assistant.kernel.ask.json_form import Schema, check_json, load_schema
from jupyter_assistant.kernel.ask.reply import Reply, keep
from jupyter_assistant.kernel.select.selection import select
from jupyter_assistant.kernel.show.notices import Notice, from_error
from jupyter_assistant.kernel.show.places import can_ask, new_view
from jupyter_assistant.kernel.show.transcript import Transcript
from jupyter_assistant.kernel.show.view import LaterView, View
from jupyter_assistant.tools.base import failed

if TYPE_CHECKING:
    from jupyter_assistant.kernel.ask.options import AskOptions
    from jupyter_assistant.kernel.session import Session
    from jupyter_assistant.tools.base import ToolOutcome
    from jupyter_assistant.wiring import Assistant

log = logging.getLogger(__name__)

INTERRUPTED = "Interrupted by the user."
STOP_S = 0.15
"""How long a stopped run may take to say what it kept."""

_FORMS = {
    "code": "Answer with one block of Python code and nothing else.",
    "json": "Answer with one JSON value and nothing else.",
    "text": "Answer in plain text, without Markdown.",
}


def answer(session: Session, options: AskOptions) -> None:
    """Answer one question in the running cell, and keep the reply.

    Raises:
        AssistantError: nothing was sent.
        KeyboardInterrupt: the same.
    """
    schema = None
    if options.schema is not None:
        schema = load_schema(options.schema, session.shell.user_ns)
    if options.new:
        session.start_new_conversation()
    request = question(session, options, schema)
    answering: Answering | None = None
    try:
        with held():
            answering = _start(session, request, options)
        answering.follow()
    except KeyboardInterrupt:
        if answering is None:
            raise
        with suppress(KeyboardInterrupt), held():  # once is enough
            answering.stop()
    except Exception:
        if answering is not None:
            answering.run.cancel()  # nobody follows it any more
        raise
    finally:
        if answering is not None:
            # Sent and over: an interrupt finds nothing left to stop.
            with suppress(KeyboardInterrupt), held():
                _end_cell(session, options, schema, answering)


def _start(session: Session, request: RunRequest, options: AskOptions) -> Answering:
    run = session.assistant.runner.start(request)
    transcript = transcript_of(request, run)
    heard = Buttons(run=run)
    view = heard.view = new_view(session, transcript, options.format, heard.on_message)
    return Answering(
        session=session,
        run=run,
        events=Followed(run),
        transcript=transcript,
        view=view,
        waits=options.wait,
        cell=getattr(session.shell, "get_parent", dict)(),
    )


def transcript_of(request: RunRequest, run: Run) -> Transcript:
    """What will be seen of a run that was just started."""
    return Transcript(
        run_id=run.id,
        model=request.model,
        effects={tool.name: tool.effect for tool in request.client_tools},
        sent=tuple(s for s in context_of(request.parts) if s.ref not in NOTES),
    )


def _end_cell(
    session: Session, options: AskOptions, schema: Schema | None, answering: Answering
) -> None:
    """Keep the reply; show its final form, unless it waits for the person's buttons."""
    reply = Reply(model=answering.transcript.model, form=options.format)

    def finish() -> None:
        reply.take(answering.transcript)
        try:
            if options.format == "json" and answering.transcript.is_complete:
                check_json(reply, schema)
        except SettingInvalid as error:
            answering.view.notice(from_error(error))
        answering.finish()

    if answering.transcript.finished:
        finish()
    else:
        reply.take(answering.transcript)
        go_on(answering, finish)
    keep(session.shell, reply, options.output)
    if options.format == "code" and reply.code:
        session.shell.set_next_input(reply.code)


def question(
    session: Session, options: AskOptions, schema: Schema | None = None
) -> RunRequest:
    """What the model is asked, with what the notebook adds to it."""
    assistant = session.assistant
    model = _model(assistant, options.model)
    parts = select(
        session.shell,
        session.recorder,
        options.question,
        wants=parse_wants(options.context),
        history=assistant.messages(session.conversation_id),
        settings=assistant.settings,
        redactor=assistant.redactor,
        max_tokens=assistant.context_tokens(model),
    )
    return RunRequest(
        conversation_id=session.conversation_id,
        parts=(*parts[:-1], *_form_part(options, schema), parts[-1]),
        model=model,
        client_id=session.client_id,
        client_tools=tools.KERNEL_TOOLS if options.tools else (),
        attended=can_ask(session),
        approve_all=options.yes,
    )


def _model(assistant: Assistant, wanted: str | None) -> str:
    """The model for this question: of the connection in use if none is named."""
    if wanted is None:
        return assistant.model()
    names = [status.name for status in assistant.connections()]
    if wanted.partition("/")[0] in names and "/" in wanted:
        return wanted
    return f"{assistant.model().partition('/')[0]}/{wanted}"


def _form_part(options: AskOptions, schema: Schema | None) -> tuple[AnyPart, ...]:
    """How the answer must look, where the person said so."""
    text = _FORMS.get(options.format)
    if text is None:
        return ()
    if schema is not None:
        text += (
            f" It must fit this JSON Schema:\n{msgspec.json.encode(schema).decode()}"
        )
    return (TextPart(text=text, context=Selection("rule", f"-f {options.format}")),)


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
