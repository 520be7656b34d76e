"""Work for the kernel's main thread, asked for by another thread.

It is sent to the kernel as an ordinary `execute_request` of its own: it runs in queue
order between the person's cells, and an interrupt reaches it (a callback on the
kernel's loop runs with SIGINT ignored).
"""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_WAITING: dict[str, Callable[[], None]] = {}
"""Work that was sent and did not begin, by its key."""


def run(key: str) -> None:
    """Do the work with this key: what the kernel is sent."""
    if (work := _WAITING.pop(key, None)) is not None:
        work()


@dataclass(slots=True, kw_only=True)
class MainThread:
    """The main thread of one kernel, for other threads."""

    shell: Any
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _client: Any = None

    def call(self, work: Callable[[], T], parent: Any) -> T:
        """Run it in queue order and wait for its value.

        Args:
            work: what to do; what it raises is raised here.
            parent: the message of the cell that gets what it shows.

        Raises:
            BaseException: what the work raised, an interrupt among it.
        """
        done: Future[T] = Future()
        key = uuid.uuid4().hex
        _WAITING[key] = lambda: self._run(work, parent, done)
        with self._lock:
            while not done.done():
                self._send_and_wait(key)
        return done.result()

    def _run(self, work: Callable[[], T], parent: Any, done: Future[T]) -> None:
        before = self.shell.get_parent()
        self.shell.set_parent(parent)
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 (raised where it was asked for)
            done.set_exception(error)
        finally:
            self.shell.set_parent(before)

    def _send_and_wait(self, key: str) -> None:
        """One request and its reply; it is `aborted` if a cell before it failed."""
        if self._client is None:
            self._client = _client_of_this_kernel()
        asked = self._client.execute(
            f"__import__({__name__!r}, fromlist=['run']).run({key!r})",
            silent=True,
            store_history=False,
            allow_stdin=False,
            stop_on_error=False,
        )
        while self._client.get_shell_msg()["parent_header"].get("msg_id") != asked:
            pass  # a reply to what came before

    def close(self) -> None:
        """Let go of the connection."""
        if self._client is not None:
            self._client.stop_channels()
            self._client = None


def _client_of_this_kernel() -> Any:
    from ipykernel.connect import get_connection_info  # noqa: PLC0415 (ZeroMQ)
    from jupyter_client.blocking.client import BlockingKernelClient  # noqa: PLC0415

    client = BlockingKernelClient()
    client.load_connection_info(cast("Any", get_connection_info(unpack=True)))
    client.shell_channel.start()
    return client
