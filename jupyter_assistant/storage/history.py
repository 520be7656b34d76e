"""Conversations while they are kept in memory, and how they are exported."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

import msgspec

from jupyter_assistant.conversation import (
    AnyPart,
    CitationPart,
    FilePart,
    ImagePart,
    InfoPart,
    Message,
    OpaquePart,
    ReasoningPart,
    Selection,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
    args_text,
    encode,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.tools.base import Tool
    from jupyter_assistant.tools.policy import Mode


@dataclass(slots=True, kw_only=True)
class Conversation:
    """One conversation of this process."""

    messages: list[Message] = field(default_factory=list[Message])
    tools: tuple[Tool, ...] | None = None
    """Fixed when it first runs, so that the prompt's prefix stays the same."""
    rules: dict[str, Mode] = field(default_factory=dict[str, "Mode"])
    """What the person decided about tools for the rest of the conversation."""


class MemoryHistory:
    """The conversations of a process; gone with it, unless exported."""

    def __init__(self) -> None:
        """Without any conversation."""
        self._conversations: dict[str, Conversation] = {}

    def conversation(self, conversation_id: str) -> Conversation:
        """The conversation with this id, a new one if there is none."""
        return self._conversations.setdefault(conversation_id, Conversation())

    def messages(self, conversation_id: str) -> tuple[Message, ...]:
        """All its messages, empty if it is not known."""
        known = self._conversations.get(conversation_id)
        return tuple(known.messages) if known else ()

    def clear(self, conversation_id: str) -> None:
        """Forget it."""
        self._conversations.pop(conversation_id, None)


def to_json(messages: Iterable[Message]) -> bytes:
    """A JSON list that `decode_message` reads one by one."""
    return msgspec.json.format(
        b"[" + b",".join(encode(message) for message in messages) + b"]", indent=1
    )


def to_markdown(messages: Iterable[Message]) -> str:
    """A document that anyone can read; what was never shown is left out."""
    return "\n\n".join(_message(message) for message in messages) + "\n"


def _message(message: Message) -> str:
    results_only = all(isinstance(part, ToolResultPart) for part in message.parts)
    who = message.model or "assistant" if message.role == "assistant" else "You"
    head = [] if results_only else [f"## {who}, {message.created_at:%Y-%m-%d %H:%M}"]
    blocks = [block for part in message.parts if (block := _part(part))]
    return "\n\n".join([*head, *blocks])


def _part(part: AnyPart) -> str:
    match part:
        case TextPart(context=None):
            return part.text
        case TextPart(context=context):
            return _folded(f"Sent along: {_label(context)}", part.text)
        case ImagePart() | FilePart():
            label = _label(part.context) or part.name
            return f"*Sent along: {label or part.media_type}*"
        case ReasoningPart():
            return _folded("Thinking", part.text)
        case ToolCallPart():
            return f"Call of `{part.tool}`:\n\n{_fenced(args_text(part))}"
        case ToolResultPart():
            word = "Error" if part.is_error else "Result"
            return f"{word} of `{part.tool}`:\n\n{_fenced(part.text)}"
        case CitationPart():
            return f"Source: {part.title} {part.url or part.filename}".rstrip()
        case InfoPart():
            return f"*{part.text}*"
        case UnknownPart():
            return "*Not supported here: a part of a later version.*"
        case OpaquePart():
            return ""
        case _:
            assert_never(part)


def _label(context: Selection | None) -> str:
    return context.label if context else ""


def _folded(summary: str, text: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{_fenced(text)}\n\n</details>"


def _fenced(text: str) -> str:
    """A code block whose fence is longer than any in the text."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
