"""Exceptions and tracebacks as values."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import short_name
from jupyter_assistant.kernel.describe.look import Family
from jupyter_assistant.kernel.describe.sources import is_own

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jupyter_assistant.kernel.describe.look import Look

MAX_CHAIN = 10
_args: Any = BaseException.__dict__["args"]
_cause: Any = BaseException.__dict__["__cause__"]
_context: Any = BaseException.__dict__["__context__"]
_suppressed: Any = BaseException.__dict__["__suppress_context__"]
_traceback: Any = BaseException.__dict__["__traceback__"]


def _exception(value: BaseException, look: Look) -> str:
    if not look.values:
        return ""
    with look.inside(value):
        args = [look.short(argument) for argument in _args.__get__(value)[:6]]
    return f"= {short_name(type(value))}({', '.join(args)})"


def _exception_body(value: BaseException, look: Look) -> Iterable[str]:
    yield from _places(_traceback.__get__(value))
    seen = {id(value)}
    current: Any = value
    for _ in range(MAX_CHAIN):
        link = "caused by"
        before = _cause.__get__(current)
        if before is None and not _suppressed.__get__(current):
            link, before = "raised while handling", _context.__get__(current)
        if before is None or id(before) in seen:
            return
        seen.add(id(before))
        words = _exception(before, look).removeprefix("= ")
        yield f"{link} {words or short_name(type(before))}"
        current = before


def _places(traceback: Any) -> Iterator[str]:
    """Where it was raised: the person's own lines."""
    own: list[str] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if is_own(code):
            line = linecache.getline(code.co_filename, traceback.tb_lineno).strip()
            own.append(f"in {code.co_qualname}, line {traceback.tb_lineno}: {line}")
        traceback = traceback.tb_next
    yield from own[-5:]


def _traceback_head(value: Any, look: Look) -> str:  # noqa: ARG001
    return ""


ERRORS: dict[tuple[str, str], Family] = {
    ("builtins", "BaseException"): Family(_exception, _exception_body),
    ("builtins", "traceback"): Family(
        _traceback_head,
        lambda value, look: _places(value),  # noqa: ARG005
    ),
}
