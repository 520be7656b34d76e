"""Where this shell shows things: a notebook's displays, or a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.show.notebook import NotebookView, show_markdown
from jupyter_assistant.kernel.show.render_markdown import notice_markdown
from jupyter_assistant.kernel.show.render_plain import notice_plain
from jupyter_assistant.kernel.show.terminal import (
    TerminalView,
    print_markdown,
    this_terminal,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.kernel.ask.options import Format
    from jupyter_assistant.kernel.session import Session
    from jupyter_assistant.kernel.show.notices import Notice
    from jupyter_assistant.kernel.show.transcript import Transcript
    from jupyter_assistant.kernel.show.view import View


def new_view(
    session: Session,
    transcript: Transcript,
    form: Format,
    on_message: Callable[[dict[str, Any]], None],
) -> View:
    """The view of a reply that begins now; `on_message` is told of its buttons."""
    if session.is_notebook and session.front_end.is_ready and form != "text":
        from jupyter_assistant.kernel.widget.view import open_in_cell  # noqa: PLC0415

        lib = session.library_id()
        return open_in_cell(session.shell, transcript, form, lib, on_message)
    if session.is_notebook:
        session.front_end.probe()  # for the next time
        return NotebookView(shell=session.shell, transcript=transcript, form=form)
    terminal = this_terminal(session.shell)
    return TerminalView(shell=session.shell, transcript=transcript, terminal=terminal)


def can_ask(session: Session) -> bool:
    """Whether somebody can answer a prompt."""
    if session.is_notebook:
        return bool(session.shell.kernel._allow_stdin)  # noqa: SLF001 (it has no other)
    return sys.stdin is not None and sys.stdin.isatty()


def show_notice(session: Session, notice: Notice) -> None:
    """A card that stands alone."""
    if session.is_notebook:
        show_markdown(session.shell, notice_markdown(notice), notice_plain(notice))
    else:
        this_terminal(session.shell).notice(notice)


def show_document(session: Session, markdown: str) -> None:
    """Markdown of ours; values from outside in it are escaped already."""
    if session.is_notebook:
        show_markdown(session.shell, markdown, markdown)
    else:
        print_markdown(this_terminal(session.shell), markdown)
