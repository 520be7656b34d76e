"""What is known of a server by its address and model, without a call."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from jupyter_assistant.providers.base import ProviderProfile

if TYPE_CHECKING:
    from jupyter_assistant.providers.base import Connection

_FAMILIES = (
    ("openai", "api.openai.com"),
    ("azure", "openai.azure.com"),
    ("azure", "services.ai.azure.com"),
    ("gemini", "generativelanguage.googleapis.com"),
    ("mistral", "mistral.ai"),
    ("groq", "api.groq.com"),
    ("deepseek", "deepseek.com"),
    ("openrouter", "openrouter.ai"),
    ("xai", "api.x.ai"),
    ("moonshot", "moonshot.ai"),
    ("moonshot", "moonshot.cn"),
    ("zai", "z.ai"),
    ("zai", "bigmodel.cn"),
    ("together", "together.xyz"),
    ("fireworks", "fireworks.ai"),
    ("perplexity", "perplexity.ai"),
)
_PORTS = {11434: "ollama", 1234: "lmstudio"}
"""Where these listen by themselves, on this machine."""

WANTS_REASONING_BACK = frozenset({"deepseek", "moonshot", "zai"})
"""They refuse a tool result whose call lost the thinking before it.

Source: https://api-docs.deepseek.com/guides/thinking_mode
"""
MAX_COMPLETION_TOKENS = frozenset({"openai", "azure"})
"""They take `max_completion_tokens`; all others know `max_tokens`."""
NINE_CHARACTER_IDS = frozenset({"mistral"})
"""They accept no ids of calls but nine letters and digits."""

_TEXT_ONLY = re.compile(
    r"(?i)deepseek-(?:chat|reasoner|v3|r1)|codestral|gpt-3\.5|o1-mini"
)
_WINDOWS = (
    ("gpt-4.1", 1_047_576, 32_768),
    ("gpt-4o", 128_000, 16_384),
    ("gpt-5", 400_000, 128_000),
    ("o3", 200_000, 100_000),
    ("o4-mini", 200_000, 100_000),
    ("deepseek-", 128_000, 8_192),
)
"""(a model's name begins with, its window, its longest answer)."""


def family_of(connection: Connection) -> str:
    """Who speaks at this address: `openai`, `mistral`, …, or `compatible`."""
    if connection.family:
        return connection.family
    parts = urlsplit(connection.endpoint_url or connection.base_url or "")
    host = (parts.hostname or "").lower()
    for family, known in _FAMILIES:
        if host == known or host.endswith("." + known):
            return family
    return _PORTS.get(parts.port or 0, "compatible")


def profile_of(connection: Connection) -> ProviderProfile:
    """What can be said of all models at this address."""
    options = connection.options
    family = family_of(connection)
    model = options.get("model")
    window, ceiling = sizes_of(model) if isinstance(model, str) else (None, None)
    return ProviderProfile(
        family=family,
        supports_tools=options.get("supports_tools") is not False
        and family != "perplexity",
        supports_images=options.get("supports_images") is not False,
        supports_reasoning=options.get("supports_reasoning") is True
        or family in WANTS_REASONING_BACK,
        window_tokens=connection.window_tokens or window,
        max_output_tokens=ceiling,
    )


def sizes_of(model: str) -> tuple[int | None, int | None]:
    """A model's window and longest answer in tokens, None where not known."""
    name = model.rpartition("/")[2]
    for prefix, window, ceiling in _WINDOWS:
        if name.startswith(prefix):
            return window, ceiling
    return None, None


def sees_images(profile: ProviderProfile, model: str) -> bool:
    """Whether pictures may be sent to this model."""
    return profile.supports_images and not _TEXT_ONLY.search(model)
