"""The two things around a kernel that asks: a model's server, a notebook tab."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Tab:
    """A notebook tab as the kernel sees it: the true cells, and which one asks."""

    cells: list[dict[str, Any]] = field(default_factory=list)
    asking: str = ""
    times_asked: int = 0

    def get(self, path: str) -> dict[str, Any] | None:
        """The answer to a GET; None for a route that is not a tab's."""
        if path.endswith("/view"):
            return {"attached": False}
        if path.endswith("/cells"):
            self.times_asked += 1
            return {"cells": self.cells, "asking": self.asking}
        return None


class Capture(ThreadingHTTPServer):
    """Speaks OpenAI's chat streaming, answers `reply`, keeps every request's body."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, tab: Tab | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reply = "ok"
        self.tab = tab
        self.bodies: list[dict[str, Any]] = []
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)

    def __enter__(self) -> Capture:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def root_url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Capture

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        tab = self.server.tab
        if "/kernels/" in path and tab and (found := tab.get(path)):
            self._json(found)
        elif path.endswith("/models"):
            self._json({"object": "list", "data": [{"id": "capture-vision"}]})
        else:
            self._json({"code": "not_found", "message": f"no {path} here"}, 404)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length))
        if not self.path.endswith("/chat/completions"):
            self._json({"error": {"message": f"no {self.path} here"}}, 404)
            return
        self.server.bodies.append(body)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        said = {"role": "assistant", "content": self.server.reply}
        self._chunk({"index": 0, "delta": said, "finish_reason": None})
        self._chunk({"index": 0, "delta": {}, "finish_reason": "stop"})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _chunk(self, choice: dict[str, Any]) -> None:
        chunk = {
            "id": "chatcmpl-capture",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "capture-vision",
            "choices": [choice],
        }
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")

    def _json(self, value: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
