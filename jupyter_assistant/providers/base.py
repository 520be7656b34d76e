"""The seam between the loop and a model: values and one protocol, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from jupyter_assistant.conversation import Message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from jupyter_assistant.conversation import StreamEvent

ProviderKind = Literal[
    "openai", "openai-responses", "anthropic", "ollama", "local", "scripted"
]
Purpose = Literal["answer", "summary", "side", "title"]

DEFAULT_SYSTEM = "You are a helpful assistant."
"""Sent in place of a blank system prompt, which some servers refuse."""


class Connection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named way to a provider, as it stands in the settings.

    Its key is not part of it: see `storage.keys`.
    """

    kind: ProviderKind | Literal["auto"] = "openai"
    base_url: str | None = None
    """None: the kind's own address."""
    endpoint_url: str | None = None
    """The full URL of the completion call, for servers with paths of their own."""
    key_env: str | None = None
    """The environment variable that holds the key."""
    key_command: str | None = None
    """A command that prints the key."""
    headers: dict[str, str] = {}
    family: str | None = None
    """Overrides what is known by address and model."""
    window_tokens: int | None = None
    options: dict[str, Any] = {}


class ToolDef(msgspec.Struct, frozen=True):
    """A tool as the model is told of it."""

    name: str
    description: str
    schema: dict[str, Any]
    """JSON Schema of the arguments, an object."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One call of a model; a snapshot of it is a free copy."""

    purpose: Purpose = "answer"
    model: str
    """The provider's own name of the model, without the connection."""
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolDef, ...] = ()
    max_output_tokens: int = 8192
    params: dict[str, Any] = {}
    """Reach the API as they are, such as `temperature`."""


class ProviderProfile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a provider can do, known without a call."""

    family: str
    uses_responses_api: bool = False
    supports_tools: bool = True
    supports_images: bool = True
    supports_reasoning: bool = False
    supports_web_search: bool = False
    supports_x_search: bool = False
    supports_code_interpreter: bool = False
    enabled_builtin_tools: tuple[str, ...] = ()
    window_tokens: int | None = None
    max_output_tokens: int | None = None
    issues: tuple[str, ...] = ()
    """What keeps it from working."""
    warnings: tuple[str, ...] = ()


class ModelInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model that a provider lists."""

    id: str
    name: str = ""
    window_tokens: int | None = None


class ProbeResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a look at a provider found; None: not tried."""

    profile: ProviderProfile
    base_url: str
    model: str = ""
    http_status: int | None = None
    endpoint_reachable: bool = False
    auth_ok: bool | None = None
    model_visible: bool | None = None
    tools_ok: bool | None = None
    available_models: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Provider(Protocol):
    """A model's provider. Two streams on one provider are independent."""

    @property
    def kind(self) -> ProviderKind:
        """Which driver this is."""
        ...

    @property
    def profile(self) -> ProviderProfile:
        """What it can do."""
        ...

    def stream(
        self, request: Request
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """Ask the model; the last event is `TurnDone`.

        Leaving the context closes the connection.

        Raises:
            ProviderError: while entering or iterating; `partial` holds what arrived.
        """
        ...

    async def models(self) -> tuple[ModelInfo, ...]:
        """The models that the provider lists.

        Raises:
            ProviderError: as `stream`.
        """
        ...

    async def probe(self, model: str) -> ProbeResult:
        """Look whether this would work, without spending tokens; never raises."""
        ...
