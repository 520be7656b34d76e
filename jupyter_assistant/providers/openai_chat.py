"""The driver for every server that speaks OpenAI's Chat Completions.

What differs from server to server is in `profiles`; what a request looks like in
`openai_chat_request`, what an answer means in `openai_chat_stream`.
"""

from __future__ import annotations

from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

import anyio
import msgspec

from jupyter_assistant.conversation import Origin, TurnDone
from jupyter_assistant.errors import ProviderError, SettingInvalid
from jupyter_assistant.providers._http import Answer, HttpClient, Timeouts
from jupyter_assistant.providers.base import ModelInfo, ProbeResult, ProviderProfile
from jupyter_assistant.providers.connections import OPENAI_URL
from jupyter_assistant.providers.framing import ServerSentEvent, SseFramer
from jupyter_assistant.providers.listed_models import read_models
from jupyter_assistant.providers.openai_chat_request import chat_body
from jupyter_assistant.providers.openai_chat_stream import ChatStream
from jupyter_assistant.providers.profiles import (
    MAX_COMPLETION_TOKENS,
    WANTS_REASONING_BACK,
    profile_of,
)
from jupyter_assistant.redaction import Redactor

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator

    from jupyter_assistant.conversation import AnyPart, StreamEvent
    from jupyter_assistant.providers.base import Connection, Request

AFTER_FINISH_S = 5.0
"""How long the usage may come after the answer's end."""
TO_CLOSE_S = 0.05
"""How long a stream that said it is over may take to end, so that its connection can
be used again."""


@dataclass(slots=True, kw_only=True)
class _Learned:
    """What a server's refusals taught about a model's parameters."""

    count: str | None = None
    asks_usage: bool = True


@dataclass(slots=True)
class OpenAIChat:
    """A `Provider`. Two streams on it share connections and nothing else."""

    connection: Connection
    key: str | None = field(repr=False)
    name: str = field(default="openai", kw_only=True)
    timeouts: Timeouts = field(default_factory=Timeouts, kw_only=True)
    kind: Literal["openai"] = field(default="openai", init=False)
    profile: ProviderProfile = field(init=False)
    _http: HttpClient = field(init=False, repr=False)
    _redact: Redactor = field(init=False, repr=False)
    _learned: dict[str, _Learned] = field(
        init=False, repr=False, default_factory=dict[str, _Learned]
    )

    def __post_init__(self) -> None:
        """Prepare; nothing is connected yet.

        Raises:
            SettingInvalid: the key or a header holds what no header may hold.
        """
        self.profile = profile_of(self.connection)
        self._http = HttpClient(headers=self._headers(), timeouts=self.timeouts)
        secrets = (self.key or "", *self.connection.headers.values())
        self._redact = Redactor(secrets)

    def _headers(self) -> dict[str, str]:
        headers: dict[str, str] = {}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
            if self.profile.family == "azure":
                headers["api-key"] = self.key
        headers |= {k.lower(): v for k, v in self.connection.headers.items()}
        for name, value in headers.items():
            if not (value.isascii() and value.isprintable()):
                raise SettingInvalid(
                    f"The key or header {name!r} of {self.name} holds a character that "
                    "no key has, such as a line break; set it anew."
                )
        return headers

    @property
    def address(self) -> str:
        """The URL below which the server's calls are."""
        endpoint = self.connection.endpoint_url
        if self.connection.base_url or not endpoint:
            return (self.connection.base_url or OPENAI_URL).rstrip("/")
        return endpoint.removesuffix("/").removesuffix("/chat/completions")

    @property
    def url(self) -> str:
        """The URL of the completion call."""
        return self.connection.endpoint_url or f"{self.address}/chat/completions"

    # Answering

    @asynccontextmanager
    async def stream(
        self, request: Request
    ) -> AsyncGenerator[AsyncIterator[StreamEvent]]:
        """Ask the model; the last event is `TurnDone`."""
        async with aclosing(self._answer(request)) as events:
            yield events

    async def _answer(self, request: Request) -> AsyncGenerator[StreamEvent]:
        """The events; a parameter that the server refuses is mended, each once."""
        learned = self._learned.setdefault(request.model, _Learned())
        while True:
            began = False
            try:
                async with aclosing(self._attempt(request, learned)) as events:
                    async for event in events:
                        began = True
                        yield event
            except ProviderError as error:
                if began or not self._mended(error, learned):
                    raise
            else:
                return

    async def _attempt(
        self, request: Request, learned: _Learned
    ) -> AsyncGenerator[StreamEvent]:
        family = self.profile.family
        origin = Origin(kind=self.kind, address=self.url, model=request.model)
        stream = ChatStream(
            origin=origin, keeps_reasoning=family in WANTS_REASONING_BACK
        )
        body = chat_body(
            request,
            profile=self.profile,
            origin=origin,
            count=learned.count,
            asks_usage=learned.asks_usage and family != "mistral",
        )
        try:
            async with (
                self._http.post(self.url, _encoded(body)) as answer,
                aclosing(self._read(answer, stream)) as events,
            ):
                async for event in events:
                    yield event
        except ProviderError as error:
            raise self._named(error, stream.partial()) from None

    async def _read(
        self, answer: Answer, stream: ChatStream
    ) -> AsyncGenerator[StreamEvent]:
        first = await _first_bytes(answer)
        if first.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[", b"<"):
            for event in _from_document(await answer.read(first), stream, answer.url):
                yield event
        else:
            framer = SseFramer()
            for sse in framer.feed(first):
                for event in stream.feed(sse):
                    yield event
            while not stream.done:
                piece = await _next(answer, stream)
                for sse in framer.feed(piece) if piece else framer.close():
                    for event in stream.feed(sse):
                        yield event
                if not piece:
                    break
            _check_whole(stream, answer.url)
        last, turn = stream.end()
        for event in last:
            yield event
        yield TurnDone(turn=turn)
        with anyio.move_on_after(TO_CLOSE_S):
            await anext(answer.body, b"")

    def _mended(self, error: ProviderError, learned: _Learned) -> bool:
        """Whether a refusal names a parameter of ours that can be sent otherwise.

        Source: new-api#418, hermes-agent#78305, YPrompt#26.
        """
        if error.kind != "bad_request" or error.status not in (400, 422):
            return False
        words = error.message
        if learned.asks_usage and (
            "stream_options" in words or "include_usage" in words
        ):
            learned.asks_usage = False
            return True
        if learned.count is None:
            own = self.profile.family in MAX_COMPLETION_TOKENS
            sent, other = "max_tokens", "max_completion_tokens"
            if own:
                sent, other = other, sent
            refused = sent in words and any(
                sign in words.lower()
                for sign in ("support", "extra", "unknown", "unrecognized", other)
            )
            if refused:
                learned.count = other
                return True
        return False

    def _named(
        self, error: ProviderError, partial: tuple[AnyPart, ...] = ()
    ) -> ProviderError:
        """The error under the connection's name, without secrets, with what arrived."""
        return ProviderError(
            error.kind,
            self._redact(error.message),
            provider=self.name,
            status=error.status,
            retry_after_s=error.retry_after_s,
            request_id=error.request_id,
            partial=partial,
        )

    async def aclose(self) -> None:
        """Close the connections that were kept; it may be used again."""
        await self._http.aclose()

    # Looking

    async def models(self) -> tuple[ModelInfo, ...]:
        """The models that the server lists."""
        url = f"{self.address}/models"
        try:
            answer = await self._http.get(url)
            return read_models(await answer.read(), url)
        except ProviderError as error:
            raise self._named(error) from None

    async def probe(self, model: str) -> ProbeResult:
        """Ask for the list of models; costs no tokens and never raises."""
        found: dict[str, Any] = {
            "profile": self.profile,
            "base_url": self.address,
            "model": model,
        }
        issues, warnings = list(self.profile.issues), list(self.profile.warnings)
        try:
            listed = await self.models()
        except ProviderError as error:
            issues.append(self._issue(error))
            found |= {
                "http_status": error.status,
                "endpoint_reachable": error.kind not in ("network", "timeout"),
                "auth_ok": False if error.kind == "auth" else None,
            }
        else:
            names = tuple(info.id for info in listed)
            visible = self._is_visible(model, names)
            if model and not visible:
                issues.append(_not_listed(model, names, self.name))
            found |= {
                "http_status": 200,
                "endpoint_reachable": True,
                "auth_ok": True,
                "model_visible": visible if model else None,
                "available_models": names,
            }
        return ProbeResult(**found, issues=tuple(issues), warnings=tuple(warnings))

    def _is_visible(self, model: str, names: tuple[str, ...]) -> bool:
        if model in names or f"models/{model}" in names:
            return True
        return self.profile.family == "ollama" and f"{model}:latest" in names

    def _issue(self, error: ProviderError) -> str:
        if error.kind == "auth":
            remedy = "check its key" if self.key else "it wants a key"
            return f"authentication failed (HTTP {error.status}): {remedy}"
        if self.address.endswith("/v1/v1"):
            return (
                f"{self.address} ends with /v1 twice; set base_url without the second"
            )
        if error.status == 404 and not self.address.endswith("/v1"):
            return (
                f"{error.message}. {self.address} lists no models; "
                "most servers have theirs below /v1"
            )
        return error.message


def _encoded(body: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(body)
    except UnicodeEncodeError:
        return msgspec.json.encode(_without_surrogates(body))
    except (TypeError, ValueError, RecursionError) as error:
        raise ProviderError(
            "bad_request", f"The request can't be written as JSON: {error}"
        ) from None


def _without_surrogates(value: Any) -> Any:
    """Half characters, as a cut text may end with, become question marks."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case list():
            return [_without_surrogates(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
        case dict():
            return {  # pyright: ignore[reportUnknownVariableType]
                _without_surrogates(k): _without_surrogates(v)
                for k, v in value.items()  # pyright: ignore[reportUnknownVariableType]
            }
        case _:
            return value


async def _first_bytes(answer: Answer) -> bytes:
    """The body as far as its first character, which tells what kind it is."""
    first = b""
    while not first.lstrip(b"\xef\xbb\xbf \t\r\n"):
        piece = await anext(answer.body, b"")
        if not piece:
            break
        first += piece
        if len(first) > MAX_BLANK_BYTES:
            break
    return first


MAX_BLANK_BYTES = 4096
"""A body that begins with more white space than this is taken for a stream."""


async def _next(answer: Answer, stream: ChatStream) -> bytes:
    """The next bytes, none at the end; after the answer's end a failure is one, too."""
    if not stream.finish:
        return await anext(answer.body, b"")
    try:
        with anyio.move_on_after(AFTER_FINISH_S):
            return await anext(answer.body, b"")
    except ProviderError:
        pass
    return b""


def _check_whole(stream: ChatStream, url: str) -> None:
    """Refuse what ended without saying so: the rest of it is missing."""
    if not stream.began:
        raise ProviderError(
            "protocol",
            f"{url} answered with nothing. Is it the address of a chat API?",
        )
    if not (stream.done or stream.finish):
        raise ProviderError(
            "protocol", f"{url} ended the answer in the middle; what arrived is kept."
        )


def _from_document(data: bytes, stream: ChatStream, url: str) -> Iterator[StreamEvent]:
    """A body that is no event stream: a whole answer, a page, or lines of chunks."""
    data = data.strip(b"\xef\xbb\xbf \t\r\n")
    if data.startswith(b"<"):
        raise ProviderError(
            "protocol",
            f"{url} answered with a web page, not with a model's words. Is it the "
            "address of a chat API, and does it need a login?",
        )
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        lines = [line for line in data.split(b"\n") if line.strip()]
    else:
        lines = [data]
        if isinstance(value, list):
            lines = [msgspec.json.encode(item) for item in cast("list[Any]", value)]
    for line in lines:
        yield from stream.feed(ServerSentEvent(line))
    if len(lines) > 1 or not stream.began:
        _check_whole(stream, url)


def _not_listed(model: str, names: tuple[str, ...], name: str) -> str:
    some = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
    return f"{name} does not list the model {model!r}; it lists {some or 'none'}"
