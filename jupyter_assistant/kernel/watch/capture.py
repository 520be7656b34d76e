"""Listening in on what a cell shows, without standing in its way.

A `Tap` puts a function in front of an object's method and takes it away again; what was
called before is called first, with the same arguments, and what it gives is given back.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD_CHARS = 200_000
TAIL_CHARS = 400_000
"""Of a stream, what is kept of its start and of its end; up to twice the latter."""


class Tap:
    """One method of one object, with something of ours around it while it is in."""

    __slots__ = ("_before", "_name", "_replacement", "_target")

    def __init__(
        self, target: Any, name: str, around: Callable[[Callable[..., Any]], Any]
    ) -> None:
        """Put it in.

        Args:
            target: the object; its class is not touched.
            name: the method.
            around: given the method as it was, the function to call in its place.
        """
        self._target, self._name = target, name
        self._before = vars(target).get(name)
        self._replacement = around(getattr(target, name))
        setattr(target, name, self._replacement)

    def remove(self) -> None:
        """Take it out, unless somebody put something of theirs on top of it."""
        if vars(self._target).get(self._name) is not self._replacement:
            return
        if self._before is None:
            delattr(self._target, self._name)
        else:
            setattr(self._target, self._name, self._before)


@dataclass(slots=True, kw_only=True)
class Printed:
    """What one stream of one cell got: its start and its end, however long it was."""

    name: str
    left_out: int = 0
    _head: str | None = None
    _rest: StringIO = field(default_factory=StringIO)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, text: str) -> None:
        """Take what was written, from any thread."""
        with self._lock:
            self._rest.write(text)
            if self._rest.tell() > HEAD_CHARS + 2 * TAIL_CHARS:
                self._trim()

    def _trim(self) -> None:
        text = self._rest.getvalue()
        if self._head is None:
            self._head, text = text[:HEAD_CHARS], text[HEAD_CHARS:]
        self.left_out += max(0, len(text) - TAIL_CHARS)
        self._rest = StringIO()
        self._rest.write(text[-TAIL_CHARS:])

    @property
    def size(self) -> int:
        """Characters held."""
        return len(self._head or "") + self._rest.tell()

    @property
    def text(self) -> str:
        """All that was kept, with a line that says what was not."""
        with self._lock:
            head, rest = self._head or "", self._rest.getvalue()
        if self.left_out:
            return f"{head}\n… {self.left_out:,} characters not kept …\n{rest}"
        return head + rest


@dataclass(slots=True, kw_only=True)
class Displayed:
    """A displayed value as it was published."""

    data: dict[str, Any]
    is_result: bool = False
    display_id: str | None = None

    @property
    def size(self) -> int:
        """Characters held, about."""
        return sum(len(v) for v in self.data.values() if isinstance(v, (str, bytes)))
