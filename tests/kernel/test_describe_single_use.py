"""What can be read only once, runs or has failed: described, not touched."""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import queue
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import Future

import pytest

from jupyter_assistant.kernel.describe import describe


def told(value, share_values="sample", name="x", **kwargs) -> str:
    return describe(name, value, share_values=share_values, **kwargs).text


def test_generator_cursor_and_file_are_told_and_not_moved(tmp_path):
    """The situation of a generator, a cursor and an open file."""
    (tmp_path / "values.txt").write_text("1.5\n3.0\n")

    def readings():
        with open(tmp_path / "values.txt") as file:
            yield from file

    database = sqlite3.connect(":memory:")
    cursor = database.execute("select 1 as id, 'Lund' as city")
    values, log_file = readings(), open(tmp_path / "values.txt")  # noqa: SIM115
    text = told(cursor, name="cursor")
    assert "sqlite3.Cursor, a cursor; its rows can be read only once" in text
    assert "columns id, city" in text
    assert "readings, not started; can be read only once" in told(values)
    text = told(log_file)
    assert "io.TextIOWrapper, a file" in text
    assert "values.txt'" in text
    assert "mode 'r'" in text
    assert next(values) == "1.5\n"
    assert "suspended at its line" in told(values)
    assert cursor.fetchone() == (1, "Lund")
    assert log_file.tell() == 0
    log_file.close()
    assert "closed" in told(log_file)
    values.close()
    assert "finished" in told(values)
    assert "no open transaction" in told(database)
    database.close()
    assert "closed" in told(database)


@pytest.mark.parametrize(
    "value",
    [
        iter([1, 2]),
        iter({"a": 1}),
        map(str, [1, 2]),
        zip([1], [2], strict=True),
        enumerate([1]),
        reversed([1]),
        itertools.chain([1], [2]),
        itertools.count(3),
    ],
)
def test_iterator_is_told_and_not_advanced(value):
    text = told(value)
    assert "read only once" in text
    assert "<" in told([value])
    assert next(value) in (1, 2, "a", "1", (1, 2), (0, 1), 3)


def test_other_files_are_told():
    assert "a file in memory" in told(io.StringIO("x"))
    assert "a file in memory" in told(io.BytesIO(b"x"))
    wrapped = io.TextIOWrapper(io.BytesIO(b"x"))
    assert "a file; not read" in told(wrapped)
    with open(__file__, "rb") as file:
        assert "test_describe_single_use.py" in told(file)


def test_coroutines_and_asynchronous_generators_are_told():
    async def fetch():
        return 1

    async def rows():
        yield 1

    waiting = fetch()
    assert "not started; to be awaited once" in told(waiting)
    waiting.close()
    assert "rows, not started" in told(rows())


def test_running_generator_is_told():
    texts: list[str] = []

    def talks():
        texts.append(told(made))
        yield 1

    made = talks()
    next(made)
    assert "running" in texts[0]
    assert "<" in told([made])


def test_threads_locks_and_futures_are_told():
    thread = threading.Thread(target=print, name="loader", daemon=True)
    assert "'loader', not started, daemon" in told(thread)
    thread.start()
    thread.join()
    assert "started" in told(thread) or "finished" in told(thread)
    lock = threading.Lock()
    assert "free" in told(lock)
    with lock:
        assert "held" in told(lock)
    event = threading.Event()
    assert "not set" in told(event)
    event.set()
    assert "set" in told(event)
    assert "pending" in told(Future())
    waiting: queue.Queue = queue.Queue()
    waiting.put(1)
    assert "1 item" in told(waiting)


def test_tasks_are_told():
    async def work():
        await asyncio.sleep(0)

    async def main():
        task = asyncio.ensure_future(work())
        before = told(task)
        await task
        cancelled = asyncio.ensure_future(asyncio.sleep(60))
        await asyncio.sleep(0)
        cancelled.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await cancelled
        return before, told(task), told(cancelled)

    before, after, cancelled = asyncio.run(main())
    assert "work, pending" in before
    assert "finished" in after
    assert "cancelled" in cancelled


def test_process_is_told_and_not_polled():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    text = told(process)
    assert f"process {process.pid}, exit code 0" in text


def test_engine_says_where_it_leads_and_no_password():
    class Engine:
        __module__ = "sqlalchemy.engine.base"

    class Url:
        drivername, username, password = "postgresql", "reporter", "Gr33n"
        host, port, database = "db3", 5432, "sales"

    engine = Engine()
    assert "a database engine" in told(engine)
    engine.url = Url()
    assert "postgresql://reporter@db3:5432/sales; not asked" in told(engine)


def test_cursor_whose_columns_are_gone_is_survived():
    class Cursor:
        __module__ = "psycopg.cursor"

        @property
        def description(self):
            raise RuntimeError("closed")

    assert "a cursor" in told(Cursor())


# ---- errors


def failing():
    try:
        {}["RTM "]
    except KeyError as error:
        raise ValueError("no lead time") from error


def caught(fails) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 (any)
        fails()
    return caught.value


def test_error_is_told_with_where_and_why():
    error = caught(failing)
    text = told(error)
    assert "ValueError = ValueError('no lead time')" in text
    assert "in failing, line " in text
    assert 'raise ValueError("no lead time") from error' in text
    assert "caused by KeyError('RTM ')" in text
    assert "in failing" in told(error.__traceback__)


def test_error_while_another_was_handled_is_told():
    def fails():
        try:
            {}["a"]
        except KeyError:
            int("b")

    error = caught(fails)
    assert "raised while handling KeyError('a')" in told(error)
    assert "'b'" not in told(error, share_values="schema")


def test_error_that_runs_code_to_describe_itself_does_not():
    class LoudError(Exception):
        def __str__(self):
            raise SystemExit

        args = property(__str__)

    assert "LoudError('a')" in told(LoudError("a"))
