"""Streams over real HTTP: apart from each other, left, limited, and what goes back."""

import asyncio
import gc
from contextlib import aclosing

import anyio
import pytest
from chat_stream import DONE, chunk, message, read, request, words

from jupyter_assistant.conversation import (
    OpaquePart,
    ReasoningPart,
    TextDelta,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    TurnDone,
    calls_of,
    text_of,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers._http import Timeouts
from jupyter_assistant.providers.base import ToolDef
from jupyter_assistant.providers.retry import with_retries

pytestmark = pytest.mark.anyio

KEY = "sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4"
PATIENCE_S = 30


# Two at once, leaving, limits


async def test_two_streams_on_one_provider_are_independent(server, reply, driver):
    """posit-dev/chatlas, tests/test_provider_stream_contract.py."""
    hold = asyncio.Event()
    call = {"index": 0, "id": "c1", "function": {"name": "ping", "arguments": "{}"}}
    server.replies = [
        reply([chunk({"content": "<think>slow"})], hold=hold, abort=True),
        reply([chunk({"tool_calls": [call]}), chunk(finish="tool_calls"), DONE]),
    ]
    provider = driver()
    slow = None
    async with provider.stream(request()) as events:
        first = await anext(events)
        other = await read(provider)
        hold.set()
        try:
            async for _ in events:
                pass
        except ProviderError as error:
            slow = error
    assert first.text == "slow"
    assert [c.tool for c in calls_of(other.turn.parts)] == ["ping"]
    assert slow.kind == "network"
    assert slow.partial == (ReasoningPart(text="slow"),)


async def test_leaving_a_stream_closes_its_connection(server, reply, driver):
    server.replies = [
        reply([chunk({"content": "Hel"})], forever=chunk({"content": "."}))
    ]
    async with driver().stream(request()) as events:
        await anext(events)
    with anyio.fail_after(PATIENCE_S):
        await server.left.wait()


async def test_cancelling_a_stream_closes_its_connection(server, reply, driver):
    server.replies = [reply([chunk({"content": "Hel"})], forever=b": \n\n")]
    async with anyio.create_task_group() as group:

        async def ask(*, task_status):
            async with driver().stream(request()) as events:
                await anext(events)
                task_status.started()
                await anext(events)

        await group.start(ask)
        group.cancel_scope.cancel()
    with anyio.fail_after(PATIENCE_S):
        await server.left.wait()


async def test_connections_are_used_again(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    provider = driver()
    for _ in range(3):
        assert (await read(provider)).text == "Hello"
    assert server.connections == 1
    await provider.aclose()
    await provider.aclose()
    assert (await read(provider)).text == "Hello"


async def test_a_provider_outlives_the_loop_it_was_first_used_in(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    provider = driver()

    async def elsewhere():
        got = await read(provider)
        await provider.aclose()
        return got.text

    assert (await read(provider)).text == "Hello"
    assert await anyio.to_thread.run_sync(lambda: asyncio.run(elsewhere())) == "Hello"
    assert (await read(provider)).text == "Hello"
    gc.collect()


async def test_a_silent_server_is_a_timeout_with_what_arrived(server, reply, driver):
    server.replies = [reply([chunk({"content": "Hel"})], hold=asyncio.Event())]
    got = await read(driver(timeouts=Timeouts(silent_s=0.05)))
    assert got.error.kind == "timeout"
    assert text_of(got.error.partial) == "Hel"
    assert server.url in got.error.message


@pytest.mark.parametrize(
    "forever", [b": keep-alive\n\n", chunk({}), chunk({"content": ""}), b":", b"\n"]
)
async def test_a_stream_without_an_end_is_bounded_by_the_time_limit(
    server, reply, driver, forever
):
    server.replies = [reply([chunk({"content": ""})], forever=forever)]
    limited = with_retries(driver(), retries=0, timeout_s=0.2, name="test")
    got = await read(limited)
    assert got.error.kind == "timeout"
    with anyio.fail_after(PATIENCE_S):
        await server.left.wait()


async def test_an_error_page_without_an_end_is_cut(server, reply, driver):
    server.replies = [reply([b"out of order. "], 500, {}, forever=b"and on " * 1000)]
    got = await read(driver())
    assert got.error.kind == "overloaded"
    assert got.error.message.startswith("out of order. and on")
    assert len(got.error.message) < 400


async def test_an_error_page_that_stalls_is_told_by_what_came(
    server, reply, driver, monkeypatch
):
    monkeypatch.setattr("jupyter_assistant.providers._http.MAX_FAILURE_S", 0.05)
    server.replies = [reply([b"out of order"], 500, {}, hold=asyncio.Event())]
    got = await read(driver())
    assert got.error.message == "out of order (HTTP 500)"


async def test_a_drop_inside_an_error_page_keeps_the_status(server, reply, driver):
    server.replies = [reply([b"out of"], 503, {}, abort=True)]
    got = await read(driver())
    assert (got.error.status, got.error.kind) == (503, "overloaded")


async def test_after_the_answer_nothing_is_waited_for_long(
    server, reply, driver, monkeypatch
):
    """A server that forgets to close, after the reason and before [DONE]."""
    monkeypatch.setattr("jupyter_assistant.providers.openai_chat.AFTER_FINISH_S", 0.05)
    pieces = [chunk({"content": "ok"}), chunk(finish="stop")]
    server.replies = [reply(pieces, hold=asyncio.Event())]
    got = await read(driver())
    assert got.turn.stop == "end"
    assert got.text == "ok"


async def test_the_turn_does_not_wait_for_the_connection_to_close(
    server, reply, driver
):
    server.replies = [reply(words("ok"), hold=asyncio.Event())]
    async with driver().stream(request()) as events:
        with anyio.fail_after(PATIENCE_S):
            async for event in events:
                if isinstance(event, TurnDone):
                    break
    assert text_of(event.turn.parts) == "ok"


async def test_words_arrive_while_the_stream_goes_on(server, reply, driver):
    hold = asyncio.Event()
    server.replies = [reply([chunk({"content": "Hel"})], hold=hold, abort=True)]
    async with driver().stream(request()) as events, aclosing(events):
        with anyio.fail_after(PATIENCE_S):
            assert await anext(events) == TextDelta(text="Hel")
    hold.set()


# What goes back to its origin


async def test_opaque_blocks_go_back_to_the_same_origin_only(server, reply, driver):
    call = {
        "index": 0,
        "id": "c1",
        "function": {"name": "ping", "arguments": "{}"},
        "extra_content": {"google": {"thought_signature": "AbC="}},
    }
    details = [
        {"type": "reasoning.text", "text": "thin", "index": 0},
        {"type": "reasoning.text", "text": "king", "signature": "s", "index": 0},
    ]
    server.replies = [
        reply(
            [
                chunk({"reasoning": "thinking", "reasoning_details": details[:1]}),
                chunk({"reasoning_details": details[1:]}),
                chunk({"tool_calls": [call]}),
                chunk(finish="tool_calls"),
                DONE,
            ]
        ),
        reply(words("Hello")),
    ]
    provider = driver()
    turn = (await read(provider)).turn
    signature, block = (p for p in turn.parts if isinstance(p, OpaquePart))
    assert signature.call_id == "c1"
    assert block.call_id is None

    history = (
        message("user", "hi"),
        message("assistant", *turn.parts),
        message("user", ToolResultPart(call_id="c1", tool="ping", text="pong")),
    )
    tools = (ToolDef("ping", "Pings.", {"type": "object"}),)
    await read(provider, request(*history, tools=tools))
    await read(provider, request(*history, tools=tools, model="another"))
    same, other = (asked.body["messages"][2] for asked in server.requests[1:])
    assert same["tool_calls"][0]["extra_content"] == call["extra_content"]
    assert same["reasoning_details"] == [
        {"type": "reasoning.text", "text": "thinking", "signature": "s", "index": 0}
    ]
    assert "reasoning_details" not in other
    assert "extra_content" not in other["tool_calls"][0]


async def test_deepseek_gets_the_thinking_before_its_calls_back(server, reply, driver):
    """langchain#37390: "must be passed back"; without calls it must not be."""
    call = {"index": 0, "id": "c1", "function": {"name": "ping", "arguments": "{}"}}
    server.replies = [
        reply(
            [
                chunk({"reasoning_content": "pl"}),
                chunk({"reasoning_content": "an"}),
                chunk({"tool_calls": [call]}),
                chunk(finish="tool_calls"),
                DONE,
            ]
        ),
        reply([chunk({"reasoning_content": "plan"}), *words("Hello")]),
    ]
    provider = driver(family="deepseek")
    turn = (await read(provider)).turn
    assert ReasoningPart(text="plan") in turn.parts
    await read(
        provider, request(message("user", "hi"), message("assistant", *turn.parts))
    )
    assert server.requests[1].body["messages"][2]["reasoning_content"] == "plan"
    assert not any(isinstance(p, OpaquePart) for p in (await read(provider)).turn.parts)


async def test_a_signature_of_the_message_itself_is_kept(server, reply, driver):
    server.replies = [
        reply([chunk({"content": "a", "extra_content": {"google": 1}}), *words("b")])
    ]
    turn = (await read(driver())).turn
    assert turn.parts[0] == TextPart(text="ab")
    assert turn.parts[1].raw == {"extra_content": {"google": 1}}


async def test_a_call_of_a_history_of_elsewhere_is_only_a_call(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    call = ToolCallPart(call_id="toolu_1", tool="ping")
    await read(driver(), request(message("user", "hi"), message("assistant", call)))
    sent = server.requests[0].body["messages"]
    assert [m["role"] for m in sent] == ["system", "user", "assistant", "tool"]
