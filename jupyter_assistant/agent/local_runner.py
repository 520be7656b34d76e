"""Runs in this process: the engine's thread loops, the client's thread follows."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from jupyter_assistant.agent.loop import STOPPED, Loop, Resume
from jupyter_assistant.agent.report import RunResult, report
from jupyter_assistant.conversation import (
    CallDecided,
    Message,
    RunDone,
    RunEvent,
    RunFailed,
    RunPending,
    ToolRequest,
    ToolResult,
    args_from_text,
)
from jupyter_assistant.errors import RunRefused
from jupyter_assistant.tools.client import ClientTools
from jupyter_assistant.tools.fixed import FixedTools
from jupyter_assistant.tools.policy import ApprovalRequired, Policy, Rules
from jupyter_assistant.tools.schema import ArgumentsChecked

if TYPE_CHECKING:
    from jupyter_assistant.agent.batch import Paused
    from jupyter_assistant.agent.engine import Engine
    from jupyter_assistant.agent.runner import RunRequest
    from jupyter_assistant.conversation import Decision, PendingCall
    from jupyter_assistant.storage.history import Conversation, MemoryHistory
    from jupyter_assistant.tools.base import Toolbox, ToolOutcome

log = logging.getLogger(__name__)

LoopFactory = Callable[["RunRequest", "Toolbox"], Loop]
"""A loop with a run id of its own; raises NotConfigured."""

CLOSED = "The assistant was closed while it answered."
NOT_ANSWERED = "Not run: the user went on without answering whether it may run."
_MINUTE_S = 60.0


class LocalRunner:
    """A `Runner` whose loop runs in this process."""

    def __init__(
        self,
        *,
        engine: Engine,
        history: MemoryHistory,
        new_loop: LoopFactory,
        tool_rules: Callable[[], Rules],
        max_runs_per_minute: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing runs yet; the callables are read at each start."""
        self._engine = engine
        self._history = history
        self._new_loop = new_loop
        self._tool_rules = tool_rules
        self._max_runs_per_minute = max_runs_per_minute
        self._clock = clock
        self._starts: deque[float] = deque()
        self._current: dict[str, LocalRun] = {}

    def start(self, request: RunRequest) -> LocalRun:
        """Begin to answer; a run that waits for the person is ended first.

        Raises:
            RunRefused: the conversation is being answered, or too many runs started.
            NotConfigured: no such model, or its key is missing.
        """
        previous = self._current.get(request.conversation_id)
        if previous is not None and previous.running:
            raise RunRefused(
                "This conversation is being answered already. Wait for it or stop it."
            )
        conversation = self._history.conversation(request.conversation_id)
        client = ClientTools(request.client_tools, request.client_id)
        loop = self._new_loop(request, self._toolbox(request, conversation, client))
        self._count_start()
        if previous is not None:
            previous.abandon(NOT_ANSWERED)
        conversation.messages.append(_question(request))
        run = LocalRun(
            id=loop.run_id,
            engine=self._engine,
            conversation=conversation,
            client=client,
            loop=loop,
        )
        self._current[request.conversation_id] = run
        run.go_on(None)
        return run

    def messages(self, conversation_id: str) -> tuple[Message, ...]:
        """The conversation so far; empty if it is new."""
        return self._history.messages(conversation_id)

    def forget(self, conversation_id: str) -> None:
        """Stop what runs in a conversation and drop it."""
        run = self._current.pop(conversation_id, None)
        if run is not None:
            run.cancel()
        self._history.clear(conversation_id)

    def _toolbox(
        self, request: RunRequest, conversation: Conversation, client: ClientTools
    ) -> Toolbox:
        policy = Policy(conversation=conversation.rules, settings=self._tool_rules())
        approved = ApprovalRequired(
            client,
            policy,
            attended=request.attended,
            approve_all=request.approve_all,
        )
        if not request.client_tools:
            return ArgumentsChecked(approved)
        if conversation.tools is None:
            conversation.tools = approved.defs()
        return ArgumentsChecked(FixedTools(approved, conversation.tools))

    def _count_start(self) -> None:
        now, limit = self._clock(), self._max_runs_per_minute()
        while self._starts and self._starts[0] <= now - _MINUTE_S:
            self._starts.popleft()
        if len(self._starts) >= limit:
            wait_s = round(self._starts[0] + _MINUTE_S - now) + 1
            raise RunRefused(
                f"{limit} runs a minute is the limit in your settings "
                f"(max_runs_per_minute); the next may start in {wait_s} s."
            )
        self._starts.append(now)


def _question(request: RunRequest) -> Message:
    return Message(uuid.uuid4().hex, "user", request.parts, datetime.now(UTC))


def _said(decision: Decision) -> CallDecided:
    return CallDecided(
        call_id=decision.call_id,
        answer=decision.answer,
        by=decision.by,
        at=datetime.now(UTC),
        edited_args=decision.edited_args,
        reason=decision.reason,
        remember=decision.remember,
    )


@dataclass(slots=True, kw_only=True)
class LocalRun:
    """A `Run` of this process.

    The engine's thread writes the log, one client follows it; `_changed` guards both.
    """

    id: str
    engine: Engine
    conversation: Conversation
    client: ClientTools
    loop: Loop
    paused: Paused | None = None
    running: bool = False
    _shown: dict[str, PendingCall] = field(default_factory=dict[str, "PendingCall"])
    """The calls that the person can decide now."""
    _decided: dict[str, Decision] = field(default_factory=dict[str, "Decision"])
    _added: list[Message] = field(default_factory=list[Message])
    _log: list[RunEvent] = field(default_factory=list[RunEvent])
    _given: int = 0
    _ended: bool = False
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def events(self) -> Iterator[RunEvent]:
        """All events from the start, blocking; ends after the run has ended."""
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._ended or self._given < len(self._log)
                )
                if self._given == len(self._log):
                    return
                event = self._log[self._given]
                self._given += 1
            yield event

    def decide(self, decisions: Sequence[Decision]) -> None:
        """Answer waiting calls; the run goes on once the first of them is decided.

        Also while an earlier one of them runs: the answer counts when its turn comes.

        Raises:
            RunRefused: it does not wait, or what was shown is not what waits.
        """
        with self._changed:  # two threads may decide at once: a prompt and a button
            if not self._shown:
                raise RunRefused("Nothing waits for a decision (any more).")
            for decision in decisions:
                self._check(decision)
            for decision in decisions:
                pending = self._shown.pop(decision.call_id)
                self._decided[decision.call_id] = decision
                if decision.remember and decision.answer == "approve":
                    self.conversation.rules[pending.call.tool] = "auto"
                self._emit(_said(decision))
            self._go_on_if_decided()

    def _check(self, decision: Decision) -> None:
        pending = self._shown.get(decision.call_id)
        if pending is None:
            raise RunRefused(f"No call {decision.call_id!r} waits for a decision.")
        if pending.args_digest != decision.args_digest:
            raise RunRefused("This call changed while you looked. Read it again.")
        if decision.edited_args and args_from_text(decision.edited_args)[1]:
            raise RunRefused(
                "The edited arguments must be a JSON object, not "
                f"{decision.edited_args[:200]!r}"
            )

    def _go_on_if_decided(self) -> bool:
        """Whether it goes on: the next waiting call is decided."""
        paused = self.paused
        if paused is None or paused.batch.waiting[0].call_id not in self._decided:
            return False
        self.paused = None
        self.go_on(paused)
        return True

    def answer(self, call_id: str, outcome: ToolOutcome) -> None:
        """Give the result of a `ToolRequest`.

        Raises:
            RunRefused: nobody asked for it (any more).
        """
        nobody = RunRefused(f"No call {call_id!r} waits for a result (any more)")
        if not self.running:  # the engine may be closed: nothing is to start it again
            raise nobody
        try:
            self.engine.ask(self.client.answer, call_id, outcome)
        except CancelledError:  # it was closed just now
            raise nobody from None

    def cancel(self) -> None:
        """Stop; what arrived is kept and the run ends with `cancelled`."""
        if self.running:
            self.engine.call(self.loop.cancel)
        else:
            self.abandon(STOPPED)

    def abandon(self, reason: str) -> None:
        """End a run that waits for the person: its calls are answered with `reason`."""
        paused, self.paused = self.paused, None
        if paused is not None:
            self._end(self.loop.abandon(paused, reason, emit=self._emit))

    def go_on(self, paused: Paused | None) -> None:
        """Run the loop on the engine, from the start or from where it paused."""
        self.running = True
        resume = None
        if paused is not None:
            resume = Resume(paused=paused, decisions=tuple(self._decided.values()))
        self.engine.submit(self._run(resume))

    async def _run(self, resume: Resume | None) -> None:
        try:
            history = tuple(self.conversation.messages)
            result = await self.loop.run(history, resume, emit=self._emit)
        except asyncio.CancelledError:  # the engine ends: who follows must not wait
            self._fail(CLOSED)
            raise
        except Exception as error:
            log.exception("A run failed by a fault of ours")
            self._fail(f"The assistant itself failed: {error!r}")
            return
        self._end(result)

    def _end(self, result: RunResult) -> None:
        self.conversation.messages.extend(result.added)
        self._added.extend(result.added)
        with self._changed:
            self.paused = result.pending
            self.running = False
            if result.pending is None:
                self._finish(report(self._added, result))
            elif not self._go_on_if_decided():
                self._show(result.pending.pending)

    def _show(self, pending: Sequence[PendingCall]) -> None:
        """Ask the person about each call that they did not decide yet."""
        waiting = [p for p in pending if p.call.call_id not in self._decided]
        self._shown = {p.call.call_id: p for p in waiting}
        self._emit(RunPending(calls=tuple(waiting)))

    def _fail(self, message: str) -> None:
        self.running = False
        self._finish(RunFailed(kind="server", message=message))

    def _finish(self, event: RunDone | RunFailed) -> None:
        with self._changed:
            self._shown = {}
            self._log.append(event)
            self._ended = True
            self._changed.notify_all()

    def _emit(self, event: RunEvent) -> None:
        with self._changed:
            match event:
                case ToolRequest(call=answered) | ToolResult(result=answered):
                    self._shown.pop(answered.call_id, None)
                case _:
                    pass
            self._log.append(event)
            self._changed.notify_all()
