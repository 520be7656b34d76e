"""How a run ended, and what everybody is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from jupyter_assistant.agent.batch import Paused
from jupyter_assistant.conversation import (
    CallReport,
    EndReason,
    InvalidCallReport,
    Message,
    RunDone,
    RunFailed,
    Turn,
    Usage,
    args_object,
    args_text,
    calls_of,
    reasoning_of,
    text_of,
)
from jupyter_assistant.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.storage.limits import Limits


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a run ended, or that it waits."""

    added: tuple[Message, ...]
    """In order; the history with these is valid for every provider."""
    pending: Paused | None
    reason: EndReason
    usage: Usage | None
    """What its calls used, None where the provider never said."""
    turn: Turn | None = None
    """The last complete turn, None if there was none."""
    error: ProviderError | None = None

    @property
    def model(self) -> str:
        """The model that really answered last, in the provider's words."""
        return self.turn.model if self.turn else ""

    @property
    def refusal_category(self) -> str | None:
        """Why the model declined, where its provider says."""
        return self.turn.refusal_category if self.turn else None


def report(added: Sequence[Message], result: RunResult) -> RunDone | RunFailed:
    """What everybody is told at the end.

    Args:
        added: all messages of the run, also those from before an approval.
        result: how its loop ended.
    """
    answers = [message for message in added if message.role == "assistant"]
    text = "\n\n".join(words for m in answers if (words := text_of(m.parts)))
    error = result.error
    if error is not None:
        return RunFailed(
            kind=error.kind,
            message=error.message,
            status=error.status,
            retry_after_s=error.retry_after_s,
            text=text,
            provider=error.provider,
            request_id=error.request_id,
        )
    turn = result.turn
    calls = calls_of(turn.parts) if turn else ()
    return RunDone(
        reason=result.reason,
        text=text,
        reasoning="\n\n".join(r for m in answers if (r := reasoning_of(m.parts))),
        tool_calls=tuple(
            CallReport(call.tool, args_object(call) or {})
            for call in calls
            if call.problem is None
        ),
        invalid_tool_calls=tuple(
            InvalidCallReport(call.tool, args_text(call), call.problem)
            for call in calls
            if call.problem is not None
        ),
        stop=turn.stop if turn else "other",
        usage=result.usage,
        model=result.model,
        refusal_category=result.refusal_category,
    )


def limit_notice(
    reason: EndReason, limits: Limits, allowance: int, *, nothing_sent: bool = False
) -> str:
    """Which limit ended a run, and what to do about it."""
    by_setting = allowance == limits.max_output_tokens
    match reason:
        case "rounds":
            return (
                f"Stopped at {limits.max_tool_rounds} tool rounds, the limit in your "
                "settings (max_tool_rounds). Ask again to go on."
            )
        case "budget" if nothing_sent:
            return (
                "Nothing was sent: this conversation is longer than the "
                f"{limits.max_run_tokens:,} tokens that your settings allow a run "
                "(max_run_tokens). Begin a new one: %ask --new."
            )
        case "budget":
            return (
                f"Stopped at {limits.max_run_tokens:,} tokens of one run, the limit in "
                "your settings (max_run_tokens). Ask again to go on."
            )
        case _:
            why = "the limit in your settings (max_output_tokens)"
            return (
                f"The reply reached its {allowance:,} tokens, "
                f"{why if by_setting else 'all that this model or run allows'}. "
                "Ask to go on."
            )
