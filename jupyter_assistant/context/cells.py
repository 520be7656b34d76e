"""What a notebook holds, as far as anybody saw it: cells and their outputs."""

from __future__ import annotations

from typing import Literal

import msgspec

CellType = Literal["code", "markdown", "raw"]


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The common root of outputs; never used itself."""


class StreamSeen(Seen, frozen=True, kw_only=True, tag="stream"):
    """Printed text, terminal codes included."""

    name: Literal["stdout", "stderr"] = "stdout"
    text: str


class RichSeen(Seen, frozen=True, kw_only=True, tag="rich"):
    """A displayed value in one or several media types."""

    data: dict[str, str]
    """Text by media type; pictures in base64."""
    is_result: bool = False
    """Whether it is the cell's `Out[n]`."""


class Frame(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One call on the way to an error."""

    place: str
    """`In[3]`, or a file's path."""
    line: int
    function: str = ""
    code: str = ""
    """The line of source, without indent."""
    own: bool = True
    """False in an installed library."""
    again: int = 0
    """How often the same call followed itself, in a recursion."""


class Raised(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One exception of a chain."""

    name: str
    message: str = ""
    frames: tuple[Frame, ...] = ()
    """Outermost call first."""
    link: Literal["", "cause", "context"] = ""
    """How it led to the next one: by `raise … from`, or while it was handled."""
    notes: tuple[str, ...] = ()
    members: tuple[tuple[Raised, ...], ...] = ()
    """The exceptions of a group, each with its own chain."""


class ErrorSeen(Seen, frozen=True, kw_only=True, tag="error"):
    """An exception that ended a cell."""

    name: str
    message: str = ""
    traceback: tuple[str, ...] = ()
    """As it was displayed, terminal codes included."""
    chain: tuple[Raised, ...] = ()
    """The exceptions, root cause first; empty where only the display is known."""


OutputSeen = StreamSeen | RichSeen | ErrorSeen


class CellSeen(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A cell, and how its last run in this kernel went."""

    id: str
    cell_type: CellType = "code"
    source: str
    """As it stands now."""
    ran_source: str | None = None
    """What ran, where the source was edited since."""
    execution_count: int | None = None
    """`n` of `In[n]`; None where it did not run in this kernel."""
    outputs: tuple[OutputSeen, ...] = ()
    gone: bool = False
    """It ran and is no longer in the notebook."""

    @property
    def ran(self) -> str:
        """The code that the kernel knows of."""
        return self.source if self.ran_source is None else self.ran_source

    @property
    def label(self) -> str:
        """What the person and the model call it."""
        if self.cell_type != "code":
            return f"{self.cell_type} cell"
        return f"In[{self.execution_count or ' '}]"

    @property
    def error(self) -> ErrorSeen | None:
        """The exception that ended it."""
        return next((o for o in self.outputs if isinstance(o, ErrorSeen)), None)


class Notebook(msgspec.Struct, frozen=True, kw_only=True):
    """The cells as seen from the one that asks."""

    above: tuple[CellSeen, ...] = ()
    """In the order of the page; in that of the runs where nobody knows the page."""
    elsewhere: tuple[CellSeen, ...] = ()
    """Below, or gone: what they defined is still there."""

    @property
    def code_cells(self) -> tuple[CellSeen, ...]:
        """All code cells that ran here, in the order of their runs."""
        ran = [
            c
            for c in (*self.above, *self.elsewhere)
            if c.cell_type == "code" and c.execution_count is not None
        ]
        return tuple(sorted(ran, key=lambda c: c.execution_count or 0))
