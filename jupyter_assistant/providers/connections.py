"""Connections: names people know, addresses that can be used, keys that stay home."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from msgspec.structs import replace

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers.base import Connection

if TYPE_CHECKING:
    from collections.abc import Mapping

OPENAI_URL = "https://api.openai.com/v1"
OLLAMA_URL = "http://127.0.0.1:11434/v1"

PRESETS: dict[str, Connection] = {
    "openai": Connection(base_url=OPENAI_URL),
    "ollama": Connection(base_url=OLLAMA_URL),
    "gemini": Connection(
        base_url="https://generativelanguage.googleapis.com/v1beta/openai"
    ),
    "mistral": Connection(base_url="https://api.mistral.ai/v1"),
    "groq": Connection(base_url="https://api.groq.com/openai/v1"),
    "deepseek": Connection(base_url="https://api.deepseek.com/v1"),
    "openrouter": Connection(base_url="https://openrouter.ai/api/v1"),
    "local": Connection(kind="local"),
}

VENDOR_KEYS: dict[str, str] = {
    "https://api.openai.com": "OPENAI_API_KEY",
    "https://generativelanguage.googleapis.com": "GEMINI_API_KEY",
    "https://api.mistral.ai": "MISTRAL_API_KEY",
    "https://api.groq.com": "GROQ_API_KEY",
    "https://api.deepseek.com": "DEEPSEEK_API_KEY",
    "https://openrouter.ai": "OPENROUTER_API_KEY",
}
"""The variable that each vendor's own tools read, by the only origin it is sent to."""


def resolve(name: str, connection: Connection) -> Connection:
    """A connection with all that its preset knows, and an address that can be used.

    Raises:
        SettingInvalid: its address is none; the text names it.
    """
    preset = PRESETS.get(name)
    if connection.kind != "openai":
        return connection
    base_url = connection.base_url or (preset.base_url if preset else None)
    if connection.endpoint_url is not None:
        _checked_url(name, "endpoint_url", connection.endpoint_url)
    elif base_url is None:
        raise SettingInvalid(
            f"{name} has no address. Name one, such as --base-url https://host/v1"
        )
    if base_url is not None:
        base_url = _checked_url(name, "base_url", base_url)
    return replace(connection, base_url=base_url)


def find_key(connection: Connection, environ: Mapping[str, str]) -> str | None:
    """The key that this connection may use, None if there is none.

    A vendor's usual variable is sent to that vendor's own origin and nowhere else,
    unless the connection names the variable itself.
    """
    variable = key_variable(connection)
    return (environ.get(variable) or "").strip() or None if variable else None


def key_variable(connection: Connection) -> str | None:
    """The environment variable that would hold its key."""
    return connection.key_env or VENDOR_KEYS.get(origin(_address(connection)))


def needs_key(connection: Connection) -> bool:
    """Whether nothing is sent without a key: at a vendor, or where one was named."""
    return key_variable(connection) is not None


def origin(url: str) -> str:
    """Scheme, host and port: what a key is bound to."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine, so that nothing leaves it."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _address(connection: Connection) -> str:
    return connection.endpoint_url or connection.base_url or ""


def _split(url: str) -> SplitResult | None:
    """The parts of an address, None if it is none."""
    try:
        parts = urlsplit(url)
        usable = (
            parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        )
    except ValueError:
        return None
    return parts if usable and not any(c.isspace() for c in url) else None


def _checked_url(name: str, what: str, url: str) -> str:
    """The address without a slash at its end."""
    parts = _split(url)
    if parts is None:
        raise SettingInvalid(
            f"The {what} of {name} is {url!r}; it must begin with https:// or http:// "
            "and a host, such as https://host/v1"
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise SettingInvalid(
            f"The {what} of {name} may hold no password, query or fragment; put a key "
            "into an environment variable and name it with --key-env"
        )
    return url.rstrip("/")
