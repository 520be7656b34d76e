"""A request as a Chat Completions body, valid for every server that speaks it.

Calls and results are paired and in order whatever the history holds, consecutive
messages of a role are one, nothing is empty, and blocks go back only where they came
from. Source: https://platform.openai.com/docs/api-reference/chat/create
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jupyter_assistant.conversation import (
    AnyPart,
    FilePart,
    ImagePart,
    OpaquePart,
    Origin,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    args_object,
)
from jupyter_assistant.providers.base import DEFAULT_SYSTEM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from jupyter_assistant.conversation import Message
    from jupyter_assistant.providers.base import ProviderProfile, Request

NO_RESULT = "Not run: no result was kept."

Json = dict[str, Any]


def chat_body(request: Request, profile: ProviderProfile, origin: Origin) -> Json:
    """The body of one streaming call."""
    limit = request.max_output_tokens
    if profile.max_output_tokens is not None:
        limit = min(limit, profile.max_output_tokens)
    own = profile.family == "openai"
    body: Json = {
        "model": request.model,
        "messages": _messages(request, profile, origin),
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_completion_tokens" if own else "max_tokens": limit,
    }
    if request.tools and profile.supports_tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.schema,
                },
            }
            for tool in request.tools
        ]
    return body | request.params


def _messages(request: Request, profile: ProviderProfile, origin: Origin) -> list[Json]:
    system = request.system.strip() or DEFAULT_SYSTEM
    history = _History(
        messages=[{"role": "system", "content": system}],
        images=profile.supports_images,
        files=profile.family == "openai",
        call_id=_nine if profile.family == "mistral" else str,
        origin=origin,
    )
    for message in request.messages:
        history.add(message)
    history.answer_open_calls(())
    return history.messages


@dataclass(slots=True, kw_only=True)
class _History:
    """The messages so far, and the calls that still need a result."""

    messages: list[Json]
    images: bool
    files: bool
    call_id: Callable[[str], str]
    origin: Origin
    open_calls: list[ToolCallPart] = field(default_factory=list[ToolCallPart])

    def add(self, message: Message) -> None:
        """Append a message, or what it says to the last one of its role."""
        if message.role == "assistant":
            self._add_answer(message.parts)
            return
        results = [p for p in message.parts if isinstance(p, ToolResultPart)]
        shown = self.answer_open_calls(results)
        self._add_user([*shown, *map(self._content, message.parts)])

    def answer_open_calls(self, results: Sequence[ToolResultPart]) -> list[Json | None]:
        """A tool message for each open call; what must follow as the person's turn.

        A call without a result gets one, a result without a call is left out.
        """
        by_id = {result.call_id: result for result in results}
        pictures: list[Json | None] = []
        for call in self.open_calls:
            result = by_id.get(call.call_id)
            text = result.text if result is not None else NO_RESULT
            self.messages.append(
                {
                    "role": "tool",
                    "tool_call_id": self.call_id(call.call_id),
                    "content": text or "(nothing)",
                }
            )
            if result is not None and result.images:
                pictures.append(_text(f"Pictures of {call.tool}:"))
                pictures += map(self._content, result.images)
        self.open_calls = []
        return pictures

    def _add_user(self, contents: Iterable[Json | None]) -> None:
        blocks = [block for block in contents if block is not None]
        last = self.messages[-1]
        if not blocks:
            return
        if last["role"] == "user":
            blocks = [*_blocks(last["content"]), *blocks]
            self.messages.pop()
        self.messages.append({"role": "user", "content": _simplest(blocks)})

    def _add_answer(self, parts: tuple[AnyPart, ...]) -> None:
        self._add_user(self.answer_open_calls(()))
        text = "".join(p.text for p in parts if isinstance(p, TextPart))
        calls = [p for p in parts if isinstance(p, ToolCallPart)]
        returned = [
            p for p in parts if isinstance(p, OpaquePart) and p.origin == self.origin
        ]
        if not text.strip() and not calls:
            return
        answer: Json = {"role": "assistant"}
        if self.messages[-1]["role"] == "assistant":
            answer = self.messages.pop()
            text = "\n\n".join(filter(None, (answer.get("content"), text.strip())))
        if text.strip():
            answer["content"] = text
        for block in returned:
            if block.call_id is None and isinstance(block.raw, dict):
                answer |= block.raw
        if calls:
            answer["tool_calls"] = [self._call(call, returned) for call in calls]
        self.messages.append(answer)
        self.open_calls = calls

    def _call(self, call: ToolCallPart, returned: Iterable[OpaquePart]) -> Json:
        rendered: Json = {
            "id": self.call_id(call.call_id),
            "type": "function",
            "function": {
                "name": _tool_name(call.tool),
                "arguments": call.args if args_object(call) is not None else "{}",
            },
        }
        for block in returned:
            if block.call_id == call.call_id and isinstance(block.raw, dict):
                rendered |= block.raw
        return rendered

    def _content(self, part: AnyPart) -> Json | None:
        """A part of the person's turn; None for what is never sent there."""
        match part:
            case TextPart():
                return _text(part.text) if part.text.strip() else None
            case ImagePart() if self.images:
                url = f"data:{part.media_type};base64,{part.data}"
                return {"type": "image_url", "image_url": {"url": url}}
            case FilePart() if self.files:
                url = f"data:{part.media_type};base64,{part.data}"
                name = part.name or "file"
                return {"type": "file", "file": {"filename": name, "file_data": url}}
            case ImagePart() | FilePart():
                what = part.alt or part.name or part.media_type
                return _text(f"[{what}: not sent, this model can't read it]")
            case _:
                return None


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _blocks(content: str | list[Json]) -> list[Json]:
    return [_text(content)] if isinstance(content, str) else content


def _simplest(blocks: list[Json]) -> str | list[Json]:
    """Plain text where there is nothing else: some servers know no lists."""
    if all(block["type"] == "text" for block in blocks):
        return "\n\n".join(block["text"] for block in blocks)
    return blocks


def _tool_name(name: str) -> str:
    """A name that every server takes; the models' own slips can't all go back."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:64] or "unnamed"


def _nine(call_id: str) -> str:
    """Mistral takes ids of exactly nine letters and digits, also for foreign calls."""
    if re.fullmatch(r"[a-zA-Z0-9]{9}", call_id):
        return call_id
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]
