"""The arguments of tool calls: always valid JSON text, whatever the model wrote."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from jupyter_assistant.conversation.parts import OpaquePart, ToolCallPart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jupyter_assistant.conversation.parts import AnyPart, CallProblem


def args_from_text(text: str) -> tuple[str, CallProblem | None]:
    """The arguments to store for what a model wrote, and what is wrong with them.

    An object stays as it came, nothing (also `null`) becomes `{}`, anything else
    becomes a JSON string that holds it.
    """
    if text.strip() in ("", "null"):
        return "{}", None
    if isinstance(_decoded(text), dict):
        return text, None
    return msgspec.json.encode(_without_surrogates(text)).decode(), "not_json"


def args_object(call: ToolCallPart) -> dict[str, Any] | None:
    """The arguments as a dict, None where they are no JSON object."""
    value = _decoded(call.args)
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def args_text(call: ToolCallPart) -> str:
    """What the model wrote, the way it wrote it."""
    value = _decoded(call.args)
    return value if isinstance(value, str) else call.args


def args_digest(args: str) -> str:
    """A name for exactly these arguments: a decision is valid for no others."""
    return hashlib.sha256(args.encode("utf-8", "surrogatepass")).hexdigest()


def with_unique_ids(
    parts: tuple[AnyPart, ...], taken: Iterable[str], new_id: Callable[[], str]
) -> tuple[AnyPart, ...]:
    """The parts of a turn with call ids that no call of the conversation has yet.

    Some servers number the calls of each answer from 0, or use the tool's name.
    """
    seen = set(taken)
    renamed: dict[str, str] = {}
    unique: list[AnyPart] = []
    for part in parts:
        if isinstance(part, ToolCallPart):
            if part.call_id in seen:
                renamed[part.call_id] = new_id()
                part = replace(part, call_id=renamed[part.call_id])  # noqa: PLW2901
            seen.add(part.call_id)
        unique.append(part)
    return tuple(
        replace(part, call_id=renamed[part.call_id])
        if isinstance(part, OpaquePart) and part.call_id in renamed
        else part
        for part in unique
    )


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
