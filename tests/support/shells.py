"""Real IPython shells inside the test's process."""

from __future__ import annotations

import atexit
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def new_shell() -> Iterator[InteractiveShell]:
    """The process's shell, until it is left; it stores nothing on disk."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    shell = InteractiveShell.instance(config=config)
    try:
        yield shell
    finally:
        InteractiveShell.clear_instance()
        atexit.unregister(shell.atexit_operations)
        shell.atexit_operations()


def run(shell: Any, *sources: str, cell_id: str | None = None) -> Any:
    """Run cells one after the other; the last one's result."""
    result = None
    for source in sources:
        result = shell.run_cell(source, store_history=True, cell_id=cell_id)
    return result
