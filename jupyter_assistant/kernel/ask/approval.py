"""Asks the person about each waiting call, shown whole, before anything happens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec

from jupyter_assistant.conversation import Decision, args_from_text, args_object
from jupyter_assistant.kernel.show.steps import PYTHON, python_of
from jupyter_assistant.kernel.show.transcript import NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.conversation import PendingCall, ToolCallPart
    from jupyter_assistant.kernel.show.view import View

PROMPT = "Run it? [y]es, [n]o (a reason may follow), [e]dit, [a]lways here: "
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


def decide(calls: Sequence[PendingCall], view: View) -> tuple[Decision, ...]:
    """What the person says to each call; all of it before the first one runs.

    Raises:
        KeyboardInterrupt, EOFError: they stopped, or there is nobody.
    """
    view.flush()
    decisions: list[Decision] = []
    always: set[str] = set()
    for number, pending in enumerate(calls, 1):
        if pending.call.tool in always:
            continue  # the rule that was just made runs it
        view.show_call(pending, f"{number} of {len(calls)}" if len(calls) > 1 else "")
        decision = _ask(pending, view)
        if decision.remember:
            always.add(pending.call.tool)
        decisions.append(decision)
    return tuple(decisions)


def nobody_there(calls: Sequence[PendingCall]) -> tuple[Decision, ...]:
    """No to each call, because nobody can be asked."""
    return tuple(
        Decision(
            pending.call.call_id,
            "deny",
            pending.args_digest,
            reason=NOBODY,
            by="nobody",
        )
        for pending in calls
    )


def _ask(pending: PendingCall, view: View) -> Decision:
    """Ask about one call until the answer is clear."""
    while True:
        answer = read_answer(view.ask(PROMPT))
        match answer:
            case None:
                view.say(AGAIN)
            case Answer("yes"):
                return _approved(pending)
            case Answer("always"):
                return msgspec.structs.replace(_approved(pending), remember=True)
            case Answer("no", reason):
                return _denied(pending, reason)
            case Answer():
                edited = _edited(pending.call, view)
                if edited is not None:
                    decision = _approved(pending)
                    return msgspec.structs.replace(decision, edited_args=edited)


def _approved(pending: PendingCall) -> Decision:
    return Decision(pending.call.call_id, "approve", pending.args_digest)


def _denied(pending: PendingCall, reason: str) -> Decision:
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
