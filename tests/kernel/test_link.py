import json
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from jupyter_assistant.kernel.watch.link import (
    Link,
    Page,
    PageCell,
    PageOutput,
    kernel_link,
)

KERNEL_ID = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"


class FrontEnd(ThreadingHTTPServer):
    """Answers one GET with what it was given; keeps what it was asked."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.status, self.body = 200, b"{}"
        self.free = threading.Event()
        self.free.set()

    def link(self):
        url = f"http://127.0.0.1:{self.server_address[1]}/assistant/api/"
        return Link(url=url, token="t0k", kernel_id=KERNEL_ID)


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_): ...

    def do_GET(self):
        self.server.asked.append((self.path, self.headers["Authorization"]))
        self.server.free.wait(30)
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(self.server.body)))
        self.end_headers()
        self.wfile.write(self.server.body)


@pytest.fixture
def front_end():
    server = FrontEnd()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.free.set()
    server.shutdown()
    server.server_close()


def test_cells_are_asked_for_with_the_kernels_token(front_end):
    front_end.body = json.dumps(
        {
            "cells": [
                {"cell_type": "markdown", "id": "a", "source": ["# T\n", "x"]},
                {
                    "cell_type": "code",
                    "id": "b",
                    "source": "1",
                    "execution_count": 2,
                    "metadata": {"tags": []},
                    "outputs": [
                        {"output_type": "stream", "name": "stderr", "text": "e"},
                        {"output_type": "display_data", "data": {"text/plain": "x"}},
                    ],
                },
            ],
            "asking": "b",
        }
    ).encode()

    page = front_end.link().page()
    assert front_end.asked == [
        (f"/assistant/api/kernels/{KERNEL_ID}/cells", "token t0k")
    ]
    assert page == Page(
        cells=[
            PageCell(cell_type="markdown", id="a", source=["# T\n", "x"]),
            PageCell(
                cell_type="code",
                id="b",
                source="1",
                execution_count=2,
                outputs=[
                    PageOutput(output_type="stream", name="stderr", text="e"),
                    PageOutput(output_type="display_data", data={"text/plain": "x"}),
                ],
            ),
        ],
        asking="b",
    )


@pytest.mark.parametrize(
    ("status", "body"),
    [(404, b"{}"), (500, b"oops"), (200, b"no json"), (200, b'{"cells": 5}')],
)
def test_answer_without_cells_is_none(front_end, status, body):
    front_end.status, front_end.body = status, body

    assert front_end.link().page() is None


def test_front_end_that_says_nothing_is_given_up(front_end):
    front_end.free.clear()

    assert front_end.link().page() is None


def test_server_that_is_gone_is_no_error():
    nobody = Link(url="http://127.0.0.1:9", token="", kernel_id=KERNEL_ID)

    assert nobody.page() is None
    assert Link(url="http://[", token="", kernel_id=KERNEL_ID).page() is None


def kernel_shell(file):
    kernel = types.SimpleNamespace(
        parent=types.SimpleNamespace(connection_file=file), config={}
    )
    return types.SimpleNamespace(kernel=kernel)


def test_way_to_the_front_end_comes_from_the_environment_and_the_connection_file():
    environ = {
        "JUPYTER_ASSISTANT_URL": "http://127.0.0.1:1/assistant/api",
        "JUPYTER_ASSISTANT_TOKEN": "t0k",
    }
    shell = kernel_shell(f"/run/jupyter/kernel-{KERNEL_ID}.json")

    assert kernel_link(shell, environ) == Link(
        url="http://127.0.0.1:1/assistant/api", token="t0k", kernel_id=KERNEL_ID
    )


def test_without_a_server_or_a_kernel_there_is_no_way():
    environ = {"JUPYTER_ASSISTANT_URL": "http://127.0.0.1:1"}

    assert kernel_link(kernel_shell(f"kernel-{KERNEL_ID}.json"), {}) is None
    assert kernel_link(kernel_shell("kernel-17.json"), environ) is None
    assert kernel_link(kernel_shell(""), environ) is None
    assert kernel_link(types.SimpleNamespace(), environ) is None
    assert kernel_link(types.SimpleNamespace()) is None


def test_older_kernels_keep_the_file_in_their_configuration():
    shell = kernel_shell("")
    file = f"kernel-{KERNEL_ID}.json"
    shell.kernel.config = {"IPKernelApp": {"connection_file": file}}

    found = kernel_link(shell, {"JUPYTER_ASSISTANT_URL": "http://127.0.0.1:1"})
    assert found is not None
    assert found.kernel_id == KERNEL_ID
