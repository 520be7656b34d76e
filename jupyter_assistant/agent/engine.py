"""The one thread that all runs of a process share, with an event loop of its own.

Streams go on while the kernel computes, and never delay who else uses the main loop.
"""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import concurrent.futures
    from collections.abc import Callable, Coroutine

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class _Worker:
    """A running thread and the process it belongs to."""

    loop: asyncio.AbstractEventLoop
    thread: threading.Thread
    pid: int

    @property
    def works(self) -> bool:
        """Whether it is of this process, and nothing ended its thread."""
        return self.pid == os.getpid() and self.thread.is_alive()


class Engine:
    """Starts its thread on first use; a forked child gets a thread of its own."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self._worker: _Worker | None = None
        self._starting = threading.Lock()

    def submit(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Run a coroutine on the engine's thread."""
        return asyncio.run_coroutine_threadsafe(work, self._running().loop)

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Call a function on the engine's thread, soon."""
        self._running().loop.call_soon_threadsafe(function, *args)

    def ask(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function on the engine's thread and wait for what it gives.

        Raises:
            Exception: what the function raised.
        """

        async def on_engine() -> T:
            return function(*args)

        return self.submit(on_engine()).result()

    def close(self) -> None:
        """End what runs and the thread; waits for both."""
        worker, self._worker = self._worker, None
        if worker is not None and worker.works:
            worker.loop.call_soon_threadsafe(worker.loop.stop)
            worker.thread.join()

    def _running(self) -> _Worker:
        with self._starting:
            if self._worker is None or not self._worker.works:
                loop = asyncio.new_event_loop()
                thread = threading.Thread(
                    target=_serve, args=(loop,), name="jupyter-assistant", daemon=True
                )
                thread.start()
                self._worker = _Worker(loop=loop, thread=thread, pid=os.getpid())
            return self._worker


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:  # also if something raised in this thread from outside: tasks must end
        # Work handed in a moment ago becomes a task only while the others end.
        loop.run_until_complete(asyncio.sleep(0))
        while tasks := asyncio.all_tasks(loop):
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
