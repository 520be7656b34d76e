"""Settings, limits and history."""

from jupyter_assistant.storage.history import (
    Conversation,
    MemoryHistory,
    to_json,
    to_markdown,
)
from jupyter_assistant.storage.limits import BOUNDS, Limits
from jupyter_assistant.storage.settings import Settings, SettingsFile, ShareValues

__all__ = [
    "BOUNDS",
    "Conversation",
    "Limits",
    "MemoryHistory",
    "Settings",
    "SettingsFile",
    "ShareValues",
    "to_json",
    "to_markdown",
]
