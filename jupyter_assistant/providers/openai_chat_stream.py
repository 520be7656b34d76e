"""One Chat Completions answer while it arrives: events of the wire to ours.

Pure: fed with the data of events, whoever read them. Each rule is in the contract
suite, with the public report that it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from jupyter_assistant.conversation import (
    CitationPart,
    StreamEvent,
    TurnBuilder,
    Usage,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.failures import failure_in_stream
from jupyter_assistant.providers.openai_chat_chunks import (
    CallDelta,
    Choice,
    Chunk,
    Delta,
    FunctionDelta,
    decode_chunk,
    dict_of,
    plain,
    usage_of,
)
from jupyter_assistant.providers.reasoning_details import merged_details
from jupyter_assistant.providers.think_tags import Piece, ThinkTags
from jupyter_assistant.providers.tool_deltas import ToolDeltas

if TYPE_CHECKING:
    from jupyter_assistant.conversation import AnyPart, Origin, StopReason, Turn
    from jupyter_assistant.providers.framing import ServerSentEvent

_STOPS: dict[str, StopReason] = {
    "stop": "end",
    "end_turn": "end",
    "stop_sequence": "end",
    "eos": "end",
    "eos_token": "end",
    "complete": "end",
    "completed": "end",
    "tool_calls": "tool_use",
    "tool_call": "tool_use",
    "tool_use": "tool_use",
    "function_call": "tool_use",
    "length": "max_tokens",
    "max_tokens": "max_tokens",
    "max_output_tokens": "max_tokens",
    "model_length": "max_tokens",
    "model_context_window_exceeded": "max_tokens",
    "content_filter": "refusal",
    "refusal": "refusal",
    "safety": "refusal",
    "recitation": "refusal",
    "prohibited_content": "refusal",
    "blocklist": "refusal",
    "sensitive": "refusal",
}


@dataclass(slots=True, kw_only=True)
class ChatStream:
    """What has arrived of one answer."""

    origin: Origin
    keeps_reasoning: bool
    """Whether the provider wants the thinking before its calls back."""
    finish: str = ""
    """The first reason that was given for the end, in the provider's words."""
    done: bool = False
    """Whether the stream said that it is over."""
    _builder: TurnBuilder = field(default_factory=TurnBuilder)
    _think: ThinkTags = field(default_factory=ThinkTags)
    _calls: ToolDeltas = field(default_factory=ToolDeltas)
    _details: list[Any] = field(default_factory=list[Any])
    _extra: Any = None
    _thoughts: list[str] = field(default_factory=list[str])
    _named: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Sources that were found; some servers repeat all of them in every chunk."""
    _usage: Usage | None = None
    _model: str = ""
    _refused: bool = False
    _in_tools: bool = False
    _began: bool = False

    @property
    def began(self) -> bool:
        """Whether anything of an answer has arrived."""
        return self._began or self.done

    def partial(self) -> tuple[AnyPart, ...]:
        """What has arrived, for who must do without the rest."""
        self._words(self._think.close(), [])
        return self._builder.partial()

    def feed(self, sse: ServerSentEvent) -> list[StreamEvent]:
        """What an event brings.

        Raises:
            ProviderError: it is none that can be read, or it tells a failure.
        """
        data = sse.data
        if self.done:
            return []
        if data.startswith(b"[DONE]"):
            self.done = True
            return []
        if sse.event == "error" and not data.lstrip().startswith(b"{"):
            raise failure_in_stream(data.decode("utf-8", "replace"))
        chunk = decode_chunk(data)
        if chunk.error or (not chunk.choices and _tells_failure(data, sse.event)):
            raise failure_in_stream(plain(data))
        self._began = self._began or bool(chunk.choices or chunk.usage)
        return self._take(chunk)

    def _take(self, chunk: Chunk) -> list[StreamEvent]:
        """What a chunk brings."""
        events: list[StreamEvent] = []
        for choice in chunk.choices or ():
            if not choice.index:
                self._choice(choice, events)
        if chunk.usage:
            self._usage = usage_of(chunk.usage) or self._usage
        if chunk.x_groq:
            self._usage = usage_of(dict_of(chunk.x_groq).get("usage")) or self._usage
        if chunk.model and not self._model:
            self._model = chunk.model
        if chunk.citations or chunk.search_results:
            self._sources(chunk, events)
        return events

    def _choice(self, choice: Choice, events: list[StreamEvent]) -> None:
        delta = choice.delta
        if delta is None and not self._builder.partial():
            # The whole answer at once. After deltas it would only repeat them.
            delta = choice.message or (
                Delta(content=choice.text) if choice.text else None
            )
        if delta is not None:
            self._delta(delta, events)
        if choice.usage:
            self._usage = usage_of(choice.usage) or self._usage
        if choice.finish_reason:
            self._finished(choice)

    def _finished(self, choice: Choice) -> None:
        finish = choice.finish_reason or ""
        if finish == "error":
            native = choice.native_finish_reason or "no reason given"
            raise ProviderError(
                "overloaded", f"The model stopped on an error: {native}"
            )
        self.finish = self.finish or finish

    def _delta(self, delta: Delta, events: list[StreamEvent]) -> None:
        # Some servers send the same thinking in both fields.
        if thought := delta.reasoning_content or delta.reasoning:
            if self.keeps_reasoning:
                self._thoughts.append(thought)
            events.append(self._builder.reasoning(thought))
        if content := delta.content:
            if self._think.in_text:
                events.append(self._builder.text(content))
            else:
                self._words(self._think.feed(content), events)
        if delta.refusal:
            self._refused = True
            events.append(self._builder.text(delta.refusal))
        if delta.tool_calls:
            self._in_tools = True
            alone = len(delta.tool_calls) == 1
            for place, call in enumerate(delta.tool_calls):
                self._call(call, None if alone else place, events)
        elif delta.function_call and not self._in_tools:
            legacy = CallDelta(index=0, function=delta.function_call)
            self._call(legacy, None, events)
        if delta.annotations:
            self._annotations(delta.annotations, events)
        if delta.reasoning_details:
            self._details += _list(delta.reasoning_details)
        if delta.extra_content:
            self._extra = delta.extra_content

    def _words(self, pieces: list[Piece], events: list[StreamEvent]) -> None:
        for kind, words in pieces:
            if kind == "text":
                events.append(self._builder.text(words))
            else:
                events.append(self._builder.reasoning(words))

    def _call(
        self, call: CallDelta, place: int | None, events: list[StreamEvent]
    ) -> None:
        self._words(self._think.close(), events)
        function = call.function or FunctionDelta(call.name, call.arguments)
        known = self._calls.find(
            index=call.index,
            call_id=call.id or "",
            name=function.name or "",
            args=function.arguments,
            place=place,
        )
        events.append(
            self._builder.call(
                known.key,
                call_id=known.call_id,
                name=function.name or "",
                args=function.arguments,
            )
        )
        if call.extra_content:
            self._builder.opaque(
                {"extra_content": call.extra_content},
                self.origin,
                self._builder.call_id(known.key),
            )

    def _annotations(self, value: Any, events: list[StreamEvent]) -> None:
        for raw in _list(value):
            if not isinstance(raw, dict):
                continue
            note = cast("dict[str, Any]", raw)
            kind = str(note.get("type", ""))
            inner = note.get(kind)
            found = cast("dict[str, Any]", inner if isinstance(inner, dict) else note)
            self._source(found, events)

    def _sources(self, chunk: Chunk, events: list[StreamEvent]) -> None:
        # The results name what the bare addresses only point at.
        for listed in (chunk.search_results, chunk.citations):
            for raw in _list(listed):
                found = {"url": raw} if isinstance(raw, str) else raw
                if isinstance(found, dict):
                    self._source(cast("dict[str, Any]", found), events)

    def _source(self, found: dict[str, Any], events: list[StreamEvent]) -> None:
        def text(key: str) -> str:
            value = found.get(key)
            return value if isinstance(value, str) else ""

        is_file = not text("url") and bool(text("file_id"))
        citation = CitationPart(
            type="file" if is_file else "url",
            title=text("title"),
            url=text("url"),
            file_id=text("file_id"),
            filename=text("filename"),
            cited_text=text("content") or text("quote"),
        )
        named = (citation.url, citation.file_id)
        if any(named) and named not in self._named:
            self._named.add(named)
            event = self._builder.citation(citation)
            if event is not None:  # pragma: no branch  (its name is new)
                events.append(event)

    def end(self) -> tuple[list[StreamEvent], Turn]:
        """The last words that were held back, and the whole answer."""
        events: list[StreamEvent] = []
        self._words(self._think.close(), events)
        for call, meant in self._calls.repaired():
            self._builder.replace_args(call.key, meant)
        self._keep_opaque()
        stop = _STOPS.get(self.finish.lower(), "other") if self.finish else "end"
        if self._refused and stop != "max_tokens":
            stop = "refusal"
        if stop == "other" and self._builder.has_calls:
            stop = "tool_use"
        turn = self._builder.turn(
            stop,
            usage=self._usage,
            model=self._model,
            refusal_category=self.finish if self.finish == "content_filter" else None,
        )
        return events, turn

    def _keep_opaque(self) -> None:
        """What the provider wants back with this message, for the same origin only."""
        raw: dict[str, Any] = {}
        if self._details:
            raw["reasoning_details"] = merged_details(self._details)
        if self._extra:
            raw["extra_content"] = self._extra
        if self._thoughts and self._builder.has_calls:
            raw["reasoning_content"] = "".join(self._thoughts)
        if raw:
            self._builder.opaque(raw, self.origin)


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _tells_failure(data: bytes, event: str) -> bool:
    """Whether a chunk without choices is an error of another shape."""
    if event == "error":
        return True
    found = plain(data)
    return (
        found.get("object") == "error"
        or found.get("type") == "error"
        or (
            "choices" not in found
            and bool(found.keys() & {"detail", "message", "errors"})
        )
    )
