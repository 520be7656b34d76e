"""What a conversation already has: nothing is sent twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_assistant.conversation import ImagePart, TextPart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.conversation import Message


class Known:
    """The context parts that earlier messages carry, by what they are of."""

    def __init__(self, history: Iterable[Message] = ()) -> None:
        """Read the history; what a summary replaced is no longer there."""
        self._latest: dict[tuple[str, str], str] = {}
        for message in history:
            if any(_is_summary(part) for part in message.parts):
                self._latest.clear()
            for part in message.parts:
                if isinstance(part, TextPart | ImagePart) and part.context:
                    self._latest[part.context.type, part.context.ref] = _content(part)

    def has(self, part: TextPart | ImagePart) -> bool:
        """Whether the latest the model was told of this thing is just this."""
        if part.context is None:
            return False
        key = (part.context.type, part.context.ref)
        return self._latest.get(key) == _content(part)


def _is_summary(part: object) -> bool:
    return (
        isinstance(part, TextPart)
        and part.context is not None
        and part.context.type == "history"
    )


def _content(part: TextPart | ImagePart) -> str:
    return part.text if isinstance(part, TextPart) else part.data
