"""A conversation as it is sent: valid whatever the history holds."""

import base64
import itertools
import json
import re

import pytest
from chat_stream import message, request
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.conversation import (
    CitationPart,
    FilePart,
    ImagePart,
    InfoPart,
    OpaquePart,
    Origin,
    ReasoningPart,
    Selection,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
)
from jupyter_assistant.providers.base import DEFAULT_SYSTEM, Connection, ToolDef
from jupyter_assistant.providers.openai_chat_request import NO_RESULT, chat_body
from jupyter_assistant.providers.profiles import profile_of

ORIGIN = Origin("openai", "http://here/v1/chat/completions", "m")
PIXEL = ImagePart(media_type="image/png", data="aGk=", name="plot.png")
PDF = FilePart(media_type="application/pdf", data="aGk=", name="a.pdf")
TOOL = ToolDef("look", "Looks.", {"type": "object"})


def body(*messages, family="compatible", options=None, **fields):
    connection = Connection(family=family, options=options or {})
    return chat_body(
        request(*messages, **fields), profile=profile_of(connection), origin=ORIGIN
    )


def sent(*messages, **fields):
    return body(*messages, **fields)["messages"][1:]


def call(call_id="c1", tool="look", args="{}", problem=None):
    return ToolCallPart(call_id=call_id, tool=tool, args=args, problem=problem)


def result(call_id="c1", text="seen", images=()):
    return ToolResultPart(call_id=call_id, tool="look", text=text, images=images)


@pytest.mark.parametrize("blank", ["", " \n"])
def test_a_blank_system_prompt_becomes_our_short_default(blank):
    """lmchatkit: Gemma in LM Studio refuses an empty one."""
    first = body(system=blank)["messages"][0]
    assert first == {"role": "system", "content": DEFAULT_SYSTEM}


def test_context_is_sent_like_words_and_what_is_only_shown_is_not():
    chip = Selection("cell", "In[3]")
    assert sent(
        message(
            "user",
            TextPart(text="In[3]: x = 1", context=chip),
            InfoPart(text="a card"),
            UnknownPart(raw={"kind": "hologram"}),
            CitationPart(type="url", url="https://example.org"),
            ReasoningPart(text="hm"),
            OpaquePart(raw={}, origin=ORIGIN),
            call(),
            "why?",
        )
    ) == [{"role": "user", "content": "In[3]: x = 1\n\nwhy?"}]


def test_turns_of_the_same_role_become_one_and_blank_ones_none():
    assert sent(
        message("user", "a"),
        message("user", " "),
        message("user", "b", PIXEL),
        message("user", "c"),
        message("assistant", "d"),
        message("assistant"),
        message("assistant", ReasoningPart(text="hm"), InfoPart(text="card")),
        message("assistant", "e"),
        message("user", "f"),
    ) == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "a"},
                {"type": "text", "text": "b"},
                {
                    "type": "image_url",
                    "image_url": {"url": "data:image/png;base64,aGk="},
                },
                {"type": "text", "text": "c"},
            ],
        },
        {"role": "assistant", "content": "d\n\ne"},
        {"role": "user", "content": "f"},
    ]


def test_calls_and_results_are_paired_in_the_order_of_the_calls():
    assert sent(
        message("user", "hi"),
        message("assistant", "Let me look.", call("c1"), call("c2", args='{"a":1}')),
        message("user", result("c2", "two"), result("c1", " "), "and?"),
    )[1:] == [
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "look", "arguments": "{}"},
                },
                {
                    "id": "c2",
                    "type": "function",
                    "function": {"name": "look", "arguments": '{"a":1}'},
                },
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "(no output)"},
        {"role": "tool", "tool_call_id": "c2", "content": "two"},
        {"role": "user", "content": "and?"},
    ]


def test_a_call_without_a_result_gets_one_and_a_result_without_a_call_goes():
    roles = sent(
        message("user", "hi", result("gone")),
        message("assistant", call("c1")),
        message("user", "never mind", result("other")),
        message("assistant", call("c2")),
        # Too late: the model went on in between.
        message("user", result("c1"), result("c2", "yes")),
    )
    assert [(m["role"], m.get("content")) for m in roles] == [
        ("user", "hi"),
        ("assistant", None),
        ("tool", NO_RESULT),
        ("user", "never mind"),
        ("assistant", None),
        ("tool", "yes"),
    ]


def test_an_id_may_come_again_in_a_later_turn():
    contents = [
        m["content"]
        for m in sent(
            message("user", "hi"),
            message("assistant", call("call_0")),
            message("user", result("call_0", "first")),
            message("assistant", call("call_0")),
            message("user", result("call_0", "second")),
        )
        if m["role"] == "tool"
    ]
    assert contents == ["first", "second"]


@pytest.mark.parametrize(
    "broken",
    [
        call(args='"{\\"a"', problem="truncated"),
        call(args='"<x>"', problem="not_json"),
        call(args="[1]", problem="not_json"),
    ],
)
def test_arguments_that_are_no_object_are_replayed_as_an_empty_one(broken):
    """vllm#19419, yottacode: they would be refused again and again."""
    (function,) = (
        c["function"] for c in sent(message("assistant", broken))[0]["tool_calls"]
    )
    assert function["arguments"] == "{}"


def test_a_call_without_a_name_is_replayed_with_one():
    wire = sent(message("assistant", call(tool="", problem="no_name")))
    assert wire[0]["tool_calls"][0]["function"]["name"] == "unnamed"


def test_pictures_of_a_result_follow_as_a_turn_of_the_person():
    """filex: a message of a tool holds text only."""
    wire = sent(
        message("user", "hi"),
        message("assistant", call("c1")),
        message("user", result(images=(PIXEL,)), "what is it?"),
    )
    assert [m["role"] for m in wire] == ["user", "assistant", "tool", "user"]
    assert [block["type"] for block in wire[-1]["content"]] == [
        "text",
        "image_url",
        "text",
    ]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"options": {"supports_images": False}}, False),
        ({"family": "deepseek", "model": "deepseek-chat"}, False),
        ({}, True),
    ],
)
def test_pictures_are_named_where_the_model_can_not_see(fields, shown):
    content = sent(message("user", PIXEL), **fields)[0]["content"]
    assert ("image_url" in str(content)) is shown
    assert shown or "plot.png" in content


def test_a_file_is_sent_where_it_can_be_and_else_named_or_read():
    text = FilePart(
        media_type="text/csv", data=base64.b64encode(b"a,b\n1,2").decode(), name="t"
    )
    here = sent(message("user", PDF, text), family="openai")[0]["content"]
    assert here[0]["file"] == {
        "filename": "a.pdf",
        "file_data": "data:application/pdf;base64,aGk=",
    }
    assert here[1]["text"] == "a,b\n1,2"
    assert "a.pdf" in sent(message("user", PDF))[0]["content"]
    assert sent(message("assistant", PDF, "x"))[0]["content"] == "x"


def test_mistral_gets_ids_it_takes_the_same_every_time():
    """langchain#24668, eca#233: nine letters and digits, on call and result."""
    history = (
        message("user", "hi"),
        message("assistant", call("toolu_01/+x"), call("AbCdEf123")),
        message("user", result("toolu_01/+x"), result("AbCdEf123")),
    )
    wire = sent(*history, family="mistral")
    ids = [c["id"] for c in wire[1]["tool_calls"]]
    assert ids == [m["tool_call_id"] for m in wire[2:]]
    assert all(re.fullmatch(r"[A-Za-z0-9]{9}", i) for i in ids)
    assert ids[1] == "AbCdEf123"
    assert wire == sent(*history, family="mistral")


def test_who_knows_no_tools_gets_calls_and_results_in_words():
    history = (
        message("user", "hi"),
        message("assistant", "Looking.", call(args='{"a":1}'), call("c2")),
        message("user", result(text="seen", images=(PIXEL,)), "so?"),
    )
    made = body(*history, tools=(TOOL,), options={"supports_tools": False})
    assert "tools" not in made
    assert [m["role"] for m in made["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]
    assert 'look with {"a":1}' in made["messages"][2]["content"]
    assert "[look gave] seen" in str(made["messages"][3]["content"])


def test_tools_are_offered_with_their_schema():
    assert body(tools=(TOOL,))["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "look",
                "description": "Looks.",
                "parameters": {"type": "object"},
            },
        }
    ]


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("openai", "max_completion_tokens"),
        ("azure", "max_completion_tokens"),
        ("groq", "max_tokens"),
        ("compatible", "max_tokens"),
    ],
)
def test_the_limit_has_the_name_that_the_server_knows(family, name):
    made = body(family=family, max_output_tokens=99)
    assert made[name] == 99
    assert len({"max_tokens", "max_completion_tokens"} & made.keys()) == 1


def test_params_come_last_and_none_takes_a_field_out():
    made = body(params={"max_tokens": 5, "stream_options": None, "seed": 1})
    assert made["max_tokens"] == 5
    assert made["seed"] == 1
    assert "stream_options" not in made
    assert "max_completion_tokens" not in body(
        family="openai", params={"max_tokens": 5}
    )


def test_opaque_fields_of_one_message_join_it():
    own = OpaquePart(raw={"reasoning_details": [1]}, origin=ORIGIN)
    odd = OpaquePart(raw=[1], origin=ORIGIN)
    foreign = OpaquePart(raw={"x": 1}, origin=Origin("openai", ORIGIN.address, "other"))
    (wire,) = sent(message("assistant", "a", own, odd, foreign))
    assert wire == {"role": "assistant", "content": "a", "reasoning_details": [1]}


PARTS = st.one_of(
    st.sampled_from(
        [
            TextPart(text="a"),
            TextPart(text=" "),
            PIXEL,
            PDF,
            InfoPart(text="i"),
            ReasoningPart(text="r"),
            OpaquePart(raw={"reasoning_details": []}, origin=ORIGIN),
        ]
    ),
    st.sampled_from(["c1", "c2"]).map(call),
    st.sampled_from(["c1", "c2"]).map(result),
)


@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.lists(PARTS))),
    st.booleans(),
)
def test_any_history_makes_a_valid_request(turns, tools):
    messages = tuple(message(role, *parts) for role, parts in turns)
    if not messages:
        return
    made = body(*messages, options={"supports_tools": tools})
    wire = made["messages"]
    json.dumps(made)
    assert wire[0]["role"] == "system"
    waiting = []
    for before, now in itertools.pairwise(wire):
        if now["role"] == "tool":
            assert waiting.pop(0) == now["tool_call_id"]
            assert now["content"].strip()
            continue
        assert not waiting
        assert now["role"] != before["role"]
        assert now["content"] or now.get("tool_calls")
        waiting = [c["id"] for c in now.get("tool_calls", ())]
    assert not waiting
