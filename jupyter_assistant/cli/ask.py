"""`jupyter assistant ask`: one question, answered on standard output."""

from __future__ import annotations

import sys
import uuid
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from jupyter_assistant.agent.runner import RunRequest
from jupyter_assistant.cli.connection import model
from jupyter_assistant.cli.printers import JsonLines, Printer, Words
from jupyter_assistant.cli.say import INTERRUPTED, complain
from jupyter_assistant.conversation import Info, RunFailed, TextPart
from jupyter_assistant.errors import (
    AssistantError,
    NotConfigured,
    ProviderError,
    SettingInvalid,
)
from jupyter_assistant.providers.base import ToolDef
from jupyter_assistant.tools.base import Tool
from jupyter_assistant.wiring import open_assistant

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from jupyter_assistant.agent.runner import Run

CLIENT = "command line"


def run(args: Namespace) -> int:
    """Ask; 0 if the model answered."""
    printer = JsonLines() if args.json else Words()
    try:
        question, tools = _question(args.question), _tools(args.tools)
    except SettingInvalid as error:
        return complain(str(error), 2)
    with closing(open_assistant()) as assistant:
        assistant.retries = args.retries
        assistant.timeout_s = args.timeout
        try:
            wanted = model(assistant, args)
            provider = assistant.provider(wanted.partition("/")[0])
            started = assistant.runner.start(
                RunRequest(
                    conversation_id=uuid.uuid4().hex,
                    parts=(TextPart(text=question),),
                    model=wanted,
                    client_id=CLIENT,
                    client_tools=tools,
                    attended=False,
                    approve_all=args.yes,
                    reports_calls=bool(tools),
                )
            )
        except AssistantError as error:
            printer.show(_failure(error))
            return 1
        for warning in provider.profile.warnings:
            printer.show(Info(text=warning))
        return _follow(started, printer)


def _follow(started: Run, printer: Printer) -> int:
    """Show all events; Ctrl-C stops the answer and keeps what arrived."""
    code = 0
    while True:
        try:
            for event in started.events():
                printer.show(event)
                if isinstance(event, RunFailed):
                    code = 1
        except KeyboardInterrupt:
            if code == INTERRUPTED:
                raise
            code = INTERRUPTED
            started.cancel()
        else:
            return code


def _failure(error: AssistantError) -> RunFailed:
    """An error from before the run as the event that a script waits for."""
    match error:
        case ProviderError():
            return RunFailed(
                kind=error.kind,
                message=error.message,
                status=error.status,
                retry_after_s=error.retry_after_s,
                provider=error.provider,
                request_id=error.request_id,
            )
        case NotConfigured():
            return RunFailed(kind="auth", message=str(error))
        case _:
            return RunFailed(kind="bad_request", message=str(error))


def _question(text: str) -> str:
    if text == "-":
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    if not text.strip():
        raise SettingInvalid("the question is empty, nothing was sent")
    return text


def _tools(file: Path | None) -> tuple[Tool, ...]:
    if file is None:
        return ()
    try:
        listed = msgspec.json.decode(file.read_bytes(), type=tuple[ToolDef, ...])
    except OSError as error:
        raise SettingInvalid(f"--tools {file}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingInvalid(
            f"--tools {file} is no JSON list of {{name, description, schema}}: {error}"
        ) from None
    return tuple(
        Tool(
            name=tool.name,
            description=tool.description,
            schema=tool.schema,
            effect="external",
            source=str(file),
            owner_client=CLIENT,
        )
        for tool in listed
    )
