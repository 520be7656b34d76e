"""An AI assistant in the notebook: `%load_ext jupyter_assistant`, then `%%ask`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_assistant._version import __version__

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = ["__version__", "load_ipython_extension", "unload_ipython_extension"]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """`%load_ext jupyter_assistant`."""
    from jupyter_assistant.kernel.extension import load  # noqa: PLC0415 (a fast import)

    load(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """`%unload_ext jupyter_assistant`."""
    from jupyter_assistant.kernel.extension import unload  # noqa: PLC0415

    unload(shell)
