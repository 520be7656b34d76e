"""The events of a reply, and a person at the prompt, without a kernel."""

from datetime import UTC, datetime

import msgspec

from jupyter_assistant.conversation import (
    CallDecided,
    Message,
    MessageAdded,
    PendingCall,
    ReasoningDelta,
    RunDone,
    RunPending,
    TextDelta,
    TextPart,
    ToolCallPart,
    ToolRequest,
    ToolResult,
    ToolResultPart,
    Usage,
    args_digest,
)
from jupyter_assistant.kernel.show.transcript import Transcript

EFFECTS = {
    "inspect_variable": "read",
    "read_cells": "read",
    "run_python": "execute",
    "send": "external",
}


class Clock:
    """A clock that a test moves."""

    def __init__(self, now=0.0):
        self.now = now

    def __call__(self):
        return self.now


class Person:
    """Stands in for a view: answers prompts from a list, keeps what it was shown."""

    def __init__(self, *answers, edits=()):
        self.answers = list(answers)
        self.edits = list(edits)
        self.shown = []

    def flush(self):
        self.shown.append("flush")

    def show_call(self, pending, where):
        self.shown.append((pending.call.call_id, where))

    def ask(self, prompt):
        self.shown.append(prompt)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def edit(self, text):
        self.shown.append(("edit", text))
        return self.edits.pop(0)

    def say(self, text):
        self.shown.append(text)


def transcript(clock=None, **options):
    """A transcript of `test/m` with a clock that stands."""
    options.setdefault("effects", EFFECTS)
    return Transcript(model="test/m", clock=clock or Clock(), **options)


def python(code, call_id="c1"):
    """A call of Python."""
    return tool_call("run_python", {"code": code}, call_id)


def tool_call(tool, args=None, call_id="c1"):
    """A call."""
    text = msgspec.json.encode(args or {}).decode()
    return ToolCallPart(call_id=call_id, tool=tool, args=text)


def pending(call, effect="execute"):
    """The call as it waits for the person."""
    return PendingCall(call, effect, args_digest(call.args), "kernel")


def waits(*calls):
    """They all wait."""
    return RunPending(calls=tuple(pending(call) for call in calls))


TWO_IN_THE_AFTERNOON = datetime(2026, 12, 1, 14, 3).astimezone()


def decided(answer, call_id="c1", by="person", **more):
    """Somebody said whether it may run, at 14:03 by this machine's clock."""
    return CallDecided(
        call_id=call_id, answer=answer, by=by, at=TWO_IN_THE_AFTERNOON, **more
    )


def words(text):
    """Some words of the answer."""
    return TextDelta(text=text)


def thought(text):
    """Some thinking."""
    return ReasoningDelta(text=text)


def message(*parts):
    """The whole message; a text stands for its part."""
    parts = [TextPart(text=part) if isinstance(part, str) else part for part in parts]
    when = datetime(2026, 1, 1, tzinfo=UTC)
    usage = Usage(100, 20)
    return MessageAdded(
        message=Message("m", "assistant", tuple(parts), when, "test/m", usage, "end")
    )


def requested(call):
    """The client is asked to run it."""
    return ToolRequest(call=call, client_id="k")


def result(call, text="ok", *, duration_s=0.012, is_error=False, **more):
    """Its result."""
    part = ToolResultPart(
        call_id=call.call_id,
        tool=call.tool,
        text=text,
        is_error=is_error,
        **more,
    )
    return ToolResult(result=part, duration_s=duration_s)


def done(reason="end", **options):
    """The end."""
    options.setdefault("usage", Usage(4000, 324))
    return RunDone(reason=reason, **options)


def play(target, *events):
    """Apply events in order; the target."""
    for event in events:
        target.apply(event)
    return target
