"""HTTP for all drivers: the one module here that knows the HTTP library.

Redirects are never followed, so that a key stays with the origin it was meant for.
Every error of the library becomes a `ProviderError` in `_mapped`.
"""

from __future__ import annotations

import ssl
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import anyio
import httpx2
from anyio.lowlevel import EventLoopToken, current_token

from jupyter_assistant._version import __version__
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.failures import failure_from_answer
from jupyter_assistant.providers.framing import MAX_EVENT_BYTES, check_size

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Generator, Mapping

MAX_FAILURE_BYTES = 64 * 1024
"""Of a failed answer's body, no more than this is read."""
MAX_FAILURE_S = 10.0
"""And for no longer than this."""


@dataclass(slots=True, frozen=True, kw_only=True)
class Timeouts:
    """How long a server may be silent; a call as a whole is limited by its caller."""

    connect_s: float = 10.0
    silent_s: float = 300.0
    """For the first byte and between any two: models think, large prompts take time."""


@dataclass(slots=True, kw_only=True)
class Answer:
    """A successful answer whose body is still arriving."""

    url: str
    content_type: str
    body: AsyncIterator[bytes]
    """As it arrives; fails with `ProviderError`."""
    request_id: str | None

    async def read(self, first: bytes = b"") -> bytes:
        """All of the body.

        Raises:
            ProviderError: it is too long, or the connection broke.
        """
        data = bytearray(first)
        async for piece in self.body:
            data += piece
            check_size(len(data), MAX_EVENT_BYTES)
        return bytes(data)


@dataclass(slots=True, kw_only=True)
class HttpClient:
    """Calls to one server. Connections are kept for the next call of the same loop."""

    headers: Mapping[str, str]
    timeouts: Timeouts = field(default_factory=Timeouts)
    _kept: tuple[EventLoopToken, httpx2.AsyncClient] | None = None
    """The client of the event loop that called last: connections can't cross loops."""

    @asynccontextmanager
    async def post(self, url: str, body: bytes) -> AsyncGenerator[Answer]:
        """Send JSON; the answer streams.

        Raises:
            ProviderError: it did not succeed.
        """
        headers = {
            "accept": "text/event-stream, application/json",
            "content-type": "application/json",
        }
        async with self._answer("POST", url, headers, body) as answer:
            yield answer

    async def get(self, url: str) -> Answer:
        """Fetch a small document; its body is read.

        Raises:
            ProviderError: it did not succeed.
        """
        headers = {"accept": "application/json"}
        async with self._answer("GET", url, headers, None) as answer:
            data = await answer.read()
        answer.body = _once(data)
        return answer

    @asynccontextmanager
    async def _answer(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None
    ) -> AsyncGenerator[Answer]:
        with _mapped(url):
            request = self._client().build_request(
                method, url, headers=headers, content=body
            )
            response = await self._client().send(request, stream=True)
        try:
            if response.is_redirect:
                raise _redirected(url, response)
            if response.is_error:
                raise await _failed(url, response)
            yield Answer(
                url=url,
                content_type=response.headers.get("content-type", ""),
                body=_pieces(url, response),
                request_id=response.headers.get("x-request-id"),
            )
        finally:
            with anyio.CancelScope(shield=True):
                await response.aclose()

    def _client(self) -> httpx2.AsyncClient:
        token = current_token()
        if self._kept is not None and self._kept[0] == token:
            return self._kept[1]
        client = httpx2.AsyncClient(
            headers={"user-agent": f"jupyter-assistant/{__version__}"}
            | dict(self.headers),
            timeout=httpx2.Timeout(
                self.timeouts.silent_s, connect=self.timeouts.connect_s
            ),
            follow_redirects=False,
            verify=_certificates(),
        )
        self._kept = (token, client)
        return client

    async def aclose(self) -> None:
        """Close the connections that were kept."""
        kept, self._kept = self._kept, None
        if kept is not None and kept[0] == current_token():
            await kept[1].aclose()


@cache
def _certificates() -> ssl.SSLContext:
    """The system's certificates, loaded once."""
    return httpx2.create_ssl_context()


async def _once(data: bytes) -> AsyncGenerator[bytes]:
    yield data


async def _pieces(url: str, response: httpx2.Response) -> AsyncGenerator[bytes]:
    """The body as it arrives; what is not compressed takes the short way."""
    compressed = "content-encoding" in response.headers
    pieces = response.aiter_bytes() if compressed else response.aiter_raw()
    with _mapped(url):
        async for piece in pieces:
            yield piece


async def _failed(url: str, response: httpx2.Response) -> ProviderError:
    """The failure that an answer tells, from as much of its body as comes."""
    body = bytearray()
    try:
        with anyio.move_on_after(MAX_FAILURE_S):
            async for piece in response.aiter_bytes():
                body += piece[: MAX_FAILURE_BYTES - len(body)]
                if len(body) >= MAX_FAILURE_BYTES:
                    break
    except httpx2.HTTPError:
        # The status has arrived; the words that did are enough.
        pass
    return failure_from_answer(
        response.status_code, response.headers, bytes(body), url=url
    )


def _redirected(url: str, response: httpx2.Response) -> ProviderError:
    target = urljoin(url, response.headers.get("location", ""))
    return ProviderError(
        "protocol",
        f"{url} redirects to {target}. Redirects are not followed, so that a key "
        "reaches no other place; set that address as base_url if it is the right one.",
    )


@contextmanager
def _mapped(url: str) -> Generator[None]:
    """The library's errors as ours."""
    try:
        yield
    except httpx2.ConnectTimeout:
        raise ProviderError("network", f"{url} did not accept a connection.") from None
    except httpx2.TimeoutException:
        raise ProviderError("timeout", f"{url} fell silent.") from None
    except (
        httpx2.UnsupportedProtocol,
        httpx2.InvalidURL,
        httpx2.LocalProtocolError,
    ) as e:
        raise ProviderError("bad_request", f"{url} can't be asked: {e}") from None
    except httpx2.ProxyError as error:
        raise ProviderError("network", f"The proxy refused {url}: {error}") from None
    except httpx2.ConnectError as error:
        raise ProviderError("network", _unreachable(url, error)) from None
    except httpx2.DecodingError as error:
        raise ProviderError(
            "protocol", f"{url} sent a body that can't be decompressed: {error}"
        ) from None
    except (httpx2.HTTPError, httpx2.StreamError, OSError) as error:
        words = str(error) or type(error).__name__
        raise ProviderError(
            "network", f"The connection to {url} broke: {words}"
        ) from None


def _unreachable(url: str, error: httpx2.ConnectError) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"The certificate of {url} is not trusted: {cause.verify_message}."
        cause = cause.__cause__ or cause.__context__
    return f"{url} can't be reached: {error or 'no connection'}. Is it running?"
