"""How many tokens something will cost, before anybody counted.

Counts content by its bytes: a token of English or code is about 4 bytes of UTF-8, and
text in other scripts costs about as many tokens as its 3-byte characters suggest.
Budgets add `SAFETY` on top and calibrate by what providers report.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from jupyter_assistant.conversation.parts import (
    AnyPart,
    CitationPart,
    FilePart,
    ImagePart,
    InfoPart,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.conversation.messages import Message

BYTES_PER_TOKEN = 4
SAFETY = 4 / 3
IMAGE_TOKENS = 1100
"""A picture of the size that providers scale to; they bill 85 to 1,600."""
FRAMING_TOKENS = 4
"""What a provider adds around a message, a call or a result."""


def text_tokens(text: str) -> int:
    """Tokens of a text, never 0 for a text that is not empty."""
    return math.ceil(len(text.encode("utf-8", "surrogatepass")) / BYTES_PER_TOKEN)


def json_tokens(value: Any) -> int:
    """Tokens of a value that is sent as JSON, such as a tool's schema."""
    return math.ceil(len(msgspec.json.encode(value)) / BYTES_PER_TOKEN)


def part_tokens(part: AnyPart) -> int:
    """Tokens of a part as it is sent; 0 for what is only shown."""
    match part:
        case TextPart() | ReasoningPart():
            return text_tokens(part.text)
        case ImagePart():
            return IMAGE_TOKENS
        case FilePart():
            # Providers extract the text of a document: far less than its bytes.
            return math.ceil(len(part.data) * 3 / 4 / BYTES_PER_TOKEN)
        case ToolCallPart():
            return FRAMING_TOKENS + text_tokens(part.tool) + text_tokens(part.args)
        case ToolResultPart():
            images = IMAGE_TOKENS * len(part.images)
            return FRAMING_TOKENS + text_tokens(part.text) + images
        case OpaquePart():
            return json_tokens(part.raw)
        case CitationPart() | InfoPart() | UnknownPart():
            return 0
        case _:
            assert_never(part)


def message_tokens(message: Message) -> int:
    """Tokens of a message with its framing."""
    return FRAMING_TOKENS + sum(map(part_tokens, message.parts))


def request_tokens(
    system: str, messages: Iterable[Message], schemas: Iterable[Any]
) -> int:
    """Tokens of a whole request: instructions, history and tool definitions."""
    tools = sum(FRAMING_TOKENS + json_tokens(schema) for schema in schemas)
    return text_tokens(system) + sum(map(message_tokens, messages)) + tools
