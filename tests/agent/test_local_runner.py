"""Runs of this process, as a blocked cell starts and follows them."""

import logging
import threading
from concurrent.futures import CancelledError

import anyio
import pytest
from builders import READ, RUN, Script, call, loop_of

from jupyter_assistant.agent.engine import Engine
from jupyter_assistant.agent.local_runner import LocalRunner
from jupyter_assistant.agent.runner import RunRequest
from jupyter_assistant.conversation import (
    CallDecided,
    Decision,
    MessageAdded,
    RunDone,
    RunFailed,
    RunPending,
    TextDelta,
    TextPart,
    ToolRequest,
    ToolResult,
    ToolResultPart,
    args_digest,
    calls_of,
)
from jupyter_assistant.errors import NotConfigured, ProviderError, RunRefused
from jupyter_assistant.storage import MemoryHistory
from jupyter_assistant.tools import ToolOutcome

CODE = '{"code":"1"}'


@pytest.fixture
def engine():
    engine = Engine()
    yield engine
    engine.close()


@pytest.fixture
def runner_of(engine):
    """Builds a runner around a script; `time` is its clock."""

    def build(provider, rules=None, per_minute=20, time=None):
        time = time or [0.0]
        return LocalRunner(
            engine=engine,
            history=MemoryHistory(),
            new_loop=lambda request, toolbox: loop_of(
                provider,
                toolbox,
                run_id=f"run{len(provider.requests)}",
                reports_calls=request.reports_calls,
            ),
            tool_rules=lambda: rules or {},
            max_runs_per_minute=lambda: per_minute,
            clock=lambda: time[0],
        )

    return build


def request(text="hi", tools=(READ, RUN), **options):
    return RunRequest(
        conversation_id="c",
        parts=(TextPart(text=text),),
        model="test/m",
        client_id="kernel",
        client_tools=tools,
        **options,
    )


def until(run, kind, seen=None):
    """Follow the run up to the first event of a kind."""
    for event in run.events():
        if seen is not None:
            seen.append(event)
        if isinstance(event, kind):
            return event
    raise AssertionError(f"no {kind.__name__}")


def decision(pending, answer="approve", **more):
    return Decision(pending.call.call_id, answer, pending.args_digest, **more)


def test_a_client_follows_a_run_to_its_end(runner_of):
    runner = runner_of(Script(["Hel", "lo"]))
    run = runner.start(request())
    events = list(run.events())
    assert events[-1] == RunDone(
        reason="end", text="Hello", usage=events[-1].usage, model="m-real"
    )
    assert [m.role for m in runner.messages("c")] == ["user", "assistant"]
    assert runner.messages("unknown") == ()


def test_the_client_runs_its_own_tools(runner_of):
    runner = runner_of(Script([call("c1")], ["Seen."]))
    run = runner.start(request())
    wanted = until(run, ToolRequest)
    assert (wanted.call.tool, wanted.client_id) == ("look", "kernel")
    run.answer("c1", ToolOutcome(text="42"))
    assert until(run, ToolResult).result.text == "42"
    assert until(run, RunDone).text == "Seen."


def test_a_result_that_nobody_asked_for_is_refused(runner_of):
    run = runner_of(Script(["Hello"])).start(request())
    until(run, RunDone)
    with pytest.raises(RunRefused, match="'c1' waits"):
        run.answer("c1", ToolOutcome())


def test_a_run_waits_for_the_person_and_goes_on_after_the_yes(runner_of):
    provider = Script([call("c1", "run_python", CODE)], ["Done."])
    run = runner_of(provider).start(request())
    (waiting,) = until(run, RunPending).calls
    assert not run.running
    run.decide([decision(waiting)])
    wanted = until(run, ToolRequest)
    assert wanted.call.args == CODE
    run.answer("c1", ToolOutcome(text="1"))
    done = until(run, RunDone)
    assert (done.text, done.reason, done.usage.input_tokens) == ("Done.", "end", 20)


def test_a_decision_counts_only_for_what_was_shown(runner_of):
    run = runner_of(Script([call("c1", "run_python", CODE)])).start(request())
    (waiting,) = until(run, RunPending).calls
    with pytest.raises(RunRefused, match="changed while you looked"):
        run.decide([Decision("c1", "approve", args_digest("{}"))])
    with pytest.raises(RunRefused, match="'c9' waits"):
        run.decide([Decision("c9", "approve", waiting.args_digest)])
    with pytest.raises(RunRefused, match="must be a JSON object"):
        run.decide([decision(waiting, edited_args="[1]")])
    assert run.paused is not None


def test_a_decision_is_accepted_once(runner_of):
    provider = Script([call("c1", "run_python", CODE)], ["ok"])
    run = runner_of(provider).start(request())
    (waiting,) = until(run, RunPending).calls
    run.decide([decision(waiting, "deny")])
    with pytest.raises(RunRefused, match="Nothing waits"):
        run.decide([decision(waiting)])
    assert until(run, RunDone).text == "ok"


def test_a_later_call_decided_first_waits_for_the_earlier_one(runner_of):
    turn = [call("a", "run_python", CODE), call("b", "run_python", CODE)]
    run = runner_of(Script(turn, ["ok"])).start(request())
    first, second = until(run, RunPending).calls
    run.decide([decision(second, "deny")])
    assert run.paused is not None
    run.decide([decision(first, "deny")])
    assert until(run, RunDone).text == "ok"


def test_a_call_can_be_decided_while_an_earlier_one_runs(runner_of):
    turn = [call("a", "run_python", CODE), call("b", "run_python", CODE)]
    run = runner_of(Script(turn, ["ok"])).start(request())
    first, second = until(run, RunPending).calls
    run.decide([decision(first)])
    until(run, ToolRequest)
    run.decide([decision(second, "deny", reason="enough")])
    with pytest.raises(RunRefused, match="Nothing waits"):
        run.decide([decision(second)])
    run.answer("a", ToolOutcome(text="1"))
    seen = []
    assert until(run, RunDone, seen).text == "ok"
    assert not [event for event in seen if isinstance(event, RunPending)]
    assert "enough" in [e for e in seen if isinstance(e, ToolResult)][-1].result.text


def test_a_call_that_is_left_is_asked_about_again(runner_of):
    turn = [call("a", "run_python", CODE), call("b", "run_python", CODE)]
    run = runner_of(Script(turn, ["ok"])).start(request())
    first, second = until(run, RunPending).calls
    run.decide([decision(first, "deny")])
    assert until(run, RunPending).calls == (second,)
    run.decide([decision(second, "deny")])
    assert until(run, RunDone).text == "ok"


def test_who_decided_what_and_when_is_told_to_everybody(runner_of):
    turn = [call("a", "run_python", CODE), call("b", "run_python", CODE)]
    run = runner_of(Script(turn, ["ok"])).start(request())
    first, second = until(run, RunPending).calls
    changed = '{"code":"2"}'
    run.decide(
        [decision(first, edited_args=changed), decision(second, "deny", by="nobody")]
    )
    one, two = until(run, CallDecided), until(run, CallDecided)
    assert (one.call_id, one.answer, one.by, one.edited_args) == (
        "a",
        "approve",
        "person",
        changed,
    )
    assert (two.call_id, two.answer, two.by) == ("b", "deny", "nobody")
    assert one.at.tzinfo is not None


def test_always_means_for_this_tool_in_this_conversation(runner_of):
    provider = Script(
        [call("c1", "run_python", CODE)], [call("c2", "run_python", CODE)], ["ok"]
    )
    run = runner_of(provider).start(request())
    (waiting,) = until(run, RunPending).calls
    run.decide([decision(waiting, remember=True)])
    for call_id in ("c1", "c2"):
        assert until(run, ToolRequest).call.call_id == call_id
        run.answer(call_id, ToolOutcome(text="1"))
    until(run, RunDone)


def test_a_new_question_ends_a_run_that_waits(runner_of):
    provider = Script([call("c1", "run_python", CODE)], ["Next."])
    runner = runner_of(provider)
    waiting = runner.start(request("first"))
    until(waiting, RunPending)
    following = runner.start(request("second"))
    assert until(following, RunDone).text == "Next."
    assert until(waiting, RunDone).reason == "cancelled"
    results = [
        p
        for m in provider.requests[1].messages
        for p in m.parts
        if isinstance(p, ToolResultPart)
    ]
    assert "without answering" in results[0].text


def test_one_conversation_is_answered_once_at_a_time(runner_of):
    writing = threading.Event()
    runner = runner_of(Script([hang(writing)]))
    run = runner.start(request())
    writing.wait(30)
    with pytest.raises(RunRefused, match="being answered already"):
        runner.start(request())
    run.cancel()
    assert until(run, RunDone).reason == "cancelled"


def test_a_stop_keeps_what_arrived_and_the_next_question_works(runner_of):
    writing = threading.Event()
    runner = runner_of(Script(["Half", hang(writing)], ["Next."]))
    run = runner.start(request())
    until(run, TextDelta)
    writing.wait(30)
    run.cancel()
    done = until(run, RunDone)
    assert (done.reason, done.text) == ("cancelled", "Half")
    assert until(runner.start(request()), RunDone).text == "Next."


def test_a_stop_while_the_person_is_asked_answers_the_call(runner_of):
    runner = runner_of(Script([call("c1", "run_python", CODE)]))
    run = runner.start(request())
    until(run, RunPending)
    run.cancel()
    run.cancel()
    assert until(run, RunDone).reason == "cancelled"
    assert isinstance(runner.messages("c")[-1].parts[0], ToolResultPart)


def test_a_follower_that_was_interrupted_goes_on_where_it_was(runner_of):
    run = runner_of(Script(["a", "b", "c"])).start(request())
    first = next(run.events())
    rest = list(run.events())
    assert [e.text for e in (first, *rest) if isinstance(e, TextDelta)] == list("abc")


def test_who_is_not_there_is_not_asked(runner_of):
    provider = Script([call("c1", "run_python", CODE)], ["Not run."])
    run = runner_of(provider).start(request(attended=False))
    done = until(run, RunDone)
    assert done.text == "Not run."
    told = provider.requests[1].messages[-1].parts[0]
    assert "nobody was there to approve run_python" in told.text
    assert "--yes" in told.text


def test_a_yes_beforehand_counts_for_the_run(runner_of):
    provider = Script([call("c1", "run_python", CODE)], ["ok"])
    run = runner_of(provider).start(request(attended=False, approve_all=True))
    until(run, ToolRequest)
    run.answer("c1", ToolOutcome(text="1"))
    assert until(run, RunDone).text == "ok"


def test_a_tool_that_is_turned_off_is_neither_offered_nor_run(runner_of):
    provider = Script([call("c1", "run_python", CODE)], ["ok"])
    run = runner_of(provider, rules={"run_*": "off"}).start(request())
    assert until(run, RunDone).text == "ok"
    assert [t.name for t in provider.requests[0].tools] == ["look"]


def test_the_tool_list_of_a_conversation_is_fixed(runner_of):
    provider = Script(["one"], [call("c1", "run_python", CODE)], ["two"])
    runner = runner_of(provider)
    until(runner.start(request()), RunDone)
    done = until(runner.start(request(tools=(READ,))), RunDone)
    assert done.text == "two"
    assert provider.requests[1].tools == provider.requests[0].tools
    told = provider.requests[2].messages[-1].parts[0].text
    assert "not available any more" in told


def test_a_run_without_tools_offers_none(runner_of):
    provider = Script(["one"])
    until(runner_of(provider).start(request(tools=())), RunDone)
    assert provider.requests[0].tools == ()


def test_calls_may_be_reported_instead_of_run(runner_of):
    provider = Script([call("c1", "run_python", CODE), call("c2", "look", "[1]")])
    run = runner_of(provider).start(request(reports_calls=True))
    done = until(run, RunDone)
    assert [(c.name, c.args) for c in done.tool_calls] == [
        ("run_python", {"code": "1"})
    ]
    assert [(c.name, c.raw) for c in done.invalid_tool_calls] == [("look", "[1]")]
    assert done.stop == "tool_use"


def test_a_failing_provider_is_told_with_what_had_arrived(runner_of):
    error = ProviderError("rate_limit", "Slow down.", status=429, retry_after_s=7.0)
    run = runner_of(Script(["Half", error])).start(request())
    assert until(run, RunFailed) == RunFailed(
        kind="rate_limit",
        message="Slow down.",
        status=429,
        retry_after_s=7,
        text="Half",
    )


def test_a_fault_of_ours_ends_the_run_and_is_logged(runner_of, caplog):
    runner = runner_of(Script([ZeroDivisionError("oops")], ["Next."]))
    with caplog.at_level(logging.ERROR):
        failed = until(runner.start(request()), RunFailed)
    assert "ZeroDivisionError" in failed.message
    assert "fault of ours" in caplog.text
    assert until(runner.start(request()), RunDone).text == "Next."


def test_nothing_is_kept_of_a_question_that_could_not_start(engine):
    def refuse(_request, _toolbox):
        raise NotConfigured("No model.")

    history = MemoryHistory()
    runner = LocalRunner(
        engine=engine,
        history=history,
        new_loop=refuse,
        tool_rules=dict,
        max_runs_per_minute=lambda: 20,
    )
    with pytest.raises(NotConfigured):
        runner.start(request())
    assert runner.messages("c") == ()


def test_runs_a_minute_are_limited_and_the_wait_is_said(runner_of):
    time = [0.0]
    runner = runner_of(Script(["a"], ["b"], ["c"]), per_minute=2, time=time)
    for _ in range(2):
        until(runner.start(request()), RunDone)
    time[0] = 50.0
    with pytest.raises(RunRefused, match=r"2 runs a minute .* in 11 s"):
        runner.start(request())
    time[0] = 61.0
    assert until(runner.start(request()), RunDone).text == "c"


def test_a_forgotten_conversation_is_stopped_and_gone(runner_of):
    writing = threading.Event()
    runner = runner_of(Script([hang(writing)]))
    run = runner.start(request())
    writing.wait(30)
    runner.forget("c")
    runner.forget("never was")
    assert until(run, RunDone).reason == "cancelled"
    assert runner.messages("c") == ()


def test_messages_reach_followers_before_their_calls_run(runner_of):
    run = runner_of(Script([call("c1")], ["ok"])).start(request())
    seen = []
    until(run, ToolRequest, seen)
    (message,) = [e.message for e in seen if isinstance(e, MessageAdded)]
    assert calls_of(message.parts)[0].call_id == "c1"
    run.answer("c1", ToolOutcome())
    until(run, RunDone)


def hang(reached):
    async def wait():
        reached.set()
        await anyio.sleep_forever()

    return wait


def test_a_run_ends_when_the_engine_is_closed_under_it(runner_of, engine):
    runner = runner_of(Script([call("c1", "run_python", CODE)], ["never"]))
    run = runner.start(request(approve_all=True))
    asked = until(run, ToolRequest)
    engine.close()
    assert "was closed" in until(run, RunFailed).message
    with pytest.raises(RunRefused):
        run.answer(asked.call.call_id, ToolOutcome(text="late"))
    run.cancel()


def test_a_result_that_comes_while_the_engine_closes_is_refused(runner_of, engine):
    runner = runner_of(Script([call("c1", "run_python", CODE)], ["never"]))
    run = runner.start(request(approve_all=True))
    asked = until(run, ToolRequest)

    class Closing:
        def ask(self, *_):
            raise CancelledError

    run.engine = Closing()
    with pytest.raises(RunRefused):
        run.answer(asked.call.call_id, ToolOutcome(text="late"))
