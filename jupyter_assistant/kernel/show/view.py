"""The seam between the flow of `%%ask` and where it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from jupyter_assistant.conversation import PendingCall, RunEvent
    from jupyter_assistant.kernel.show.notices import Notice
    from jupyter_assistant.tools.base import ToolOutcome


class View(Protocol):
    """Shows one reply; all of it on one thread at a time."""

    def apply(self, event: RunEvent) -> None:
        """Take an event in and show what is due."""
        ...

    def wait_s(self) -> float | None:
        """Seconds after which `tick` should be called; None: never."""
        ...

    def tick(self) -> None:
        """Show what was held back, and the time that passed."""
        ...

    def flush(self) -> None:
        """Show everything now: somebody else is about to print or to ask."""
        ...

    def interrupted_by_others(self) -> None:
        """Others put something below: what comes next goes below that."""
        ...

    def show_call(self, pending: PendingCall, where: str) -> None:
        """Show a waiting call whole; `where` is such as `1 of 2`, or empty."""
        ...

    def ask(self, prompt: str) -> str:
        """Ask the person for a line.

        Raises:
            EOFError: there is nobody.
        """
        ...

    def edit(self, text: str) -> str | None:
        """Let the person change a text; None if they took it back."""
        ...

    def say(self, text: str) -> None:
        """A line to the person who is being asked."""
        ...

    def notice(self, notice: Notice) -> None:
        """Put in a card of ours."""
        ...

    def finish(self) -> None:
        """Show the final form, once."""
        ...


@runtime_checkable
class LaterView(View, Protocol):
    """A view with buttons: waiting calls are decided there, also after the cell."""

    def ran_later(self, call_id: str, outcome: ToolOutcome) -> None:
        """A call of this reply ran after the cell had ended."""
        ...

    def refuse(self, message: str) -> None:
        """What the person asked for can't be done."""
        ...


EDIT_HELP = (
    "Type what should run instead, line by line. A line with only a dot runs it; a dot "
    "at once leaves the call as it was."
)
END_OF_EDIT = "."


def edit_by_lines(view: View) -> str | None:
    """New lines up to one that holds only a dot: for input fields of one line."""
    view.say(EDIT_HELP)
    lines: list[str] = []
    while (line := view.ask(f"{len(lines) + 1}: ")).strip() != END_OF_EDIT:
        lines.append(line)
    return "\n".join(lines) if any(line.strip() for line in lines) else None
