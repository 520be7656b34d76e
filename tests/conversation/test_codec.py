"""What is stored comes back, also from another version."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from strategies import messages

from jupyter_assistant.conversation import (
    Message,
    RunDone,
    TextDelta,
    TextPart,
    UnknownPart,
    Usage,
    decode_event,
    decode_message,
    encode,
    from_builtins,
)
from jupyter_assistant.errors import ConversationInvalid

MESSAGE = Message(
    "m1", "user", (TextPart(text="hi"),), datetime(2026, 1, 2, tzinfo=UTC)
)


def stored(**changes):
    return json.dumps(json.loads(encode(MESSAGE)) | changes)


@given(messages)
def test_every_message_comes_back_as_it_was(message):
    assert decode_message(encode(message)) == message


def test_stored_json_says_its_version_first():
    assert encode(MESSAGE).startswith(b'{"v":1,')


def test_a_part_of_a_later_version_is_kept_and_written_back_as_it_came():
    later = {"kind": "hologram", "beams": [1, {"x": None}]}
    message = decode_message(stored(v=2, parts=[later, {"kind": "text", "text": "a"}]))
    assert message.parts == (UnknownPart(raw=later), TextPart(text="a"))
    assert json.loads(encode(message))["parts"][0] == later


def test_a_known_part_that_a_later_version_changed_is_kept_too():
    changed = {"kind": "text", "text": {"rich": True}}
    message = decode_message(stored(v=2, parts=[changed]))
    assert message.parts == (UnknownPart(raw=changed),)


def test_an_unknown_part_is_kept_even_if_the_version_is_ours():
    later = {"kind": "hologram"}
    assert decode_message(stored(parts=[later])).parts == (UnknownPart(raw=later),)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (stored(parts=[{"kind": "text", "text": 3}]), "$.parts[0].text"),
        (stored(parts=[{"kind": "text", "text": "a"}, 7]), "$.parts[1]"),
        (stored(parts=[{"text": "no kind"}]), "$.parts[0]"),
        (stored(role="robot"), "$.role"),
        (stored(parts=None), "$.parts"),
        ("[1]", "array"),
        ('{"v":1,', "broken JSON"),
    ],
)
def test_a_fault_is_named_with_its_path(data, path):
    with pytest.raises(ConversationInvalid, match=r"This is no message") as caught:
        decode_message(data)
    assert path in str(caught.value)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(ConversationInvalid):
        decode_message(b'{"v":1,"id":"\xff"}')


def test_json_that_is_nested_too_deep_is_refused():
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(ConversationInvalid):
        decode_message('{"v":1,"parts":' + deep + "}")


@pytest.mark.parametrize(
    "event",
    [TextDelta(text="a"), RunDone(reason="end", text="hi", usage=Usage(1, 2))],
)
def test_events_come_back_as_they_were(event):
    assert decode_event(encode(event)) == event


def test_a_script_finds_every_count_also_one_of_zero():
    done = RunDone(reason="end", usage=Usage(input_tokens=3))
    usage = json.loads(encode(done))["usage"]
    assert (usage["input_tokens"], usage["output_tokens"]) == (3, 0)


def test_what_is_no_event_is_refused():
    with pytest.raises(ConversationInvalid, match="This is no run event"):
        decode_event('{"type":"nonsense"}')


def test_plain_data_becomes_a_value_or_names_what_it_should_have_been():
    assert from_builtins({"input_tokens": 3}, Usage, "usage") == Usage(3)
    with pytest.raises(ConversationInvalid, match=r"This is no usage: .*input_tokens"):
        from_builtins({"input_tokens": "x"}, Usage, "usage")
