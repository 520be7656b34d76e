"""Reads one Chat Completions stream, from whatever server it comes.

What to do with each oddity follows what servers were seen to send; the tests name the
public reports.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import msgspec

from jupyter_assistant.conversation import (
    AnyPart,
    CitationPart,
    Origin,
    StopReason,
    StreamEvent,
    Turn,
    TurnBuilder,
    Usage,
    args_from_text,
)
from jupyter_assistant.errors import ErrorKind, ProviderError
from jupyter_assistant.providers.failures import failure_in_stream
from jupyter_assistant.providers.openai_chat_chunks import (
    CallDelta,
    Choice,
    Chunk,
    Delta,
    Function,
    Tokens,
    read_chunk,
)
from jupyter_assistant.providers.think import ThinkTags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_STOPS: dict[str, StopReason] = {
    "stop": "end",
    "end_turn": "end",
    "eos": "end",
    "eos_token": "end",
    "stop_sequence": "end",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "tool_use": "tool_use",
    "length": "max_tokens",
    "max_tokens": "max_tokens",
    "model_length": "max_tokens",
    "model_context_window_exceeded": "max_tokens",
    "content_filter": "refusal",
    "safety": "refusal",
    "refusal": "refusal",
}
_QUOTED_CHARS = 200


@dataclass(slots=True, kw_only=True)
class ChatStream:
    """The state of one stream; `feed` it events, then ask for its `turn`."""

    provider: str
    origin: Origin
    redact: Callable[[str], str]
    returns_reasoning: bool = False
    """Whether the server wants its reasoning back with tool results (DeepSeek)."""
    done: bool = False
    """The server said that this was all."""
    builder: TurnBuilder = field(default_factory=TurnBuilder)
    _think: ThinkTags = field(default_factory=ThinkTags)
    _finish: str = ""
    _refused: bool = False
    _usage: Tokens | None = None
    _model: str = ""
    _calls: _Calls = field(init=False)
    _details: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    _thought: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self._calls = _Calls(self.builder, self.origin)

    def feed(self, data: bytes) -> list[StreamEvent]:
        """The events that one piece of JSON means.

        Raises:
            ProviderError: it is an error, or no JSON.
        """
        if data[:6] == b"[DONE]":
            self.done = True
            return []
        try:
            chunk = read_chunk(data)
        except (msgspec.DecodeError, RecursionError):
            quoted = data[:_QUOTED_CHARS].decode("utf-8", "replace")
            raise self.error(
                "protocol", f"{self.provider} sent an event that is no JSON: {quoted}"
            ) from None
        return self._take(chunk)

    def _take(self, chunk: Chunk) -> list[StreamEvent]:
        if chunk.error:
            raise self._with_partial(
                failure_in_stream(
                    chunk.error, provider=self.provider, redact=self.redact
                )
            )
        self._model = chunk.model or self._model
        self._usage = (
            chunk.usage or (chunk.x_groq and chunk.x_groq.usage) or self._usage
        )
        events: list[StreamEvent] = []
        for choice in chunk.choices or ():
            if not choice.index:
                self._choose(choice, events)
        for url in chunk.citations or ():
            self._cite(url, events)
        return events

    def _choose(self, choice: Choice, events: list[StreamEvent]) -> None:
        delta = choice.delta or choice.message
        if delta is not None:
            self._add(delta, events)
        if choice.finish_reason == "error":
            reason = choice.native_finish_reason or "no reason given"
            raise self.error("overloaded", f"{self.provider} gave up: {reason}")
        if choice.finish_reason and not self._finish:
            self._finish = choice.finish_reason

    def _add(self, delta: Delta, events: list[StreamEvent]) -> None:
        thought = delta.reasoning_content or delta.reasoning
        if thought:
            self._think.skip()
            self._thought.append(thought)
            events.append(self.builder.reasoning(thought))
        if delta.content:
            self._say(self._think.feed(delta.content), events)
        if delta.refusal:
            self._refused = True
            events.append(self.builder.text(delta.refusal))
        if delta.tool_calls:
            events += self._calls.add_all(delta.tool_calls)
        elif delta.function_call:
            events += self._calls.add_legacy(delta.function_call)
        for note in delta.annotations or ():
            self._cite(note, events)
        if delta.reasoning_details:
            self._merge_details(delta.reasoning_details)

    def _say(
        self, pieces: Iterable[tuple[bool, str]], events: list[StreamEvent]
    ) -> None:
        for is_thought, text in pieces:
            events.append(
                self.builder.reasoning(text) if is_thought else self.builder.text(text)
            )

    def _cite(self, raw: Any, events: list[StreamEvent]) -> None:
        citation = _citation(raw)
        found = self.builder.citation(citation) if citation else None
        if found is not None:
            events.append(found)

    def _merge_details(self, details: Iterable[Any]) -> None:
        """OpenRouter's fragments of one block share an index; its texts add up."""
        for detail in details:
            if not isinstance(detail, dict):
                continue
            fresh = cast("dict[str, Any]", detail)
            same = (fresh.get("index"), fresh.get("type"))
            last = self._details[-1] if self._details else {}
            if self._details and (last.get("index"), last.get("type")) == same:
                for name, value in fresh.items():
                    adds = name in ("text", "summary", "data") and last.get(name)
                    last[name] = last[name] + value if adds and value else value
            else:
                self._details.append(dict(fresh))

    # The end

    def tail(self) -> list[StreamEvent]:
        """What was held back because a tag might have followed."""
        events: list[StreamEvent] = []
        self._say(self._think.end(), events)
        return events

    @property
    def is_complete(self) -> bool:
        """Whether the answer may end here."""
        return self.done or bool(self._finish)

    def turn(self) -> Turn:
        """The whole answer."""
        if self._details:
            self.builder.opaque({"reasoning_details": self._details}, self.origin)
        elif self.returns_reasoning and self._thought and self.builder.has_calls:
            thought = "".join(self._thought)
            self.builder.opaque({"reasoning_content": thought}, self.origin)
        stop = _STOPS.get(self._finish.lower(), "other") if self._finish else "end"
        return self.builder.turn(
            "refusal" if self._refused else stop,
            usage=_usage(self._usage),
            model=self._model,
        )

    def partial(self) -> tuple[AnyPart, ...]:
        """What has arrived; no call in it may run."""
        self.tail()
        return self.builder.partial()

    def cut_short(self, url: str) -> ProviderError:
        """The error of a stream that ended before its answer did."""
        if self.builder.partial():
            return self.error("protocol", f"The answer of {self.provider} broke off.")
        return self.error(
            "protocol",
            f"{url} answers, but not like OpenAI's API: nothing came. "
            "Is the address right?",
        )

    def error(self, kind: ErrorKind, message: str) -> ProviderError:
        """An error of this stream, with what had arrived."""
        return self._with_partial(
            ProviderError(kind, self.redact(message), provider=self.provider)
        )

    def _with_partial(self, error: ProviderError) -> ProviderError:
        error.partial = self.partial()
        return error


@dataclass(slots=True)
class _Calls:
    """Finds out to which call a fragment belongs."""

    builder: TurnBuilder
    origin: Origin
    _by_index: dict[int, int] = field(default_factory=dict[int, int])
    """The newest call of each index; an index can be used again."""
    _by_id: dict[str, int] = field(default_factory=dict[str, int])
    _by_position: dict[int, int] = field(default_factory=dict[int, int])
    _names: list[str] = field(default_factory=list[str])
    _args: list[list[str]] = field(default_factory=list[list[str]])
    _legacy: int | None = None

    def add_all(self, deltas: list[CallDelta]) -> list[StreamEvent]:
        """All fragments of one chunk."""
        events: list[StreamEvent] = []
        for position, delta in enumerate(deltas):
            function = delta.function or Function()
            key = self._key(delta, function, position)
            events.append(self._add(key, delta.id or "", function))
            if delta.extra_content:
                raw = {"extra_content": delta.extra_content}
                self.builder.opaque(raw, self.origin, self.builder.call_id(key))
        return events

    def add_legacy(self, function: Function) -> list[StreamEvent]:
        """`function_call`, which counts only where there is nothing newer."""
        if self._legacy is None:
            if self._names:
                return []
            self._legacy = self._open()
        return [self._add(self._legacy, "", function)]

    def _key(self, delta: CallDelta, function: Function, position: int) -> int:
        known = self._known(delta, position)
        if known is None or self._begins(known, delta, function):
            known = self._open()
        if delta.index is not None:
            self._by_index[delta.index] = known
        if delta.id:
            self._by_id[delta.id] = known
        self._by_position[position] = known
        return known

    def _known(self, delta: CallDelta, position: int) -> int | None:
        """The call this fragment could go on with: by index, id, then position."""
        if delta.index is not None:
            return self._by_index.get(delta.index)
        if delta.id:
            return self._by_id.get(delta.id)
        if position:
            return self._by_position.get(position)
        return len(self._names) - 1 if self._names else None

    def _begins(self, known: int, delta: CallDelta, function: Function) -> bool:
        """Whether the fragment is a new call, though its index or place was used."""
        if delta.id and self._by_id.get(delta.id) == known:
            return False
        if not function.name:
            return False
        if delta.id:
            return True
        return bool(self._args[known]) and args_from_text(
            "".join(self._args[known])
        ) == ("".join(self._args[known]), None)

    def _open(self) -> int:
        self._names.append("")
        self._args.append([])
        return len(self._names) - 1

    def _add(self, key: int, call_id: str, function: Function) -> StreamEvent:
        if isinstance(function.arguments, str) and function.arguments:
            self._args[key].append(function.arguments)
        self._names[key] = self._names[key] or function.name or ""
        return self.builder.call(
            key, call_id=call_id, name=function.name or "", args=function.arguments
        )


def _citation(raw: Any) -> CitationPart | None:
    """A source from a bare URL, an annotation, or an object with a URL."""
    if isinstance(raw, str):
        return CitationPart(type="url", url=raw)
    if not isinstance(raw, dict):
        return None
    found = cast("dict[str, Any]", raw)
    inner = found.get("url_citation")
    if isinstance(inner, dict):
        found = cast("dict[str, Any]", inner)
    url, title = found.get("url"), found.get("title")
    if not isinstance(url, str):
        return None
    return CitationPart(
        type="url", url=url, title=title if isinstance(title, str) else ""
    )


def _usage(tokens: Tokens | None) -> Usage | None:
    if tokens is None:
        return None
    prompt, completion = tokens.prompt_tokens_details, tokens.completion_tokens_details
    cached = prompt.cached_tokens if prompt else None
    return Usage(
        input_tokens=tokens.prompt_tokens or 0,
        output_tokens=tokens.completion_tokens or 0,
        cache_read_tokens=cached or tokens.prompt_cache_hit_tokens or 0,
        reasoning_tokens=(completion.reasoning_tokens if completion else None) or 0,
    )
