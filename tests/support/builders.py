"""Small builders: a model that says what the test wants, tools, a loop around them."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime

from jupyter_assistant.agent.loop import Loop
from jupyter_assistant.conversation import (
    Message,
    Retrying,
    TextPart,
    ToolResultPart,
    TurnBuilder,
    TurnDone,
    Usage,
    calls_of,
)
from jupyter_assistant.providers.base import ProviderProfile
from jupyter_assistant.storage import Limits
from jupyter_assistant.tools import Tool, ToolOutcome
from jupyter_assistant.tools.policy import ApprovalRequired, Policy
from jupyter_assistant.tools.schema import ArgumentsChecked

CODE = {
    "type": "object",
    "properties": {"code": {"type": "string"}},
    "required": ["code"],
    "additionalProperties": False,
}
READ = Tool("look", "Looks.", {"type": "object"}, "read", "kernel")
OTHER_READ = Tool("peek", "Peeks.", {"type": "object"}, "read", "kernel")
RUN = Tool("run_python", "Runs code.", CODE, "execute", "kernel")


def call(call_id, tool="look", args="{}"):
    """A call in a script."""
    return (call_id, tool, args)


def asked(text="hi"):
    """The person's message."""
    return Message(
        "q", "user", (TextPart(text=text),), datetime(2026, 1, 1, tzinfo=UTC)
    )


class Script:
    """A provider that plays turns and keeps the requests it was sent.

    A turn is a list of: text, ("reasoning", text), a `call`, an exception to raise, an
    awaitable function to wait for, an event to pass on, {"stop": …, "usage": …} last.
    """

    kind = "scripted"

    def __init__(self, *turns, tools=True, window=None, output=None):
        self.turns = list(turns)
        self.requests = []
        self.profile = ProviderProfile(
            family="scripted",
            supports_tools=tools,
            window_tokens=window,
            max_output_tokens=output,
        )

    @asynccontextmanager
    async def stream(self, request):
        self.requests.append(request)
        yield self._play(self.turns.pop(0))

    async def _play(self, turn):
        builder, end = TurnBuilder(), {"stop": "end", "usage": Usage(10, 5)}
        for step in turn:
            match step:
                case str():
                    yield builder.text(step)
                case ("reasoning", text):
                    yield builder.reasoning(text)
                case (call_id, tool, args):
                    yield builder.call(call_id, call_id=call_id, name=tool, args=args)
                case Exception():
                    raise step
                case dict():
                    end |= step
                case Retrying():
                    yield step
                case _:
                    await step()
        if end["stop"]:
            yield TurnDone(turn=builder.turn(end.pop("stop"), model="m-real", **end))


class Tools:
    """A toolbox that remembers what ran; answers are texts, outcomes or functions."""

    def __init__(self, *tools, answers=None):
        self.tools = tools
        self.ran = []
        self.answers = answers or {}

    def defs(self):
        return self.tools

    def asks(self, call):
        return None

    async def call(self, call, ctx):
        self.ran.append((call.tool, call.args))
        answer = self.answers.get(call.tool, f"{call.tool} ran")
        if callable(answer):
            answer = await answer()
        return answer if isinstance(answer, ToolOutcome) else ToolOutcome(text=answer)


def guarded(tools, rules=None, **options):
    """The tools as a run has them: checked and under the rule of approval."""
    policy = Policy(settings=rules or {})
    return ArgumentsChecked(ApprovalRequired(tools, policy, **options))


def loop_of(provider, toolbox=None, **options):
    """A loop with readable ids."""
    ids = iter(range(1000))
    options.setdefault("limits", Limits())
    return Loop(
        provider=provider,
        model="m",
        label="test/m",
        system="be short",
        toolbox=toolbox or guarded(Tools()),
        new_id=lambda: f"id{next(ids)}",
        now=lambda: datetime(2026, 1, 2, tzinfo=UTC),
        **options,
    )


async def run_loop(loop, *, resume=None, history=None):
    events = []
    result = await loop.run(history or [asked()], resume, emit=events.append)
    return result, events


def valid(messages):
    """Every call has exactly one result, in the very next message, in order."""
    asked_for = []
    for message in messages:
        results = [p for p in message.parts if isinstance(p, ToolResultPart)]
        assert [r.call_id for r in results] == asked_for
        asked_for = [c.call_id for c in calls_of(message.parts)]
    return not asked_for
