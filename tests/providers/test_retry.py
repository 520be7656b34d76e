"""A call that failed before it said anything is made again, within its time."""

from contextlib import asynccontextmanager

import anyio
import pytest
from builders import Script, asked

from jupyter_assistant.conversation import Retrying, TextDelta, TurnDone
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import ModelInfo, ProbeResult, Request
from jupyter_assistant.providers.retry import with_retries

pytestmark = pytest.mark.anyio
REQUEST = Request(model="m", system="s", messages=(asked(),))


def busy(kind="overloaded", wait=0.0):
    return ProviderError(kind, "Busy.", retry_after_s=wait)


async def events_of(provider):
    events = []
    async with provider.stream(REQUEST) as stream:
        async for event in stream:
            events.append(event)  # noqa: PERF401 (kept when the stream fails)
    return events


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("overloaded", "is overloaded"),
        ("rate_limit", "is limiting requests"),
        ("network", "can't be reached"),
        ("server", "failed"),
    ],
)
async def test_a_passing_failure_is_told_and_tried_again(kind, words):
    events = await events_of(with_retries(Script([busy(kind)], ["ok"])))
    assert events[0] == Retrying(attempt=2, wait_s=0, reason=words)
    assert isinstance(events[1], TextDelta)
    assert isinstance(events[-1], TurnDone)


@pytest.mark.parametrize(
    "kind", ["auth", "quota", "bad_request", "context_length", "not_found", "protocol"]
)
async def test_a_lasting_failure_is_not(kind):
    script = Script([busy(kind)], ["never"])
    with pytest.raises(ProviderError) as caught:
        await events_of(with_retries(script))
    assert caught.value.kind == kind
    assert len(script.requests) == 1


@pytest.mark.parametrize("step", ["Half", ("reasoning", "hm"), ("c", "t", "{}")])
async def test_nothing_is_asked_again_once_something_was_shown(step):
    script = Script([step, busy()], ["never"])
    with pytest.raises(ProviderError):
        await events_of(with_retries(script))
    assert len(script.requests) == 1


async def test_the_last_failure_surfaces():
    script = Script([busy()], [busy()], [busy("network")], ["never"])
    with pytest.raises(ProviderError) as caught:
        await events_of(with_retries(script, retries=2))
    assert caught.value.kind == "network"
    assert len(script.requests) == 3


async def test_waits_grow_and_differ_by_chance():
    script = Script([busy(wait=None)], [busy(wait=None)], ["ok"])
    provider = with_retries(script, chance=lambda: 1.0, timeout_s=60)
    waits = [e.wait_s for e in await events_of(provider) if isinstance(e, Retrying)]
    assert waits == [0.5, 1.0]


async def test_a_wait_beyond_the_time_of_the_call_is_not_begun():
    script = Script([busy(wait=60.0)], ["never"])
    with pytest.raises(ProviderError) as caught:
        await events_of(with_retries(script, timeout_s=10))
    assert caught.value.retry_after_s == 60
    assert len(script.requests) == 1


async def test_a_provider_that_never_answers_is_given_up_with_a_name():
    script = Script(["Half", anyio.sleep_forever])
    with pytest.raises(ProviderError, match="demo did not answer within 0 s") as caught:
        await events_of(with_retries(script, timeout_s=0.05, name="demo"))
    assert (caught.value.kind, caught.value.provider) == ("timeout", "demo")


async def test_the_time_of_a_call_is_not_used_up_by_who_reads_it():
    time = [0.0]
    provider = with_retries(Script(["a", "b"]), timeout_s=10, clock=lambda: time[0])
    async with provider.stream(REQUEST) as stream:
        async for _ in stream:
            time[0] += 4
    assert time[0] == 12


class Closing(Script):
    closed = False

    @asynccontextmanager
    async def stream(self, request):
        async with super().stream(request) as events:
            try:
                yield events
            finally:
                self.closed = True


async def test_leaving_early_closes_what_is_behind():
    script = Closing(["a", anyio.sleep_forever])
    async with with_retries(script).stream(REQUEST) as stream:
        async for _ in stream:
            break
        assert not script.closed
    assert script.closed


class Listed(Script):
    async def models(self):
        return (ModelInfo("m"),)

    async def probe(self, model):
        return ProbeResult(profile=self.profile, base_url="", model=model)


async def test_all_else_is_the_providers_own():
    script = Listed()
    provider = with_retries(script)
    assert (provider.kind, provider.profile) == ("scripted", script.profile)
    assert await provider.models() == (ModelInfo("m"),)
    assert (await provider.probe("m")).model == "m"
