"""How a client starts a run and follows it, wherever the loop runs.

`LocalRunner` runs it in this process; its twin over HTTP comes with the server. `%%ask`
knows only these protocols. A client's side is synchronous: it may be a blocked cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from jupyter_assistant.conversation import AnyPart
from jupyter_assistant.tools.base import Tool, ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jupyter_assistant.conversation import Decision, Message, RunEvent


class RunRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a client wants answered."""

    conversation_id: str
    parts: tuple[AnyPart, ...]
    """Context parts first, then the person's words."""
    model: str
    """`connection/model`."""
    client_id: str
    client_tools: tuple[Tool, ...] = ()
    """Tools that this client will run when asked (`ToolRequest`)."""
    attended: bool = True
    """Whether somebody can decide; else what would ask is denied and said."""
    approve_all: bool = False
    """`--yes`: run what would ask, the person said so beforehand."""
    reports_calls: bool = False
    """Offer the tools, but end with the calls instead of running them."""
    params: dict[str, Any] = {}


class Run(Protocol):
    """A run as its client sees it."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    def events(self) -> Iterator[RunEvent]:
        """All events from the start, blocking; ends after the run has ended.

        The iterator may be left on an interrupt and asked for again: it goes on with
        what was not yet given. While the run is pending it blocks; decide first.
        """
        ...

    def decide(self, decisions: Sequence[Decision]) -> None:
        """Answer waiting calls.

        Raises:
            RunRefused: it does not wait, or what was shown is not what waits.
        """
        ...

    def answer(self, call_id: str, outcome: ToolOutcome) -> None:
        """Give the result of a `ToolRequest`.

        Raises:
            RunRefused: nobody asked for it (any more).
        """
        ...

    def cancel(self) -> None:
        """Stop; what arrived is kept and the run ends with `cancelled`."""
        ...


class Runner(Protocol):
    """Starts runs and knows their conversations."""

    def start(self, request: RunRequest) -> Run:
        """Begin to answer.

        Raises:
            RunRefused: the conversation is being answered already.
            NotConfigured: no such model, or its key is missing.
        """
        ...

    def messages(self, conversation_id: str) -> tuple[Message, ...]:
        """The conversation so far; empty if it is new."""
        ...
