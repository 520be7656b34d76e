"""Replies as logs of events, and what a view must show of them.

Most are what a run really told; what no script can bring about is put together by hand.
Run as a program, it writes them to `tests/data/replies`, where the tests of the view
find them as well.
"""

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime

import anyio
import msgspec
from builders import CODE, Script, call, loop_of
from msgspec.structs import replace
from replies import message, pending, python, thought, words

from jupyter_assistant.agent.engine import Engine
from jupyter_assistant.agent.local_runner import LocalRunner
from jupyter_assistant.agent.runner import RunRequest
from jupyter_assistant.conversation import (
    CallDecided,
    CitationPart,
    Decision,
    Fallback,
    ReasoningPart,
    Retrying,
    RunDone,
    RunPending,
    RunState,
    TextDelta,
    TextPart,
    ToolCallProgress,
    ToolRequest,
    UnknownPart,
    Usage,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.storage import Limits, MemoryHistory
from jupyter_assistant.tools import Tool, ToolOutcome

NAMED = {"type": "object"}
TOOLS = (
    Tool("run_python", "Runs code.", CODE, "execute", "kernel"),
    Tool("list_variables", "Lists.", NAMED, "read", "kernel"),
    Tool("inspect_variable", "Inspects.", NAMED, "read", "kernel"),
    Tool("read_cells", "Reads.", NAMED, "read", "kernel"),
    Tool("look_up_docs", "Looks up.", NAMED, "read", "kernel"),
)
AT = datetime(2026, 12, 1, 14, 3, tzinfo=UTC)
PLOT = "monthly.plot.bar(stacked=True, figsize=(7, 3))\nplt.ylabel('units')"
WIDER = msgspec.json.encode({"code": PLOT.replace("7", "9")}).decode()
PICTURE = {
    "output_type": "display_data",
    "data": {"image/png": "aGk=", "text/plain": "<Figure>"},
    "metadata": {},
}


# Runs


@dataclass
class Person:
    """Answers what a run asks: which result a call has, and who may run."""

    results: dict[str, ToolOutcome] = field(default_factory=dict)
    """By the id of the call."""
    decides: tuple[dict, ...] | None = None
    """What is said to the waiting calls, in order; None: nothing, ever."""
    stops_at: type | None = None
    """The kind of event at which the reply is stopped."""


def ran(provider, person=None, *, limits=None, **request):
    """The log of a real run."""
    person = person or Person()
    ticks = itertools.count()
    engine = Engine()
    runner = LocalRunner(
        engine=engine,
        history=MemoryHistory(),
        new_loop=lambda request, toolbox: loop_of(
            provider,
            toolbox,
            clock=lambda: next(ticks) / 64,
            **({"limits": limits} if limits else {}),
        ),
        tool_rules=dict,
        max_runs_per_minute=lambda: 20,
    )
    asked = RunRequest(
        conversation_id="c",
        parts=(TextPart(text="Why do units drop in March?"),),
        model="test/m",
        client_id="kernel",
        client_tools=TOOLS,
        **request,
    )
    try:
        return tuple(_followed(runner.start(asked), person))
    finally:
        engine.close()


def _followed(run, person):
    said = list(person.decides or ())
    for event in run.events():
        yield replace(event, at=AT) if isinstance(event, CallDecided) else event
        if person.stops_at is not None and isinstance(event, person.stops_at):
            run.cancel()
        match event:
            case ToolRequest(call=asked):
                fine = ToolOutcome(text="fine")
                run.answer(asked.call_id, person.results.get(asked.call_id, fine))
            case RunPending() if person.decides is None:
                return
            case RunPending():
                decided = [
                    Decision(
                        call_id=one.call.call_id, args_digest=one.args_digest, **answer
                    )
                    for one, answer in zip(event.calls, said, strict=False)
                ]
                del said[: len(decided)]
                run.decide(decided)
            case _:
                pass


def code(text, call_id="c1"):
    """A call of Python in a script."""
    return call(call_id, "run_python", msgspec.json.encode({"code": text}).decode())


def streaming():
    return ran(Script(["Units fall to ", "**2,310", " in March**", ":\n\n1. no rows"]))


def reasoning():
    turn = [
        ("reasoning", "The question is "),
        ("reasoning", "about March."),
        "North has no rows",
        " after 9 March.",
    ]
    return ran(Script(turn))


def look_ups():
    failed = ToolOutcome(text="There is no 'old'.\nThere are: df", is_error=True)
    return ran(
        Script(
            [call("c1", "list_variables")],
            [call("c2", "inspect_variable", '{"name":"df"}')],
            [call("c3", "read_cells", '{"first":1,"last":3}')],
            [call("c4", "look_up_docs", '{"name":"DataFrame.isna"}')],
            [call("c5", "list_variables", "{}")],
            ["Now ", call("c6", "inspect_variable", '{"name":"old"}')],
            ["Nothing is missing."],
        ),
        Person(results={"c6": failed}),
    )


def approval_pending():
    return ran(Script(["I plot it.", code(PLOT)]))


def approved():
    plot = ToolOutcome(text="ok", outputs=(PICTURE,))
    person = Person({"c1": plot}, ({"answer": "approve"},))
    return ran(Script(["I plot it.", code(PLOT)], ["March is short."]), person)


def edited():
    said = {"answer": "approve", "edited_args": WIDER}
    plot = ToolOutcome(text="ok", outputs=(PICTURE, PICTURE))
    return ran(
        Script([code(PLOT)], ["March is short."]),
        Person({"c1": plot}, (said,)),
    )


def denied():
    said = {"answer": "deny", "reason": "Keep the March files."}
    return ran(Script([code("clean()")], ["They stay."]), Person(decides=(said,)))


def two_calls():
    said = ({"answer": "approve", "remember": True}, {"answer": "deny"})
    crashed = ToolOutcome(text="KeyError: 'order_date'", is_error=True)
    turn = [code("a = 1\nb"), code("del a", "c2")]
    return ran(
        Script(turn, ["Both are through."]),
        Person({"c1": crashed}, said),
    )


def allowed_by_yes():
    return ran(Script([code("1 + 1")], ["2"]), approve_all=True)


def unattended():
    return ran(Script([code("1 + 1")], ["Not run."]), attended=False)


def retried():
    waits = Retrying(attempt=2, wait_s=4.0, reason="is limiting requests")
    again = Retrying(attempt=3, wait_s=0.0, reason="is overloaded")
    return ran(Script([waits, again, "Here it is."]))


def broken():
    failure = ProviderError(
        "network", "Connection reset by peer", provider="test", status=None
    )
    return ran(Script(["Units fall to 2,310 in", " March, against", failure]))


def refused_key():
    failure = ProviderError(
        "auth", "Incorrect API key provided (HTTP 401)", provider="test", status=401
    )
    return ran(Script([failure]))


def limited():
    turns = [[call(f"c{n}", "list_variables")] for n in range(3)]
    return ran(Script(*turns), limits=Limits(max_tool_rounds=1))


def stopped():
    return ran(
        Script(["Units fall to 2,310", anyio.sleep_forever]), Person(stops_at=TextDelta)
    )


# By hand


def fallback():
    return (
        Fallback(
            from_label="other/x", to_label="test/m", reason="overloaded", policy="p"
        ),
        words("Here"),
        message("Here"),
        RunDone(reason="end", usage=Usage(3912, 412, 2800, 0, 128, 0.018)),
    )


def sources():
    url = CitationPart(type="url", title="resample", url="https://pandas.example/r")
    file = CitationPart(type="file", filename="promotions.md", cited_text="28 Feb")
    return (
        words("Keep the gap visible."),
        message("Keep the gap visible.", url, file),
        RunDone(reason="end"),
    )


def later_part():
    return (
        message("Look:", UnknownPart(raw={"kind": "hologram"})),
        RunDone(reason="end"),
    )


def in_pieces():
    """A message whose words came around a call that was being written."""
    looking = python("look()", "c1")
    return (
        thought("First "),
        thought("this."),
        words("Let me "),
        ToolCallProgress(call_id="c1", tool="run_python"),
        words("look."),
        message(ReasoningPart(text="First this."), "Let me look.", looking),
        RunPending(calls=(pending(looking),)),
    )


def snapshot():
    """Somebody joins late: first the state, then what follows."""
    return (snapshot_of(before_snapshot()), *after_snapshot())


def before_snapshot():
    return approval_pending()


def after_snapshot():
    return approved()[len(before_snapshot()) :]


def snapshot_of(log):
    """The state after a log, in one event."""
    state = RunState(run_id="r")
    for event in log:
        state.apply(event)
    return state.snapshot()


LOGS = {
    log.__name__: log
    for log in (
        streaming,
        reasoning,
        look_ups,
        approval_pending,
        approved,
        edited,
        denied,
        two_calls,
        allowed_by_yes,
        unattended,
        retried,
        broken,
        refused_key,
        limited,
        stopped,
        fallback,
        sources,
        later_part,
        in_pieces,
        snapshot,
    )
}
