"""Everything this package raises on purpose, as one tree.

    AssistantError
    ├── SettingInvalid          a setting, option or argument that can't be used
    │   └── NotConfigured       no model is set up, or a key is missing
    ├── ConversationInvalid     stored or received data that is no conversation
    ├── RunRefused              a run, decision or result that is not accepted now
    └── ProviderError           a model's provider failed; `kind` says how

The message of each names the value and the remedy and holds no secret.
Foreign errors are mapped in one place per library (`providers/_http` for HTTP).
Cancellation is not an error, a call that waits for the person is a result.
"""

from __future__ import annotations

from typing import Any, Literal

ErrorKind = Literal[
    "auth",
    "permission",
    "not_found",
    "rate_limit",
    "quota",
    "overloaded",
    "context_length",
    "bad_request",
    "content_filter",
    "timeout",
    "network",
    "protocol",
    "server",
]


class AssistantError(Exception):
    """The root: `except AssistantError` catches all that we raise on purpose."""


class SettingInvalid(AssistantError):
    """A setting, option or argument can't be used; says which, why, and the remedy."""


class NotConfigured(SettingInvalid):
    """Nothing was sent: no model is set up yet, or its key is missing."""


class ConversationInvalid(AssistantError):
    """Data that should be a message or an event is not; names the path to the fault."""


class RunRefused(AssistantError):
    """A start, decision or tool result that does not fit the state the run is in."""


class ProviderError(AssistantError):
    """A provider failed, in its own words without secrets."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        provider: str = "",
        status: int | None = None,
        retry_after_s: float | None = None,
        request_id: str | None = None,
        partial: tuple[Any, ...] = (),
    ) -> None:
        """Keep the facts beside the words.

        Args:
            kind: what a caller can do about it.
            message: the provider's own words, redacted, at most a few lines.
            provider: the connection's label, as the person chose it.
            status: the numeric code in the body, else the HTTP status from 400 on.
            retry_after_s: how long the provider asks to wait.
            request_id: the provider's id of the request, for its support.
            partial: the `Part`s that had arrived.
        """
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.message = message
        self.provider = provider
        self.status = status
        self.retry_after_s = retry_after_s
        self.request_id = request_id
        self.partial = partial
