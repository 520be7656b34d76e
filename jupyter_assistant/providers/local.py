"""The embedded model: a process of ours around the `openai` driver.

The process and what runs in it are `local_process` and `local_server`, the small
model's file is `local_model`. Nothing is started before the first question.
"""

from __future__ import annotations

import importlib.util
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from anyio import CancelScope, to_thread
from msgspec.structs import replace

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import (
    Connection,
    ModelInfo,
    ProbeResult,
    ProviderProfile,
)
from jupyter_assistant.providers.local_model import (
    FETCH,
    INSTALL,
    LIBRARY,
    SMALL_MODEL,
    TINY_MODEL_NOTE,
    small_model_path,
)
from jupyter_assistant.providers.local_process import (
    RUNNING,
    Child,
    LocalServer,
    ModelFile,
)
from jupyter_assistant.providers.openai_chat import OpenAIChat

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from jupyter_assistant.conversation import AnyPart, StreamEvent
    from jupyter_assistant.errors import ErrorKind
    from jupyter_assistant.providers.base import Provider, Request

WINDOW_TOKENS = 8192
SMALL_MODEL_OUTPUT_TOKENS = 512
"""It seldom finds an end by itself."""
SMALL_MODEL_PARAMS = {
    "temperature": 0.2,
    "top_p": 0.9,
    "dry_multiplier": 0.8,
    "dry_allowed_length": 4,
}
"""As its authors advise, and against going in circles: a penalty on whole phrases. One
on single words would cost it its code fences."""
LOOPBACK = "this machine"
_END_SEEN_S = 1.0


@dataclass(slots=True, kw_only=True)
class LocalProvider:
    """One GGUF file: `options.file` of its connection, else the small model."""

    connection: Connection
    data_dir: Path | None = None
    name: str = "local"
    server: LocalServer = field(default_factory=lambda: RUNNING)
    kind: Literal["local"] = field(default="local", init=False)

    @property
    def profile(self) -> ProviderProfile:
        """What it can do; an issue for each thing that is missing."""
        return ProviderProfile(
            family="local",
            supports_tools=False,
            supports_images=False,
            window_tokens=self._serves.window_tokens,
            max_output_tokens=SMALL_MODEL_OUTPUT_TOKENS if self._is_small else None,
            issues=self._issues,
            warnings=(TINY_MODEL_NOTE,) if self._is_small else (),
        )

    @asynccontextmanager
    async def stream(
        self, request: Request
    ) -> AsyncGenerator[AsyncIterator[StreamEvent]]:
        """Ask the model, which is loaded first if it was not in use."""
        async with self._child(request.model) as child:
            answer = self._answer(child, self._fitting(request))
            async with aclosing(answer) as events:
                yield events

    async def models(self) -> tuple[ModelInfo, ...]:
        """The one model that it runs."""
        self._check(self._serves.model)
        serves = self._serves
        return (ModelInfo(serves.model, window_tokens=serves.window_tokens),)

    async def probe(self, model: str) -> ProbeResult:
        """Load the model and look whether it is there."""
        found = ProbeResult(
            profile=self.profile,
            base_url=LOOPBACK,
            model=model,
            warnings=self.profile.warnings,
        )
        try:
            async with self._child(model):
                return replace(
                    found,
                    endpoint_reachable=True,
                    model_visible=True,
                    available_models=(self._serves.model,),
                )
        except ProviderError as error:
            return replace(found, issues=(str(error),))

    # What it runs

    @property
    def _file(self) -> str | None:
        """The person's own file."""
        file = self.connection.options.get("file")
        return str(Path(str(file)).expanduser()) if file else None

    @property
    def _is_small(self) -> bool:
        return self._file is None

    @property
    def _serves(self) -> ModelFile:
        file = self._file or str(small_model_path(self.data_dir))
        return ModelFile(
            file=file,
            model=SMALL_MODEL if self._is_small else Path(file).stem,
            window_tokens=self.connection.window_tokens or WINDOW_TOKENS,
        )

    @property
    def _issues(self) -> tuple[str, ...]:
        issues: list[str] = []
        if importlib.util.find_spec(LIBRARY) is None:
            issues.append(f"The library that runs local models is missing: `{INSTALL}`")
        if not Path(self._serves.file).is_file():
            issues.append(
                f"The small model is not here yet: `{FETCH}` fetches it (93 MB)"
                if self._is_small
                else f"There is no model file {self._serves.file}"
            )
        return tuple(issues)

    def _check(self, model: str) -> None:
        if self._issues:
            raise self._error("not_found", ". ".join(self._issues))
        if model not in ("", self._serves.model):
            raise self._error(
                "not_found",
                f"There is no local model {model!r}; there is {self._serves.model}",
            )

    def _fitting(self, request: Request) -> Request:
        """The request as this model can take it."""
        most = self.profile.max_output_tokens or request.max_output_tokens
        defaults = SMALL_MODEL_PARAMS if self._is_small else {}
        return replace(
            request,
            model=self._serves.model,
            tools=(),
            max_output_tokens=min(request.max_output_tokens, most),
            params={**defaults, **request.params},
        )

    # The process

    @asynccontextmanager
    async def _child(self, model: str) -> AsyncGenerator[Child]:
        """The process with the model loaded, which stays for as long as this lasts."""
        self._check(model)
        wanted = self._serves
        try:
            # Loading may be left to itself; then only a moment is not interruptible.
            await to_thread.run_sync(self.server.start, wanted, abandon_on_cancel=True)
            child = await to_thread.run_sync(self.server.acquire, wanted)
        except ProviderError as error:
            raise self._error(error.kind, error.message) from None
        try:
            yield child
        finally:
            with CancelScope(shield=True):
                await to_thread.run_sync(self.server.release, child)

    async def _answer(
        self, child: Child, request: Request
    ) -> AsyncGenerator[StreamEvent]:
        connection = Connection(kind="openai", base_url=f"{child.address}/v1")
        driver: Provider = OpenAIChat(connection, child.key, name=self.name)
        try:
            async with driver.stream(request) as events:
                async for event in events:
                    yield event
        except ProviderError as error:
            raise await self._explained(error, child) from None

    async def _explained(self, error: ProviderError, child: Child) -> ProviderError:
        """The driver's error in terms of this model."""
        match error.kind:
            case "network" | "protocol":
                end = await to_thread.run_sync(child.ended, _END_SEEN_S)
                if end is None:
                    return error
                return self._error(
                    "server",
                    f"The local model stopped answering: {end}. It is started again "
                    "with the next question",
                    error.partial,
                )
            case "context_length":
                return self._error(
                    error.kind,
                    f"That is too much for {child.serves.model}: {error.message}. Send "
                    "less along (-c), or start a new conversation (--new)",
                    error.partial,
                )
            case _:
                return error

    def _error(
        self, kind: ErrorKind, message: str, partial: tuple[AnyPart, ...] = ()
    ) -> ProviderError:
        return ProviderError(kind, message, provider=self.name, partial=partial)
