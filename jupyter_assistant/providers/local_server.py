"""The child process that runs a GGUF file; started as a script, never imported by us.

It imports nothing of ours, so it starts fast and stays small. Its parent talks to it in
lines: the first is JSON and says what to serve, then `use` when an answer begins, which
is acknowledged with `ok`, and `done` when it has ended. It tells the parent in one line
of JSON where it listens, or why it can't. It ends when its standard input closes, which
the end of the parent does in any case, when its parent is gone although somebody else
holds the pipe open, or when it was not used for a while.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
from typing import Any, TextIO

ORPHAN_CHECK_S = 2.0
"""How long it may outlive a parent whose forks hold the pipe open."""


def main() -> None:
    """Serve until there is nobody to serve."""
    parent = os.getppid()
    # Ctrl-C is the parent's business: it stops the answer, not the model.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = _own_output()
    order: dict[str, Any] = json.loads(sys.stdin.readline() or "{}")
    with contextlib.suppress(BrokenPipeError):
        if order:
            ready, server = _start(order)
            _say(answers, json.dumps(ready))
            if server is not None:
                wait_until_unused(_lines(sys.stdin), answers, order["idle_s"], parent)
    # Without waiting for an answer that is being computed: nobody reads it.
    os._exit(0)


def _own_output() -> TextIO:
    """Standard output for our lines alone; what the library prints joins the errors."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _start(order: dict[str, Any]) -> tuple[dict[str, str], Any]:
    """The server and its address, or what keeps it from starting."""
    try:
        # Its absence is an answer; it has no types.
        xllamacpp: Any = importlib.import_module("xllamacpp")
    except ImportError as error:
        return {"problem": "no_library", "detail": str(error)}, None
    try:
        server = xllamacpp.Server(_params(xllamacpp, order))
    except RuntimeError as error:
        return {"problem": "not_loaded", "detail": str(error)}, None
    return {"address": server.listening_address}, server


def _params(xllamacpp: Any, order: dict[str, Any]) -> Any:
    params = xllamacpp.CommonParams()
    params.model.path = order["file"]
    params.model_alias = {order["model"]}
    params.api_keys = [order["key"]]
    params.hostnames = ["127.0.0.1"]
    params.cors_origins = ""
    # Two answers at a time, the main one and one on the side, each with a whole window.
    params.n_parallel = 2
    params.n_ctx = 2 * order["window_tokens"]
    params.n_gpu_layers = 0
    # The threads wait for each other at every step of every token: one that has to wait
    # for its processor, because the kernel or the browser has it, holds all of them up.
    # Reading a prompt takes few and long steps, where the last processor helps.
    params.cpuparams.n_threads = max(1, order["processors"] - 1)
    params.cpuparams_batch.n_threads = order["processors"]
    params.cache_ram_mib = 0
    params.warmup = params.ui = params.endpoint_slots = False
    params.offline = True
    params.verbosity = 1  # errors only: they are kept for the person
    return params


def _lines(stream: TextIO) -> queue.SimpleQueue[str]:
    """The parent's lines as they come; an empty one is the end."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        while line := stream.readline():
            lines.put(line.strip())
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    return lines


def wait_until_unused(
    lines: queue.SimpleQueue[str], answers: TextIO, idle_s: float, parent: int
) -> None:
    """Return when the parent is gone or nothing was asked for `idle_s` seconds."""
    users = 0
    last_used = time.monotonic()
    while os.getppid() == parent:
        try:
            line = lines.get(timeout=min(ORPHAN_CHECK_S, idle_s))
        except queue.Empty:
            if not users and time.monotonic() - last_used >= idle_s:
                return
            continue
        last_used = time.monotonic()
        match line:
            case "use":
                users += 1
                _say(answers, "ok")
            case "done":
                users -= 1
            case _:
                return


def _say(answers: TextIO, line: str) -> None:
    print(line, file=answers, flush=True)


if __name__ == "__main__":
    main()
