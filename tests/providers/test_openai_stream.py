"""Odd chunks, one by one, without a server."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.conversation import (
    CitationPart,
    OpaquePart,
    Origin,
    ReasoningPart,
    TextPart,
    ToolCallProgress,
    calls_of,
    reasoning_of,
    text_of,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.framing import ServerSentEvent
from jupyter_assistant.providers.openai_chat_chunks import usage_of
from jupyter_assistant.providers.openai_chat_stream import ChatStream
from jupyter_assistant.providers.reasoning_details import merged_details

ORIGIN = Origin("openai", "http://here", "m")


def stream():
    return ChatStream(origin=ORIGIN, keeps_reasoning=False)


def feed(chat, value, event=""):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return chat.feed(ServerSentEvent(data, event))


def turn_of(*values):
    chat = stream()
    for value in values:
        feed(chat, value)
    return chat.end()[1]


def choice(**fields):
    return {"choices": [fields]}


def test_words_held_back_are_part_of_what_arrived():
    chat = stream()
    feed(chat, choice(delta={"content": "<thi"}))
    assert chat.partial() == (TextPart(text="<thi"),)
    chat = stream()
    feed(chat, choice(delta={"content": "<think>a</th"}))
    assert chat.partial() == (ReasoningPart(text="a</th"),)


def test_a_call_is_shown_while_it_is_written():
    chat = stream()
    function = {"name": "look", "arguments": '{"a'}
    (begun,) = feed(
        chat, choice(delta={"tool_calls": [{"index": 0, "function": function}]})
    )
    assert isinstance(begun, ToolCallProgress)
    assert (begun.tool, begun.args_chars) == ("look", 3)
    assert begun.call_id


@pytest.mark.parametrize(
    ("delta", "text", "reasoning"),
    [
        ("plain words", "plain words", ""),
        ({"content": 7}, "", ""),
        ({"content": {"text": "a"}}, "a", ""),
        ({"content": ["a", {"type": "text", "text": "b"}, 7, {"x": 1}]}, "ab", ""),
        ({"content": "a", "reasoning": [{"text": "b"}]}, "a", "b"),
        ({"content": "a", "reasoning": 7}, "a", ""),
        ({"content": "a", "refusal": 7}, "a7", ""),
        ({"content": "a", "tool_calls": 7}, "a", ""),
        ({"content": "a", "tool_calls": [7, None]}, "a", ""),
        ({"content": "a", "function_call": 7}, "a", ""),
        (7, "", ""),
    ],
)
def test_what_is_odd_in_a_delta_costs_only_itself(delta, text, reasoning):
    turn = turn_of(choice(delta=delta, index=0))
    assert (text_of(turn.parts), reasoning_of(turn.parts)) == (text, reasoning)


@pytest.mark.parametrize("index", ["0", 0.0, None, "x", True, [1]])
def test_an_odd_index_is_the_first_answer(index):
    assert text_of(turn_of(choice(delta={"content": "a"}, index=index)).parts) == "a"


def test_one_choice_may_stand_for_a_list():
    assert text_of(turn_of({"choices": {"delta": {"content": "a"}}}).parts) == "a"


@pytest.mark.parametrize("args", [[1], 7, True])
def test_arguments_that_are_no_text_are_kept_as_json(args):
    function = {"name": "look", "arguments": args}
    (call,) = calls_of(
        turn_of(choice(delta={"tool_calls": [{"function": function}]})).parts
    )
    assert call.problem == "not_json"
    assert json.loads(call.args) == json.dumps(args)


@pytest.mark.parametrize("data", [b"{", b"{\xff}", b"nope", b"[" * 5000])
def test_what_is_no_json_is_a_protocol_error(data):
    with pytest.raises(ProviderError, match="no JSON") as caught:
        feed(stream(), data)
    assert caught.value.kind == "protocol"


@pytest.mark.parametrize("value", [7, [1], "words", None])
def test_what_is_no_object_is_a_protocol_error(value):
    with pytest.raises(ProviderError, match="no object"):
        feed(stream(), value)


def test_an_error_event_without_an_error_object_is_one():
    with pytest.raises(ProviderError, match="lost"):
        feed(stream(), {"message": "lost"}, "error")
    with pytest.raises(ProviderError, match="lost"):
        feed(stream(), b"lost", "error")


def test_a_message_after_deltas_only_repeats_them():
    turn = turn_of(
        choice(delta={"content": "a"}),
        choice(message={"content": "a"}, finish_reason="stop"),
    )
    assert text_of(turn.parts) == "a"


def test_sources_of_odd_shapes_are_passed_over():
    turn = turn_of(
        {
            "choices": [{"delta": {"annotations": "none"}}],
            "citations": [7, None, {"title": "without address"}, "https://a.example"],
            "search_results": "none",
        },
        {"choices": [], "citations": ["https://a.example"]},
    )
    assert turn.parts == (CitationPart(type="url", url="https://a.example"),)


def test_the_model_that_answered_is_named_once():
    turn = turn_of({"model": "", "choices": []}, {"model": "a"}, {"model": "b"})
    assert turn.model == "a"


def test_a_filter_is_named():
    turn = turn_of(choice(delta={"content": "x"}, finish_reason="content_filter"))
    assert (turn.stop, turn.refusal_category) == ("refusal", "content_filter")


def test_a_refusal_cut_by_the_limit_is_cut():
    turn = turn_of(choice(delta={"refusal": "I"}, finish_reason="length"))
    assert turn.stop == "max_tokens"


@pytest.mark.parametrize("raw", [None, 7, {}, {"prompt_tokens": None}, {"x": True}])
def test_no_count_is_no_usage(raw):
    assert usage_of(raw) is None


def test_costs_and_cache_writes_are_read():
    usage = usage_of(
        {
            "prompt_tokens": 10,
            "cache_creation_input_tokens": 4,
            "completion_tokens": -1,
            "cost": 0.5,
        }
    )
    assert (usage.cache_write_tokens, usage.output_tokens, usage.cost_usd) == (
        4,
        0,
        0.5,
    )


def test_details_of_thinking_are_put_together_and_nothing_is_lost():
    blocks = [
        {"type": "reasoning.text", "text": "a", "index": 0},
        {"type": "reasoning.text", "text": "b", "signature": None, "index": 0},
        {"type": "reasoning.text", "signature": "s", "index": 0},
        {"type": "reasoning.summary", "summary": "x", "index": 1},
        {"type": "reasoning.summary", "summary": "y"},
        {"type": "reasoning.encrypted", "data": "1", "index": 2},
        {"type": "reasoning.encrypted", "data": "2", "index": 2},
        "odd",
    ]
    assert merged_details(blocks) == [
        {"type": "reasoning.text", "text": "ab", "index": 0, "signature": "s"},
        {"type": "reasoning.summary", "summary": "xy", "index": 1},
        {"type": "reasoning.encrypted", "data": "1", "index": 2},
        {"type": "reasoning.encrypted", "data": "2", "index": 2},
        "odd",
    ]
    assert blocks[0]["text"] == "a"


def test_details_of_an_odd_shape_are_left_out():
    turn = turn_of(choice(delta={"content": "a", "reasoning_details": "x"}))
    assert not any(isinstance(part, OpaquePart) for part in turn.parts)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "{}"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "delta",
                    "message",
                    "content",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "index",
                    "id",
                    "finish_reason",
                    "usage",
                    "function_call",
                    "annotations",
                    "reasoning_details",
                    "citations",
                    "refusal",
                    "x_groq",
                    "extra_content",
                    "text",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@given(st.lists(VALUES.map(lambda value: {"choices": [{"delta": value}]}) | VALUES))
def test_any_chunks_make_a_turn_or_a_provider_error(chunks):
    chat = stream()
    try:
        for value in chunks:
            feed(chat, value)
    except ProviderError:
        chat.partial()
        return
    parts = chat.end()[1].parts
    for call in calls_of(parts):
        json.loads(call.args)
