"""A provider that plays what a file or a test says: for demonstrations and tests.

In JSON, a script is a list of turns, a turn a list of steps: a text, or an object with
one of `text`, `reasoning`, `call` (`{"tool", "args", "id"?}`), `error` (`{"kind",
"message"}`), or last `stop`.
"""

from __future__ import annotations

from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import anyio
import msgspec

from jupyter_assistant.conversation import StopReason, TurnBuilder, TurnDone, Usage
from jupyter_assistant.errors import ErrorKind, ProviderError, SettingInvalid
from jupyter_assistant.providers.base import ModelInfo, ProbeResult, ProviderProfile

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from jupyter_assistant.conversation import StreamEvent
    from jupyter_assistant.providers.base import Connection, Request

MODEL = "scripted"


class ScriptedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call the model asks for."""

    tool: str
    args: dict[str, Any] | str = {}
    id: str = ""


class ScriptedError(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the provider fails."""

    kind: ErrorKind
    message: str
    status: int | None = None
    retry_after_s: float | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing the model does; what is not None happens in this order."""

    pause_s: float = 0.0
    reasoning: str | None = None
    text: str | None = None
    call: ScriptedCall | None = None
    error: ScriptedError | None = None
    stop: StopReason | None = None
    usage: Usage | None = None


Script = list[list[Step | str]]


@dataclass(slots=True, kw_only=True)
class ScriptedProvider:
    """Plays one turn for each request; the last one for all that follow."""

    script: Script
    profile: ProviderProfile = field(
        default_factory=lambda: ProviderProfile(family="scripted")
    )
    kind: Literal["scripted"] = field(default="scripted", init=False)
    requests: list[Request] = field(default_factory=list["Request"])
    """What it was sent, oldest first."""

    @classmethod
    def from_file(cls, connection: Connection) -> ScriptedProvider:
        """Play the script that the connection's `options.file` names.

        Raises:
            SettingInvalid: there is none, or it is no script.
        """
        path = connection.options.get("file")
        if not isinstance(path, str):
            raise SettingInvalid(
                "A scripted connection needs options.file, a JSON file"
            )
        try:
            script = msgspec.json.decode(Path(path).read_bytes(), type=Script)
        except (OSError, msgspec.DecodeError) as error:
            raise SettingInvalid(f"The script {path} can't be used: {error}") from None
        if not script:
            raise SettingInvalid(f"The script {path} has no turn")
        return cls(script=script)

    @asynccontextmanager
    async def stream(
        self, request: Request
    ) -> AsyncGenerator[AsyncIterator[StreamEvent]]:
        """Play the next turn."""
        turn = self.script[min(len(self.requests), len(self.script) - 1)]
        self.requests.append(request)
        async with aclosing(_play(turn)) as events:
            yield events

    async def models(self) -> tuple[ModelInfo, ...]:
        """The one it plays."""
        return (ModelInfo(MODEL),)

    async def probe(self, model: str) -> ProbeResult:
        """Always there."""
        return ProbeResult(
            profile=self.profile,
            base_url="",
            model=model,
            endpoint_reachable=True,
            model_visible=model == MODEL,
            available_models=(MODEL,),
        )


async def _play(turn: list[Step | str]) -> AsyncGenerator[StreamEvent]:
    builder, stop, usage = TurnBuilder(), "end", None
    for index, step in enumerate(turn):
        if isinstance(step, str):
            step = Step(text=step)  # noqa: PLW2901
        if step.pause_s:
            await anyio.sleep(step.pause_s)
        if step.reasoning is not None:
            yield builder.reasoning(step.reasoning)
        if step.text is not None:
            yield builder.text(step.text)
        if step.call is not None:
            yield builder.call(
                index, call_id=step.call.id, name=step.call.tool, args=step.call.args
            )
        if step.error is not None:
            raise ProviderError(
                step.error.kind,
                step.error.message,
                provider="scripted",
                status=step.error.status,
                retry_after_s=step.error.retry_after_s,
                partial=builder.partial(),
            )
        stop, usage = step.stop or stop, step.usage or usage
    yield TurnDone(turn=builder.turn(stop, usage=usage, model=MODEL))
