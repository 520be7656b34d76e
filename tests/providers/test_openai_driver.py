"""The driver over real HTTP: what it sends, how it fails, what it never does."""

import asyncio
import socket

import pytest
from chat_stream import message, read, request, words

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers._http import Timeouts
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.providers.openai_chat import OPENAI_URL, OpenAIChat

pytestmark = pytest.mark.anyio

KEY = "sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4"
PATIENCE_S = 30


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
        (
            "stream_options: Extra inputs are not permitted",
            "stream_options",
            "max_tokens",
        ),
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
