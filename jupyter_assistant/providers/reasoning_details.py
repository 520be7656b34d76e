"""Fragments of OpenRouter's `reasoning_details` to whole blocks, to be sent back.

Source: https://openrouter.ai/docs/use-cases/reasoning-tokens
"""

from __future__ import annotations

from typing import Any, cast

_GROWING = ("text", "summary", "data")
"""Fields that arrive in pieces; all others are said once."""


def merged_details(fragments: list[Any]) -> list[Any]:
    """The blocks that the fragments make, in the order in which they began."""
    blocks: list[Any] = []
    for fragment in fragments:
        last = blocks[-1] if blocks else None
        if _continues(last, fragment):
            _extend(cast("dict[str, Any]", last), cast("dict[str, Any]", fragment))
        else:
            # A copy, because it may grow.
            is_block = isinstance(fragment, dict)
            blocks.append(
                dict(cast("dict[str, Any]", fragment)) if is_block else fragment
            )
    return blocks


def _continues(block: Any, fragment: Any) -> bool:
    """Whether a fragment goes on with the block before it."""
    if not isinstance(block, dict) or not isinstance(fragment, dict):
        return False
    one, other = cast("dict[str, Any]", block), cast("dict[str, Any]", fragment)
    if one.get("type") == "reasoning.encrypted":
        return False
    return all(
        one.get(key) == other.get(key) or other.get(key) is None
        for key in ("type", "index", "id")
    )


def _extend(block: dict[str, Any], fragment: dict[str, Any]) -> None:
    for key, value in fragment.items():
        if key in _GROWING and isinstance(value, str):
            block[key] = (block.get(key) or "") + value
        elif value is not None:
            block[key] = value
