"""Arguments are always valid JSON, whatever the model wrote."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values

from jupyter_assistant.conversation import (
    OpaquePart,
    Origin,
    TextPart,
    ToolCallPart,
    args_digest,
    args_from_text,
    args_object,
    args_text,
    with_unique_ids,
)


def call(text, call_id="c"):
    args, problem = args_from_text(text)
    return ToolCallPart(call_id=call_id, tool="t", args=args, problem=problem)


@given(st.text(alphabet=st.characters()))
def test_stored_arguments_are_valid_json_whatever_was_written(text):
    args, problem = args_from_text(text)
    assert isinstance(json.loads(args), dict) == (problem is None)


@given(st.dictionaries(st.text(max_size=5), json_values, max_size=4))
def test_an_object_stays_as_it_came(value):
    text = json.dumps(value)
    assert args_from_text(text) == (text, None)
    assert args_object(call(text)) == value


@pytest.mark.parametrize("text", ["", " \n", "null", " null "])
def test_nothing_means_no_arguments(text):
    assert args_from_text(text) == ("{}", None)


@pytest.mark.parametrize(
    "text", ["[1]", "3", '"x"', "<parameter=city>Paris", '{"a":', "[" * 5000]
)
def test_anything_else_is_kept_word_for_word_and_marked(text):
    written = call(text)
    assert written.problem == "not_json"
    assert args_object(written) is None
    assert args_text(written) == text


def test_half_a_surrogate_pair_can_be_stored():
    assert json.loads(args_from_text("\ud800")[0]) == "?"


def test_what_the_model_wrote_is_given_back_for_an_object_too():
    assert args_text(call('{"a": 1}')) == '{"a": 1}'


def test_a_digest_names_exactly_these_arguments():
    assert args_digest('{"a":1}') == args_digest('{"a":1}')
    assert args_digest('{"a":1}') != args_digest('{"a": 1}')
    assert args_digest("\ud800")


def test_ids_that_a_server_uses_again_are_replaced_with_all_that_refers_to_them():
    origin = Origin("openai", "https://x", "m")
    parts = (
        TextPart(text="a"),
        call("", "call_0"),
        OpaquePart(raw={"sig": 1}, origin=origin, call_id="call_0"),
        call("", "other"),
    )
    ids = iter(["fresh"])
    unique = with_unique_ids(parts, ["call_0"], lambda: next(ids))
    assert [getattr(part, "call_id", None) for part in unique] == [
        None,
        "fresh",
        "fresh",
        "other",
    ]


def test_two_calls_of_one_turn_never_share_an_id():
    ids = iter(["fresh"])
    unique = with_unique_ids((call("", "x"), call("", "x")), [], lambda: next(ids))
    assert [part.call_id for part in unique] == ["x", "fresh"]
