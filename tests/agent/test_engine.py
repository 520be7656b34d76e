"""The engine's thread: one for a process, gone when closed."""

import asyncio
import os
import threading

import pytest

from jupyter_assistant.agent.engine import Engine


@pytest.fixture
def engine():
    engine = Engine()
    yield engine
    engine.close()


async def where():
    return threading.current_thread()


def test_everything_runs_on_one_thread_that_is_not_ours(engine):
    first = engine.submit(where()).result(30)
    assert first is engine.submit(where()).result(30)
    assert first is engine.ask(threading.current_thread)
    assert first is not threading.current_thread()


def test_a_call_does_not_wait(engine):
    called = threading.Event()
    engine.call(called.set)
    assert called.wait(30)


def test_what_a_function_raises_reaches_who_asked(engine):
    with pytest.raises(ZeroDivisionError):
        engine.ask(lambda: 1 / 0)


def test_closing_ends_what_runs_and_the_thread(engine):
    thread = engine.submit(where()).result(30)
    started, ended = threading.Event(), threading.Event()

    async def work():
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    engine.submit(work())
    assert started.wait(30)
    engine.close()
    assert ended.is_set()
    assert not thread.is_alive()
    engine.close()


def test_a_closed_engine_starts_again_on_use(engine):
    engine.ask(int)
    engine.close()
    assert engine.ask(int) == 0


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*:DeprecationWarning")
def test_a_forked_child_gets_a_thread_of_its_own(engine):
    engine.ask(int)
    child = os.fork()
    if not child:
        answered = engine.submit(where()).result(30)
        os._exit(0 if answered.is_alive() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
