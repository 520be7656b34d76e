"""The arguments of tool calls: always valid JSON text, whatever the model wrote."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from jupyter_assistant.conversation.parts import CallProblem, ToolCallPart


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
    return value if isinstance(value, dict) else None


def args_text(call: ToolCallPart) -> str:
    """What the model wrote, the way it wrote it."""
    value = _decoded(call.args)
    return value if isinstance(value, str) else call.args


def args_digest(args: str) -> str:
    """A name for exactly these arguments: a decision is valid for no others."""
    return hashlib.sha256(args.encode("utf-8", "surrogatepass")).hexdigest()


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
