"""Room for context, and who gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

TOTAL_TOKENS = 1250
"""All that is chosen by itself; what the person asked for by name comes on top."""
NEAR_SHARE = 5
"""Cells that are only near are added up to this part of the whole notebook,"""
NEAR_LEAST, NEAR_MOST = 350, 900
"""within these bounds: a small one is shown whole, of a large one what is near."""


def near_tokens(whole: int) -> int:
    """Up to where cells are added that are only near.

    Args:
        whole: what the notebook would cost.
    """
    return max(NEAR_LEAST, min(NEAR_MOST, whole // NEAR_SHARE))


def shares(sizes: Sequence[int], room: int) -> list[int]:
    """Room for each, small ones first: nobody gets more than they can use."""
    granted = [0] * len(sizes)
    for given, n in enumerate(sorted(range(len(sizes)), key=lambda n: sizes[n])):
        granted[n] = min(sizes[n], room // (len(sizes) - given))
        room -= granted[n]
    return granted
