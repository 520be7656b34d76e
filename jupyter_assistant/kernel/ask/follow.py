"""The events of a run for a thread that wants to do other things while it waits."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jupyter_assistant.agent.runner import Run
    from jupyter_assistant.conversation import RunEvent


class Followed:
    """Reads a run's events on a thread of its own; `next` takes them off.

    The thread ends with the run; an interrupt never hits it.
    """

    def __init__(self, run: Run) -> None:
        """Begin to read."""
        self._events: queue.SimpleQueue[RunEvent | Exception | None] = (
            queue.SimpleQueue()
        )
        threading.Thread(
            target=self._read, args=(run,), name="jupyter-assistant-events", daemon=True
        ).start()

    def _read(self, run: Run) -> None:
        try:
            for event in run.events():
                self._events.put(event)
        except Exception as error:  # noqa: BLE001 (raised again by `next`)
            self._events.put(error)
        except BaseException as error:  # from outside: who waits must not for ever
            self._events.put(RuntimeError(f"The reading thread was ended: {error!r}"))
            raise
        else:
            self._events.put(None)

    def next(self, timeout_s: float | None) -> RunEvent | None:
        """The next event, None after the last one.

        Raises:
            TimeoutError: nothing came within this time.
            Exception: the run can no longer be followed.
        """
        try:
            event = self._events.get(timeout=timeout_s)
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(event, Exception):
            raise event
        return event
