"""A run as its events tell it, and as one who joins late is told."""

from datetime import UTC, datetime

from jupyter_assistant.conversation import (
    Fallback,
    Message,
    MessageAdded,
    PendingCall,
    ReasoningDelta,
    ReasoningPart,
    RunDone,
    RunFailed,
    RunPending,
    RunState,
    TextDelta,
    TextPart,
    ToolCallPart,
    ToolResult,
    ToolResultPart,
    Usage,
    UsageReport,
)

CALL = ToolCallPart(call_id="c", tool="t")
PENDING = PendingCall(CALL, "execute", "digest")
MESSAGE = Message("m", "assistant", (CALL,), datetime(2026, 1, 1, tzinfo=UTC))
RESULT = ToolResult(result=ToolResultPart(call_id="c", tool="t", text="ok"))


def followed(*events):
    state = RunState(run_id="r", conversation_id="k")
    for event in events:
        state.apply(event)
    return state


def test_deltas_are_replaced_by_their_message():
    words = (TextDelta(text="a"), TextDelta(text="b"))
    state = followed(ReasoningDelta(text="hm"), *words)
    assert state.partial == (ReasoningPart(text="hm"), TextPart(text="ab"))
    state.apply(MessageAdded(message=MESSAGE))
    assert (state.partial, state.messages) == ((), [MESSAGE])


def test_a_call_waits_until_it_has_its_result():
    state = followed(RunPending(calls=(PENDING,)))
    assert (state.status, state.pending) == ("pending", (PENDING,))
    state.apply(RESULT)
    assert (state.status, state.pending) == ("running", ())


def test_the_end_and_what_it_cost_are_known():
    done = RunDone(reason="end")
    state = followed(UsageReport(usage=Usage(3)), done)
    assert (state.status, state.ended, state.usage) == ("done", done, Usage(3))
    failed = RunFailed(kind="network", message="gone")
    assert followed(failed).status == "failed"


def test_events_that_only_pass_by_change_nothing():
    passing = Fallback(from_label="a", to_label="b", reason="r", policy="p")
    assert followed(passing) == followed()


def test_who_joins_late_sees_the_same():
    state = followed(
        MessageAdded(message=MESSAGE),
        RunPending(calls=(PENDING,)),
        ReasoningDelta(text="hm"),
        TextDelta(text="a"),
        UsageReport(usage=Usage(3)),
    )
    late = followed(state.snapshot())
    assert late.snapshot() == state.snapshot()
    late.apply(TextDelta(text="b"))
    assert late.partial == (ReasoningPart(text="hm"), TextPart(text="ab"))


def test_a_call_that_was_being_written_is_not_part_of_a_late_answer():
    snapshot = followed().snapshot()
    late = followed(
        type(snapshot)(
            run_id="r",
            conversation_id="k",
            status="running",
            partial=(TextPart(text="a"), CALL),
        )
    )
    assert late.partial == (TextPart(text="a"),)
