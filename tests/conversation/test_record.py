"""A run as it is shown and saved: shorter than what was told, and the same to see."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_strategies import logs
from replies import (
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
from reply_contract import folded, shown

from jupyter_assistant.conversation import (
    Fallback,
    ImagePart,
    Message,
    MessageAdded,
    OpaquePart,
    Origin,
    ReasoningDelta,
    ReplyRecord,
    RunDone,
    RunFailed,
    TextDelta,
    TextPart,
    ToolCallProgress,
    ToolResult,
    Usage,
    UsageReport,
    compact,
)
from jupyter_assistant.conversation import shown as shown_event

CALL = python("1")
OTHER = python("2", "c2")


@given(logs(), st.data())
@settings(max_examples=300)
def test_a_compacted_log_folds_to_what_the_whole_log_folds_to(log, data):
    until = data.draw(st.just(len(log)) | st.integers(0, len(log)))
    whole, short = folded(log[:until]), folded(compact(log[:until]))
    assert shown(short) == shown(whole)
    assert short.status == whole.status
    assert short.usage == whole.usage
    assert short.finished == whole.finished


@given(logs(), st.data())
def test_a_log_goes_on_after_it_was_compacted(log, data):
    until = data.draw(st.integers(0, len(log)))
    gone_on = folded((*compact(log[:until]), *log[until:]))
    assert shown(gone_on) == shown(folded(log))


@given(logs())
def test_compacting_again_changes_nothing(log):
    assert compact(compact(log)) == compact(log)


@given(logs())
def test_a_record_outlives_its_encoding(log):
    record = play(transcript(), *log).record()
    encoded = msgspec.json.encode(record)
    assert msgspec.json.decode(encoded, type=ReplyRecord) == record


def test_a_message_takes_the_place_of_its_pieces():
    log = (
        thought("h"),
        words("a"),
        ToolCallProgress(call_id="c1", tool="run_python"),
        message("a", CALL),
        words("b"),
        words("c"),
        thought("d"),
    )
    assert compact(log) == (
        message("a", CALL),
        TextDelta(text="bc"),
        ReasoningDelta(text="d"),
    )


def test_what_stands_between_words_keeps_them_apart():
    change = Fallback(from_label="a", to_label="b", reason="r", policy="p")
    log = (words("a"), change, words("b"))
    assert compact(log) == log


def test_only_the_last_count_of_the_cost_is_kept():
    first, last = (UsageReport(usage=Usage(n)) for n in (1, 2))
    assert compact((first, message("a"), last)) == (message("a"), last)


def test_a_call_with_its_result_no_longer_waits():
    both = (message(CALL, OTHER), waits(CALL, OTHER))
    yes = decided("approve")
    assert compact((*both, yes, requested(CALL), result(CALL))) == (
        message(CALL, OTHER),
        waits(OTHER),
        yes,
        result(CALL),
    )


@pytest.mark.parametrize("end", [done(), RunFailed(kind="server", message="gone")])
def test_a_call_without_a_result_stays_one_that_was_asked_for(end):
    log = (message(CALL, OTHER), requested(CALL), waits(OTHER), end)
    (*rest, _) = compact(log)
    assert tuple(rest) == log[:-1]


def test_what_no_view_shows_is_left_out():
    when = message("a").message.created_at
    picture = ImagePart(media_type="image/png", data="aGk=")
    plot = {"output_type": "display_data", "data": {"image/png": "aGk="}}
    secret = OpaquePart(raw="s", origin=Origin("k", "a", "m"))
    told = (
        MessageAdded(message=Message("q", "user", (TextPart(text="hi"),), when)),
        message("a", secret),
        result(CALL, outputs=(plot, {}), images=(picture,), structured=[1], ui={}),
        done(text="a", reasoning="h"),
    )
    assert shown_event(told[0]) is None
    words_alone, called, ended = compact(told)
    assert words_alone == message("a")
    assert isinstance(called, ToolResult)
    assert called.result == msgspec.structs.replace(
        result(CALL).result,
        outputs=({"output_type": "display_data"}, {"output_type": ""}),
    )
    assert ended == RunDone(reason="end", usage=done().usage)
