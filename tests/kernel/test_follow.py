"""Events on another thread, and interrupts that wait their turn."""

import os
import signal
import threading

import pytest
from replies import done, words

from jupyter_assistant.kernel.ask.follow import Followed
from jupyter_assistant.kernel.ask.interrupts import held


class Run:
    """A run whose events come when the test says so."""

    def __init__(self, *events, then=None):
        self.go = threading.Event()
        self._events = events
        self._then = then

    def events(self):
        self.go.wait(20)
        yield from self._events
        if self._then:
            raise self._then


def test_events_come_in_order_and_then_nothing():
    run = Run(words("a"), done())
    followed = Followed(run)
    with pytest.raises(TimeoutError):
        followed.next(0.01)
    run.go.set()
    assert followed.next(20) == words("a")
    assert followed.next(20) == done()
    assert followed.next(20) is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_if_the_reading_thread_is_ended_nobody_waits_for_ever():
    run = Run(then=SystemExit("from outside"))
    followed = Followed(run)
    run.go.set()
    with pytest.raises(RuntimeError, match="from outside"):
        followed.next(20)


def test_a_run_that_can_not_be_followed_says_why():
    run = Run(words("a"), then=OSError("gone"))
    run.go.set()
    followed = Followed(run)
    assert followed.next(20) == words("a")
    with pytest.raises(OSError, match="gone"):
        followed.next(20)


def test_an_interrupt_comes_after_the_block():
    reached = []

    def block():
        with held():
            os.kill(os.getpid(), signal.SIGINT)
            reached.append(True)

    with pytest.raises(KeyboardInterrupt):
        block()
    assert reached
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_of_the_block_is_kept():
    with pytest.raises(ValueError, match="oh"), held():
        raise ValueError("oh")


def test_other_threads_hold_nothing():
    worked = []

    def work():
        with held():
            worked.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
    assert worked == [signal.default_int_handler]
