"""The `__repr__` of an unknown class, kept from doing harm."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator

LIMIT_S = 0.2
"""What a `__repr__` may take."""


class _TookTooLong(BaseException):
    """No `except Exception` in the code that is being timed holds it up."""


def timed_repr(value: Any, limit_chars: int) -> tuple[str, str]:
    """The start of the value's `repr`, and what is to be said about it.

    Runs code of the value's class: on the main thread, under a timer; where there is no
    timer (Windows, a signal that the person uses), not at all.

    Returns:
        The text, and a remark such as "its repr raises RuntimeError: no connection";
        each may be empty.
    """
    if not _timer_is_free():
        return "", ""
    try:
        with _timer(LIMIT_S):
            text = repr(value)
    except _TookTooLong:
        return "", f"its repr takes longer than {LIMIT_S} s"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a class of the person's, SystemExit too)
        return "", f"its repr raises {type(error).__name__}{_words(error)}"
    length = str.__len__(text)
    if length <= limit_chars:
        return str.__str__(text), ""
    return str.__getitem__(
        text, slice(0, limit_chars)
    ), f"its repr has {length:,} characters"


def _words(error: BaseException) -> str:
    """The exception's message where it is a plain text."""
    args = BaseException.args.__get__(error)  # pyright: ignore[reportAttributeAccessIssue]
    if len(args) == 1 and type(args[0]) is str and args[0]:
        return f": {args[0][:200]}"
    return ""


def _timer_is_free() -> bool:
    if threading.current_thread() is not threading.main_thread():
        return False
    if not hasattr(signal, "setitimer"):
        return False
    used = signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, signal.SIG_IGN)
    return not used and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@contextmanager
def _timer(limit_s: float) -> Generator[None]:
    """Raise `_TookTooLong` in what is inside, from `limit_s` on and again."""
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise _TookTooLong
        return

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit_s, limit_s)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
