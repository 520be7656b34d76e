"""Calls that could not have been meant are told to the model in words it can act on."""

import pytest
from builders import READ, RUN, Tools

from jupyter_assistant.conversation import ToolCallPart
from jupyter_assistant.tools import ToolContext
from jupyter_assistant.tools.schema import ArgumentsChecked, misfit

CTX = ToolContext(emit=lambda _: None)


async def told(**call):
    tools = Tools(READ, RUN)
    outcome = await ArgumentsChecked(tools).call(ToolCallPart(call_id="c", **call), CTX)
    assert outcome.is_error == (not tools.ran)
    return outcome.text


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"tool": "", "problem": "no_name"}, "names no tool"),
        ({"tool": "look", "problem": "truncated"}, "was cut"),
        ({"tool": "look", "args": '"<a>"', "problem": "not_json"}, "You wrote: <a>"),
        ({"tool": "look", "args": '"<a>"'}, "one JSON object"),
        ({"tool": "lok"}, "Did you mean look?"),
        ({"tool": "zzz"}, "The tools are: look, run_python."),
        ({"tool": "run_python"}, "'code' is a required property"),
        ({"tool": "run_python", "args": '{"code":3}'}, "at ['code']"),
        ({"tool": "look"}, "look ran"),
    ],
)
async def test_a_call_is_checked(call, words):
    assert words in await told(**call)


def test_a_schema_that_can_not_be_used_is_named_not_raised():
    assert "can't be used" in misfit({}, {"type": "nonsense"})
    assert "can't be used" in misfit({}, {"$ref": "#/nowhere"})


def test_references_to_other_documents_are_never_fetched():
    schema = {"$ref": "http://127.0.0.1:9/schema.json"}
    assert "can't be used" in misfit({}, schema)


def test_without_tools_that_is_said():
    checked = ArgumentsChecked(Tools())
    assert checked.defs() == ()
    assert checked.asks(ToolCallPart(call_id="c", tool="x")) is None
