"""Room for context, and who gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from jupyter_assistant.conversation import text_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

TOTAL_TOKENS = 1250
"""All that is chosen by itself; what the person asked for by name comes on top."""
NEAR_TOKENS = 550
"""Cells that are only near are added up to here."""

T = TypeVar("T")


def shares(sizes: Sequence[int], room: int) -> list[int]:
    """Room for each, small ones first: nobody gets more than they can use."""
    granted = [0] * len(sizes)
    for given, n in enumerate(sorted(range(len(sizes)), key=lambda n: sizes[n])):
        granted[n] = min(sizes[n], room // (len(sizes) - given))
        room -= granted[n]
    return granted


class Room:
    """Tokens that are left."""

    def __init__(self, tokens: int) -> None:
        """All of them."""
        self.left = tokens

    def first_fitting(
        self, variants: Iterable[T], text_of: Callable[[T], str], keep: int = 0
    ) -> T | None:
        """The first variant that fits, and takes its room; `keep` tokens stay free."""
        for variant in variants:
            tokens = text_tokens(text_of(variant))
            if tokens <= self.left - keep:
                self.left -= tokens
                return variant
        return None
