"""Runs code of a tool on the main thread, as an ordinary cell would.

Magics, top-level `await` and rich display work; the person's `In`, `Out` and `_` stay
as they are. Two things differ: nobody is asked by `input()`, and `exit()` does not end
the kernel.
"""

from __future__ import annotations

import asyncio
import builtins
import getpass
import io
import signal
import sys
import threading
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from IPython.core.async_helpers import get_asyncio_loop
from IPython.core.displayhook import DisplayHook

from jupyter_assistant.kernel.tools.outcomes import Ended, outcome_of
from jupyter_assistant.kernel.tools.shown import Outputs, of_code

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

    from jupyter_assistant.kernel.describe import ShareValues
    from jupyter_assistant.tools.base import ToolOutcome

RESULT_CHARS = 8000
"""Of what the model is told."""
UNWIND_S = 1.0
"""How long awaiting code may take to end after an interrupt."""


class Interrupted(KeyboardInterrupt):
    """The person stopped the code; the reply stops too.

    Catch it to answer the call before the run is cancelled; who does not gets an
    ordinary `KeyboardInterrupt`.
    """

    def __init__(self, outcome: ToolOutcome) -> None:
        """Carry what the model is told: outputs so far, and where it was stopped."""
        super().__init__("the person stopped the code")
        self.outcome = outcome


def run_code(
    shell: Any,
    code: str,
    *,
    share_values: ShareValues,
    redact: Callable[[str], str],
    max_chars: int = RESULT_CHARS,
) -> ToolOutcome:
    """Run code in the person's namespace; call it on the main thread.

    An error of the code, `SystemExit` included, is an outcome. An interrupt is one too,
    raised as `Interrupted`, also if the code itself swallowed it.

    Args:
        shell: IPython's shell.
        code: a cell's source.
        share_values: `schema` tells the model only what kind of outputs there were.
        redact: takes secrets out of what the model is told.
        max_chars: of the text for the model.

    Raises:
        Interrupted: the person interrupted it.
    """
    results: list[Any] = []
    outputs = Outputs(
        shell=shell, on_result=results.append, quiet_result=_ends_in_semicolon(code)
    )
    interrupts: list[int] = []
    error: BaseException | None = None
    with ExitStack() as stack:
        stack.enter_context(_interrupts_noted(interrupts))
        stack.enter_context(_cell_state_kept(shell))
        stack.enter_context(_nobody_asked())
        stack.enter_context(_kernel_kept(shell))
        stack.enter_context(outputs.listening())
        try:
            error = _run(shell, code, outputs)
        except BaseException as raised:  # noqa: BLE001 (also where IPython shows it)
            error = raised
    stopped = bool(interrupts) or isinstance(error, KeyboardInterrupt)
    ended = Ended(
        outputs=outputs,
        error=None if error is None else of_code(shell, error),
        result=results[-1] if results else None,
        stopped=stopped,
    )
    outcome = outcome_of(
        ended, share_values=share_values, redact=redact, max_chars=max_chars
    )
    if stopped:
        raise Interrupted(outcome)
    return outcome


def _run(shell: Any, code: str, outputs: Outputs) -> BaseException | None:
    """What `run_cell` does, without keeping all that is printed; its error."""
    failed = None
    try:
        transformed = shell.transform_cell(code)
    except Exception:  # noqa: BLE001 (told by the shell, as for any cell)
        transformed, failed = code, sys.exc_info()
    source = {"transformed_cell": transformed, "preprocessing_exc_tuple": failed}
    result: Any = None
    try:
        waits = shell.should_run_async(code, **source)
        running = shell.run_cell_async(code, store_history=False, **source)
        result = _complete(running, shell, outputs) if waits else _step(running)
    finally:
        shell.events.trigger("post_execute")
        shell.events.trigger("post_run_cell", result)
    return result.error_before_exec or result.error_in_exec


def _step(running: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that awaits nothing."""
    try:
        running.send(None)
    except StopIteration as done:
        return done.value
    raise RuntimeError("code without await awaited something")


def _complete(running: Coroutine[Any, Any, Any], shell: Any, outputs: Outputs) -> Any:
    """Run a coroutine to its end, inside the running loop where there is one."""
    if str(shell.loop_runner) != "asyncio":
        return shell.loop_runner(running)  # the person chose `%autoawait trio`
    loop = get_asyncio_loop()
    if loop.is_running():
        _allow_nesting(loop, running)
    task = loop.create_task(running)
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        outputs.errors_muted = True  # the interrupt is what is told
        task.cancel()
        loop.run_until_complete(asyncio.wait({task}, timeout=UNWIND_S))
        outputs.errors_muted = False
        raise


def _allow_nesting(
    loop: asyncio.AbstractEventLoop, running: Coroutine[Any, Any, Any]
) -> None:
    """Let a loop run inside itself, while the cell that asks blocks it.

    Raises:
        RuntimeError: this kind of loop can't.
    """
    import nest_asyncio2  # noqa: PLC0415 (changes asyncio: only where it must be)

    try:
        nest_asyncio2.apply(loop)
    except ValueError:
        running.close()
        raise RuntimeError(
            f"await does not work here: {type(loop).__name__} can't run inside itself. "
            "Write the code without await at top level."
        ) from None


def _ends_in_semicolon(code: str) -> bool:
    try:
        return bool(DisplayHook.semicolon_at_end_of_expression(code))
    except Exception:  # noqa: BLE001 (the tokenizer fails on what is no Python)
        return False


# ---- what is different from a cell, and put back afterwards


@contextmanager
def _interrupts_noted(noted: list[int]) -> Generator[None]:
    """Interrupts raise in the code as in a cell, and are known if it swallows them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, _: object) -> NoReturn:
        __tracebackhide__ = True  # the person's own lines are what is shown
        noted.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _cell_state_kept(shell: Any) -> Generator[None]:
    """What the shell knows of the asking cell is not overwritten by the code's run."""
    kept = {
        name: getattr(shell, name)
        for name in ("_last_traceback", "_last_traceback_during_displayhook")
        if hasattr(shell, name)
    }
    result = getattr(shell.displayhook, "exec_result", None)
    try:
        yield
    finally:
        shell.displayhook.exec_result = result
        for name, value in kept.items():
            setattr(shell, name, value)


class _NoInput(io.TextIOBase):
    """Stands for the keyboard: nobody is there.

    A file in all else, so that code may close it or ask for its number, as each child
    of `multiprocessing` does.
    """

    def read(self, *_: Any) -> NoReturn:
        """Refuse."""
        _refuse_input()

    readline = readlines = __next__ = read

    def __iter__(self) -> NoReturn:
        _refuse_input()

    def isatty(self) -> bool:
        """No."""
        return False


def _refuse_input(*_: Any, **__: Any) -> NoReturn:
    __tracebackhide__ = True
    raise RuntimeError(
        "Code that a tool runs can't ask the person for input. "
        "Write the value into the code, or ask in your reply."
    )


@contextmanager
def _nobody_asked() -> Generator[None]:
    """`input()`, `getpass()` and reading the keyboard say that nobody answers."""
    before = builtins.input, getpass.getpass, sys.stdin
    builtins.input = getpass.getpass = _refuse_input
    sys.stdin = _NoInput()
    try:
        yield
    finally:
        builtins.input, getpass.getpass, sys.stdin = before


@contextmanager
def _kernel_kept(shell: Any) -> Generator[None]:
    """`exit()` and `quit()` are refused: the kernel is the person's."""

    def refuse() -> NoReturn:
        __tracebackhide__ = True
        raise RuntimeError("exit() would end the kernel; code that a tool runs can't.")

    shell.ask_exit = refuse
    try:
        yield
    finally:
        del shell.ask_exit
