"""Looking at a server: the list of models, and what keeps it from working."""

import json

import pytest

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import Connection, ModelInfo
from jupyter_assistant.providers.openai_chat import OpenAIChat

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


@pytest.fixture
async def look(server, reply):
    """Answers `GET …/models` with a body."""
    made = []

    def build(body, status=200, key="key-4-tests", **fields):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        server.replies = [reply([data], status, JSON)]
        fields.setdefault("base_url", server.url)
        made.append(OpenAIChat(Connection(**fields), key, name="test"))
        return made[-1]

    yield build
    for provider in made:
        await provider.aclose()


LISTED = {"data": [{"id": "m"}, {"id": "other"}]}


@pytest.mark.parametrize(
    ("body", "models"),
    [
        (LISTED, [ModelInfo("m"), ModelInfo("other")]),
        ({"models": [{"name": "m"}, {"model": "n"}]}, [ModelInfo("m"), ModelInfo("n")]),
        (["m", 7, {"object": "model"}], [ModelInfo("m")]),
        (
            [{"id": "m", "name": "Big M", "context_length": 8192}],
            [ModelInfo("m", "Big M", 8192)],
        ),
        ({"data": [{"id": "m", "max_model_len": 4096}]}, [ModelInfo("m", "", 4096)]),
        ({"data": []}, []),
    ],
)
async def test_lists_of_all_makers_are_read(look, server, body, models):
    assert await look(body).models() == tuple(models)
    assert server.requests[0].path == "/v1/models"
    assert server.requests[0].headers["authorization"] == "Bearer key-4-tests"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<!doctype html><p>Sign in", "web page"),
        (b"hello", "no JSON"),
        (b"\xff", "no JSON"),
        ({"data": None}, "no list"),
        (7, "no list"),
    ],
)
async def test_what_is_no_list_of_models_is_named_with_its_address(
    look, server, body, words
):
    with pytest.raises(ProviderError, match=words) as caught:
        await look(body).models()
    assert caught.value.kind == "protocol"
    assert server.url in caught.value.message


async def test_a_probe_of_what_works_finds_nothing_wrong(look):
    found = await look(LISTED).probe("m")
    assert (found.http_status, found.endpoint_reachable, found.auth_ok) == (
        200,
        True,
        True,
    )
    assert found.model_visible
    assert found.available_models == ("m", "other")
    assert found.issues == ()


async def test_a_probe_names_a_model_that_is_not_listed(look):
    found = await look(LISTED).probe("nope")
    assert found.model_visible is False
    assert found.issues == ("test does not list the model 'nope'; it lists m, other",)


async def test_a_probe_lists_no_more_than_ten_names(look):
    body = [f"m{n}" for n in range(30)]
    (issue,) = (await look(body).probe("nope")).issues
    assert issue.endswith("m9, …")
    (issue,) = (await look([]).probe("nope")).issues
    assert issue.endswith("lists none")


async def test_a_probe_without_a_model_asks_for_none(look):
    found = await look(LISTED).probe("")
    assert found.model_visible is None
    assert found.issues == ()


@pytest.mark.parametrize(
    ("family", "listed", "visible"),
    [
        ("ollama", "m:latest", True),
        ("compatible", "m:latest", False),
        ("gemini", "models/m", True),
    ],
)
async def test_names_are_told_apart_as_the_server_does(look, family, listed, visible):
    found = await look([listed], family=family).probe("m")
    assert found.model_visible is visible


@pytest.mark.parametrize(
    ("key", "remedy"), [("key-4-tests", "check its key"), (None, "it wants a key")]
)
@pytest.mark.parametrize("status", [401, 403])
async def test_a_probe_says_that_the_key_is_refused(look, status, key, remedy):
    found = await look({"error": "no"}, status, key).probe("m")
    assert found.endpoint_reachable
    assert found.auth_ok is False
    assert found.issues == (f"authentication failed (HTTP {status}): {remedy}",)


async def test_a_probe_says_that_nobody_is_there(look):
    found = await look([], base_url="http://127.0.0.1:1/v1").probe("m")
    assert not found.endpoint_reachable
    assert found.auth_ok is None
    assert "127.0.0.1:1" in found.issues[0]


async def test_a_probe_sees_v1_twice(look, server):
    found = await look(b"not found", 404, base_url=f"{server.url}/v1").probe("m")
    assert "ends with /v1 twice" in found.issues[0]


async def test_a_probe_misses_v1(look, server):
    found = await look(
        b"not found", 404, base_url=server.url.removesuffix("/v1")
    ).probe("m")
    assert "below /v1" in found.issues[0]


async def test_a_probe_tells_a_page_and_a_server_that_loads(look):
    assert "web page" in (await look(b"<html>").probe("m")).issues[0]
    loading = {"error": {"message": "Loading model", "type": "unavailable_error"}}
    found = await look(loading, 503).probe("m")
    assert "Loading model" in found.issues[0]
    assert found.http_status == 503
