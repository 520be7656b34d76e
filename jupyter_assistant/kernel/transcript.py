"""A reply as it is shown: blocks in order, made from the events of its run.

Renderers draw it and know nothing of the runner; it knows nothing of how it is drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from jupyter_assistant.conversation import (
    AnyPart,
    CitationPart,
    Effect,
    Fallback,
    Info,
    Message,
    MessageAdded,
    PendingCall,
    ProviderTool,
    ReasoningDelta,
    ReasoningPart,
    Retrying,
    RunDone,
    RunEvent,
    RunFailed,
    RunPending,
    RunState,
    TextDelta,
    TextPart,
    ToolCallPart,
    ToolCallProgress,
    ToolRequest,
    ToolResult,
    UnknownPart,
)
from jupyter_assistant.kernel import notices
from jupyter_assistant.kernel.notices import Notice
from jupyter_assistant.kernel.steps import Step, duration


@dataclass(slots=True)
class Text:
    """Text that arrives in pieces."""

    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it so far."""
        self.pieces[:] = ["".join(self.pieces)]
        return self.pieces[0]


@dataclass(slots=True)
class Words(Text):
    """Markdown of the model."""


@dataclass(slots=True)
class Thinking(Text):
    """What the model thought, shown apart."""

    started: float = 0.0
    seconds: float | None = None
    """None while it goes on."""


@dataclass(slots=True)
class Source:
    """Where an answer says it comes from."""

    citation: CitationPart


Block = Words | Thinking | Step | Notice | Source


@dataclass(slots=True, kw_only=True)
class Transcript:
    """A run as somebody sees it; `apply` is the only way the model's side changes."""

    model: str
    effects: Mapping[str, Effect] = field(default_factory=dict)
    """What the offered tools do, by name."""
    clock: Callable[[], float] = time.monotonic
    state: RunState = field(default_factory=RunState)
    blocks: list[Block] = field(default_factory=list)
    started: float = field(init=False)
    stopping: bool = False
    """The person wants it to stop."""
    _open: int = 0
    """Where the message begins that is being written."""

    def __post_init__(self) -> None:
        self.started = self.clock()

    def apply(self, event: RunEvent) -> None:
        """Take one event in."""
        self.state.apply(event)
        match event:
            case TextDelta():
                self._add_words(event.text)
            case ReasoningDelta():
                self._add_thinking(event.text)
            case ToolCallProgress():
                self._writing(event)
            case MessageAdded(message=message) if message.role == "assistant":
                self._replace_open(message)
            case ToolRequest():
                self.step(event.call).state = "running"
            case ToolResult(result=result):
                self._finish_step(event)
            case RunPending():
                for pending in event.calls:
                    self._waiting(pending)
            case ProviderTool():
                text = f"{event.name}: {event.phase} {event.detail}".strip()
                self._insert(Notice(text, level="info"))
            case Fallback():
                self._insert(notices.from_fallback(event))
            case Retrying():
                who = self.model.partition("/")[0]
                self._insert(notices.from_retry(event, who))
            case Info():
                self._insert(Notice(event.text, level=event.level))
            case RunDone():
                self._end(notices.from_end(event.reason, event.refusal_category))
            case RunFailed():
                self._end(notices.from_failure(event, self.model))
            case _:
                pass

    def add(self, notice: Notice) -> None:
        """Put in a card of this side."""
        self._insert(notice)

    def end_here(self) -> None:
        """The person stopped it and the run's own end is not awaited."""
        if self.state.ended is None:
            self._end(notices.from_end("cancelled", None))

    def step(self, call: ToolCallPart) -> Step:
        """The step of a call, a new one if it is not known."""
        for block in reversed(self.blocks):
            if isinstance(block, Step) and block.call.call_id == call.call_id:
                block.call = call
                return block
        return self._new_step(call)

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
        return self.state.ended is not None

    @property
    def status(self) -> str:
        """What is going on, in a word."""
        if self.stopping:
            return "Stopping"
        if self.state.status == "pending":
            return "Waiting for you"
        running = sum(isinstance(b, Step) and b.state == "running" for b in self.blocks)
        if running:
            return f"Running {running} call{'s' * (running > 1)}"
        match self._last_open():
            case Thinking():
                return "Thinking"
            case Words() | Step():
                return "Writing"
            case _:
                return "Waiting for the first word"

    @property
    def byline(self) -> str:
        """Who writes or wrote, how long, and what it cost."""
        usage = self.state.usage
        ended = self.state.ended
        if isinstance(ended, RunDone) and ended.usage is not None:
            usage = ended.usage
        facts = [self.model, duration_or_whole(self.clock() - self.started, ended)]
        if usage.total_tokens:
            facts.append(f"{usage.total_tokens:,} tokens")
        if usage.cost_usd is not None:
            facts.append(f"${usage.cost_usd:.3f}")
        return " · ".join(facts)

    # The message that is being written

    def _last_open(self) -> Block | None:
        return self.blocks[-1] if len(self.blocks) > self._open else None

    def _add_words(self, text: str) -> None:
        last = self._last_open()
        if not isinstance(last, Words):
            self._end_thinking()
            last = Words()
            self.blocks.append(last)
        last.pieces.append(text)

    def _add_thinking(self, text: str) -> None:
        last = self._last_open()
        if not isinstance(last, Thinking):
            last = Thinking(started=self.clock())
            self.blocks.append(last)
        last.pieces.append(text)

    def _end_thinking(self) -> None:
        for block in self.blocks[self._open :]:
            if isinstance(block, Thinking) and block.seconds is None:
                block.seconds = self.clock() - block.started

    def _writing(self, event: ToolCallProgress) -> None:
        self._end_thinking()
        self.step(ToolCallPart(call_id=event.call_id, tool=event.tool))

    def _replace_open(self, message: Message) -> None:
        """The whole message in place of its pieces."""
        self._end_thinking()
        thought = [b for b in self.blocks[self._open :] if isinstance(b, Thinking)]
        del self.blocks[self._open :]
        for part in message.parts:
            if (block := self._block(part, thought)) is not None:
                self.blocks.append(block)
        self._open = len(self.blocks)

    def _block(self, part: AnyPart, thought: list[Thinking]) -> Block | None:
        match part:
            case TextPart():
                return Words([part.text])
            case ReasoningPart():
                timed = thought.pop(0) if thought else None
                seconds = timed.seconds if timed else None
                return Thinking([part.text], seconds=seconds or 0.0)
            case ToolCallPart():
                return Step(call=part, effect=self._effect(part), state="running")
            case CitationPart():
                return Source(part)
            case UnknownPart():
                return Notice("A part of a later version is not shown here.")
            case _:  # cards of ours came as events of their own
                return None

    def _insert(self, notice: Notice) -> None:
        """A card stands before the message that is being written, or after all."""
        self.blocks.insert(self._open, notice)
        self._open += 1

    def _end(self, notice: Notice | None) -> None:
        self._end_thinking()
        self._open = len(self.blocks)
        if notice is not None:
            self._insert(notice)

    # Steps

    def _effect(self, call: ToolCallPart) -> Effect:
        return self.effects.get(call.tool, "read")

    def _new_step(self, call: ToolCallPart) -> Step:
        step = Step(call=call, effect=self._effect(call))
        self.blocks.append(step)
        return step

    def _waiting(self, pending: PendingCall) -> None:
        step = self.step(pending.call)
        step.effect = pending.effect
        step.state = "waiting"

    def _finish_step(self, event: ToolResult) -> None:
        for block in reversed(self.blocks):
            if isinstance(block, Step) and block.call.call_id == event.result.call_id:
                block.finish(event.result, event.duration_s)
                return


def clock_time() -> str:
    """`14:03`, here and now."""
    return datetime.now().astimezone().strftime("%H:%M")


def duration_or_whole(seconds: float, ended: object) -> str:
    """Exact when it is over, whole seconds while it counts."""
    return duration(seconds) if ended or seconds < 1 else f"{seconds:.0f} s"


def words_of(blocks: Iterable[Block]) -> str:
    """The model's words alone."""
    return "\n\n".join(b.text for b in blocks if isinstance(b, Words))
