"""`%load_ext jupyter_assistant` and `%unload_ext`: fast, repeatable, without traces."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from jupyter_assistant.kernel.magics import AssistantMagics
from jupyter_assistant.kernel.session import Session
from jupyter_assistant.kernel.transformer import keep_cell, keep_lines
from jupyter_assistant.kernel.watch.recorder import Recorder

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_LINE_CELL = ("ask",)
_LINE = ("assistant",)
_log = logging.getLogger("jupyter_assistant")
_QUIET = logging.NullHandler()
_TRANSFORMERS = (keep_cell, keep_lines)


def load(shell: InteractiveShell) -> None:
    """Give a shell the magics; a second time changes nothing."""
    if _loaded(shell) is not None:
        return
    # Without any handler Python would print our log into the person's cells.
    _log.addHandler(_QUIET)
    session = Session(shell=shell, recorder=Recorder(shell))
    session.recorder.start()
    magics = AssistantMagics(session)
    for name in _LINE_CELL:
        shell.register_magic_function(getattr(magics, name), "line_cell", name)
    for name in _LINE:
        shell.register_magic_function(getattr(magics, name), "line", name)
    session.front_end.probe()
    # First of all: the transforms that follow would change a question.
    shell.input_transformers_cleanup[:0] = _TRANSFORMERS


def unload(shell: InteractiveShell) -> None:
    """Take everything back and stop what runs."""
    magics = _loaded(shell)
    if magics is None:
        return
    for transformer in _TRANSFORMERS:
        shell.input_transformers_cleanup.remove(transformer)
    for kind, names in (("line", (*_LINE, *_LINE_CELL)), ("cell", _LINE_CELL)):
        for name in names:
            shell.magics_manager.magics[kind].pop(name, None)
    _log.removeHandler(_QUIET)
    magics.session.recorder.stop()
    magics.session.close()


def _loaded(shell: InteractiveShell) -> AssistantMagics | None:
    """The magics that this shell has of us."""
    magic = shell.magics_manager.magics["line"].get(_LINE[0])
    owner = getattr(magic, "__self__", None)
    return owner if isinstance(owner, AssistantMagics) else None
