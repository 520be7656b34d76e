"""What real servers send, replayed over real HTTP: every case gives what it expects.

`openai.jsonl` are recorded quirks with the public report of each in `source`;
`openai_more.jsonl` are kinds close to them.
"""

import json
from pathlib import Path

import pytest
from chat_stream import read, request

from jupyter_assistant.conversation import (
    CitationPart,
    args_object,
    args_text,
    calls_of,
    reasoning_of,
    text_of,
)
from jupyter_assistant.providers.base import Connection, ToolDef
from jupyter_assistant.providers.openai_chat import OpenAIChat

pytestmark = pytest.mark.anyio

FOLDER = Path(__file__).parents[1] / "data" / "conformance"
CASES = [
    json.loads(line)
    for name in ("openai.jsonl", "openai_more.jsonl")
    for line in (FOLDER / name).read_text("utf-8").splitlines()
]
TOOLS = tuple(
    ToolDef(name, "A tool.", {"type": "object"})
    for name in ("get_weather", "get_time", "ping", "write_file")
)


def test_the_recorded_cases_are_all_here():
    assert sum(case["id"].startswith("oa-") for case in CASES) == 88
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
async def test_case_gives_what_it_expects(case, server, reply):
    server.replies = [reply.of_case(case)]
    provider = OpenAIChat(Connection(base_url=server.url), "key-4-tests", name="test")
    got = await read(provider, request(tools=TOOLS))
    await provider.aclose()

    expected = case["expect"]
    assert got.text == text_of(got.parts) == expected["text"]
    assert got.reasoning == reasoning_of(got.parts) == expected["reasoning"]
    if expected["error"]:
        _check_error(got, expected["error"])
        return
    assert got.error is None
    assert got.turn.stop == expected["stop"]
    assert _usage(got.turn.usage) == expected["usage"]
    calls = calls_of(got.parts)
    assert [
        {"name": call.tool, "args": args_object(call)}
        for call in calls
        if not call.problem
    ] == expected["tool_calls"]
    assert [
        {"name": call.tool, "raw": args_text(call)} for call in calls if call.problem
    ] == expected.get("invalid_tool_calls", [])
    assert all(call.call_id for call in calls)
    assert len({call.call_id for call in calls}) == len(calls)
    if "citations" in expected:
        cited = [part.url for part in got.parts if isinstance(part, CitationPart)]
        assert cited == expected["citations"]
    if "usage_cache" in expected:
        usage = got.turn.usage
        cached = {"read": usage.cache_read_tokens, "write": usage.cache_write_tokens}
        assert cached == expected["usage_cache"]


def _usage(usage):
    return usage and {"input": usage.input_tokens, "output": usage.output_tokens}


def _check_error(got, expected):
    assert got.turn is None
    error = got.error
    assert (error.kind, error.status) == (expected["kind"], expected["status"])
    assert expected["message_contains"] in error.message
    assert len(error.message) < 1100
    assert error.provider == "test"
    assert error.retry_after_s == expected.get("retry_after", error.retry_after_s)
    # What was cut off must not run.
    assert all(call.problem for call in calls_of(error.partial))
