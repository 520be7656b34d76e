"""What can be read only once: told from outside, not advanced, not moved, not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.code import source_lines
from jupyter_assistant.kernel.describe.identity import MISSING, instance_values
from jupyter_assistant.kernel.describe.look import Family, joined, plural
from jupyter_assistant.kernel.describe.sources import code_source, is_own

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

ONCE = "can be read only once, not advanced"


def _generator(value: Any, look: Look) -> str:
    return _state(value, "gi", look, ONCE)


def _async_generator(value: Any, look: Look) -> str:
    return _state(value, "ag", look, ONCE)


def _coroutine(value: Any, look: Look) -> str:
    return _state(value, "cr", look, "to be awaited once")


def _state(value: Any, prefix: str, look: Look, what: str) -> str:
    """How far it is, as Python itself knows."""
    code, frame = getattr(value, f"{prefix}_code"), getattr(value, f"{prefix}_frame")
    name = code.co_qualname
    if look.depth:
        return f"= <{name}>"
    if getattr(value, f"{prefix}_running"):
        state = "running"
    elif frame is None:
        state = "finished"
    elif frame.f_lineno == code.co_firstlineno:
        state = "not started"
    else:
        state = f"suspended at its line {frame.f_lineno - code.co_firstlineno + 1}"
    return f"{name}, {state}; {what}"


def _code_body(value: Any, look: Look) -> Iterable[str]:
    for name in ("gi_code", "cr_code", "ag_code"):
        code = getattr(value, name, None)
        if code is not None and is_own(code) and code.co_name != "<genexpr>":
            yield from source_lines(code_source(code), look)


def _iterator(value: Any, look: Look) -> str:  # noqa: ARG001
    return "= <iterator>" if look.depth else f"an iterator; {ONCE}"


# ---- files


def _file(value: Any, look: Look) -> str:
    facts = [look.redact(repr(value.name))] if type(value.name) is str else []
    if type(getattr(value, "mode", None)) is str:
        facts.append(f"mode {value.mode!r}")
    if type(getattr(value, "encoding", None)) is str:
        facts.append(value.encoding)
    facts.append("closed" if value.closed else "open")
    return "a file, " + ", ".join(facts) + "; not read, its position is as it was"


def _plain_file(value: Any, look: Look) -> str:
    """Only the classes of `io` over a real file say their name without other code."""
    raw = value
    for name in ("buffer", "raw"):
        raw = getattr(raw, name, raw) if _is_io(raw) else raw
    if _is_io(raw) and type(raw).__name__ == "FileIO":
        return _file(value, look)
    return "a file; not read, its position is as it was"


def _is_io(value: Any) -> bool:
    return type(value).__module__ == "_io"


def _memory_file(value: Any, look: Look) -> str:  # noqa: ARG001
    return "a file in memory; not read, its position is as it was"


# ---- databases


def _cursor(value: Any, look: Look) -> str:  # noqa: ARG001
    columns = _columns(value)
    facts = ["a cursor; its rows can be read only once, none was fetched"]
    if columns:
        facts.append(f"columns {joined(columns[:40], more=max(0, len(columns) - 40))}")
    return ", ".join(facts)


def _columns(value: Any) -> list[str]:
    try:
        described = value.description
    except Exception:  # noqa: BLE001 (a closed cursor says so in its own way)
        return []
    return [str(column[0]) for column in described or ()]


def _sqlite_connection(value: Any, look: Look) -> str:  # noqa: ARG001
    try:
        waiting = "in a transaction" if value.in_transaction else "no open transaction"
    except Exception:  # noqa: BLE001
        return "a database connection, closed"
    return f"a database connection, {waiting}; not asked"


def _connection(value: Any, look: Look) -> str:  # noqa: ARG001
    return "a database connection; not asked"


def _engine(value: Any, look: Look) -> str:
    """SQLAlchemy's engine: where it leads, without the password."""
    url = instance_values(value).get("url", MISSING)
    if url is MISSING:
        return "a database engine; not asked"
    parts = [url.drivername, "://"]
    parts += [f"{url.username}@"] if url.username else []
    parts += [str(url.host or ""), f":{url.port}" if url.port else ""]
    parts += [f"/{url.database}" if url.database else ""]
    return f"{look.redact(''.join(parts))}; not asked"


# ---- concurrency


def _lock(value: Any, look: Look) -> str:  # noqa: ARG001
    return "held" if value.locked() else "free"


def _thread(value: Any, look: Look) -> str:  # noqa: ARG001
    held = instance_values(value)
    daemon = ", daemon" if held.get("_daemonic") else ""
    stopped, started = held.get("_is_stopped"), held.get("_started")
    running = (
        "finished" if stopped else "started" if _is_set(started) else "not started"
    )
    return f"{held.get('_name', '')!r}, {running}{daemon}"


def _is_set(event: Any) -> bool:
    return bool(instance_values(event).get("_flag"))


def _event(value: Any, look: Look) -> str:  # noqa: ARG001
    return "set" if _is_set(value) else "not set"


def _future(value: Any, look: Look) -> str:  # noqa: ARG001
    state = instance_values(value).get("_state")
    return str(state).lower() if type(state) is str else ""


def _task(value: Any, look: Look) -> str:  # noqa: ARG001
    if not value.done():
        state = "pending"
    elif value.cancelled():
        state = "cancelled"
    else:
        state = "finished"
    coroutine = value.get_coro() if hasattr(type(value), "get_coro") else None
    name = getattr(getattr(coroutine, "cr_code", None), "co_qualname", "")
    return f"{name}, {state}" if name else state


def _process(value: Any, look: Look) -> str:
    held = instance_values(value)
    args = held.get("args")
    code = held.get("returncode")
    state = "not polled" if code is None else f"exit code {code}"
    with look.inside(value):
        command = look.short(args) if look.values else ""
    return ", ".join(filter(None, [f"process {held.get('pid')}", state, command]))


def _queue(value: Any, look: Look) -> str:  # noqa: ARG001
    held = instance_values(value)
    items = held.get("queue", held.get("_queue"))
    try:
        return plural(len(items), "item") if items is not None else "not read"
    except TypeError:
        return "not read"


_ITERATORS = (
    "map",
    "filter",
    "zip",
    "enumerate",
    "reversed",
    "list_iterator",
    "list_reverseiterator",
    "tuple_iterator",
    "set_iterator",
    "dict_keyiterator",
    "dict_valueiterator",
    "dict_itemiterator",
    "str_iterator",
    "str_ascii_iterator",
    "range_iterator",
    "longrange_iterator",
    "bytes_iterator",
    "bytearray_iterator",
    "callable_iterator",
    "iterator",
)

SINGLE_USE: dict[tuple[str, str], Family] = {
    ("builtins", "generator"): Family(_generator, _code_body),
    ("builtins", "async_generator"): Family(_async_generator, _code_body),
    ("builtins", "coroutine"): Family(_coroutine, _code_body),
    **{("builtins", name): Family(_iterator) for name in _ITERATORS},
    **{
        ("_io", name): Family(_plain_file)
        for name in (
            "TextIOWrapper",
            "BufferedReader",
            "BufferedWriter",
            "BufferedRandom",
            "FileIO",
        )
    },
    ("_io", "StringIO"): Family(_memory_file),
    ("_io", "BytesIO"): Family(_memory_file),
    ("sqlite3", "Cursor"): Family(_cursor),
    ("sqlite3", "Connection"): Family(_sqlite_connection),
    ("psycopg", "Cursor"): Family(_cursor),
    ("psycopg2", "cursor"): Family(_cursor),
    ("pymysql", "Cursor"): Family(_cursor),
    ("pyodbc", "Cursor"): Family(_cursor),
    ("psycopg", "BaseConnection"): Family(_connection),
    ("psycopg2", "connection"): Family(_connection),
    ("pymysql", "Connection"): Family(_connection),
    ("pyodbc", "Connection"): Family(_connection),
    ("sqlalchemy", "Engine"): Family(_engine),
    ("sqlalchemy", "Connection"): Family(_connection),
    ("duckdb", "DuckDBPyConnection"): Family(_connection),
    ("_duckdb", "DuckDBPyConnection"): Family(_connection),
    ("_thread", "lock"): Family(_lock),
    ("threading", "Thread"): Family(_thread),
    ("threading", "Event"): Family(_event),
    ("concurrent", "Future"): Family(_future),
    ("_asyncio", "Future"): Family(_task),
    ("_asyncio", "Task"): Family(_task),
    ("asyncio", "Future"): Family(_task),
    ("asyncio", "Event"): Family(_event),
    ("subprocess", "Popen"): Family(_process),
    ("queue", "Queue"): Family(_queue),
    ("asyncio", "Queue"): Family(_queue),
}
