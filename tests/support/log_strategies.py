"""Hypothesis strategies for the log of a run, as a loop could tell it."""

from hypothesis import strategies as st
from replies import (
    decided,
    done,
    message,
    pending,
    requested,
    result,
    thought,
    tool_call,
    words,
)

from jupyter_assistant.conversation import (
    CitationPart,
    Fallback,
    Info,
    ReasoningPart,
    Retrying,
    RunFailed,
    RunPending,
    ToolCallProgress,
    UnknownPart,
    Usage,
    UsageReport,
)

_texts = st.text(alphabet="ab \n", min_size=1, max_size=3)
_cards = st.sampled_from(
    [
        Fallback(from_label="a/x", to_label="test/m", reason="overloaded", policy="p"),
        Retrying(attempt=2, wait_s=4.0, reason="is overloaded"),
        Info(text="Something to know."),
    ]
)
_ends = st.sampled_from(
    [
        (),
        (done(),),
        (done("cancelled"),),
        (done("rounds"),),
        (RunFailed(kind="network", message="gone", text="So far"),),
    ]
)


@st.composite
def logs(draw):
    """Rounds of a message and what became of its calls, and then mostly an end."""
    numbers = iter(range(1000))
    log = []
    for _ in range(draw(st.integers(0, 3))):
        log += draw(st.lists(_cards, max_size=2))
        log += draw(_rounds(numbers))
    return (*log, *draw(_unfinished()), *draw(_ends))


@st.composite
def _rounds(draw, numbers):
    calls = [
        tool_call(
            draw(st.sampled_from(["run_python", "inspect_variable"])),
            {"code": "1\n2"},
            f"c{next(numbers)}",
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    told, parts = [], []
    for _ in range(draw(st.integers(0, 2))):
        text, split = draw(_texts), draw(st.integers(0, 3))
        is_thought = draw(st.booleans())
        deltas = [text[:split], text[split:]]
        told += [(thought if is_thought else words)(piece) for piece in deltas if piece]
        parts.append(ReasoningPart(text=text) if is_thought else text)
    told += [ToolCallProgress(call_id=c.call_id, tool=c.tool) for c in calls]
    extra = draw(st.sampled_from([(), (_URL,), (_LATER,)]))
    told.append(message(*parts, *calls, *extra))
    if draw(st.booleans()):
        told.append(UsageReport(usage=Usage(draw(st.integers(1, 9)), 1)))
    return told + draw(_answers(calls))


_URL = CitationPart(type="url", title="t", url="https://x.example")
_LATER = UnknownPart(raw={"kind": "later"})


@st.composite
def _answers(draw, calls):
    """What becomes of the calls of a message; some may get no result."""
    told = []
    asked = [call for call in calls if call.tool == "run_python"]
    if asked and draw(st.booleans()):
        told.append(RunPending(calls=tuple(map(pending, asked))))
    for call in calls:
        fate = draw(st.sampled_from(["none", "asked", "denied", "ran", "failed"]))
        if fate == "denied":
            told.append(decided("deny", call_id=call.call_id, reason="no"))
            told.append(result(call, "Not run: no.", is_error=True))
        elif fate != "none":
            told.append(decided("approve", call_id=call.call_id))
            told.append(requested(call))
        if fate in ("ran", "failed"):
            told.append(result(call, "KeyError", is_error=fate == "failed"))
    return told


@st.composite
def _unfinished(draw):
    """Words whose message has not come."""
    return [words(text) for text in draw(st.lists(_texts, max_size=2))]
