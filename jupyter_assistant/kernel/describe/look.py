"""How closely a value is looked at, and how what was seen is written down."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from jupyter_assistant.redaction import MASK, is_secret_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from jupyter_assistant.conversation import ImagePart

ShareValues = Literal["sample", "schema"]

QUOTE_CHARS = 60
"""Of a text among other things; its middle is left out."""
REDACT_MARGIN = 400
"""A secret must not slip through because its end was cut off: so much more is read."""
MAX_DEPTH = 3
"""Containers in containers, below the value itself."""


def _unchanged(text: str) -> str:
    return text


@dataclass(slots=True, kw_only=True)
class Look:
    """What may be shown of values, and what is being described already."""

    share_values: ShareValues = "sample"
    max_chars: int = 4000
    main_thread: bool = True
    """False: code of an unknown class, such as its `__repr__`, is never run."""
    redact: Callable[[str], str] = _unchanged
    """Applied to texts before they are shortened."""
    brief: bool = False
    """Only what is known at once, whatever the size of the value."""
    shorten: Callable[[Any, Look], str]
    """Any value on part of a line: `registry.short`, which knows all families."""
    _open: list[Any] = field(default_factory=list[Any])

    @property
    def values(self) -> bool:
        """Whether values of rows and elements may be shown at all."""
        return self.share_values == "sample"

    @property
    def depth(self) -> int:
        """How many containers surround what is looked at."""
        return len(self._open)

    @contextmanager
    def inside(self, container: Any) -> Generator[bool]:
        """Look at the elements; False where that would go in circles or too deep."""
        fresh = not any(c is container for c in self._open)
        self._open.append(container)
        try:
            yield fresh and len(self._open) <= MAX_DEPTH + 1
        finally:
            self._open.pop()

    def short(self, value: Any) -> str:
        """A value among others, on part of a line."""
        return self.shorten(value, self)

    def quoted(self, text: str, limit: int = QUOTE_CHARS) -> str:
        """A text in quotes, its middle left out where it is long."""
        length = len(text)
        window = limit + REDACT_MARGIN
        if length <= 2 * window:
            text = self.redact(text)
            if len(text) <= limit:
                return repr(text)
            head, tail = text, text
        else:
            # What is cut first may end inside a secret: that end is never shown.
            head, tail = self.redact(text[:window]), self.redact(text[-window:])
        front = max(limit * 2 // 3, 1)
        back = max(limit - front, 1)
        left_out = length - front - back
        return f"{head[:front]!r} …{left_out:,} more… {tail[-back:]!r}"

    def named(self, name: object, shown: str) -> str:
        """What stands under a name, masked where the name is a secret's."""
        harmless = shown in ("None", "True", "False", "''") or shown.startswith("<")
        if type(name) is str and is_secret_name(name) and not harmless:
            return repr(MASK)
        return shown


class Family(NamedTuple):
    """How values of one kind are described; both are given the value and the look."""

    head: Callable[[Any, Look], str]
    """Type aside, all that fits on one line, at a cost that does not depend on size."""
    body: Callable[[Any, Look], Iterable[str]] | None = None
    """The lines below it."""
    label: str = ""
    """What the value is called instead of its type's name."""
    dataframe: bool = False
    """Whether the chip says data frame."""
    image: Callable[[Any, Look], ImagePart | None] | None = None


def stride(rows: int, limit: int) -> int:
    """A step through so many rows, out of step with hours, weekdays and months."""
    if rows <= limit:
        return 1
    step = max(math.ceil(rows / limit), 11)
    while not all(step % period for period in (2, 3, 5, 7)):
        step += 1
    return step


def count(number: int) -> str:
    """`5,000,000`."""
    return f"{number:,}"


def plural(number: int, noun: str) -> str:
    """`1 row`, `2,400 rows`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def size_text(size_bytes: int) -> str:
    """`9.4 MB`, in powers of 1,000."""
    if size_bytes < 1000:
        return f"{size_bytes} bytes"
    power = min(int(math.log(size_bytes, 1000)), 5)
    return f"{size_bytes / 1000**power:.3g} {'kMGTP'[power - 1]}B"


def joined(items: Iterable[str], *, more: int = 0) -> str:
    """Items in a row, and how many were left out."""
    row = ", ".join(items)
    if not more:
        return row
    return f"{row}, … {count(more)} more" if row else f"… {count(more)}"
