#!/usr/bin/env python3
"""CPU per streamed chunk: our driver, the `openai` SDK, and bare httpx2 lines.

A server in a process of its own streams the same bytes to each reader, every event a
chunk of its own. What counts is this process's CPU time, the median of interleaved
repetitions. Ends with 1 if the driver costs more than a third of the SDK, or more than
twice the lines.

    python benchmarks/stream_cpu.py [--quick] [--chunks N] [--pause-us N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import httpx2
import openai

from jupyter_assistant.conversation import Message, TextDelta, TextPart
from jupyter_assistant.providers.base import Connection, Request
from jupyter_assistant.providers.openai_chat import OpenAIChat

MAX_OF_SDK = 1 / 3
MAX_OF_LINES = 2.0
WORD = "token "

Reader = Callable[[str], Awaitable[int]]


def event(delta: dict[str, str], finish: str | None = None) -> bytes:
    """One event as OpenAI sends it."""
    chunk = {
        "id": "chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG",
        "object": "chat.completion.chunk",
        "created": 1741570283,
        "model": "gpt-4o-2024-08-06",
        "service_tier": "default",
        "system_fingerprint": "fp_fc9f1d7035",
        "choices": [
            {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        ],
        "usage": None,
        "obfuscation": "q7Xw2",
    }
    return b"data: " + json.dumps(chunk, separators=(",", ":")).encode() + b"\n\n"


async def serve(chunks: int, pause_s: float) -> None:
    """Answer every request with the same stream; the port goes to stdout."""
    piece = event({"content": WORD})
    framed = b"%x\r\n%s\r\n" % (len(piece), piece)
    end = event({}, "stop") + b"data: [DONE]\n\n"
    head = (
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
        b"transfer-encoding: chunked\r\n\r\n"
    )

    async def answer(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            while True:
                asked = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = asked.partition(b"content-length:")[2].split(b"\r\n")[0]
                await reader.readexactly(int(length or 0))
                writer.write(head)
                for _ in range(chunks):
                    writer.write(framed)
                    await writer.drain()
                    await asyncio.sleep(pause_s)
                writer.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(end), end))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


def readers(base_url: str) -> dict[str, Reader]:
    """Each way to read the stream; they return the characters they found."""
    ours = OpenAIChat(Connection(base_url=base_url), "key-of-the-benchmark")
    theirs = openai.AsyncOpenAI(base_url=base_url, api_key="key-of-the-benchmark")
    bare = httpx2.AsyncClient()
    words = Message(
        id="1", role="user", parts=(TextPart(text="hi"),), created_at=datetime.now(UTC)
    )
    asked = Request(model="m", system="", messages=(words,))

    async def driver(_: str) -> int:
        found = 0
        async with ours.stream(asked) as events:
            async for got in events:
                if isinstance(got, TextDelta):
                    found += len(got.text)
        return found

    async def sdk(_: str) -> int:
        found = 0
        stream = await theirs.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "hi"}], stream=True
        )
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                found += len(chunk.choices[0].delta.content)
        return found

    async def lines(url: str) -> int:
        found = 0
        async with bare.stream("POST", url, json={"stream": True}) as response:
            async for line in response.aiter_lines():
                found += len(WORD) * ('"content"' in line)
        return found

    return {"driver": driver, "openai SDK": sdk, "httpx2 lines": lines}


async def measure(base_url: str, chunks: int, repeats: int) -> dict[str, float]:
    """CPU microseconds per chunk of each reader."""
    ways = readers(base_url)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(repeats + 1):
        for name, read in ways.items():
            gc.collect()
            began = time.process_time()
            characters = await read(f"{base_url}/chat/completions")
            spent = time.process_time() - began
            if characters != chunks * len(WORD):
                raise SystemExit(f"{name} read {characters} characters")
            if repeat:  # the first one warms up
                found[name].append(spent / chunks * 1e6)
    return {name: statistics.median(times) for name, times in found.items()}


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    parser.add_argument("--chunks", type=int, default=3000)
    parser.add_argument(
        "--pause-us",
        type=int,
        default=0,
        help="between two events; then waking up costs all three most of their time",
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve(options.chunks, options.pause_us / 1e6))
        return 0
    server = subprocess.Popen(
        [
            *(sys.executable, __file__, "--serve"),
            *("--chunks", str(options.chunks)),
            *("--pause-us", str(options.pause_us)),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        base_url = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        repeats = 3 if options.quick else 9
        spent = asyncio.run(measure(base_url, options.chunks, repeats))
    finally:
        server.terminate()
        server.wait()
    for name, us in spent.items():
        print(f"{name:14} {us:7.1f} µs per chunk")
    of_sdk = spent["driver"] / spent["openai SDK"]
    of_lines = spent["driver"] / spent["httpx2 lines"]
    print(f"driver / SDK   {of_sdk:7.2f} (at most {MAX_OF_SDK:.2f})")
    print(f"driver / lines {of_lines:7.2f} (at most {MAX_OF_LINES:.2f})")
    return int(of_sdk > MAX_OF_SDK or of_lines > MAX_OF_LINES)


if __name__ == "__main__":
    raise SystemExit(main())
