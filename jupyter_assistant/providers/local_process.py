"""The one child process of this process that runs a model, and who uses it.

`RUNNING` is the only instance that providers use: however many providers and event
loops there are, there is one child. All of it is synchronous and thread-safe; what may
block (loading takes a second) belongs in a worker thread.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, assert_never

import msgspec

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.local_model import INSTALL

SCRIPT = Path(__file__).with_name("local_server.py")
IDLE_S = 600.0
"""An unused child ends after ten minutes; the next question starts it again."""
MAX_PROCESSORS = 8
_KEPT_ERROR_CHARS = 600
_STOP_S = 5.0


class ModelFile(msgspec.Struct, frozen=True, kw_only=True):
    """What a child serves."""

    file: str
    model: str
    """Its name in answers."""
    window_tokens: int


@dataclass(slots=True, kw_only=True)
class Child:
    """A child that has said where it listens."""

    serves: ModelFile
    process: subprocess.Popen[str]
    errors: IO[str]
    """What it writes to stderr."""
    key: str
    address: str = ""
    users: int = 0
    """Answers that are being read from it."""
    _words: str = ""

    def say(self, line: str) -> None:
        """Tell it something; whether it was there to hear it shows elsewhere."""
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):
            print(line, file=self.process.stdin, flush=True)

    def hear(self) -> str:
        """Its next line; empty if it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ended(self, within_s: float = 0.0) -> str | None:
        """How it ended, with its last words; None if it still runs then."""
        try:
            code = self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            return None
        how = f"by signal {_signal_name(-code)}" if code < 0 else f"with code {code}"
        words = self.last_words().splitlines()
        return f"its process ended {how}" + (f": {words[-1]}" if words else "")

    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        if not self.errors.closed:
            self.errors.seek(0)
            self._words = self.errors.read()[-_KEPT_ERROR_CHARS:].strip()
        return self._words

    def close(self) -> None:
        """End it and let go of its pipes; its last words stay."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):
            self.process.stdin.close()
        if self.ended(_STOP_S) is None:
            self.process.kill()
            self.process.wait()
        self.last_words()
        self.process.stdout.close()
        self.errors.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


@dataclass(slots=True)
class LocalServer:
    """Starts the child on first use and lets it go when another model is wanted."""

    idle_s: float = IDLE_S
    _child: Child | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _bound: bool = False

    def start(self, wanted: ModelFile) -> None:
        """See to it that the child serves this file; may be left to itself.

        Raises:
            ProviderError: it can't be started, or another model is answering.
        """
        with self._lock:
            self._serving(wanted)

    def acquire(self, wanted: ModelFile) -> Child:
        """The child that serves this file, for one answer; then `release` it.

        Raises:
            ProviderError: as `start`.
        """
        with self._lock:
            child = self._serving(wanted)
            if not _reserved(child):
                # It was just ending, for having been idle.
                self._drop()
                child = self._serving(wanted)
                _reserved(child)
            child.users += 1
            return child

    def release(self, child: Child) -> None:
        """The answer has ended, one way or another."""
        with self._lock:
            child.users -= 1
            child.say("done")

    def stop(self) -> None:
        """End the child, if there is one."""
        with self._lock:
            self._drop()

    @property
    def pid(self) -> int | None:
        """The child's process id, None if none runs."""
        child = self._child
        return child.process.pid if child and child.ended() is None else None

    def _serving(self, wanted: ModelFile) -> Child:
        child = self._child
        if child is not None and child.ended() is None:
            if child.serves == wanted:
                return child
            if child.users:
                raise ProviderError(
                    "overloaded",
                    f"{child.serves.model} is answering, and one local model runs at "
                    f"a time: ask {wanted.model} when it has ended",
                )
        self._drop()
        self._bind_to_process()
        self._child = _started(wanted, self.idle_s)
        return self._child

    def _drop(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None

    def _bind_to_process(self) -> None:
        """The end of this process ends the child; its forks have none."""
        if not self._bound:
            self._bound = True
            atexit.register(self.stop)
            if hasattr(os, "register_at_fork"):
                os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        """In a fork: the child belongs to the other process."""
        child, self._child = self._child, None
        self._lock = threading.Lock()
        if child is not None:
            for pipe in (child.process.stdin, child.process.stdout):
                assert pipe is not None
                os.close(pipe.fileno())


def _reserved(child: Child) -> bool:
    """Whether it stays for one more answer."""
    child.say("use")
    return child.hear() == "ok"


RUNNING = LocalServer()
"""The child of this process."""


def _started(wanted: ModelFile, idle_s: float) -> Child:
    """A child that has loaded the file."""
    child = _spawn(wanted)
    order: dict[str, Any] = msgspec.structs.asdict(wanted)
    order |= {"key": child.key, "idle_s": idle_s, "processors": _processors()}
    child.say(json.dumps(order))
    try:
        child.address = _address(child)
    except ProviderError:
        child.close()
        raise
    return child


def _spawn(serves: ModelFile) -> Child:
    errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 (the child keeps it)
    process = subprocess.Popen(  # noqa: S603 (our own interpreter and script)
        # -P: what lies beside the script or in the person's folder shadows no module.
        [sys.executable, "-P", str(SCRIPT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        # Interrupts of this process are not for it.
        start_new_session=True,
    )
    key = secrets.token_urlsafe(32)
    return Child(serves=serves, process=process, errors=errors, key=key)


class _Ready(msgspec.Struct):
    """The first line of a child."""

    address: str = ""
    problem: Literal["no_library", "not_loaded"] | None = None
    detail: str = ""


def _address(child: Child) -> str:
    """Where it listens.

    Raises:
        ProviderError: it can't serve the file; says why.
    """
    line = child.hear()
    if not line:
        raise ProviderError(
            "server", f"{child.serves.model} can't be loaded: {child.ended(_STOP_S)}"
        )
    ready = msgspec.json.decode(line, type=_Ready)
    match ready.problem:
        case None:
            return ready.address
        case "no_library":
            raise ProviderError(
                "not_found",
                "The library that runs local models is missing or broken "
                f"({ready.detail}): `{INSTALL}`",
            )
        case "not_loaded":
            raise ProviderError(
                "not_found",
                f"{child.serves.file} can't be loaded: {_cause(child) or ready.detail}",
            )
        case _:
            assert_never(ready.problem)


def _cause(child: Child) -> str:
    """The library's own words for why it can't load a file."""
    for line in child.last_words().splitlines():
        _, found, cause = line.partition("error loading model: ")
        if found:
            return cause
    return ""


def _processors() -> int:
    """How many there are for us, as far as more of them help."""
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return min(MAX_PROCESSORS, processors)
