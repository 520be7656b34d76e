"""A provider that plays what a file says."""

import pytest
from builders import asked

from jupyter_assistant.conversation import (
    ReasoningDelta,
    TextDelta,
    ToolCallProgress,
    Usage,
)
from jupyter_assistant.errors import ProviderError, SettingInvalid
from jupyter_assistant.providers.base import Connection, Request
from jupyter_assistant.providers.create import create_provider
from jupyter_assistant.providers.scripted import ScriptedProvider
from scripts import script_file

REQUEST = Request(model="m", system="s", messages=(asked(),))


def provider_of(folder, *turns):
    connection = Connection(
        kind="scripted", options={"file": script_file(folder, *turns)}
    )
    return create_provider("demo", connection, None)


async def events_of(provider):
    async with provider.stream(REQUEST) as events:
        return [event async for event in events]


@pytest.mark.anyio
async def test_turns_are_played_one_for_each_request_the_last_for_the_rest(tmp_path):
    provider = provider_of(
        tmp_path,
        [
            {"reasoning": "hm", "text": "a", "pause_s": 0.001},
            {"call": {"tool": "look", "args": {"x": 1}}},
            {"usage": {"input_tokens": 3}},
        ],
        ["done", {"stop": "max_tokens"}],
    )
    first = await events_of(provider)
    assert [type(e) for e in first[:-1]] == [
        ReasoningDelta,
        TextDelta,
        ToolCallProgress,
    ]
    assert first[-1].turn.stop == "tool_use"
    assert first[-1].turn.usage == Usage(3)
    for _ in range(2):
        assert (await events_of(provider))[-1].turn.stop == "max_tokens"
    assert len(provider.requests) == 3
    assert (await provider.probe("scripted")).model_visible
    assert [m.id for m in await provider.models()] == ["scripted"]


@pytest.mark.anyio
async def test_it_fails_as_the_script_says_and_keeps_what_arrived(tmp_path):
    error = {"kind": "rate_limit", "message": "Slow.", "retry_after_s": 3.0}
    provider = provider_of(tmp_path, ["Half", {"error": error}])
    with pytest.raises(ProviderError, match=r"Slow\.") as caught:
        await events_of(provider)
    assert caught.value.partial[0].text == "Half"
    assert caught.value.retry_after_s == 3


@pytest.mark.parametrize("text", ["{", "[]", '[["a", 3]]', '[[{"txt": "a"}]]'])
def test_a_file_that_is_no_script_is_named(tmp_path, text):
    path = tmp_path / "broken.json"
    path.write_text(text)
    connection = Connection(kind="scripted", options={"file": str(path)})
    with pytest.raises(SettingInvalid, match=r"broken\.json"):
        ScriptedProvider.from_file(connection)


def test_a_file_must_be_named_and_there(tmp_path):
    with pytest.raises(SettingInvalid, match=r"options\.file"):
        ScriptedProvider.from_file(Connection(kind="scripted"))
    gone = Connection(kind="scripted", options={"file": str(tmp_path / "gone.json")})
    with pytest.raises(SettingInvalid, match=r"gone\.json"):
        ScriptedProvider.from_file(gone)


@pytest.mark.parametrize("kind", ["anthropic", "openai-responses", "ollama", "auto"])
def test_a_kind_without_a_driver_says_what_works(kind):
    connection = Connection(kind=kind, base_url="http://127.0.0.1:9")
    with pytest.raises(SettingInvalid, match=r"no driver yet.*kind 'openai'"):
        create_provider("mine", connection, None)


@pytest.mark.parametrize("kind", ["openai", "local"])
def test_a_kind_with_a_driver_gives_a_provider(kind, tmp_path):
    connection = Connection(kind=kind, base_url="http://127.0.0.1:9")
    assert create_provider("x", connection, None, data_dir=tmp_path).kind == kind
