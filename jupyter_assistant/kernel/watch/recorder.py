"""What ran in this kernel, and what it showed: seen, never changed.

From `start()` on it listens to the shell's events, streams and displays. What ran
before is taken from what IPython keeps itself. Memory is bounded, per output and in
total; listening to a write costs about a microsecond.
"""

from __future__ import annotations

import inspect
import itertools
import logging
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.watch.capture import Displayed, Printed, Tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.interactiveshell import InteractiveShell

    from jupyter_assistant.context import CellSeen, ErrorSeen

log = logging.getLogger(__name__)

TOTAL_CHARS = 24_000_000
"""Of all outputs together; the oldest are forgotten first."""
RICH_CHARS = 8_000_000
"""Of one media type of a displayed value; what is larger is not kept."""


@dataclass(slots=True, kw_only=True, eq=False)
class Run:
    """One run of a cell."""

    cell_id: str
    source: str
    execution_count: int | None = None
    """None until it has ended."""
    outputs: list[Printed | Displayed | ErrorSeen] = field(default_factory=list)
    streams: dict[str, Printed] = field(default_factory=dict)
    clear_next: bool = False
    """The next output takes the place of all before it."""

    @property
    def size(self) -> int:
        """Characters held by its outputs."""
        return sum(getattr(o, "size", 200) for o in self.outputs)

    def take(self, output: Printed | Displayed | ErrorSeen) -> None:
        """Add an output, after clearing what was to be cleared."""
        if self.clear_next:
            self.clear()
        self.outputs.append(output)

    def clear(self) -> None:
        """Forget its outputs."""
        self.outputs.clear()
        self.streams.clear()
        self.clear_next = False


class Recorder:
    """Watches a shell; `cells()` tells what it saw."""

    def __init__(self, shell: InteractiveShell) -> None:
        """Nothing is touched before `start()`."""
        self._shell: Any = shell
        self._runs: dict[str, Run] = {}
        self._first: int | None = None
        self._current: Run | None = None
        self._info: Any = None
        self._quiet = 0
        self._unnamed = itertools.count(1)
        self._taps: list[Tap] = []
        self._stream_taps: list[Tap] = []

    def start(self) -> None:
        """Listen from now on; a second time changes nothing."""
        if self._taps:
            return
        shell = self._shell
        self._first = len(shell.history_manager.input_hist_raw)
        shell.events.register("pre_run_cell", self._before)
        shell.events.register("post_run_cell", self._after)
        publisher, hook = shell.display_pub, shell.displayhook
        self._taps = [
            Tap(publisher, "publish", self._around_publish),
            Tap(publisher, "clear_output", self._around_clear),
            Tap(hook, "start_displayhook", self._around_hook_start),
            Tap(hook, "write_format_data", self._around_result),
            Tap(hook, "finish_displayhook", self._around_hook_end),
            Tap(shell, "showtraceback", self._silenced),
            Tap(shell, "showsyntaxerror", self._silenced),
            Tap(shell, "_showtraceback", self._around_traceback),
        ]

    def stop(self) -> None:
        """Leave the shell as it was; what was seen can still be asked for."""
        if not self._taps:
            return
        self._untap_streams()
        for tap in reversed(self._taps):
            tap.remove()
        self._taps = []
        self._current = self._info = None
        self._shell.events.unregister("pre_run_cell", self._before)
        self._shell.events.unregister("post_run_cell", self._after)

    def cells(self) -> tuple[CellSeen, ...]:
        """The cells that ran, in the order of their latest runs; the running one last.

        A cell that ran again replaces its earlier run, where the front end names cells.
        """
        from jupyter_assistant.kernel.watch.cells import cell_of, earlier_cells  # noqa: PLC0415

        earlier = earlier_cells(self._shell, self._first)
        return (*earlier, *map(cell_of, self._runs.values()))

    @property
    def running(self) -> str:
        """The id of the cell that runs now; empty between cells."""
        return self._current.cell_id if self._current else ""

    # ---- the shell's events

    def _before(self, info: Any = None) -> None:
        if info is None or not info.store_history or _is_inner_run():
            return
        self._untap_streams()  # of a run whose end the shell did not tell
        cell_id = self._cell_id(info) or f"unnamed-{next(self._unnamed)}"
        self._runs.pop(cell_id, None)
        run = Run(cell_id=cell_id, source=info.raw_cell)
        self._runs[cell_id] = self._current = run
        self._info, self._quiet = info, 0
        self._stream_taps = [
            Tap(stream, "write", self._around_write(name))
            for name, stream in (("stdout", sys.stdout), ("stderr", sys.stderr))
            if hasattr(stream, "__dict__")
        ]

    def _after(self, result: Any = None) -> None:
        run = self._current
        if run is None or (result is not None and result.info is not self._info):
            return
        self._untap_streams()
        run.execution_count = self._shell.execution_count - 1
        if result is not None:
            run.execution_count = result.execution_count or run.execution_count
            error = result.error_before_exec or result.error_in_exec
            if error is not None and not _has_error(run):
                self._take_error(error)
        self._current = self._info = None
        self._forget()

    def _cell_id(self, info: Any) -> str:
        if found := getattr(info, "cell_id", None):
            return str(found)
        parent = getattr(self._shell, "get_parent", dict)()
        return str(parent.get("metadata", {}).get("cellId") or "")

    def _untap_streams(self) -> None:
        for tap in reversed(self._stream_taps):
            tap.remove()
        self._stream_taps = []

    def _forget(self) -> None:
        """Drop the oldest outputs, down to what may be held in all."""
        held = sum(run.size for run in self._runs.values())
        for run in self._runs.values():
            if held <= TOTAL_CHARS:
                return
            held -= run.size
            run.clear()

    # ---- what a cell shows

    def _around_write(self, name: str) -> Callable[[Any], Any]:
        def around(write: Any) -> Any:
            def recorded(text: Any, *args: Any, **kwargs: Any) -> Any:
                written = write(text, *args, **kwargs)
                if not self._quiet and isinstance(text, str):
                    self._take_printed(name, text)
                return written

            return recorded

        return around

    def _take_printed(self, name: str, text: str) -> None:
        run = self._current
        if run is None:
            return
        printed = run.streams.get(name)
        if printed is None or run.clear_next:
            printed = Printed(name=name)
            run.take(printed)
            run.streams[name] = printed
        printed.add(text)

    def _around_publish(self, publish: Any) -> Any:
        def recorded(*args: Any, **kwargs: Any) -> Any:
            published = self._silenced(publish)(*args, **kwargs)
            data = kwargs.get("data", args[0] if args else None)
            transient = kwargs.get("transient")
            display_id = (transient or {}).get("display_id")
            self._take_display(data, display_id, update=bool(kwargs.get("update")))
            return published

        return recorded

    def _take_display(self, data: Any, display_id: Any, *, update: bool) -> None:
        if not isinstance(data, dict):
            return
        if update:
            for run in self._runs.values():
                for output in run.outputs:
                    if (
                        isinstance(output, Displayed)
                        and output.display_id == display_id
                    ):
                        output.data = _kept(data)
        elif self._current is not None:
            self._current.take(Displayed(data=_kept(data), display_id=display_id))

    def _around_clear(self, clear: Any) -> Any:
        def recorded(wait: bool = False, *args: Any, **kwargs: Any) -> Any:  # noqa: FBT001, FBT002 (IPython's own signature)
            cleared = self._silenced(clear)(wait, *args, **kwargs)
            if self._current is not None:
                self._current.clear_next = True
                if not wait:
                    self._current.clear()
            return cleared

        return recorded

    def _around_hook_start(self, start: Any) -> Any:
        def recorded() -> Any:
            self._quiet += 1
            return start()

        return recorded

    def _around_hook_end(self, finish: Any) -> Any:
        def recorded() -> Any:
            try:
                return finish()
            finally:
                self._quiet = max(0, self._quiet - 1)

        return recorded

    def _around_result(self, write: Any) -> Any:
        def recorded(data: Any, *args: Any, **kwargs: Any) -> Any:
            written = write(data, *args, **kwargs)
            if self._current is not None and isinstance(data, dict):
                self._current.take(Displayed(data=_kept(data), is_result=True))
            return written

        return recorded

    def _silenced(self, shown: Any) -> Any:
        """What it prints on its way is no output of its own."""

        def recorded(*args: Any, **kwargs: Any) -> Any:
            self._quiet += 1
            try:
                return shown(*args, **kwargs)
            finally:
                self._quiet = max(0, self._quiet - 1)

        return recorded

    def _around_traceback(self, show: Any) -> Any:
        def recorded(etype: Any, error: Any, *args: Any, **kwargs: Any) -> Any:
            shown = self._silenced(show)(etype, error, *args, **kwargs)
            if self._current is not None and isinstance(error, BaseException):
                self._take_error(error)
            return shown

        return recorded

    def _take_error(self, error: BaseException) -> None:
        from jupyter_assistant.kernel.watch.failure import error_seen  # noqa: PLC0415

        if self._current is None:
            return
        try:
            self._current.take(error_seen(self._shell, error))
        except Exception:  # the exception's class is the person's code
            log.exception("An exception of class %s can't be read", type(error))


def _is_inner_run() -> bool:
    """Whether a cell runs code as a cell: its outputs are the outer one's."""
    runs, frame = 0, inspect.currentframe()
    while frame is not None and runs < 2:
        runs += frame.f_code.co_name == "run_cell_async"
        frame = frame.f_back
    return runs > 1


def _has_error(run: Run) -> bool:
    return any(not isinstance(o, (Printed, Displayed)) for o in run.outputs)


def _kept(data: dict[str, Any]) -> dict[str, str | bytes]:
    """Of a displayed value, what is text or a picture and not too large to keep."""
    return {
        str(media_type): value
        for media_type, value in data.items()
        if isinstance(value, (str, bytes)) and len(value) <= RICH_CHARS
    }
