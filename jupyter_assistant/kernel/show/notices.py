"""Cards of ours in words: what happened, what is kept, what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

from jupyter_assistant.conversation import (
    Fallback,
    Info,
    ProviderTool,
    Retrying,
    RunDone,
    RunFailed,
    text_tokens,
)
from jupyter_assistant.errors import AssistantError, ErrorKind, ProviderError

if TYPE_CHECKING:
    from jupyter_assistant.conversation import EndReason, RunEvent

Level = Literal["info", "warning", "error"]

MAX_QUOTE_CHARS = 600
_MISSING = 404
_STATUS = re.compile(r" \(HTTP \d+\)$")
"""Drivers add it to the provider's words; the title says it already."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A card of ours; its texts are words with code in backticks."""

    title: str
    body: str = ""
    """What is kept, and what to do."""
    quote: str = ""
    """Somebody else's words; they come between title and body."""
    level: Level = "error"

    @property
    def text(self) -> str:
        """All of it on one line."""
        quote = f"It says: “{self.quote}”" if self.quote else ""
        return " ".join(text for text in (self.title, quote, self.body) if text)


STOPPED = Notice("Stopped by you.", "Nothing was sent.", level="warning")


def from_error(error: Exception, model: str = "") -> Notice:
    """An error that ended a magic; ours name value and remedy already."""
    match error:
        case ProviderError():
            failed = RunFailed(
                kind=error.kind,
                message=error.message,
                status=error.status,
                retry_after_s=error.retry_after_s,
                provider=error.provider,
            )
            return from_failure(failed, model)
        case AssistantError():
            title, dot, body = str(error).strip().partition(". ")
            return Notice(_sentence(title), _sentence(body) if dot else "")
        case _:
            title = f"The assistant itself failed: {error!r}."
            more = "`import logging; logging.basicConfig()` before it shows where."
            return Notice(title, more)


def from_failure(failed: RunFailed, model: str) -> Notice:
    """A run that failed.

    Args:
        failed: its last event.
        model: `connection/model`, as it was asked for.
    """
    connection, _, name = model.partition("/")
    who = failed.provider or connection
    if failed.text and failed.kind in _BREAKS:
        arrived = f"about {text_tokens(failed.text):,} tokens"
        return Notice(
            f"The answer of {who} broke off after {arrived}.",
            "What arrived is kept above. Ask again to go on.",
            _quote(failed.message),
        )
    title, remedy = _words(failed, who, name or model)
    return Notice(title, remedy, _quote(failed.message))


_BREAKS = ("timeout", "network", "protocol", "server", "overloaded", "rate_limit")
_ANOTHER = "Another model: `-m CONNECTION/MODEL`."
_FAILURES: dict[ErrorKind, tuple[str, str]] = {
    "auth": (
        "{who} refused the key{status}.",
        "Check it, or name its variable: `%assistant use {who} --key-env NAME`.",
    ),
    "permission": ("This key may not use {model}{status}.", _ANOTHER),
    "not_found": (
        "{who} has no model {model}{status}.",
        "`%assistant models {who}` lists what it has.",
    ),
    "rate_limit": ("{who} is limiting requests{status}.", f"{{again}} {_ANOTHER}"),
    "quota": ("The account at {who} has no credit left{status}.", _ANOTHER),
    "overloaded": ("{who} is overloaded{status}.", f"{{again}} {_ANOTHER}"),
    "context_length": (
        "The conversation is too long for {model}.",
        "`%%ask --new` begins a new one; `-c none` sends less along.",
    ),
    "bad_request": (
        "{who} did not accept the request{status}.",
        "`%assistant probe` looks at address, key and model.",
    ),
    "content_filter": ("{who} declined to answer this.", "Change the question."),
    "timeout": ("{who} did not answer in time.", "{again}"),
    "network": (
        "{who} can't be reached.",
        "Check the network, or the address: `%assistant probe`.",
    ),
    "protocol": (
        "{who} answers, but not as its kind of API should.",
        "Check the address: `%assistant probe`.",
    ),
    "server": ("{who} failed{status}.", "{again}"),
}
"""What happened, and what to do."""


def _words(failed: RunFailed, who: str, model: str) -> tuple[str, str]:
    wait_s = failed.retry_after_s
    facts = {
        "who": who,
        "model": model,
        "status": f" ({failed.status})" if failed.status else "",
        "again": f"Try again in {wait_s:.0f} s." if wait_s else "Try again in a while.",
    }
    title, remedy = _FAILURES[_kind(failed, model)]
    return title.format_map(facts), remedy.format_map(facts)


def _kind(failed: RunFailed, model: str) -> ErrorKind:
    """What failed, where a missing page may well be a missing model."""
    is_missing = failed.kind == "bad_request" and failed.status == _MISSING
    return "not_found" if is_missing and model in failed.message else failed.kind


def _quote(message: str) -> str:
    words = _STATUS.sub("", " ".join(message.split()))
    return words[:MAX_QUOTE_CHARS] + ("…" if len(words) > MAX_QUOTE_CHARS else "")


def from_event(event: RunEvent, model: str) -> Notice | None:
    """What an event tells the person beside the answer, None for most.

    Args:
        event: one of a run.
        model: `connection/model`, as it was asked for.
    """
    match event:
        case Fallback():
            title = f"{event.from_label} failed: {event.reason}."
            return Notice(title, f"{event.to_label} answers instead.", level="info")
        case Retrying():
            who = model.partition("/")[0]
            wait = f"in {event.wait_s:.0f} s" if event.wait_s >= 1 else "at once"
            again = f"trying again {wait}, attempt {event.attempt}."
            return Notice(f"{who} {event.reason}: {again}", level="info")
        case ProviderTool():
            what = f"{event.name}: {event.phase} {event.detail}".strip()
            return Notice(what, level="info")
        case Info():
            return Notice(event.text, level=event.level)
        case RunDone():
            return from_end(event.reason, event.refusal_category)
        case RunFailed():
            return from_failure(event, model)
        case _:
            return None


def from_end(reason: EndReason, category: str | None) -> Notice | None:
    """What must be said about how a run ended; limits say so themselves."""
    match reason:
        case "cancelled":
            kept = "What arrived is kept and stays in the conversation."
            return Notice("Stopped by you.", kept, level="warning")
        case "refusal":
            why = f" ({category})" if category else ""
            declined = f"The model declined to answer this{why}."
            return Notice(declined, "Change the question.", level="warning")
        case "other":
            odd = "The provider ended the answer without saying why."
            return Notice(odd, "It may be incomplete.", level="warning")
        case "end" | "pending" | "rounds" | "budget" | "max_tokens" | "error":
            return None
        case _:
            assert_never(reason)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "?", "!", ":", "”")) else f"{text}."
