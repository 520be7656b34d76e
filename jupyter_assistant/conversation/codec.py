"""Values to JSON and back, for storage, the wire and other processes.

What a later version wrote is kept: its unknown parts become `UnknownPart`s and are
encoded again exactly as they came.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

from jupyter_assistant.conversation.events import RunEvent
from jupyter_assistant.conversation.messages import Message
from jupyter_assistant.conversation.parts import AnyPart, UnknownPart
from jupyter_assistant.errors import ConversationInvalid

VERSION = 1

T = TypeVar("T")

_message = msgspec.json.Decoder(Message)
_event: msgspec.json.Decoder[Any] = msgspec.json.Decoder(cast("Any", RunEvent))


def encode(value: Message | RunEvent) -> bytes:
    """Compact JSON of a message or an event."""
    if isinstance(value, Message) and any(
        isinstance(part, UnknownPart) for part in value.parts
    ):
        return msgspec.json.encode(_with_raw_parts(value))
    return msgspec.json.encode(value)


def decode_message(data: bytes | str) -> Message:
    """The message that `encode` wrote, now or in another version.

    Raises:
        ConversationInvalid: it is no message; the text names the path to the fault.
    """
    try:
        return _message.decode(data)
    except msgspec.ValidationError as error:
        return _tolerant(data, error)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConversationInvalid(f"This is no message but broken JSON: {error}") from (
            None
        )


def decode_event(data: bytes | str) -> RunEvent:
    """The event that `encode` wrote.

    Raises:
        ConversationInvalid: it is none of our events.
    """
    try:
        return _event.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConversationInvalid(f"This is no run event: {error}") from None


def from_builtins(value: Any, type_: type[T], what: str) -> T:
    """Plain data (from JSON or TOML) as a `type_`.

    Raises:
        ConversationInvalid: naming `what` it should be and the path to the fault.
    """
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise ConversationInvalid(f"This is no {what}: {error}") from None


def _with_raw_parts(message: Message) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(message)
    plain["parts"] = [
        part.raw if isinstance(part, UnknownPart) else msgspec.to_builtins(part)
        for part in message.parts
    ]
    return plain


def _tolerant(data: bytes | str, error: msgspec.ValidationError) -> Message:
    """Read what is readable; a fault of our own version is still an error."""
    try:
        envelope = msgspec.json.decode(data, type=_Envelope)
    except (msgspec.ValidationError, RecursionError):
        raise ConversationInvalid(f"This is no message: {error}") from None
    parts = [
        _part(raw, f"$.parts[{index}]", newer=envelope.v > VERSION)
        for index, raw in enumerate(envelope.parts)
    ]
    plain = msgspec.json.decode(data, type=dict[str, Any])
    rest = from_builtins(plain | {"v": VERSION, "parts": []}, Message, "message")
    return msgspec.structs.replace(rest, parts=tuple(parts))


def _part(raw: Any, path: str, *, newer: bool) -> AnyPart:
    try:
        return msgspec.convert(raw, cast("Any", AnyPart))
    except msgspec.ValidationError as error:
        if newer or _kind_is_unknown(raw):
            return UnknownPart(raw=raw)
        raise ConversationInvalid(
            f"This is no message: {_at(path, str(error))}"
        ) from None


def _kind_is_unknown(raw: Any) -> bool:
    """Whether the tag names a part that this version does not have."""
    try:
        return msgspec.convert(raw, _Tagged).kind not in _KINDS
    except msgspec.ValidationError:
        return False


def _at(path: str, error: str) -> str:
    """Msgspec's message with the path counted from the message's root."""
    words, separator, inner = error.partition(" - at `$")
    return f"{words} - at `{path}{inner}" if separator else f"{words} - at `{path}`"


class _Envelope(msgspec.Struct):
    """What every version of a message has."""

    parts: list[Any]
    v: int = VERSION


class _Tagged(msgspec.Struct):
    """What every version of a part has."""

    kind: str


_KINDS = frozenset(
    cast("str", part.__struct_config__.tag) for part in cast("Any", AnyPart).__args__
)
