"""A reply as it is shown: blocks in order, made from the events of its run.

Renderers draw it and know nothing of the runner; it knows nothing of how it is drawn.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from jupyter_assistant.conversation import (
    AnyPart,
    CallDecided,
    CitationPart,
    Effect,
    Info,
    Message,
    MessageAdded,
    PendingCall,
    ReasoningDelta,
    ReasoningPart,
    ReplyRecord,
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
    Usage,
    compact,
)
from jupyter_assistant.kernel.show.notices import Notice, from_event
from jupyter_assistant.kernel.show.steps import Step, duration

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jupyter_assistant.conversation import Selection


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


MOST_LABELS = 6

LATER = "A part of a later version is not shown here."
NOBODY = "nobody was there to approve it; --yes allows it"

Block = Words | Thinking | Step | Notice | Source


@dataclass(slots=True, kw_only=True)
class Transcript:
    """A run as somebody sees it; `apply` is the only way the model's side changes."""

    model: str
    effects: Mapping[str, Effect] = field(default_factory=dict)
    """What the offered tools do, by name."""
    sent: tuple[Selection, ...] = ()
    """What went along from the notebook."""
    run_id: str = ""
    question: str = ""
    """Where the place of the reply does not show it."""
    clock: Callable[[], float] = time.monotonic
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    log: list[RunEvent] = field(default_factory=list)
    """All events, and our own cards among them."""
    state: RunState = field(default_factory=RunState)
    blocks: list[Block] = field(default_factory=list)
    started: float = field(init=False)
    """By the clock; later by the time that the person took to decide."""
    stopped: float | None = None
    """When it ended, or began to wait for the person."""
    _open: int = 0
    """Where the message begins that is being written."""

    def __post_init__(self) -> None:
        self.started = self.clock()

    def apply(self, event: RunEvent) -> None:
        """Take one event in."""
        self.log.append(event)
        self.state.apply(event)
        self._keep_time(event)
        match event:
            case TextDelta():
                self._add_words(event.text)
            case ReasoningDelta():
                self._add_thinking(event.text)
            case ToolCallProgress():
                self._writing(event)
            case MessageAdded(message=message) if message.role == "assistant":
                self._replace_open(message)
            case RunDone() | RunFailed():
                self._end()
            case _:
                self._apply_to_step(event)
        if (notice := from_event(event, self.model)) is not None:
            self._insert(notice)

    def _keep_time(self, event: RunEvent) -> None:
        """It goes on with whatever comes after a wait."""
        now = self.clock()
        if self.stopped is not None:
            self.started += now - self.stopped
            self.stopped = None
        if isinstance(event, (RunPending, RunDone, RunFailed)):
            self.stopped = now

    def _apply_to_step(self, event: RunEvent) -> None:
        match event:
            case RunPending():
                for pending in event.calls:
                    self._waiting(pending)
            case CallDecided():
                if (step := self.known_step(event.call_id)) is not None:
                    _decide(step, event)
            case ToolRequest():
                self.step(event.call).state = "running"
            case ToolResult(result=result):
                if (step := self.known_step(result.call_id)) is not None:
                    step.finish(result, event.duration_s)
            case _:
                pass

    def add(self, notice: Notice) -> None:
        """A card that no event brings, before what is being written or after all."""
        self.log.append(Info(text=notice.text, level=notice.level))
        self._insert(notice)

    def _insert(self, notice: Notice) -> None:
        self.blocks.insert(self._open, notice)
        self._open += 1

    def record(self) -> ReplyRecord:
        """All of it as a value, for the reply view and for a saved notebook."""
        thought = (b.seconds for b in self.blocks if isinstance(b, Thinking))
        return ReplyRecord(
            run_id=self.run_id,
            model=self.model,
            started_at=self.started_at,
            elapsed_s=self.elapsed_s,
            question=self.question,
            sent=self.sent,
            effects=dict(self.effects),
            thought_s=tuple(seconds or 0.0 for seconds in thought),
            events=compact(self.log),
        )

    def end_here(self) -> None:
        """The person stopped it and the run's own end is not awaited."""
        if not self.finished:
            self.apply(RunDone(reason="cancelled", stop="other"))

    def step(self, call: ToolCallPart) -> Step:
        """The step of a call, a new one if it is not known."""
        step = self.known_step(call.call_id)
        if step is None:
            step = Step(call=call, effect=self._effect(call))
            self.blocks.append(step)
        step.call = call
        return step

    def known_step(self, call_id: str) -> Step | None:
        """The step of a call by its id."""
        for block in reversed(self.blocks):
            if isinstance(block, Step) and block.call.call_id == call_id:
                return block
        return None

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
        return self.state.ended is not None

    @property
    def is_complete(self) -> bool:
        """Whether the model said all it wanted to."""
        ended = self.state.ended
        return isinstance(ended, RunDone) and ended.reason == "end"

    @property
    def usage(self) -> Usage:
        """What the run cost so far."""
        ended = self.state.ended
        known = ended.usage if isinstance(ended, RunDone) else None
        return known or self.state.usage

    @property
    def status(self) -> str:
        """What is going on, in a word."""
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
    def elapsed_s(self) -> float:
        """Seconds since the start, up to the end, without those of the person."""
        now = self.clock() if self.stopped is None else self.stopped
        return now - self.started

    @property
    def byline(self) -> str:
        """Who writes or wrote, how long, and what it cost."""
        seconds = self.elapsed_s
        took = duration(seconds) if self.finished else f"{seconds:.0f} s"
        usage = self.usage
        facts = [self.model, took]
        if usage.total_tokens:
            facts.append(f"{usage.total_tokens:,} tokens")
        if usage.cost_usd is not None:
            facts.append(f"${usage.cost_usd:.3f}")
        if self.sent:
            facts.append(sent_along(self.sent))
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
        for block in self.blocks[self._open :]:  # ids may repeat those of before
            if isinstance(block, Step) and block.call.call_id == event.call_id:
                return
        call = ToolCallPart(call_id=event.call_id, tool=event.tool)
        self.blocks.append(Step(call=call, effect=self._effect(call)))

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
                return Notice(LATER, level="info")
            case _:  # cards of ours came as events of their own
                return None

    def _end(self) -> None:
        self._end_thinking()
        for block in self.blocks:
            if isinstance(block, Step):
                block.end()
        self._open = len(self.blocks)

    # Steps

    def _effect(self, call: ToolCallPart) -> Effect:
        return self.effects.get(call.tool, "read")

    def _waiting(self, pending: PendingCall) -> None:
        step = self.step(pending.call)
        step.effect = pending.effect
        step.state = "waiting"


def _decide(step: Step, said: CallDecided) -> None:
    """The record of a decision, as it stands beside the step."""
    if said.answer == "deny":
        quoted = f": “{said.reason}”" if said.reason else ""
        step.denial = NOBODY if said.by == "nobody" else f"denied{quoted}"
        return
    if said.edited_args is not None:
        step.call = replace(step.call, args=said.edited_args, problem=None)
    match said.by:
        case "person" if not said.remember:
            change = " with your change" if said.edited_args else ""
            step.approval = f"approved by you at {said.at.astimezone():%H:%M}{change}"
        case "yes":
            step.approval = "allowed by --yes"
        case "settings":
            step.approval = "allowed in the settings"
        case "person" | "conversation" | "nobody":
            step.approval = "allowed in this conversation"


def sent_along(sent: Sequence[Selection]) -> str:
    """What went along, by its labels: `with In[3], df (about 640 tokens)`."""
    labels = list(dict.fromkeys(selection.label for selection in sent))
    named = ", ".join(labels[:MOST_LABELS])
    if len(labels) > MOST_LABELS:
        named += f" and {len(labels) - MOST_LABELS} more"
    tokens = sum(selection.estimated_tokens for selection in sent)
    return f"with {named} (about {tokens:,} tokens)"
