"""The driver over real HTTP: what it sends, how it fails, what it never does."""

import asyncio
import gc
import json
import socket
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
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers._http import Timeouts
from jupyter_assistant.providers.base import Connection, ToolDef
from jupyter_assistant.providers.openai_chat import OPENAI_URL, OpenAIChat
from jupyter_assistant.providers.retry import with_retries

pytestmark = pytest.mark.anyio

KEY = "sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4"
PATIENCE_S = 30


@pytest.fixture
async def driver(server):
    made = []

    def build(key=KEY, *, name="test", timeouts=None, **fields):
        fields.setdefault("base_url", server.url)
        provider = OpenAIChat(
            Connection(**fields), key, name=name, timeouts=timeouts or Timeouts()
        )
        made.append(provider)
        return provider

    yield build
    for provider in made:
        await provider.aclose()



@pytest.fixture
def failing(reply):
    def build(words, status=400, headers=None, **fields):
        body = json.dumps({"error": {"message": words, **fields}}).encode()
        return reply([body], status, {"content-type": "application/json"} | (headers or {}))

    return build


# What is sent


async def test_the_call_carries_key_model_question_and_limit(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    await read(driver(), request(max_output_tokens=300, params={"temperature": 0.2}))
    (asked,) = server.requests
    assert (asked.method, asked.path) == ("POST", "/v1/chat/completions")
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.headers["user-agent"].startswith("jupyter-assistant/")
    assert asked.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": "hi"},
        ],
        "max_tokens": 300,
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.2,
    }


async def test_without_a_key_nothing_is_authorized(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    await read(driver(None))
    assert "authorization" not in server.requests[0].headers


async def test_headers_of_the_connection_win(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    await read(driver(headers={"Authorization": "Custom x", "X-Team": "bikes"}))
    sent = server.requests[0].headers
    assert (sent["authorization"], sent["x-team"]) == ("Custom x", "bikes")


async def test_azure_gets_its_own_header_too(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    await read(driver(family="azure"))
    assert server.requests[0].headers["api-key"] == KEY


async def test_endpoint_url_is_used_as_it_is(server, reply, driver):
    server.replies = [reply(words("Hello"))]
    endpoint = server.url + "/deployments/x/chat/completions"
    provider = driver(base_url=None, endpoint_url=endpoint)
    assert (await read(provider)).text == "Hello"
    assert server.requests[0].path == "/v1/deployments/x/chat/completions"
    assert provider.address == server.url + "/deployments/x"


def test_without_an_address_it_is_openai():
    provider = OpenAIChat(Connection(), KEY)
    assert provider.url == f"{OPENAI_URL}/chat/completions"
    assert KEY not in repr(provider)


@pytest.mark.parametrize("key", ["sk-line\nbreak", "schlüssel-1234567"])
def test_a_key_that_fits_no_header_is_refused_without_showing_it(key):
    with pytest.raises(SettingInvalid, match="no key has") as caught:
        OpenAIChat(Connection(), key, name="mine")
    assert key not in str(caught.value)


async def test_half_characters_and_odd_values_do_not_break_the_request(
    server, reply, driver
):
    server.replies = [reply(words("Hello"))]
    cut = request(message("user", "fox \ud83e"), params={"stop": ["a", None]})
    assert (await read(driver(), cut)).text == "Hello"
    assert server.requests[0].body["messages"][1]["content"] == "fox ?"
    got = await read(driver(), request(params={"x": {1, object()}}))
    assert got.error.kind == "bad_request"
    assert "JSON" in got.error.message


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
        except Exception as error:
            slow = error
    assert first.text == "slow"
    assert [c.tool for c in calls_of(other.turn.parts)] == ["ping"]
    assert slow.kind == "network"
    assert slow.partial == (ReasoningPart(text="slow"),)


async def test_leaving_a_stream_closes_its_connection(server, reply, driver):
    server.replies = [reply([chunk({"content": "Hel"})], forever=chunk({"content": "."}))]
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


async def test_a_provider_outlives_the_loop_it_was_first_used_in(
    server, reply, driver
):
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


# How it fails


async def test_a_redirect_is_refused_and_its_target_named(server, reply, driver):
    """filex, service.go: https → http or another host keeps the key."""
    target = "http://elsewhere.example/v1/chat/completions"
    server.replies = [reply([], 307, {"location": target})]
    got = await read(driver())
    assert got.error.kind == "protocol"
    assert got.error.status is None
    assert target in got.error.message
    assert len(server.requests) == 1


async def test_nobody_there_is_a_network_error_that_names_the_address(driver):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        got = await read(driver(base_url=url))
    assert got.error.kind == "network"
    assert url in got.error.message
    assert got.error.provider == "test"


async def test_a_server_that_does_not_take_the_connection_is_a_network_error(
    server, reply, driver
):
    """Plain HTTP where TLS is expected: the handshake never ends."""
    server.replies = [reply(words("x"))]
    url = server.url.replace("http", "https")
    got = await read(driver(base_url=url, timeouts=Timeouts(connect_s=0.05)))
    assert got.error.kind == "network"
    assert url in got.error.message


async def test_what_is_no_http_is_a_network_error(driver):
    async def babble(reader, writer):
        await reader.read(100)
        writer.write(b"SSH-2.0-OpenSSH_9\r\n\r\n")
        writer.close()

    other = await asyncio.start_server(babble, "127.0.0.1", 0)
    async with other:
        port = other.sockets[0].getsockname()[1]
        got = await read(driver(base_url=f"http://127.0.0.1:{port}/v1"))
    assert got.error.kind == "network"


async def test_an_address_that_can_not_be_asked_is_named(driver):
    got = await read(driver(base_url="ftp://not-an-address/v1"))
    assert got.error.kind == "bad_request"
    assert "not-an-address" in got.error.message


async def test_a_body_that_can_not_be_decompressed_is_a_protocol_error(
    server, reply, driver
):
    headers = {"content-type": "text/event-stream", "content-encoding": "gzip"}
    server.replies = [reply([b"this is no gzip"], 200, headers)]
    assert (await read(driver())).error.kind == "protocol"


async def test_a_key_in_an_error_is_masked(server, driver, failing):
    server.replies = [failing(f"Incorrect API key provided: {KEY}", 401)]
    got = await read(driver())
    assert got.error.kind == "auth"
    assert KEY not in got.error.message
    assert "Incorrect API key provided: [redacted]" in got.error.message


async def test_the_request_id_is_kept_for_the_support(server, driver, failing):
    server.replies = [failing("Busy", 503, {"x-request-id": "req_7"})]
    assert (await read(driver())).error.request_id == "req_7"


# Parameters that a server refuses


@pytest.mark.parametrize(
    ("refused", "gone", "there"),
    [
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            "max_tokens",
            "max_completion_tokens",
        ),
        ("stream_options: Extra inputs are not permitted", "stream_options", "max_tokens"),
    ],
)
async def test_a_refused_parameter_of_ours_is_mended_once_and_remembered(
    server, reply, driver, failing, refused, gone, there
):
    """new-api#418, hermes-agent#78305, YPrompt#26."""
    server.replies = [failing(refused, 422), reply(words("Hello"))]
    provider = driver()
    assert (await read(provider)).text == "Hello"
    assert (await read(provider)).text == "Hello"
    first, second, third = (asked.body for asked in server.requests)
    assert gone in first
    assert there in second
    assert gone not in second
    assert gone not in third


async def test_openai_itself_may_want_the_older_name(server, reply, driver, failing):
    server.replies = [
        failing("Unrecognized argument: max_completion_tokens"),
        reply(words("Hello")),
    ]
    assert (await read(driver(family="openai"))).text == "Hello"
    assert "max_completion_tokens" in server.requests[0].body
    assert server.requests[1].body["max_tokens"] == 8192


@pytest.mark.parametrize(
    ("words_", "status"),
    [
        ("temperature is not supported", 400),
        ("max_tokens is too large: 99999", 400),
        ("max_tokens is not supported, use max_completion_tokens", 500),
    ],
)
async def test_what_the_person_asked_for_is_never_dropped(
    server, driver, failing, words_, status
):
    server.replies = [failing(words_, status)]
    got = await read(driver(), request(params={"temperature": 9}))
    assert got.error.kind == "bad_request"
    assert len(server.requests) == 1


async def test_a_server_that_refuses_all_ways_is_asked_three_times(
    server, driver, failing
):
    server.replies = [
        failing("max_tokens and stream_options are not supported"),
    ]
    got = await read(driver())
    assert got.error.kind == "bad_request"
    assert len(server.requests) == 3


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
    await read(provider, request(message("user", "hi"), message("assistant", *turn.parts)))
    assert server.requests[1].body["messages"][2]["reasoning_content"] == "plan"
    assert not any(
        isinstance(p, OpaquePart) for p in (await read(provider)).turn.parts
    )


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
