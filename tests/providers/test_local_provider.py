"""The embedded model answers as any provider does, and fails with a remedy."""

import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest

from jupyter_assistant.conversation import Message, TextDelta, TextPart, TurnDone
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import Connection, Request, ToolDef
from jupyter_assistant.providers.local import LocalProvider
from jupyter_assistant.providers.local_model import (
    SMALL_MODEL,
    TINY_MODEL_NOTE,
    fetch_small_model,
    has_small_model,
    models_dir,
    small_model_path,
)
from jupyter_assistant.providers.local_process import LocalServer

pytestmark = pytest.mark.anyio

STORY = "Tell me a long story about a lighthouse."


@pytest.fixture(scope="module")
def data_dir() -> Path:
    if not has_small_model():
        fetch_small_model()
    return models_dir().parent


@pytest.fixture
def server():
    server = LocalServer()
    yield server
    server.stop()


@pytest.fixture
def provider(server, data_dir) -> LocalProvider:
    return LocalProvider(
        connection=Connection(kind="local"),
        data_dir=data_dir,
        name="mine",
        server=server,
    )


@pytest.fixture
def nothing(server, tmp_path) -> LocalProvider:
    """A provider where no model was fetched."""
    return LocalProvider(
        connection=Connection(kind="local"), data_dir=tmp_path, server=server
    )


def asking(text: str, **more) -> Request:
    question = Message("1", "user", (TextPart(text=text),), datetime.now(UTC))
    more = {"model": SMALL_MODEL, "max_output_tokens": 16} | more
    return Request(system="Be brief.", messages=(question,), **more)


async def answer(provider, request) -> list:
    async with provider.stream(request) as events:
        return [event async for event in events]


async def test_it_streams_an_answer_and_ends_with_its_turn(provider):
    events = await answer(provider, asking("Say hello."))
    words = "".join(e.text for e in events if isinstance(e, TextDelta))
    (done,) = [e for e in events if isinstance(e, TurnDone)]
    assert events[-1] is done
    assert words
    assert done.turn.parts == (TextPart(text=words),)
    assert done.turn.model == SMALL_MODEL
    assert done.turn.usage.input_tokens > 5


async def test_two_streams_are_independent(provider):
    got = {}

    async def ask(name, tokens):
        got[name] = await answer(provider, asking(STORY, max_output_tokens=tokens))

    async with anyio.create_task_group() as both:
        both.start_soon(ask, "short", 4)
        both.start_soon(ask, "long", 24)
    turns = {name: events[-1].turn for name, events in got.items()}
    assert turns["short"].usage.output_tokens == 4
    assert turns["long"].usage.output_tokens == 24
    assert provider.server.pid is not None


async def test_leaving_an_answer_lets_the_next_one_begin(provider):
    async with provider.stream(asking(STORY, max_output_tokens=900)) as events:
        async for _ in events:
            break
    assert (await answer(provider, asking("Hi")))[-1].turn.parts


async def test_its_limits_are_said_and_kept(provider):
    profile = provider.profile
    assert not profile.supports_tools
    assert not profile.supports_images
    assert profile.window_tokens == 8192
    assert profile.warnings == (TINY_MODEL_NOTE,)
    assert profile.issues == ()
    tool = ToolDef("add", "Adds.", {"type": "object"})
    request = asking("Hi", tools=(tool,), max_output_tokens=100_000)
    fitting = provider._fitting(request)
    assert fitting.tools == ()
    assert fitting.max_output_tokens == profile.max_output_tokens
    assert (await answer(provider, asking("Hi", tools=(tool,))))[-1].turn.stop != "tool"


async def test_params_of_a_request_win_over_its_own(provider):
    fitting = provider._fitting(asking("Hi", params={"temperature": 1.5}))
    assert fitting.params["temperature"] == 1.5
    assert fitting.params["top_p"] == 0.9


async def test_too_much_text_is_refused_with_what_to_do(server, data_dir):
    connection = Connection(kind="local", window_tokens=256)
    provider = LocalProvider(connection=connection, data_dir=data_dir, server=server)
    with pytest.raises(ProviderError, match=r"too much.*--new") as raised:
        await answer(provider, asking("word " * 1000))
    assert raised.value.kind == "context_length"
    assert (await answer(provider, asking("Hi")))[-1].turn.parts


async def test_child_killed_mid_answer_keeps_what_arrived_and_starts_again(provider):
    arrived = []

    async def ask_and_kill():
        async with provider.stream(asking(STORY, max_output_tokens=900)) as events:
            async for event in events:
                arrived.append(event.text)
                if len(arrived) == 3:
                    os.kill(provider.server.pid, signal.SIGKILL)

    with pytest.raises(ProviderError, match=r"stopped answering.*SIGKILL") as raised:
        await ask_and_kill()
    error = raised.value
    assert (error.kind, error.provider) == ("server", "mine")
    assert error.partial == (TextPart(text="".join(arrived)),)
    assert (await answer(provider, asking("Hi")))[-1].turn.parts


async def test_connection_that_fails_while_the_child_lives_is_said_as_it_is(provider):
    child = provider.server.acquire(provider._serves)
    child.address = "http://127.0.0.1:9"
    with pytest.raises(ProviderError) as raised:
        await answer(provider, asking("Hi"))
    assert raised.value.kind == "network"
    assert provider.server.pid == child.process.pid


async def test_error_of_the_server_itself_comes_through(provider):
    with pytest.raises(ProviderError) as raised:
        await answer(provider, asking("Hi", params={"n": "many"}))
    assert raised.value.kind in ("bad_request", "server")
    assert raised.value.provider == "mine"


async def test_stopping_while_the_model_loads_leaves_it_usable(provider):
    with anyio.CancelScope() as scope:
        scope.cancel()
        await answer(provider, asking("Hi"))
    assert scope.cancelled_caught
    assert (await answer(provider, asking("Hi")))[-1].turn.parts


async def test_missing_model_file_leads_to_the_command(nothing):
    with pytest.raises(ProviderError, match="jupyter assistant local") as raised:
        await answer(nothing, asking("Hi"))
    assert raised.value.kind == "not_found"
    assert "jupyter assistant local" in nothing.profile.issues[0]
    with pytest.raises(ProviderError):
        await nothing.models()
    assert nothing.server.pid is None


async def test_missing_library_leads_to_the_extra(provider, monkeypatch):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ProviderError, match=r"pip install .jupyter_assistant\[local\]"):
        await answer(provider, asking("Hi"))


async def test_unknown_model_is_refused_and_the_known_one_named(provider):
    with pytest.raises(ProviderError, match=f"'gpt-5'; there is {SMALL_MODEL}"):
        await answer(provider, asking("Hi", model="gpt-5"))


async def test_own_file_has_its_own_name_and_no_note(server, data_dir, tmp_path):
    own = tmp_path / "own.gguf"
    own.symlink_to(small_model_path(data_dir))
    connection = Connection(kind="local", options={"file": str(own)})
    provider = LocalProvider(connection=connection, data_dir=tmp_path, server=server)
    assert [model.id for model in await provider.models()] == ["own"]
    assert provider.profile.warnings == ()
    assert provider.profile.max_output_tokens is None
    assert (await answer(provider, asking("Hi", model="own")))[-1].turn.model == "own"


async def test_own_file_that_is_missing_is_named(server, tmp_path):
    connection = Connection(kind="local", options={"file": str(tmp_path / "no.gguf")})
    provider = LocalProvider(connection=connection, data_dir=tmp_path, server=server)
    with pytest.raises(ProviderError, match=r"There is no model file .*no\.gguf"):
        await provider.models()


async def test_broken_file_is_named_with_the_connection(server, tmp_path):
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF?")
    connection = Connection(kind="local", options={"file": str(own)})
    provider = LocalProvider(
        connection=connection, data_dir=tmp_path, name="mine", server=server
    )
    with pytest.raises(ProviderError, match=r"own\.gguf can't be loaded") as raised:
        await answer(provider, asking("Hi", model="own"))
    assert raised.value.provider == "mine"


async def test_probe_loads_the_model_or_says_why_not(provider, nothing):
    found = await provider.probe(SMALL_MODEL)
    assert found.endpoint_reachable
    assert found.available_models == (SMALL_MODEL,)
    assert found.warnings == (TINY_MODEL_NOTE,)
    assert found.issues == ()
    missing = await nothing.probe(SMALL_MODEL)
    assert not missing.endpoint_reachable
    assert "jupyter assistant local" in missing.issues[0]
