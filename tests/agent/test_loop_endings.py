"""How a run ends when the provider fails or the person stops it."""

import anyio
import pytest
from builders import (
    OTHER_READ,
    READ,
    RUN,
    Script,
    Tools,
    asked,
    call,
    guarded,
    loop_of,
    run_loop,
    valid,
)

from jupyter_assistant.agent.loop import STOPPED
from jupyter_assistant.conversation import (
    Info,
    InfoPart,
    OpaquePart,
    TextPart,
    ToolCallPart,
    ToolResult,
    UsageReport,
    text_of,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.storage import Limits
from jupyter_assistant.tools import ToolOutcome

pytestmark = pytest.mark.anyio

CODE = '{"code":"1"}'


async def test_a_failing_provider_ends_the_run_and_what_arrived_is_kept():
    error = ProviderError("network", "It broke.", provider="test")
    result, _ = await run_loop(loop_of(Script(["Half", error])))
    assert (result.reason, result.error) == ("error", error)
    (message,) = result.added
    assert message.parts == (
        TextPart(text="Half"),
        InfoPart(text="It broke.", level="error"),
    )


async def test_calls_in_a_broken_answer_are_answered_and_do_not_run():
    tools = Tools(READ)
    partial = (
        TextPart(text="Half"),
        ToolCallPart(call_id="c1", tool="look", problem="truncated"),
        OpaquePart(raw=1, origin=None),
    )
    error = ProviderError("network", "It broke.", partial=partial)
    result, _ = await run_loop(loop_of(Script([error]), guarded(tools)))
    assert tools.ran == []
    assert result.added[0].parts[:3] == partial
    assert valid(result.added)


async def test_a_stream_without_an_end_is_an_error():
    result, _ = await run_loop(loop_of(Script(["Half", {"stop": None}])))
    assert result.error.kind == "protocol"
    assert text_of(result.added[0].parts) == "Half"


async def test_a_stop_while_the_model_writes_keeps_what_arrived():
    writing, events = anyio.Event(), []
    loop = loop_of(Script(["Half", hang(writing)]))
    async with anyio.create_task_group() as group:
        group.start_soon(stop_when, writing, loop)
        result = await loop.run([asked()], emit=events.append)
    assert result.reason == "cancelled"
    assert result.added[0].parts == (
        TextPart(text="Half"),
        InfoPart(text="Stopped by you."),
    )


async def test_a_stop_while_tools_run_answers_every_call():
    running, events = anyio.Event(), []
    tools = Tools(READ, OTHER_READ, RUN, answers={"peek": hang(running)})
    turn = [call("c1"), call("c2", "peek"), call("c3", "run_python", CODE)]
    loop = loop_of(Script(turn), guarded(tools))
    async with anyio.create_task_group() as group:
        group.start_soon(stop_when, running, loop)
        result = await loop.run([asked()], emit=events.append)
    assert valid(result.added)
    texts = [part.text for part in result.added[1].parts]
    assert texts[0] == "look ran"
    assert "stopped" in texts[1]
    assert "stopped" in texts[2]
    answered = [e.result.call_id for e in events if isinstance(e, ToolResult)]
    assert sorted(answered) == ["c1", "c2", "c3"]


async def test_a_call_that_the_person_interrupted_stops_the_reply_and_is_kept():
    interrupted = ToolOutcome(text="so far: 7", is_error=True, stops=True)
    tools = Tools(READ, RUN, answers={"look": interrupted})
    provider = Script([call("c1"), call("c2", "run_python", CODE)], ["never"])
    result, _ = await run_loop(loop_of(provider, tools))
    assert result.reason == "cancelled"
    assert tools.ran == [("look", "{}")]
    assert len(provider.requests) == 1
    assert [part.text for part in result.added[1].parts] == ["so far: 7", STOPPED]
    assert valid(result.added)


async def test_a_stop_before_the_start_sends_nothing():
    provider = Script([hang(anyio.Event()), "never"])
    loop = loop_of(provider)
    loop.cancel()
    result, _ = await run_loop(loop)
    assert result.reason == "cancelled"
    assert text_of(result.added[0].parts) == ""


def hang(reached):
    async def wait():
        reached.set()
        await anyio.sleep_forever()

    return wait


async def stop_when(event, loop):
    await event.wait()
    loop.cancel()


async def test_a_conversation_too_long_for_any_run_leads_to_a_new_one():
    provider = Script(["never"])
    limits = Limits(max_run_tokens=100)
    result, events = await run_loop(loop_of(provider, limits=limits))
    assert result.reason == "budget"
    assert not provider.requests
    (said,) = [e.text for e in events if isinstance(e, Info)]
    assert said.startswith("Nothing was sent")
    assert "--new" in said


async def test_what_a_provider_does_not_count_is_not_told_as_a_count():
    result, events = await run_loop(loop_of(Script(["Hi", {"usage": None}])))
    assert result.usage is None
    assert not any(isinstance(e, UsageReport) for e in events)
