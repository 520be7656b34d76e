"""A reply as it is shown, from its events."""

import pytest
from replies import (
    Clock,
    decided,
    done,
    message,
    play,
    python,
    requested,
    result,
    thought,
    transcript,
    waits,
    words,
)

from jupyter_assistant.conversation import (
    CitationPart,
    Fallback,
    Info,
    InfoPart,
    ProviderTool,
    ReasoningPart,
    Retrying,
    RunFailed,
    Selection,
    TextPart,
    ToolCallProgress,
    UnknownPart,
    Usage,
    UsageReport,
)
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.steps import Step
from jupyter_assistant.kernel.show.transcript import Source, Thinking, Words


def shape(found):
    """The blocks in short."""
    return [
        (block.call.tool, block.state)
        if isinstance(block, Step)
        else (
            type(block).__name__,
            block.title if isinstance(block, Notice) else block.text,
        )
        for block in found.blocks
    ]


def test_words_arrive_in_pieces_and_are_one_block():
    found = play(transcript(), words("Hel"), words("lo"), words(" there"))
    assert shape(found) == [("Words", "Hello there")]


def test_a_message_takes_the_place_of_its_pieces():
    found = play(
        transcript(),
        thought("hm"),
        words("Hel"),
        ToolCallProgress(call_id="c1", tool="run_python"),
    )
    assert shape(found)[-1] == ("run_python", "writing")
    play(found, message(ReasoningPart(text="hm"), "Hello", python("1")))
    assert shape(found) == [
        ("Thinking", "hm"),
        ("Words", "Hello"),
        ("run_python", "running"),
    ]


def test_what_the_person_wrote_and_cards_of_ours_are_not_repeated():
    asked = message("hi")
    asked = type(asked)(
        message=type(asked.message)(
            "q", "user", (TextPart(text="hi"),), asked.message.created_at
        )
    )
    found = play(transcript(), asked, message("a", InfoPart(text="Stopped by you.")))
    assert shape(found) == [("Words", "a")]


def test_sources_and_parts_of_a_later_version_are_named():
    citation = CitationPart(type="url", title="t", url="https://x.example")
    found = play(transcript(), message("a", citation, UnknownPart(raw={"kind": "new"})))
    assert found.blocks[1] == Source(citation)
    assert isinstance(found.blocks[2], Notice)


def test_thinking_is_timed():
    clock = Clock()
    found = play(transcript(clock), thought("hm"))
    assert found.status == "Thinking"
    clock.now += 6
    play(found, words("Hi"))
    (block, _) = found.blocks
    assert isinstance(block, Thinking)
    assert block.seconds == 6
    play(found, message(ReasoningPart(text="hm"), "Hi"))
    assert found.blocks[0].seconds == 6


@pytest.mark.parametrize(
    ("events", "status"),
    [
        ([], "Waiting for the first word"),
        ([thought("hm")], "Thinking"),
        ([words("Hi")], "Writing"),
        ([ToolCallProgress(call_id="c1", tool="run_python")], "Writing"),
        ([message(python("1")), requested(python("1"))], "Running 1 call"),
        ([message(python("1")), waits(python("1"))], "Waiting for you"),
        (
            [message(python("1")), requested(python("1")), result(python("1"))],
            "Waiting for the first word",
        ),
    ],
)
def test_the_status_says_what_goes_on(events, status):
    assert play(transcript(), *events).status == status


def test_a_call_goes_from_waiting_to_done():
    call = python("1 + 1")
    found = play(transcript(), message(call), waits(call))
    assert shape(found) == [("run_python", "waiting")]
    play(found, requested(call))
    assert shape(found) == [("run_python", "running")]
    play(found, result(call, duration_s=1.2))
    assert shape(found) == [("run_python", "done")]
    assert found.blocks[0].record == "1.2 s"


def test_the_arguments_that_ran_are_the_ones_shown():
    found = play(transcript(), message(python("1")), requested(python("2")))
    assert found.blocks[0].call == python("2")


def test_a_result_of_an_unknown_call_is_let_through():
    found = play(transcript(), result(python("1", "other")))
    assert found.blocks == []
    play(found, requested(python("1", "new")))
    assert shape(found) == [("run_python", "running")]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            Fallback(from_label="a/x", to_label="b/y", reason="overloaded", policy="p"),
            "a/x failed: overloaded.",
        ),
        (
            Retrying(attempt=2, wait_s=4.0, reason="is overloaded"),
            "test is overloaded: trying again in 4 s, attempt 2.",
        ),
        (Info(text="Stopped at 12 tool rounds."), "Stopped at 12 tool rounds."),
        (ProviderTool(name="web_search", phase="done"), "web_search: done"),
    ],
)
def test_what_happens_on_the_way_stands_before_the_message(event, says):
    found = play(transcript(), message("first"), words("sec"), event, words("ond"))
    assert shape(found) == [("Words", "first"), ("Notice", says), ("Words", "second")]


def test_the_end_says_what_must_be_said():
    found = play(transcript(), words("Hi"), done("cancelled"))
    assert shape(found)[-1] == ("Notice", "Stopped by you.")
    assert found.finished
    assert not found.is_complete
    failed = RunFailed(kind="server", message="boom", status=500)
    assert shape(play(transcript(), failed)) == [("Notice", "test failed (500).")]
    assert play(transcript(), message("Hi"), done()).is_complete


def test_a_stop_that_the_run_does_not_confirm_is_shown_once():
    found = play(transcript(), words("Hi"))
    found.end_here()
    found.end_here()
    assert shape(found) == [("Words", "Hi"), ("Notice", "Stopped by you.")]


def test_the_byline_tells_what_went_along():
    sent = [Selection("cell", f"In[{n}]", estimated_tokens=100) for n in range(1, 9)]
    found = transcript(sent=(sent[0], *sent))
    assert found.byline.endswith(
        "with In[1], In[2], In[3], In[4], In[5], In[6] and 2 more (about 900 tokens)"
    )
    assert transcript(sent=(sent[0],)).byline.endswith("with In[1] (about 100 tokens)")


def test_the_byline_tells_model_time_tokens_and_cost():
    clock = Clock()
    found = transcript(clock)
    clock.now = 14.2
    assert found.byline == "test/m · 14 s"
    play(found, UsageReport(usage=Usage(3000, 200)))
    assert found.byline == "test/m · 14 s · 3,200 tokens"
    play(found, done(usage=Usage(4000, 324, cost_usd=0.018)))
    assert found.byline == "test/m · 14 s · 4,324 tokens · $0.018"
    failed = play(transcript(), UsageReport(usage=Usage(1, 2)))
    play(failed, RunFailed(kind="server", message="x"))
    assert failed.usage == Usage(1, 2)


def test_the_time_that_the_person_takes_is_not_the_replys():
    clock = Clock()
    found = transcript(clock)
    clock.now = 3
    play(found, message(python("1")), waits(python("1")))
    clock.now = 600
    assert found.elapsed_s == 3
    play(found, decided("approve"))
    clock.now = 602
    assert found.elapsed_s == 5
    play(found, done())
    clock.now = 900
    assert (found.elapsed_s, found.record().elapsed_s) == (5, 5)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({}, "approved by you at 14:03"),
        ({"edited_args": "{}"}, "approved by you at 14:03 with your change"),
        ({"remember": True}, "allowed in this conversation"),
        ({"by": "conversation"}, "allowed in this conversation"),
        ({"by": "settings"}, "allowed in the settings"),
        ({"by": "yes"}, "allowed by --yes"),
    ],
)
def test_a_call_says_who_allowed_it(said, shown):
    found = play(transcript(), message(python("1")), decided("approve", **said))
    assert found.blocks[0].approval == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({}, "denied"),
        ({"reason": "use the table"}, "denied: “use the table”"),
        ({"by": "nobody"}, "nobody was there to approve it; --yes allows it"),
    ],
)
def test_a_call_says_why_it_did_not_run(said, shown):
    found = play(transcript(), message(python("1")), decided("deny", **said))
    assert found.blocks[0].denial == shown


def test_a_decision_about_an_unknown_call_changes_nothing():
    assert play(transcript(), decided("deny", call_id="other")).blocks == []


def test_words_are_words():
    assert isinstance(play(transcript(), words("a")).blocks[0], Words)
