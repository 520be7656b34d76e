"""A reply whose cell has ended: it goes on when the person decides its calls."""

from __future__ import annotations

import contextvars
import logging
import threading
from typing import TYPE_CHECKING

from jupyter_assistant.kernel.show.notices import from_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.kernel.ask.answering import Answering

log = logging.getLogger(__name__)


def go_on(answering: Answering, finish: Callable[[], None]) -> None:
    """Follow the run on a thread of its own, so that the kernel is free.

    Only its calls take the main thread, one after the other, between the person's
    cells; what they show comes into the cell that asked.

    Args:
        answering: the run, as far as it was followed.
        finish: what is done once it is over.
    """
    # With the context of the cell: what the thread shows belongs to it.
    context = contextvars.copy_context()
    threading.Thread(
        target=context.run,
        args=(_follow, answering, finish),
        name="jupyter-assistant-reply",
        daemon=True,
    ).start()


def _follow(answering: Answering, finish: Callable[[], None]) -> None:
    try:
        try:
            answering.follow()
        except KeyboardInterrupt:  # the person interrupted a call
            answering.stop()
        finish()
    except Exception as error:
        log.exception("A reply could not go on after its cell")
        answering.run.cancel()
        answering.view.notice(from_error(error))
        answering.transcript.end_here()
        answering.view.finish()
