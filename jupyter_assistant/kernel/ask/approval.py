"""Asks the person about each waiting call, shown whole, before anything happens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec

from jupyter_assistant.agent.runner import Decision
from jupyter_assistant.conversation import args_from_text, args_object
from jupyter_assistant.kernel.show.steps import PYTHON, python_of
from jupyter_assistant.kernel.show.transcript import clock_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.conversation import PendingCall, ToolCallPart
    from jupyter_assistant.kernel.show.transcript import Transcript
    from jupyter_assistant.kernel.show.view import View

PROMPT = "Run it? [y]es, [n]o (a reason may follow), [e]dit, [a]lways here: "
ALLOWED = "allowed in this conversation"
NOBODY = "nobody was there to approve it; --yes allows it"
AGAIN = "Please answer y, n, e or a; a reason may follow the n."

_WORDS: dict[str, Literal["yes", "no", "edit", "always"]] = {
    "y": "yes",
    "yes": "yes",
    "n": "no",
    "no": "no",
    "e": "edit",
    "edit": "edit",
    "a": "always",
    "always": "always",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person typed."""

    verb: Literal["yes", "no", "edit", "always"]
    reason: str = ""


def read_answer(text: str) -> Answer | None:
    """An answer to `PROMPT`; None if it is none, which never counts as a yes."""
    found = re.fullmatch(r"\s*([A-Za-z]+)\s*(?:[,.:;-]*\s*(.*?))\s*", text, re.DOTALL)
    verb = _WORDS.get(found[1].lower()) if found else None
    if found is None or verb is None or (found[2] and verb != "no"):
        return None
    return Answer(verb, found[2])


def decide(
    calls: Sequence[PendingCall], view: View, transcript: Transcript
) -> tuple[Decision, ...]:
    """What the person says to each call; all of it before the first one runs.

    Raises:
        KeyboardInterrupt, EOFError: they stopped, or there is nobody.
    """
    view.flush()
    decisions: list[Decision] = []
    always: set[str] = set()
    for number, pending in enumerate(calls, 1):
        if pending.call.tool in always:
            decisions.append(_approved(pending, transcript, ALLOWED))
            continue
        view.show_call(pending, f"{number} of {len(calls)}" if len(calls) > 1 else "")
        decision = _ask(pending, view, transcript)
        if decision.remember:
            always.add(pending.call.tool)
        decisions.append(decision)
    return tuple(decisions)


def nobody_there(
    calls: Sequence[PendingCall], transcript: Transcript
) -> tuple[Decision, ...]:
    """No to each call, because nobody can be asked."""
    for pending in calls:
        transcript.step(pending.call).denial = NOBODY
    return tuple(
        Decision(pending.call.call_id, "deny", pending.args_digest, reason=NOBODY)
        for pending in calls
    )


def _ask(pending: PendingCall, view: View, transcript: Transcript) -> Decision:
    """Ask about one call until the answer is clear."""
    while True:
        answer = read_answer(view.ask(PROMPT))
        match answer:
            case None:
                view.say(AGAIN)
            case Answer("yes"):
                how = f"approved by you at {clock_time()}"
                return _approved(pending, transcript, how)
            case Answer("always"):
                decision = _approved(pending, transcript, ALLOWED)
                return msgspec.structs.replace(decision, remember=True)
            case Answer("no", reason):
                return _denied(pending, transcript, reason)
            case Answer():
                edited = _edited(pending.call, view)
                if edited is not None:
                    how = f"approved by you at {clock_time()} with your change"
                    decision = _approved(pending, transcript, how)
                    return msgspec.structs.replace(decision, edited_args=edited)


def _approved(pending: PendingCall, transcript: Transcript, how: str) -> Decision:
    transcript.step(pending.call).approval = how
    return Decision(pending.call.call_id, "approve", pending.args_digest)


def _denied(pending: PendingCall, transcript: Transcript, reason: str) -> Decision:
    said = f": “{reason}”" if reason else ""
    transcript.step(pending.call).denial = f"denied{said}"
    return Decision(
        pending.call.call_id, "deny", pending.args_digest, reason=reason or None
    )


def _edited(call: ToolCallPart, view: View) -> str | None:
    """The changed arguments as JSON, None if they stay as they are."""
    args = args_object(call) or {}
    if call.tool == PYTHON and isinstance(args.get("code"), str):
        code = view.edit(python_of(call))
        if code is None or code == args["code"]:
            return None
        return msgspec.json.encode({**args, "code": code}).decode()
    text = view.edit(msgspec.json.format(call.args, indent=2))
    if text is None:
        return None
    edited, problem = args_from_text(text)
    if problem is not None:
        view.say("These arguments are no JSON object. Nothing was changed.")
        return None
    return edited
