"""What code of a tool shows: passed on to the cell that asks, and kept for the model.

Both are bounded. What the person sees comes as from an ordinary cell, except that
`clear_output` takes back only what this code showed, never the reply around it.
"""

from __future__ import annotations

import sys
import threading
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from jupyter_assistant.context import ErrorSeen
from jupyter_assistant.kernel.watch.capture import Displayed, Printed, Tap
from jupyter_assistant.kernel.watch.failure import error_seen

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from jupyter_assistant.context import Raised

PASSED_ON_CHARS = 200_000
"""Of all printed text, what the person's cell gets while the code runs."""
TAIL_CHARS = 4_000
"""And of its end, once the code has ended."""
MAX_OUTPUTS = 200
"""Outputs kept, and displays passed on."""
MAX_NAMES = 5
CODE = "the code"
"""Where a frame is that is neither in a cell nor in a file."""
DISPLAY_CHARS = 8_000_000
"""Of one display; a larger one is shown and not kept."""


@dataclass(slots=True, kw_only=True)
class Failed:
    """An error that was displayed."""

    seen: ErrorSeen
    traceback: tuple[str, ...]


def of_code(shell: Any, error: BaseException) -> ErrorSeen:
    """An error as a value; its frames in the tool's code are said to be there."""
    try:
        seen = error_seen(shell, error)
    except KeyboardInterrupt:
        raise
    except BaseException as failed:  # noqa: BLE001 (a class of the person's, SystemExit too)
        names = " while handling ".join(_names(error))
        words = f"its text can't be had: {type(failed).__name__}"
        return ErrorSeen(name=names, message=words)
    # IPython numbers the code as the cell that is next.
    here = f"In[{shell.execution_count}]"
    return replace(seen, chain=tuple(_located(raised, here) for raised in seen.chain))


def _names(error: BaseException) -> list[str]:
    """The classes of an error and of those it came from."""
    names: list[str] = []
    current: BaseException | None = error
    while current is not None and len(names) < MAX_NAMES:
        names.append(type(current).__name__)
        current = current.__context__
    return names


def _located(raised: Raised, here: str) -> Raised:
    frames = (replace(f, place=CODE) if f.place == here else f for f in raised.frames)
    return replace(raised, frames=tuple(frames))


@dataclass(slots=True, kw_only=True)
class Outputs:
    """Listens to a shell while code runs; `listening()` is when."""

    shell: Any
    on_result: Callable[[Any], None]
    """Told of the value of the last expression, before it is displayed."""
    quiet_result: bool = False
    """Whether that value is not displayed: the code ends in `;`."""
    kept: list[Printed | Displayed | Failed] = field(default_factory=list)
    left_out: int = 0
    """Outputs that were not kept."""
    errors_muted: bool = False
    _room: int = field(default_factory=lambda: PASSED_ON_CHARS)
    _write_rest: Callable[[str], Any] | None = None
    _end: str = ""
    _withheld: int = 0
    _silent: int = 0
    _displays: int = 0
    _is_result: bool = False
    _clear_next: bool = False
    _reusable: list[str] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @contextmanager
    def listening(self) -> Generator[None]:
        """Listen to what the code inside shows."""
        shell, hook = self.shell, sys.displayhook
        trap_hook = shell.display_trap.hook
        streams = (("stdout", sys.stdout), ("stderr", sys.stderr))
        taps = [
            Tap(stream, "write", self._around_write(name))
            for name, stream in streams
            if hasattr(stream, "__dict__")
        ]
        taps += [
            Tap(shell.display_pub, "publish", self._around_publish),
            Tap(shell.display_pub, "clear_output", self._around_clear),
            Tap(shell, "_showtraceback", self._around_traceback),
        ]
        sys.displayhook = shell.display_trap.hook = self._show_result
        try:
            yield
        finally:
            sys.displayhook, shell.display_trap.hook = hook, trap_hook
            # The code may have put other streams in their place: they are put back.
            (_, sys.stdout), (_, sys.stderr) = streams
            for tap in reversed(taps):
                tap.remove()
            self._show_rest()

    # ---- printed text

    def _around_write(self, name: str) -> Callable[[Any], Any]:
        def around(write: Callable[[str], Any]) -> Callable[..., Any]:
            def tapped(text: Any, *args: Any, **kwargs: Any) -> Any:
                if self._silent or not isinstance(text, str):
                    return write(text, *args, **kwargs)
                with self._lock:
                    self._clear_if_due()
                    self._printed(name).add(text)
                    passed_on = text[: self._room]
                    self._room -= len(passed_on)
                    if len(passed_on) < len(text):
                        self._hold_back(write, text[len(passed_on) :])
                if passed_on:
                    write(passed_on)
                return len(text)

            return tapped

        return around

    def _printed(self, name: str) -> Printed:
        last = self.kept[-1] if self.kept else None
        if not (isinstance(last, Printed) and last.name == name):
            last = Printed(name=name)
            self._keep(last)
        return last

    def _hold_back(self, write: Callable[[str], Any], text: str) -> None:
        """Keep only the end of what the person's cell does not get."""
        self._withheld += len(text)
        self._end = (self._end + text)[-TAIL_CHARS:]
        self._write_rest = write

    def _show_rest(self) -> None:
        """Say what was not shown, and show its end; blank what was cleared."""
        if self._write_rest is not None:
            more = self._withheld - len(self._end)
            self._write_rest(f"\n… {more:,} characters not shown …\n{self._end}")
        for display_id in self._reusable:
            self.shell.display_pub.publish(
                {"text/plain": ""}, transient={"display_id": display_id}, update=True
            )
        self._write_rest, self._reusable = None, []

    # ---- displays

    def _around_publish(self, publish: Callable[..., Any]) -> Callable[..., Any]:
        def tapped(data: Any, metadata: Any = None, *args: Any, **kwargs: Any) -> Any:
            if self._silent:
                return publish(data, metadata, *args, **kwargs)
            transient = dict(kwargs.pop("transient", None) or {})
            update = bool(kwargs.pop("update", False))
            with self._lock:
                display_id = transient.get("display_id")
                if update:
                    self._take_update(display_id, data)
                else:
                    self._clear_if_due()
                    display_id, update = self._place_for(display_id)
                    self._take(dict(data), display_id)
                    if self._displays > MAX_OUTPUTS:
                        return None
                if display_id is not None:
                    transient["display_id"] = display_id
            with self._silently():
                return publish(
                    data, metadata, *args, transient=transient, update=update, **kwargs
                )

        return tapped

    def _place_for(self, display_id: str | None) -> tuple[str, bool]:
        """Where a display goes: into the place of a cleared one, if there is any."""
        if display_id is None and self._reusable:
            return self._reusable.pop(0), True
        self._displays += 1
        return display_id or uuid.uuid4().hex, False

    def _take(self, data: dict[str, Any], display_id: str) -> None:
        displayed = Displayed(
            data=data, is_result=self._is_result, display_id=display_id
        )
        if displayed.size > DISPLAY_CHARS:
            displayed.data = {"text/plain": f"(a display of {displayed.size:,} bytes)"}
        self._keep(displayed)

    def _take_update(self, display_id: str | None, data: Any) -> None:
        for output in self.kept:
            if isinstance(output, Displayed) and output.display_id == display_id:
                output.data = dict(data)

    def _keep(self, output: Printed | Displayed | Failed) -> None:
        """Keep the first and the last ones."""
        self.kept.append(output)
        if len(self.kept) > MAX_OUTPUTS:
            del self.kept[MAX_OUTPUTS // 2]
            self.left_out += 1

    def _around_clear(self, _: Callable[..., Any]) -> Callable[..., Any]:
        """The front end's own clearing would take the reply away: it is not called."""

        def tapped(wait: bool = False) -> None:  # noqa: FBT001, FBT002 (IPython's)
            with self._lock:
                self._clear_next = True
                if not wait:
                    self._clear_if_due()

        return tapped

    def _clear_if_due(self) -> None:
        if not self._clear_next:
            return
        self._clear_next = False
        shown = [o.display_id for o in self.kept if isinstance(o, Displayed)]
        self._reusable += [i for i in shown if i and i not in self._reusable]
        self.kept.clear()

    # ---- the last expression's value, and errors

    def _show_result(self, value: Any) -> None:
        """Display the value as the asking cell's output, not as its `Out[n]`."""
        if value is None:
            return
        self.on_result(value)
        if self.quiet_result:
            return
        data, metadata = self.shell.display_formatter.format(value)
        if not data:
            return  # it displayed itself
        self._is_result = True
        try:
            self.shell.display_pub.publish(data, metadata)
        finally:
            self._is_result = False

    def _around_traceback(self, show: Callable[..., Any]) -> Callable[..., Any]:
        def tapped(kind: Any, error: BaseException, lines: Any) -> Any:
            if self.errors_muted:
                return None
            with self._lock:
                self._keep(
                    Failed(
                        seen=of_code(self.shell, error),
                        traceback=tuple(map(str, lines)),
                    )
                )
            with self._silently():
                return show(kind, error, lines)

        return tapped

    @contextmanager
    def _silently(self) -> Generator[None]:
        """Let through what a terminal prints for a display: it is kept already."""
        self._silent += 1
        try:
            yield
        finally:
            self._silent -= 1
