"""How often a reply is drawn again while it is written.

Each drawing sends and renders the whole reply, so it may come at once while the reply
is short and must become rarer as it grows: the work stays linear in the time it takes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SHORTEST_S = 0.08
CHARS_PER_S = 32_000
"""What drawing may send: 8,000 characters are drawn four times a second."""
SHARE = 200
"""And at most every 200th part of the time so far, for a reply that takes an hour."""


@dataclass(slots=True, kw_only=True)
class Pace:
    """Says how long to wait before the next drawing."""

    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)
    _drawn: float = float("-inf")
    _chars: int = 0

    def __post_init__(self) -> None:
        self.started = self.clock()

    def drawn(self, chars: int) -> None:
        """A drawing of this size was made now."""
        self._drawn, self._chars = self.clock(), chars

    @property
    def wait_s(self) -> float:
        """Seconds until the next one may be made; 0 if now."""
        elapsed = self._drawn - self.started
        interval = max(SHORTEST_S, self._chars / CHARS_PER_S, elapsed / SHARE)
        return max(0.0, self._drawn + interval - self.clock())
