"""The flow of `%%ask`: question → context → run → events and decisions → reply."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from jupyter_assistant.agent.runner import RunRequest
from jupyter_assistant.context import parse_wants
from jupyter_assistant.conversation import (
    AnyPart,
    Selection,
    TextPart,
)
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel import tools
from jupyter_assistant.kernel.ask.after_cell import go_on
from jupyter_assistant.kernel.ask.answering import Answering, transcript_of
from jupyter_assistant.kernel.ask.buttons import Buttons
from jupyter_assistant.kernel.ask.follow import Followed
from jupyter_assistant.kernel.ask.interrupts import held
from jupyter_assistant.kernel.ask.json_form import Schema, check_json, load_schema
from jupyter_assistant.kernel.ask.reply import Reply, keep
from jupyter_assistant.kernel.select.selection import select
from jupyter_assistant.kernel.show.notices import from_error
from jupyter_assistant.kernel.show.places import can_ask, new_view

if TYPE_CHECKING:
    from jupyter_assistant.kernel.ask.options import AskOptions
    from jupyter_assistant.kernel.session import Session
    from jupyter_assistant.wiring import Assistant

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

    if answering.is_after_cell and not answering.transcript.finished:
        reply.take(answering.transcript)
        go_on(answering, finish)
    else:
        finish()
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
