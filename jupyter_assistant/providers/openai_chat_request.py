"""A conversation as Chat Completions wants it: pure, the same bytes every time.

Whatever the history holds, the request is valid: every call has one result right after
it, roles alternate, nothing is blank, and what belongs to another provider stays out.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, assert_never, cast

from jupyter_assistant.conversation import (
    CitationPart,
    FilePart,
    ImagePart,
    InfoPart,
    Message,
    OpaquePart,
    Origin,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
    args_object,
)
from jupyter_assistant.providers.base import DEFAULT_SYSTEM, ProviderProfile
from jupyter_assistant.providers.profiles import (
    MAX_COMPLETION_TOKENS,
    NINE_CHARACTER_IDS,
    sees_images,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.conversation import AnyPart
    from jupyter_assistant.providers.base import Request, ToolDef

NO_RESULT = "This call was not run: the conversation went on without it."
NO_OUTPUT = "(no output)"
_NINE = re.compile(r"[A-Za-z0-9]{9}")
_FILES_FOR = frozenset({"openai", "azure", "openrouter"})
_COUNTS = frozenset({"max_tokens", "max_completion_tokens"})

Wire = dict[str, Any]


def chat_body(
    request: Request,
    *,
    profile: ProviderProfile,
    origin: Origin,
    count: str | None = None,
    asks_usage: bool = True,
) -> Wire:
    """The body of the call.

    Args:
        request: what is asked.
        profile: of the provider.
        origin: who may have its own opaque blocks back.
        count: the name of the output limit, where the server taught us another.
        asks_usage: whether it takes `stream_options`.
    """
    family = profile.family
    messages = _Messages(
        family=family,
        origin=origin,
        images=sees_images(profile, request.model),
        tools=profile.supports_tools,
    )
    body: Wire = {"model": request.model, "messages": messages.render(request)}
    if request.tools and profile.supports_tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if not _COUNTS & request.params.keys():
        own = "max_completion_tokens" if family in MAX_COMPLETION_TOKENS else None
        body[count or own or "max_tokens"] = request.max_output_tokens
    body["stream"] = True
    if asks_usage:
        body["stream_options"] = {"include_usage": True}
    body.update(request.params)
    # None takes a field out, also one of ours.
    return {name: value for name, value in body.items() if value is not None}


def _tool(tool: ToolDef) -> Wire:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.schema,
        },
    }


@dataclass(slots=True, kw_only=True)
class _Messages:
    """Builds the list of messages, one after the other."""

    family: str
    origin: Origin
    images: bool
    tools: bool
    wire: list[Wire] = field(default_factory=list[Wire])

    def render(self, request: Request) -> list[Wire]:
        """All messages, the instructions first."""
        system = request.system if request.system.strip() else DEFAULT_SYSTEM
        self.wire = [{"role": "system", "content": system}]
        for index, message in enumerate(request.messages):
            if message.role == "assistant":
                self._assistant(message, request.messages[index + 1 :])
            else:
                self._user(message.parts)
        return self.wire

    # What the person said

    def _user(self, parts: tuple[AnyPart, ...]) -> None:
        """A turn of the person. Results of calls stand right after their calls."""
        content: list[Wire] = []
        for part in parts:
            match part:
                case TextPart():
                    content += _text(part.text)
                case ImagePart():
                    content += self._image(part)
                case FilePart():
                    content += self._file(part)
                case (
                    ReasoningPart()
                    | ToolCallPart()
                    | ToolResultPart()
                    | CitationPart()
                    | OpaquePart()
                    | InfoPart()
                    | UnknownPart()
                ):
                    pass
                case _:
                    assert_never(part)
        self._add_user(content)

    def _add_user(self, content: list[Wire]) -> None:
        if not content:
            return
        last = self.wire[-1]
        if last["role"] == "user":
            content = _blocks(last["content"]) + content
            self.wire.pop()
        self.wire.append({"role": "user", "content": _plain_if_text(content)})

    def _image(self, part: ImagePart) -> list[Wire]:
        if not self.images:
            return _text(_left_out("picture", part))
        url = f"data:{part.media_type};base64,{part.data}"
        return [{"type": "image_url", "image_url": {"url": url}}]

    def _file(self, part: FilePart) -> list[Wire]:
        if part.media_type.startswith("text/"):
            return _text(_decoded(part.data))
        if self.family not in _FILES_FOR:
            return _text(_left_out("file", part))
        data = f"data:{part.media_type};base64,{part.data}"
        return [{"type": "file", "file": {"filename": part.name, "file_data": data}}]

    # What the model said

    def _assistant(self, message: Message, rest: Sequence[Message]) -> None:
        text: list[str] = []
        calls: list[ToolCallPart] = []
        own: list[OpaquePart] = []
        for part in message.parts:
            match part:
                case TextPart():
                    text += [part.text] if part.text.strip() else []
                case ToolCallPart():
                    calls.append(part)
                case OpaquePart():
                    own += [part] if part.origin == self.origin else []
                case (
                    ImagePart()
                    | FilePart()
                    | ReasoningPart()
                    | ToolResultPart()
                    | CitationPart()
                    | InfoPart()
                    | UnknownPart()
                ):
                    pass
                case _:
                    assert_never(part)
        results = _results(calls, rest)
        if not self.tools:
            self._as_text("".join(text), calls, results)
            return
        self._add_assistant("".join(text), calls, own)
        for call, result in zip(calls, results, strict=True):
            content = result.text if result else NO_RESULT
            self.wire.append(
                {
                    "role": "tool",
                    "tool_call_id": self._id(call.call_id),
                    "content": content if content.strip() else NO_OUTPUT,
                }
            )
        # A message of a tool holds text only: its pictures follow as the person's.
        self._add_user(self._pictures(results))

    def _pictures(self, results: list[ToolResultPart | None]) -> list[Wire]:
        content: list[Wire] = []
        for result in results:
            if result and result.images:
                content += _text(f"What {result.tool} gave as pictures:")
                for image in result.images:
                    content += self._image(image)
        return content

    def _add_assistant(
        self, text: str, calls: list[ToolCallPart], own: list[OpaquePart]
    ) -> None:
        if not text and not calls:
            return
        last = self.wire[-1]
        if last["role"] == "assistant":
            text = "\n\n".join(filter(None, (last["content"], text)))
            self.wire.pop()
        wire: Wire = {"role": "assistant", "content": text or None}
        if calls:
            wire["tool_calls"] = [self._call(call, own) for call in calls]
        for part in own:
            if part.call_id is None:
                wire.update(_fields(part))
        self.wire.append(wire)

    def _call(self, call: ToolCallPart, own: list[OpaquePart]) -> Wire:
        # What is no object was refused; servers parse it and would fail on it again.
        args = call.args if args_object(call) is not None else "{}"
        wire: Wire = {
            "id": self._id(call.call_id),
            "type": "function",
            "function": {"name": call.tool or "unnamed", "arguments": args},
        }
        for part in own:
            if part.call_id == call.call_id:
                wire.update(_fields(part))
        return wire

    def _id(self, call_id: str) -> str:
        """The call's id as this server takes it.

        Source: Mistral refuses foreign ids (code 3280), see langchain#24668.
        """
        if self.family not in NINE_CHARACTER_IDS or _NINE.fullmatch(call_id):
            return call_id
        digest = hashlib.sha256(call_id.encode("utf-8", "surrogatepass")).digest()
        return re.sub(r"[^A-Za-z0-9]", "0", base64.b64encode(digest).decode())[:9]

    def _as_text(
        self,
        text: str,
        calls: list[ToolCallPart],
        results: list[ToolResultPart | None],
    ) -> None:
        """Calls and results in words, for who knows no tools."""
        said = [f"[I called {call.tool} with {call.args}]" for call in calls]
        self._add_assistant("\n\n".join(filter(None, (text, *said))), [], [])
        content: list[Wire] = []
        for call, result in zip(calls, results, strict=True):
            content += _text(
                f"[{call.tool} gave] {(result.text if result else '') or NO_OUTPUT}"
            )
        self._add_user(content + self._pictures(results))


def _results(
    calls: list[ToolCallPart], rest: Sequence[Message]
) -> list[ToolResultPart | None]:
    """The result of each call, None where none came before the model went on."""
    found: dict[str, ToolResultPart] = {}
    for message in rest if calls else ():
        if message.role == "assistant" and any(
            isinstance(part, ToolCallPart) for part in message.parts
        ):
            break
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                found.setdefault(part.call_id, part)
    return [found.get(call.call_id) for call in calls]


def _fields(part: OpaquePart) -> Wire:
    raw: Any = part.raw
    return cast("Wire", raw) if isinstance(raw, dict) else {}


def _text(text: str) -> list[Wire]:
    return [{"type": "text", "text": text}] if text.strip() else []


def _blocks(content: str | list[Wire]) -> list[Wire]:
    return _text(content) if isinstance(content, str) else content


def _plain_if_text(content: list[Wire]) -> str | list[Wire]:
    """One string where there are only words: every server takes that."""
    if all(block["type"] == "text" for block in content):
        return "\n\n".join(block["text"] for block in content)
    return content


def _left_out(what: str, part: ImagePart | FilePart) -> str:
    name = part.alt or part.name or part.media_type
    return f"[a {what} that this model can't be shown: {name}]"


def _decoded(data: str) -> str:
    return base64.b64decode(data).decode("utf-8", "replace")
