"""Chat Completions: OpenAI's first API, spoken by nearly every server.

Source: https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from jupyter_assistant.conversation import Origin, TurnDone
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers._http import Answer, HttpClient
from jupyter_assistant.providers.base import ModelInfo, ProbeResult, ProviderProfile
from jupyter_assistant.providers.connections import OPENAI_URL
from jupyter_assistant.providers.framing import (
    MAX_EVENT_BYTES,
    FramingError,
    SseFramer,
)
from jupyter_assistant.providers.openai_chat_request import chat_body
from jupyter_assistant.providers.openai_chat_stream import ChatStream
from jupyter_assistant.providers.profiles import profile_of
from jupyter_assistant.redaction import Redactor

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from jupyter_assistant.conversation import StreamEvent
    from jupyter_assistant.providers.base import Connection, Request

_CALL = "/chat/completions"
_BLANK = b"\xef\xbb\xbf \t\r\n"


class _Listed(msgspec.Struct):
    """A model in a list; the rest differs from server to server."""

    id: str
    context_length: int | None = None
    max_model_len: int | None = None


class _List(msgspec.Struct):
    data: list[_Listed]


class OpenAIChat:
    """A `Provider` for any server that speaks Chat Completions."""

    kind: Literal["openai"] = "openai"

    def __init__(self, connection: Connection, key: str | None, *, name: str) -> None:
        """Nothing is sent yet.

        Args:
            connection: with an address, as `connections.resolve` gives it.
            key: sent as a bearer token, None where none is needed.
            name: the person's name of the connection, for errors.
        """
        base = (connection.base_url or OPENAI_URL).removesuffix(_CALL)
        self._url = connection.endpoint_url or base + _CALL
        self._models_url = f"{base}/models"
        self._base_url = base
        self._name = name
        self._redact = Redactor([key] if key else [])
        bearer = {"authorization": f"Bearer {key}"} if key else {}
        self._http = HttpClient(
            name=name, headers=bearer | connection.headers, redact=self._redact
        )
        self.profile: ProviderProfile = profile_of(connection)

    @asynccontextmanager
    async def stream(
        self, request: Request
    ) -> AsyncGenerator[AsyncIterator[StreamEvent]]:
        """Ask the model.

        Raises:
            ProviderError: while entering or iterating; `partial` holds what arrived.
        """
        origin = Origin(self.kind, self._base_url, request.model)
        body = chat_body(request, self.profile, origin)
        async with self._http.stream("POST", self._url, body) as answer:
            reading = ChatStream(
                provider=self._name,
                origin=origin,
                redact=self._redact,
                returns_reasoning=self.profile.family == "deepseek",
            )
            async with aclosing(self._events(answer, reading)) as events:
                yield events

    async def _events(
        self, answer: Answer, reading: ChatStream
    ) -> AsyncGenerator[StreamEvent]:
        try:
            async with aclosing(self._payloads(answer, reading)) as payloads:
                async for data in payloads:
                    for event in reading.feed(data):
                        yield event
                    if reading.done:
                        break
        except ProviderError as error:
            if not reading.is_complete:
                error.partial = error.partial or reading.partial()
                raise
        if not reading.is_complete:
            raise reading.cut_short(answer.url)
        for event in reading.tail():
            yield event
        yield TurnDone(turn=reading.turn())

    async def _payloads(
        self, answer: Answer, reading: ChatStream
    ) -> AsyncGenerator[bytes]:
        """The data of each event, or the one value that came in place of a stream.

        What it is shows in its first byte: servers and proxies mislabel both.
        """
        framer, first = SseFramer(), b""
        whole: bytearray | None = None
        try:
            async for piece in answer.pieces:
                first = first or piece.lstrip(_BLANK)[:1]
                if first and first in b"{[<":
                    whole = (whole or bytearray()) + piece
                    if len(whole) > MAX_EVENT_BYTES:
                        raise FramingError
                    continue
                for event in framer.feed(piece):
                    yield event.data
            for event in framer.end():
                yield event.data
        except FramingError:
            raise reading.error(
                "protocol", f"{answer.url} sent one event without an end."
            ) from None
        if whole is not None:
            if first == b"<":
                raise reading.error(
                    "protocol",
                    f"{answer.url} answers, but with a web page: is the address right?",
                )
            yield bytes(whole)
            reading.done = True

    async def models(self) -> tuple[ModelInfo, ...]:
        """The models that the server lists.

        Raises:
            ProviderError: it does not answer, or not with a list.
        """
        answer, body = await self._http.get(self._models_url)
        try:
            return _models(body)
        except msgspec.DecodeError:
            raise ProviderError(
                "protocol",
                f"{answer.url} answers, but not with a list of models.",
                provider=self._name,
            ) from None

    async def probe(self, model: str) -> ProbeResult:
        """Ask for the list of models: reachable, key accepted, model there."""
        found = ProbeResult(profile=self.profile, base_url=self._base_url, model=model)
        try:
            models = await self.models()
        except ProviderError as error:
            return _failed_probe(found, error)
        names = tuple(info.id for info in models)
        visible = _is_listed(model, names)
        missing = f"{self._name} does not list a model {model}."
        return replace(
            found,
            http_status=200,
            endpoint_reachable=True,
            auth_ok=True,
            model_visible=visible,
            available_models=names,
            issues=() if visible else (missing,),
        )


def _models(body: bytes) -> tuple[ModelInfo, ...]:
    """The models of a list: OpenAI's shape, or a bare list of them."""
    try:
        listed = msgspec.json.decode(body, type=_List).data
    except msgspec.ValidationError:
        listed = msgspec.json.decode(body, type=list[_Listed])
    return tuple(
        ModelInfo(m.id, window_tokens=m.context_length or m.max_model_len)
        for m in listed
    )


def _is_listed(model: str, names: tuple[str, ...]) -> bool:
    """Gemini lists `models/NAME`, Ollama `NAME:latest`."""
    same = {model, f"models/{model}", f"{model}:latest"}
    return any(name in same for name in names)


def _failed_probe(found: ProbeResult, error: ProviderError) -> ProbeResult:
    """What a failed look says of the address and the key."""
    issues = [str(error)]
    if found.base_url.endswith("/v1/v1"):
        issues.append(f"The address ends in /v1 twice: {found.base_url}")
    if error.kind in ("auth", "permission"):
        issues.insert(0, f"authentication failed (HTTP {error.status})")
    return replace(
        found,
        http_status=error.status,
        endpoint_reachable=error.kind not in ("network", "timeout"),
        auth_ok=False if error.kind in ("auth", "permission") else None,
        issues=tuple(issues),
    )
