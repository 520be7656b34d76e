"""The chunks of a Chat Completions stream, typed with what we read of them.

A chunk that fits is decoded straight into these; one with odd types takes the slow way
and loses only what is odd.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from jupyter_assistant.conversation import Usage
from jupyter_assistant.errors import ProviderError


class FunctionDelta(msgspec.Struct, gc=False):
    """A fragment of a call's name and arguments."""

    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class CallDelta(msgspec.Struct, gc=False):
    """A fragment of a call."""

    index: int | None = None
    id: str | None = None
    function: FunctionDelta | None = None
    name: str | None = None
    """Some servers leave `function` out and put its fields here."""
    arguments: str | dict[str, Any] | None = None
    extra_content: Any = None


class Delta(msgspec.Struct, gc=False):
    """What is new in the answer."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[CallDelta] | None = None
    function_call: FunctionDelta | None = None
    annotations: Any = None
    reasoning_details: Any = None
    extra_content: Any = None


class Choice(msgspec.Struct, gc=False):
    """One answer of possibly several; only the first is read."""

    index: int | None = None
    delta: Delta | None = None
    message: Delta | None = None
    finish_reason: str | None = None
    native_finish_reason: Any = None
    usage: Any = None
    text: str | None = None


class Chunk(msgspec.Struct, gc=False):
    """One event of the stream, or a whole answer."""

    choices: list[Choice] | None = None
    model: str | None = None
    usage: Any = None
    error: Any = None
    citations: Any = None
    search_results: Any = None
    x_groq: Any = None


_decoder = msgspec.json.Decoder(Chunk)


def decode_chunk(data: bytes) -> Chunk:
    """The chunk that an event holds.

    Raises:
        ProviderError: it is no JSON object; or it is one that tells a failure.
    """
    try:
        try:
            return _decoder.decode(data)
        except msgspec.ValidationError:
            value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        words = data[:120].decode("utf-8", "replace")
        raise ProviderError(
            "protocol", f"An event of the stream is no JSON: {words}"
        ) from None
    return _tolerant(value)


def plain(data: bytes) -> dict[str, Any]:
    """All of a chunk, also what `Chunk` leaves out; empty where it is no object."""
    value = msgspec.json.decode(data)
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def usage_of(raw: Any) -> Usage | None:
    """The tokens that a provider counted, None where it counted none."""
    if not isinstance(raw, dict):
        return None
    found = cast("dict[str, Any]", raw)
    prompt = dict_of(found.get("prompt_tokens_details"))
    completion = dict_of(found.get("completion_tokens_details"))
    read = _count(prompt, "cached_tokens") or _count(
        found, "prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens"
    )
    written = _count(prompt, "cache_write_tokens", "cache_creation_tokens") or _count(
        found, "cache_creation_input_tokens"
    )
    reasoning = _count(completion, "reasoning_tokens") or _count(
        found, "reasoning_tokens"
    )
    inputs = _count(found, "prompt_tokens", "input_tokens")
    outputs = _count(found, "completion_tokens", "output_tokens")
    # xAI and Gemini count the thinking beside the answer, only the total holds it.
    if reasoning and _count(found, "total_tokens") == inputs + outputs + reasoning:
        outputs += reasoning
    cost = found.get("cost")
    usage = Usage(
        input_tokens=inputs,
        output_tokens=outputs,
        cache_read_tokens=read,
        cache_write_tokens=written,
        reasoning_tokens=reasoning,
        cost_usd=float(cost) if isinstance(cost, (int, float)) else None,
    )
    return None if usage == Usage() else usage


def _count(found: dict[str, Any], *names: str) -> int:
    """The first of these numbers that there is."""
    for name in names:
        value = found.get(name)
        if isinstance(value, str) and value.isdecimal():
            value = int(value)
        if (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and value > 0
        ):
            return int(value)
    return 0


def _tolerant(value: Any) -> Chunk:
    """Read what is readable."""
    if not isinstance(value, dict):
        raise ProviderError(
            "protocol", f"An event of the stream is no object: {str(value)[:120]}"
        )
    raw = cast("dict[str, Any]", value)
    choices = _objects(raw.get("choices"))
    return Chunk(
        choices=[_choice(choice) for choice in choices],
        model=_text(raw.get("model")),
        usage=raw.get("usage"),
        error=raw.get("error"),
        citations=raw.get("citations"),
        search_results=raw.get("search_results"),
        x_groq=raw.get("x_groq"),
    )


def _choice(raw: dict[str, Any]) -> Choice:
    return Choice(
        index=_integer(raw.get("index")),
        delta=_delta(raw.get("delta")),
        message=_delta(raw.get("message")),
        finish_reason=_text(raw.get("finish_reason")),
        native_finish_reason=raw.get("native_finish_reason"),
        usage=raw.get("usage"),
        text=_text(raw.get("text")),
    )


def _delta(value: Any) -> Delta | None:
    if isinstance(value, str):
        return Delta(content=value)
    if not isinstance(value, dict):
        return None
    raw = cast("dict[str, Any]", value)
    content, thinking = _content(raw.get("content"))
    return Delta(
        content=content,
        reasoning_content=_words(raw.get("reasoning_content")) or thinking,
        reasoning=_words(raw.get("reasoning")),
        refusal=_text(raw.get("refusal")),
        tool_calls=[_call(call) for call in _objects(raw.get("tool_calls"))],
        function_call=_function(raw.get("function_call")),
        annotations=raw.get("annotations"),
        reasoning_details=raw.get("reasoning_details"),
        extra_content=raw.get("extra_content"),
    )


def _call(raw: dict[str, Any]) -> CallDelta:
    beside = _function(raw) or FunctionDelta()
    return CallDelta(
        index=_integer(raw.get("index")),
        id=_text(raw.get("id")),
        function=_function(raw.get("function")),
        name=beside.name,
        arguments=beside.arguments,
        extra_content=raw.get("extra_content"),
    )


def _function(value: Any) -> FunctionDelta | None:
    if not isinstance(value, dict):
        return None
    raw = cast("dict[str, Any]", value)
    args = raw.get("arguments")
    if args is not None and not isinstance(args, (str, dict)):
        args = msgspec.json.encode(args).decode()
    return FunctionDelta(
        name=_text(raw.get("name")),
        arguments=cast("str | dict[str, Any] | None", args),
    )


def _content(value: Any) -> tuple[str | None, str | None]:
    """Text and thinking of a content that may be a list of parts, as Mistral's is."""
    if not isinstance(value, list):
        return _words(value), None
    text: list[str] = []
    thinking: list[str] = []
    for part in cast("list[Any]", value):
        kind = (
            cast("dict[str, Any]", part).get("type") if isinstance(part, dict) else ""
        )
        into = thinking if kind in ("thinking", "reasoning") else text
        into.append(_words(part) or "")
    return "".join(text), "".join(thinking)


def _words(value: Any) -> str | None:
    """The text in a string, a part or a list of parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(_words(part) or "" for part in cast("list[Any]", value))
    if isinstance(value, dict):
        raw = cast("dict[str, Any]", value)
        keys = ("text", "content", "thinking", "reasoning", "summary")
        return next((w for key in keys if (w := _words(raw.get(key)))), None)
    return None


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return None


def _integer(value: Any) -> int | None:
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value)
    return None


def dict_of(value: Any) -> dict[str, Any]:
    """The object, an empty one where it is none."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list, or the one that stands for a list."""
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [cast("dict[str, Any]", item) for item in items if isinstance(item, dict)]
