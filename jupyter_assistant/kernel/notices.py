"""What went wrong or was changed on the way, in words: what happened, what is kept,
what to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

from jupyter_assistant.conversation import RunFailed, text_tokens

if TYPE_CHECKING:
    from jupyter_assistant.conversation import EndReason, Fallback, Retrying

Level = Literal["info", "warning", "error"]

MAX_QUOTE_CHARS = 600


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


def from_error(error: Exception) -> Notice:
    """An error of ours: its message already names value and remedy."""
    message = str(error).strip()
    title, dot, body = message.partition(". ")
    return Notice(_sentence(title), _sentence(body) if dot else "")


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


def _words(failed: RunFailed, who: str, model: str) -> tuple[str, str]:
    """What happened, and what to do."""
    status = f" ({failed.status})" if failed.status else ""
    wait_s = failed.retry_after_s
    again = f"Try again in {wait_s:.0f} s." if wait_s else "Try again in a while."
    match failed.kind:
        case "auth":
            key = f"Check the key, or name its variable: `%assistant use {who}"
            return f"{who} refused the key{status}.", f"{key} --key-env NAME`."
        case "permission":
            return f"This key may not use {model}{status}.", _ANOTHER
        case "not_found":
            lists = f"`%assistant models {who}` lists what it has."
            return f"{who} has no model {model}{status}.", lists
        case "bad_request":
            return f"{who} did not accept the request{status}.", ""
        case "rate_limit":
            return f"{who} is limiting requests{status}.", f"{again} {_ANOTHER}"
        case "overloaded":
            return f"{who} is overloaded{status}.", f"{again} {_ANOTHER}"
        case "quota":
            return f"The account at {who} has no credit left{status}.", _ANOTHER
        case "context_length":
            shorter = "`%%ask --new` starts a new conversation, `-c` sends less along."
            return f"The conversation is too long for {model}.", shorter
        case "content_filter":
            return f"{who} declined to answer this.", "Change the question."
        case "timeout":
            return f"{who} did not answer in time.", again
        case "network":
            check = "Check the network, or the address with `%assistant probe`."
            return f"{who} can't be reached.", check
        case "protocol":
            check = "Check the address with `%assistant probe`."
            return f"{who} answers, but not as its kind of API should.", check
        case "server":
            return f"{who} failed{status}.", again
        case _:
            assert_never(failed.kind)


def _quote(message: str) -> str:
    words = " ".join(message.split())
    return words[:MAX_QUOTE_CHARS] + ("…" if len(words) > MAX_QUOTE_CHARS else "")


def from_fallback(event: Fallback) -> Notice:
    """Another candidate answers."""
    what = f"{event.from_label} failed: {event.reason}."
    return Notice(f"{what} {event.to_label} answers instead.", level="info")


def from_retry(event: Retrying, who: str) -> Notice:
    """The provider is asked again."""
    when = f"trying again in {event.wait_s:.0f} s, attempt {event.attempt}"
    return Notice(f"{who}: {event.reason}; {when}.", level="info")


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
    return text if text.endswith((".", "?", "!", ":", "`", "”")) else f"{text}."
