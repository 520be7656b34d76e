"""The chunks of a Chat Completions stream: strict and fast, or read with patience.

Only what is used is decoded. A chunk with an odd type somewhere is read again field by
field, so that one strange value never costs the answer.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec


class Function(msgspec.Struct):
    """The function of a call, or a fragment of it."""

    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class CallDelta(msgspec.Struct):
    """A tool call, or a fragment of one."""

    index: int | None = None
    id: str | None = None
    function: Function | None = None
    extra_content: Any = None
    """Google's thought signature rides here."""


class Delta(msgspec.Struct):
    """What one chunk adds; a `message` has the same fields."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[CallDelta] | None = None
    function_call: Function | None = None
    annotations: list[Any] | None = None
    reasoning_details: list[Any] | None = None


class Choice(msgspec.Struct):
    """One of the answers; only the first is read."""

    index: int | None = 0
    delta: Delta | None = None
    message: Delta | None = None
    finish_reason: str | None = None
    native_finish_reason: str | None = None


class Details(msgspec.Struct):
    """Parts of a token count."""

    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


class Tokens(msgspec.Struct):
    """What a call used."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: Details | None = None
    completion_tokens_details: Details | None = None
    prompt_cache_hit_tokens: int | None = None
    """DeepSeek's name for cached tokens."""


class Groq(msgspec.Struct):
    """Groq's own corner."""

    usage: Tokens | None = None


class Chunk(msgspec.Struct):
    """One event of the stream, or the whole answer where none was streamed."""

    choices: list[Choice] | None = None
    usage: Tokens | None = None
    x_groq: Groq | None = None
    error: Any = None
    model: str | None = None
    citations: list[Any] | None = None


_strict = msgspec.json.Decoder(Chunk)


def read_chunk(data: bytes) -> Chunk:
    """The chunk in this JSON.

    Raises:
        msgspec.DecodeError: it is no JSON, or no object.
    """
    try:
        return _strict.decode(data)
    except msgspec.ValidationError:
        return _patient(_object(data))
    except UnicodeDecodeError:
        return read_chunk(data.decode("utf-8", "replace").encode())


def _object(data: bytes) -> dict[str, Any]:
    return msgspec.json.decode(data, type=dict[str, Any])


def _patient(raw: dict[str, Any]) -> Chunk:
    return Chunk(
        choices=[_choice(c) for c in _list(raw, "choices") if isinstance(c, dict)],
        usage=_tokens(raw.get("usage")),
        x_groq=Groq(_tokens(_dict(raw.get("x_groq")).get("usage"))),
        error=raw.get("error"),
        model=_text(raw.get("model")),
        citations=_list(raw, "citations"),
    )


def _choice(raw: dict[str, Any]) -> Choice:
    return Choice(
        index=_int(raw.get("index")),
        delta=_delta(raw["delta"]) if isinstance(raw.get("delta"), dict) else None,
        message=_delta(raw["message"])
        if isinstance(raw.get("message"), dict)
        else None,
        finish_reason=_text(raw.get("finish_reason")),
        native_finish_reason=_text(raw.get("native_finish_reason")),
    )


def _delta(raw: dict[str, Any]) -> Delta:
    content, thinking = _content(raw.get("content"))
    return Delta(
        content=content,
        reasoning_content=_text(raw.get("reasoning_content")) or thinking,
        reasoning=_text(raw.get("reasoning")),
        refusal=_text(raw.get("refusal")),
        tool_calls=[_call(c) for c in _list(raw, "tool_calls") if isinstance(c, dict)],
        function_call=_function(raw.get("function_call")),
        annotations=_list(raw, "annotations"),
        reasoning_details=_list(raw, "reasoning_details"),
    )


def _content(value: Any) -> tuple[str | None, str | None]:
    """Text and thinking; Mistral sends both as a list of typed blocks."""
    if not isinstance(value, list):
        return _text(value), None
    text, thinking = "", ""
    for block in map(_dict, cast("list[Any]", value)):
        if block.get("type") == "thinking":
            thinking += _content(block.get("thinking"))[0] or ""
        else:
            text += _text(block.get("text")) or ""
    return text, thinking


def _call(raw: dict[str, Any]) -> CallDelta:
    return CallDelta(
        index=_int(raw.get("index")),
        id=_text(raw.get("id")),
        function=_function(raw.get("function")),
        extra_content=raw.get("extra_content"),
    )


def _function(raw: Any) -> Function | None:
    if not isinstance(raw, dict):
        return None
    fields = _dict(raw)
    args = fields.get("arguments")
    if not isinstance(args, (str, dict)) and args is not None:
        args = msgspec.json.encode(args).decode()
    return Function(_text(fields.get("name")), cast("Any", args))


def _tokens(raw: Any) -> Tokens | None:
    if not isinstance(raw, dict):
        return None
    fields = _dict(raw)
    prompt = _dict(fields.get("prompt_tokens_details"))
    completion = _dict(fields.get("completion_tokens_details"))
    return Tokens(
        prompt_tokens=_int(fields.get("prompt_tokens")),
        completion_tokens=_int(fields.get("completion_tokens")),
        prompt_tokens_details=Details(cached_tokens=_int(prompt.get("cached_tokens"))),
        completion_tokens_details=Details(
            reasoning_tokens=_int(completion.get("reasoning_tokens"))
        ),
        prompt_cache_hit_tokens=_int(fields.get("prompt_cache_hit_tokens")),
    )


def _dict(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _list(raw: dict[str, Any], name: str) -> list[Any]:
    value = raw.get(name)
    return cast("list[Any]", value) if isinstance(value, list) else []


def _text(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return str(value)


def _int(value: Any) -> int | None:
    try:
        return None if value is None else int(value)
    except (TypeError, ValueError, OverflowError):
        return None
