"""An exception as a value: its own frames with their source, and all that led to it."""

from __future__ import annotations

import itertools
import linecache
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from jupyter_assistant.context import ErrorSeen, Frame, Raised

MAX_FRAMES = 40
"""Of a traceback, at each end: a recursion has thousands."""
MAX_CHAIN = 20
MAX_MEMBERS = 60
MAX_MESSAGE_CHARS = 4000
MAX_CODE_LINES = 4


def error_seen(shell: Any, error: BaseException) -> ErrorSeen:
    """What a model may know of an exception; holds no reference to it.

    Call it on the main thread: the message is the exception's own code.
    """
    from jupyter_assistant.context import ErrorSeen  # noqa: PLC0415 (not at load_ext)

    return ErrorSeen(
        name=type(error).__name__, message=message(error), chain=_chain(shell, error)
    )


def message(error: BaseException) -> str:
    """The exception's words, also when it fails to say them."""
    try:
        text = str(error.msg) if isinstance(error, SyntaxError) else str(error)
    except Exception as failed:  # noqa: BLE001 (its class is the person's)
        return f"(its text can't be had: {type(failed).__name__})"
    if len(text) <= MAX_MESSAGE_CHARS:
        return text
    half = MAX_MESSAGE_CHARS // 2
    return f"{text[:half]} … {len(text) - 2 * half:,} characters … {text[-half:]}"


def _chain(shell: Any, error: BaseException, depth: int = 0) -> tuple[Raised, ...]:
    """The exceptions from the root cause to this one."""
    from jupyter_assistant.context import Raised  # noqa: PLC0415

    raised: list[Raised] = []
    seen: set[int] = set()
    link: Literal["", "cause", "context"] = ""
    current = error
    while id(current) not in seen and len(raised) < MAX_CHAIN:
        seen.add(id(current))
        raised.append(
            Raised(
                name=type(current).__name__,
                message=message(current),
                frames=_frames(shell, current),
                link=link,
                notes=_notes(current),
                members=_members(shell, current, depth),
            )
        )
        if current.__cause__ is not None:
            link, current = "cause", current.__cause__
        elif current.__context__ is not None and not current.__suppress_context__:
            link, current = "context", current.__context__
        else:
            break
    return tuple(reversed(raised))


def _members(
    shell: Any, error: BaseException, depth: int
) -> tuple[tuple[Raised, ...], ...]:
    if not isinstance(error, BaseExceptionGroup) or depth > 3:
        return ()
    members = error.exceptions[:MAX_MEMBERS]
    return tuple(_chain(shell, member, depth + 1) for member in members)


def _notes(error: BaseException) -> tuple[str, ...]:
    notes = getattr(error, "__notes__", None)
    if not isinstance(notes, list):
        return ()
    return tuple(n for n in notes if isinstance(n, str))


def _frames(shell: Any, error: BaseException) -> tuple[Frame, ...]:
    """The calls that led to it, outermost first, ours and IPython's own left out."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return (_syntax_frame(shell, error),)
    walked = list(_walk(error.__traceback__))
    if len(walked) > 2 * MAX_FRAMES:
        walked = [*walked[:MAX_FRAMES], *walked[-MAX_FRAMES:]]
    frames = [_frame(shell, tb, again) for tb, again in walked]
    first = next((n for n, frame in enumerate(frames) if frame.own), 0)
    return tuple(frames[first:])


def _walk(tb: TracebackType | None) -> Iterator[tuple[TracebackType, int]]:
    """The calls; of the same one in a row the first, and how often it came again."""
    first, again = tb, 0
    while first is not None:
        following = tb.tb_next if tb is not None else None
        if following is not None and _same_call(first, following):
            again, tb = again + 1, following
            continue
        yield first, again
        first = tb = following
        again = 0


def _same_call(one: TracebackType, other: TracebackType) -> bool:
    same_code = one.tb_frame.f_code is other.tb_frame.f_code
    return same_code and one.tb_lasti == other.tb_lasti


def _frame(shell: Any, tb: TracebackType, again: int) -> Frame:
    from jupyter_assistant.context import Frame  # noqa: PLC0415

    code = tb.tb_frame.f_code
    position = next(itertools.islice(code.co_positions(), tb.tb_lasti // 2, None), None)
    start, end = (position[0], position[1]) if position else (None, None)
    if start is None or end is None or not start <= tb.tb_lineno <= end:
        start = end = tb.tb_lineno
    name = code.co_name
    own = is_own(code.co_filename)
    return Frame(
        place=place(shell, code.co_filename),
        line=tb.tb_lineno,
        function="" if name == "<module>" else name,
        code=_source(code.co_filename, start, end) if own else "",
        own=own,
        again=again,
    )


def _syntax_frame(shell: Any, error: SyntaxError) -> Frame:
    from jupyter_assistant.context import Frame  # noqa: PLC0415

    filename, line = error.filename or "", error.lineno or 0
    code = error.text or linecache.getline(filename, line)
    return Frame(place=place(shell, filename), line=line, code=code.strip())


def _source(filename: str, start: int, end: int) -> str:
    lines = range(start, min(end, start + MAX_CODE_LINES - 1) + 1)
    return "\n".join(linecache.getline(filename, n).strip() for n in lines).strip()


def place(shell: Any, filename: str) -> str:
    """`In[3]` for the code of a cell, else the path, short where it can be."""
    known = getattr(shell.compile, "format_code_name", lambda _: None)(filename)
    if known:
        return str(known[1])
    try:
        return str(Path(filename).relative_to(Path.cwd()))
    except (OSError, ValueError):
        return filename


def is_own(filename: str) -> bool:
    """Whether code is the person's: a cell or a file, no installed library."""
    if filename.startswith("<frozen") or filename in ("<string>", "<stdin>"):
        return False
    if "site-packages" in filename or "dist-packages" in filename:
        return False
    if filename.startswith(_library_roots()):
        return False
    return bool(linecache.getline(filename, 1)) or Path(filename).is_file()


def _library_roots() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    roots = {paths[name] for name in ("stdlib", "platstdlib") if name in paths}
    package = str(Path(__file__).parent.parent)
    return (*(f"{root}/" for root in roots), *(f"{root}\\" for root in roots), package)


def last_error() -> BaseException | None:
    """The exception that IPython showed last, also from before we were loaded."""
    error = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
    return error if isinstance(error, BaseException) else None
