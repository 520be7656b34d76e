"""What a widget is sent: each word once, in few messages, all of it if it is late."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies import (
    Clock,
    decided,
    done,
    message,
    python,
    requested,
    result,
    thought,
    transcript,
    waits,
    words,
)

from jupyter_assistant.conversation import (
    Info,
    Message,
    MessageAdded,
    ToolCallProgress,
    ToolResult,
    ToolResultPart,
)
from jupyter_assistant.kernel.widget.feed import PACE_S, Feed


class Model:
    """The state of a widget's model in the browser."""

    def __init__(self):
        self.clock = Clock()
        self.state = {}
        self.feed = Feed(send=self.take, clock=self.clock)
        self.reply = transcript(self.clock)
        self.feed.replies.append(self.reply)

    def take(self, state):
        self.state.update(json.loads(json.dumps(state)))

    def play(self, *events):
        for event in events:
            self.feed.apply(self.reply, event)
        return self

    @property
    def batches(self):
        return [self.state[f"d{n + 1}"] for n in range(len(self.state))]

    @property
    def events(self):
        return [event for batch in self.batches for event in events_of(batch)]


def events_of(batch):
    """The events of a batch; words alone come as they are."""
    words_alone = isinstance(batch, str)
    return [{"type": "text", "text": batch}] if words_alone else batch["events"]


def test_the_first_words_go_out_at_once_and_what_comes_fast_goes_together():
    model = Model().play(words("One "), words("two "), words("three "))
    assert model.batches == ["One "]
    assert model.feed.wait_s == pytest.approx(PACE_S)
    model.clock.now += PACE_S
    assert model.feed.wait_s == 0
    model.feed.flush()
    assert model.events[1:] == [{"type": "text", "text": "two three "}]
    assert model.feed.wait_s is None


def test_what_is_no_word_goes_out_at_once_with_the_words_before_it():
    model = Model().play(words("a"), words("b"), waits(python("1")))
    assert [event["type"] for event in model.batches[1]["events"]] == [
        "text",
        "pending",
    ]


def test_words_that_streamed_are_not_sent_again_with_their_message():
    model = Model().play(thought("hm"), words("Hello "), words("there"))
    model.play(message(*model.reply.state.partial))
    (sent,) = (e for e in model.events if e["type"] == "message")
    assert [part.get("text") for part in sent["message"]["parts"]] == ["", ""]
    (record,) = model.feed.state()["replies"]
    assert "Hello there" in str(record["events"])


def test_words_that_differ_from_what_streamed_are_sent():
    model = Model().play(words("Hello"), message("Good day"))
    assert model.events[-1]["message"]["parts"] == [
        {"kind": "text", "text": "Good day"}
    ]


def test_the_progress_of_a_call_is_sent_as_its_newest():
    progress = [
        ToolCallProgress(call_id="c1", tool="run_python", args_chars=chars)
        for chars in (1, 2, 3)
    ]
    model = Model().play(*progress)
    model.feed.flush()
    assert [event["args_chars"] for event in model.events] == [1, 3]
    other = ToolCallProgress(call_id="c2", tool="run_python")
    model.play(progress[0], other)
    model.feed.flush()
    assert [event["call_id"] for event in model.events[2:]] == ["c1", "c2"]


def test_words_and_thoughts_stay_apart():
    model = Model().play(words("a"), thought("b"), thought("c"), words("d"))
    model.feed.flush()
    assert [(e["type"], e["text"]) for e in model.events] == [
        ("text", "a"),
        ("reasoning", "bc"),
        ("text", "d"),
    ]


def test_pictures_and_outputs_stay_in_the_notebook():
    image = {"output_type": "display_data", "data": {"image/png": "A" * 5000}}
    call = python("plot()")
    model = Model().play(message(call), requested(call))
    model.play(result(call, outputs=(image,), structured={"a": 1}))
    sent = model.events[-1]["result"]
    assert sent["outputs"] == [{"output_type": "display_data"}]
    assert "structured" not in sent
    assert "AAAA" not in str(model.feed.state())


def test_the_results_of_calls_are_not_sent_a_second_time_as_a_message():
    part = ToolResultPart(call_id="c1", tool="run_python", text="42")
    told = Message("m2", "user", (part,), datetime(2026, 12, 1, tzinfo=UTC))
    model = Model().play(message(python("1")), ToolResult(result=part))
    before = len(model.state)
    model.play(MessageAdded(message=told))
    assert len(model.state) == before


def test_a_new_reply_begins_with_its_record():
    model = Model()
    second = transcript(model.clock, question="And now?")
    model.play(words("x"))
    model.feed.begin(second)
    model.feed.apply(second, words("y"))
    model.feed.flush()
    assert model.batches[1]["begin"]["question"] == "And now?"
    assert model.batches[2] == "y"


EVENTS = st.lists(
    st.one_of(
        st.text(max_size=5).map(words),
        st.text(max_size=5).map(thought),
        st.just(Info(text="card")),
        st.just(message("whole")),
        st.just(waits(python("1"))),
        st.just(decided("approve")),
    ),
    max_size=30,
)


@given(EVENTS, st.lists(st.integers(0, 3), min_size=30, max_size=30))
def test_each_word_is_sent_once_and_in_order_however_fast_it_comes(events, pauses):
    model = Model()
    for event, pause in zip(events, pauses, strict=False):
        model.clock.now += pause * PACE_S / 2
        model.play(event)
    model.feed.flush()
    for kind in ("text", "reasoning"):
        given_words = "".join(getattr(e, "text", "") for e in events if is_a(e, kind))
        sent = "".join(e["text"] for e in model.events if e["type"] == kind)
        assert sent == given_words


def is_a(event, kind):
    return type(event) is type(words("") if kind == "text" else thought(""))


@given(EVENTS, st.integers(0, 30))
def test_who_comes_late_gets_the_rest_after_the_state(events, joined):
    early = Model()
    late = None
    for number, event in enumerate(events):
        if number == joined:
            late = early.feed.state()
        early.play(event)
    early.feed.flush()
    if late is None:
        return
    record = early.feed.state()
    assert record["seq"] == len(early.state)
    rest = early.batches[late["seq"] :]
    sent = [e for batch in rest for e in events_of(batch) if e["type"] == "text"]
    whole = [e for e in events[joined:] if is_a(e, "text")]
    assert "".join(e["text"] for e in sent) == "".join(e.text for e in whole)


def test_the_bytes_stay_linear_in_the_reply():
    model = Model()
    text = "word " * 4
    for _ in range(2000):
        model.clock.now += 0.02  # 1,000 characters a second
        model.play(words(text))
    model.play(message(*model.reply.state.partial), done())
    sent = len(str(model.batches))
    assert sent < 3 * 2000 * len(text)
