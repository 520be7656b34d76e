"""A server on loopback that speaks Chat Completions as it is told."""

import json
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def chunk(delta=None, finish=None, **more):
    choices = [{"index": 0, "delta": delta or {}, "finish_reason": finish}]
    return f"data: {json.dumps({'model': 'm-1', 'choices': choices, **more})}\n\n"


def answer(*texts, finish="stop"):
    """The body of a streamed answer."""
    usage = {"prompt_tokens": 9, "completion_tokens": 2}
    return [
        *(chunk({"content": text}) for text in texts),
        chunk(finish=finish, usage=usage),
        "data: [DONE]\n\n",
    ]


def calling(name, args):
    """The body of a streamed answer that calls a tool."""
    return calling_each((name, args))


def python(code):
    """The body of a streamed answer that wants to run code."""
    return calling("run_python", json.dumps({"code": code}))


def calling_each(*calls):
    """The body of a streamed answer that calls several tools at once."""
    asked = [
        {
            "index": index,
            "id": f"c{index + 1}",
            "type": "function",
            "function": {"name": name, "arguments": args},
        }
        for index, (name, args) in enumerate(calls)
    ]
    return [
        chunk({"tool_calls": asked}),
        chunk(finish="tool_calls"),
        "data: [DONE]\n\n",
    ]


@dataclass(kw_only=True)
class ChatServer:
    """Answers each request with the next of `replies`, the last again and again."""

    url: str = ""
    models: list[str] = field(default_factory=lambda: ["m-1"])
    replies: list = field(default_factory=lambda: [answer("Hel", "lo")])
    """Lists of pieces: texts, and functions that are called when it is their turn."""
    status: int = 200
    statuses: list[int] = field(default_factory=list)
    """Of the next answers, before `status` counts."""
    requests: list = field(default_factory=list)
    hold: threading.Event | None = None
    """Set: wait for it before the last piece of each answer."""
    arrived: threading.Event = field(default_factory=threading.Event)

    def last_messages(self):
        """What the model was sent last."""
        return self.requests[-1][1]["messages"]

    def last_results(self):
        """The results of tools that it was sent, oldest first."""
        return [m["content"] for m in self.last_messages() if m["role"] == "tool"]


@contextmanager
def chat_server():
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_GET(self):
            self._head(200)
            listed = [{"id": name} for name in state.models]
            self.wfile.write(json.dumps({"data": listed}).encode())

        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            state.requests.append((headers, json.loads(body)))
            self._head(state.statuses.pop(0) if state.statuses else state.status)
            reply = state.replies.pop(0) if len(state.replies) > 1 else state.replies[0]
            with suppress(ConnectionError):  # who asked may stop listening
                for piece in reply[:-1]:
                    self._play(piece)
                state.arrived.set()
                if state.hold:
                    state.hold.wait(60)
                self.wfile.write(reply[-1].encode())

        def _play(self, piece):
            if callable(piece):
                piece()
            else:
                self.wfile.write(piece.encode())

        def _head(self, status):
            self.send_response(status)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield state
    if state.hold:
        state.hold.set()
    server.shutdown()
    thread.join()
    server.server_close()
