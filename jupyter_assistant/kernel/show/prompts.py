"""Asking in a notebook by the front end's input field."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from jupyter_assistant.kernel.show.view import edit_by_lines

if TYPE_CHECKING:
    from jupyter_assistant.kernel.show.view import View


class Prompts:
    """The part of a notebook's view that asks the person."""

    __slots__ = ()

    def ask(self: View, prompt: str) -> str:
        """Ask by the front end's input field."""
        try:
            return input(prompt)
        finally:
            self.interrupted_by_others()  # question and answer stay in the cell

    def edit(self: View, text: str) -> str | None:  # noqa: ARG002 (it stands above)
        """Take new lines: an input field has only one."""
        return edit_by_lines(self)

    def say(self: View, text: str) -> None:
        """Print a line."""
        sys.stdout.write(f"{text}\n")
        self.interrupted_by_others()
