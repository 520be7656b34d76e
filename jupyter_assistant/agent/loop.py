"""The driver loop: ask the model, run its calls, give it the results, until it ends.

Read it top to bottom: `run → advance → _one_round → _ask / CallRunner.answer → _add`.
Nothing here does I/O of its own; the provider and the toolbox do.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, assert_never

import anyio
import anyio.lowlevel
import msgspec

from jupyter_assistant.agent.batch import Batch, Paused
from jupyter_assistant.agent.budget import Budget
from jupyter_assistant.agent.calls import CallRunner, Emit
from jupyter_assistant.agent.report import RunResult, limit_notice
from jupyter_assistant.conversation import (
    AnyPart,
    EndReason,
    Info,
    InfoPart,
    Message,
    MessageAdded,
    ReasoningDelta,
    Role,
    TextDelta,
    TextPart,
    Turn,
    TurnBuilder,
    TurnDone,
    Usage,
    UsageReport,
    calls_of,
    part_tokens,
    with_unique_ids,
)
from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import DEFAULT_SYSTEM, Request, ToolDef
from jupyter_assistant.tools.base import ToolContext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jupyter_assistant.conversation import Decision
    from jupyter_assistant.providers.base import Provider
    from jupyter_assistant.storage.limits import Limits
    from jupyter_assistant.tools.base import Toolbox

STOPPED = "Not run: the user stopped the reply."
BROKEN = "Not run: the reply broke off inside this call."


@dataclass(slots=True, kw_only=True)
class Resume:
    """A paused run and what the person said to its calls."""

    paused: Paused
    decisions: Sequence[Decision] = ()


@dataclass(slots=True, kw_only=True)
class Loop:
    """One run of one conversation; a paused run goes on here or in an equal `Loop`."""

    provider: Provider
    model: str
    """The provider's own name of the model."""
    label: str
    """`connection/model`, kept with what it writes."""
    system: str
    toolbox: Toolbox
    limits: Limits
    augment: Callable[[str], str] | None = None
    """Applied to the system prompt of each request, never stored."""
    params: dict[str, Any] = field(default_factory=dict[str, Any])
    conversation_id: str = ""
    run_id: str = ""
    redact: Callable[[str], str] = str
    """Takes secrets out of tool results before anybody else sees them."""
    new_id: Callable[[], str] = lambda: uuid.uuid4().hex
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    clock: Callable[[], float] = time.monotonic
    reports_calls: bool = False
    """End with the calls that the model asks for instead of running them."""
    _scope: anyio.CancelScope | None = None
    _cancelled: bool = False

    def cancel(self) -> None:
        """Stop the run; on the loop's own thread. What arrived is kept."""
        self._cancelled = True
        if self._scope is not None:
            self._scope.cancel()

    async def run(
        self,
        history: Sequence[Message],
        resume: Resume | None = None,
        *,
        emit: Emit,
    ) -> RunResult:
        """Answer the last message of the history, or go on where a run paused.

        A provider's failure is a result too (`reason: error`): what had arrived of its
        answer is among the added messages.
        """
        course = _Course(loop=self, emit=emit, history=list(history))
        with anyio.CancelScope() as self._scope:
            if self._cancelled:
                self._scope.cancel()
            try:
                reason = await course.advance(resume)
            except ProviderError as error:
                return course.failed(error)
            return course.result(reason)
        return course.stopped()

    def abandon(self, paused: Paused, reason: str, *, emit: Emit) -> RunResult:
        """End a paused run: its waiting calls are answered with `reason`."""
        course = _Course(loop=self, emit=emit, history=[])
        course.restore(paused)
        course.close(reason)
        return course.result("cancelled")


@dataclass(slots=True, kw_only=True)
class _Course:
    """What changes while a run runs."""

    loop: Loop
    emit: Emit
    history: list[Message]
    added: list[Message] = field(default_factory=list[Message])
    budget: Budget = field(init=False)
    calls: CallRunner = field(init=False)
    rounds: int = 0
    allowance: int = 0
    """How long the answer that is being written may become, in tokens."""
    arriving: TurnBuilder = field(default_factory=TurnBuilder)
    """What has arrived of the answer that is being written."""
    batch: Batch | None = None
    """The calls that are being answered."""
    paused: Paused | None = None
    turn: Turn | None = None

    def __post_init__(self) -> None:
        loop = self.loop
        self.budget = Budget(limit_tokens=loop.limits.max_run_tokens)
        self.calls = CallRunner(
            toolbox=loop.toolbox,
            context=lambda approved: ToolContext(
                conversation_id=loop.conversation_id,
                run_id=loop.run_id,
                emit=self.emit,
                approved=approved,
            ),
            emit=self.emit,
            redact=loop.redact,
            clock=loop.clock,
            stop=loop.cancel,
        )

    # The main flow

    async def advance(self, resume: Resume | None) -> EndReason:
        """Rounds until the model ends, a limit is reached or the person is needed."""
        if resume is not None:
            self.restore(resume.paused)
            if not await self._answer_calls(resume.decisions):
                return "pending"
        while True:
            reason = await self._one_round()
            if reason is not None:
                return reason

    def restore(self, paused: Paused) -> None:
        """Rounds, budget and usage go on where the run paused."""
        self.rounds, self.batch = paused.rounds, paused.batch
        self.budget.used, self.budget.reported = paused.used, paused.reported

    async def _one_round(self) -> EndReason | None:
        """One call of the model and the calls it asks for; None: go on."""
        await anyio.lowlevel.checkpoint()  # where a stop is heard
        request = self._request()
        allowance = self.budget.output_allowance(request)
        if not allowance:
            return self._limit_reached("budget")
        self.allowance = allowance
        turn = await self._ask(
            msgspec.structs.replace(request, max_output_tokens=allowance)
        )
        self.batch = Batch(calls_of(turn.parts))
        match turn.stop:
            case "max_tokens":
                self.close("Not run: the reply was cut at its length limit.")
                return self._limit_reached("max_tokens")
            case "refusal":
                self.close("Not run: the model declined to answer.")
                return "refusal"
            case "end" | "other":
                return turn.stop
            case "tool_use" if self.loop.reports_calls:
                self.close("Not run: the calls are only reported.")
                return "end"
            case "tool_use":
                if self.rounds >= self.loop.limits.max_tool_rounds:
                    self.close("Not run: the limit of tool rounds is reached.")
                    return self._limit_reached("rounds")
                return None if await self._answer_calls(()) else "pending"
            case _:
                assert_never(turn.stop)

    def _request(self) -> Request:
        loop = self.loop
        system = loop.augment(loop.system) if loop.augment else loop.system
        profile = loop.provider.profile
        tools = loop.toolbox.defs() if profile.supports_tools else ()
        most = loop.limits.max_output_tokens
        return Request(
            model=loop.model,
            system=system.strip() or DEFAULT_SYSTEM,
            messages=tuple(self.history),
            tools=tuple(ToolDef(t.name, t.description, t.schema) for t in tools),
            max_output_tokens=min(most, profile.max_output_tokens or most),
            params=loop.params,
        )

    async def _ask(self, request: Request) -> Turn:
        """One call of the model; its message is added before this returns."""
        turn = None
        async with self.loop.provider.stream(request) as events:
            async for event in events:
                match event:
                    case TurnDone():
                        turn = event.turn
                    case TextDelta():
                        self.emit(self.arriving.text(event.text))
                    case ReasoningDelta():
                        self.emit(self.arriving.reasoning(event.text))
                    case _:
                        self.emit(event)
        if turn is None:
            raise ProviderError("protocol", "The answer has no end.")
        self.arriving = TurnBuilder()
        self.budget.spend(request, turn.usage, sum(map(part_tokens, turn.parts)))
        self.turn = self._with_unique_calls(turn)
        self._add_answer(self.turn)
        return self.turn

    def _with_unique_calls(self, turn: Turn) -> Turn:
        taken = [c.call_id for m in self.history for c in calls_of(m.parts)]
        parts = with_unique_ids(turn.parts, taken, self.loop.new_id)
        return msgspec.structs.replace(turn, parts=parts)

    async def _answer_calls(self, decisions: Sequence[Decision]) -> bool:
        """Answer the calls of the turn; False: the next one needs the person."""
        assert self.batch is not None
        decided = {decision.call_id: decision for decision in decisions}
        self.batch = await self.calls.answer(self.batch, decided)
        if self.batch.waiting:
            pending = self.calls.pending(self.batch)
            self.paused = Paused(
                self.batch,
                pending,
                rounds=self.rounds,
                used=self.budget.used,
                reported=self.budget.reported,
            )
            return False
        self._add_results()
        self.rounds += 1
        return True

    # What is added to the history

    def _add(self, role: Role, parts: tuple[AnyPart, ...], turn: Turn | None) -> None:
        message = Message(
            id=self.loop.new_id(),
            role=role,
            parts=parts,
            created_at=self.loop.now(),
            model=self.loop.label if role == "assistant" else None,
            usage=turn.usage if turn else None,
            stop=turn.stop if turn else None,
        )
        self.history.append(message)
        self.added.append(message)
        self.emit(MessageAdded(message=message))

    def _add_answer(self, turn: Turn) -> None:
        parts = turn.parts
        if not (calls_of(parts) or any(_has_words(part) for part in parts)):
            silent = f"{self.loop.label} answered nothing."
            self.emit(Info(text=silent, level="warning"))
            parts = (*parts, InfoPart(text=silent, level="warning"))
        self._add("assistant", parts, turn)
        if (usage := self.budget.reported) is not None:
            self.emit(UsageReport(usage=usage, model=turn.model))

    def _add_results(self) -> None:
        """The results of a whole batch are one message of the person's side."""
        if self.batch is not None and self.batch.calls:
            self._add("user", self.batch.results, None)
        self.batch = None

    def close(self, reason: str) -> None:
        """Give each call that will not run its result."""
        if self.batch is not None:
            self.batch = self.calls.close(self.batch, reason)
            self._add_results()

    def _limit_reached(self, reason: EndReason) -> EndReason:
        text = limit_notice(
            reason,
            self.loop.limits,
            self.allowance,
            nothing_sent=self.budget.used == Usage(),
        )
        self.emit(Info(text=text, level="warning"))
        self._add("assistant", (InfoPart(text=text, level="warning"),), None)
        return reason

    # Endings

    def failed(self, error: ProviderError) -> RunResult:
        """The provider failed: what arrived is kept."""
        partial = error.partial or self.arriving.partial()
        self._keep(partial, InfoPart(text=str(error), level="error"), BROKEN)
        return self.result("error", error)

    def stopped(self) -> RunResult:
        """The person stopped it: what arrived is kept, no call stays unanswered."""
        self.close(STOPPED)
        self._keep(self.arriving.partial(), InfoPart(text="Stopped by you."), STOPPED)
        return self.result("cancelled")

    def _keep(self, partial: tuple[AnyPart, ...], ending: InfoPart, why: str) -> None:
        """A message of what arrived, labelled with how it ended."""
        self._add("assistant", (*partial, ending), Turn(partial, "other"))
        self.batch = Batch(calls_of(partial))
        self.close(why)

    def result(
        self, reason: EndReason, error: ProviderError | None = None
    ) -> RunResult:
        """The run as it is now."""
        return RunResult(
            added=tuple(self.added),
            pending=self.paused if reason == "pending" else None,
            reason=reason,
            usage=self.budget.reported,
            turn=self.turn,
            error=error,
        )


def _has_words(part: AnyPart) -> bool:
    return isinstance(part, TextPart) and bool(part.text.strip())
