"""A server that answers every request as its case says, byte for byte."""

import asyncio
import base64
import json
from dataclasses import dataclass, field

import pytest

from jupyter_assistant.providers._http import Timeouts
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.providers.openai_chat import OpenAIChat

KEY = "sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4"


@dataclass
class Reply:
    """One answer; each piece is an HTTP chunk, flushed apart."""

    pieces: list = field(default_factory=list)
    status: int = 200
    headers: dict = field(default_factory=lambda: {"content-type": "text/event-stream"})
    abort: bool = False
    """Drop the connection after the last piece."""
    hold: asyncio.Event | None = None
    """Wait for it after the last piece."""
    forever: bytes = b""
    """Sent again and again after the last piece, until the client leaves."""

    @classmethod
    def of_case(cls, case):
        pieces = (
            [base64.b64decode(piece) for piece in case["chunks_b64"]]
            if "chunks_b64" in case
            else [piece.encode("latin-1") for piece in case["chunks"]]
        )
        return cls(
            pieces, case["status"], case["headers"], case.get("close") == "abort"
        )


@dataclass
class Asked:
    """One request that arrived."""

    method: str
    path: str
    headers: dict
    body: object


class ReplayServer:
    """Answers in turn with its replies, the last one again and again."""

    def __init__(self):
        self.replies = []
        self.requests = []
        self.connections = 0
        self.left = asyncio.Event()
        """Set when a client went away in the middle of an answer."""
        self._writers = set()

    async def start(self):
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", 0, limit=2**20
        )
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/v1"

    async def stop(self):
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _serve(self, reader, writer):
        self._writers.add(writer)
        self.connections += 1
        try:
            while True:
                self.requests.append(await self._read(reader))
                reply = self.replies[0]
                if len(self.replies) > 1:
                    self.replies.pop(0)
                if not await self._answer(writer, reply):
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            self.left.set()
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _read(self, reader):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines)
        }
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        method, path, _ = first.split(" ", 2)
        return Asked(method, path, headers, json.loads(body) if body else None)

    async def _answer(self, writer, reply):
        headers = {**reply.headers, "transfer-encoding": "chunked"}
        lines = [
            f"HTTP/1.1 {reply.status} X",
            *(f"{k}: {v}" for k, v in headers.items()),
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        for piece in filter(None, reply.pieces):
            await self._chunk(writer, piece)
        while reply.forever:
            await self._chunk(writer, reply.forever)
        if reply.hold:
            await reply.hold.wait()
        if reply.abort:
            writer.transport.abort()
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    async def _chunk(self, writer, piece):
        writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        await writer.drain()
        # Lets the client read it before the next one is sent.
        await asyncio.sleep(0)


@pytest.fixture
async def server():
    replay = ReplayServer()
    await replay.start()
    yield replay
    await replay.stop()


@pytest.fixture
def reply():
    """Builds replies."""
    return Reply


@pytest.fixture
async def driver(server):
    made = []

    def build(key=KEY, *, name="test", timeouts=None, **fields):
        fields.setdefault("base_url", server.url)
        provider = OpenAIChat(
            Connection(**fields), key, name=name, timeouts=timeouts or Timeouts()
        )
        made.append(provider)
        return provider

    yield build
    for provider in made:
        await provider.aclose()


@pytest.fixture
def failing(reply):
    def build(words, status=400, headers=None, **fields):
        body = json.dumps({"error": {"message": words, **fields}}).encode()
        return reply(
            [body], status, {"content-type": "application/json"} | (headers or {})
        )

    return build
