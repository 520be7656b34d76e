"""Asks again when a provider failed before it said anything, within one time limit."""

from __future__ import annotations

import random
import time
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from jupyter_assistant.conversation import (
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCallProgress,
    TurnDone,
)
from jupyter_assistant.errors import ErrorKind, ProviderError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator

    from jupyter_assistant.conversation import StreamEvent
    from jupyter_assistant.providers.base import (
        ModelInfo,
        ProbeResult,
        Provider,
        ProviderKind,
        ProviderProfile,
        Request,
    )

REASONS: dict[ErrorKind, str] = {
    "rate_limit": "is limiting requests",
    "overloaded": "is overloaded",
    "network": "can't be reached",
    "server": "failed",
}
"""The failures that may pass, in words that follow the provider's name."""
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 20.0


def with_retries(
    provider: Provider,
    retries: int = 2,
    timeout_s: float = 120.0,
    clock: Callable[[], float] = time.monotonic,
    chance: Callable[[], float] = random.random,
    *,
    name: str = "",
) -> Provider:
    """The provider, asked again up to `retries` times.

    Args:
        provider: who is asked.
        retries: how often at most, after the first time.
        timeout_s: for the whole call, waits included.
        clock: seconds that only rise.
        chance: between 0 and 1, so that many clients do not come back at once.
        name: how the person calls the connection.
    """
    return RetryingProvider(
        provider=provider,
        retries=retries,
        timeout_s=timeout_s,
        clock=clock,
        chance=chance,
        name=name,
    )


@dataclass(slots=True, kw_only=True)
class RetryingProvider:
    """A `Provider` around another one."""

    provider: Provider
    retries: int
    timeout_s: float
    clock: Callable[[], float]
    chance: Callable[[], float]
    name: str

    @property
    def kind(self) -> ProviderKind:
        """The provider's own."""
        return self.provider.kind

    @property
    def profile(self) -> ProviderProfile:
        """The provider's own."""
        return self.provider.profile

    async def models(self) -> tuple[ModelInfo, ...]:
        """The provider's own."""
        return await self.provider.models()

    async def probe(self, model: str) -> ProbeResult:
        """The provider's own."""
        return await self.provider.probe(model)

    @asynccontextmanager
    async def stream(
        self, request: Request
    ) -> AsyncGenerator[AsyncIterator[StreamEvent]]:
        """Ask, and ask again after a failure that came before anything visible."""
        async with aclosing(self._attempts(request)) as events:
            yield events

    async def _attempts(self, request: Request) -> AsyncGenerator[StreamEvent]:
        deadline = self.clock() + self.timeout_s
        attempt = 0
        while True:
            attempt, shown = attempt + 1, False
            try:
                async with aclosing(self._attempt(request, deadline)) as events:
                    async for event in events:
                        shown = shown or isinstance(event, _VISIBLE)
                        yield event
            except ProviderError as error:
                wait_s = self._wait_s(error, attempt)
                late = self.clock() + wait_s >= deadline
                reason = REASONS.get(error.kind)
                if shown or late or attempt > self.retries or reason is None:
                    raise
                yield Retrying(attempt=attempt + 1, wait_s=wait_s, reason=reason)
            else:
                return
            await anyio.sleep(wait_s)

    async def _attempt(
        self, request: Request, deadline: float
    ) -> AsyncGenerator[StreamEvent]:
        """One time; the limit holds while waiting, never over a `yield`."""
        async with AsyncExitStack() as stack:
            with self._until(deadline):
                events = await stack.enter_async_context(self.provider.stream(request))
            while True:
                with self._until(deadline):
                    event = await anext(events, None)
                if event is None:
                    return
                yield event

    @contextmanager
    def _until(self, deadline: float) -> Generator[None]:
        """`anyio.fail_after` whose failure is the provider's."""
        try:
            with anyio.fail_after(max(0.0, deadline - self.clock())):
                yield
        except TimeoutError:
            raise ProviderError(
                "timeout",
                f"{self.name or 'The provider'} did not answer within "
                f"{self.timeout_s:.0f} s.",
                provider=self.name,
            ) from None

    def _wait_s(self, error: ProviderError, attempt: int) -> float:
        """What the provider asks for, else longer each time with some chance in it."""
        if error.retry_after_s is not None:
            return error.retry_after_s
        longest = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (attempt - 1))
        return longest * (0.5 + self.chance() / 2)


_VISIBLE = (TextDelta, ReasoningDelta, ToolCallProgress, TurnDone)
