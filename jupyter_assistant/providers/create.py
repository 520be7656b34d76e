"""From a connection to its driver; a driver is imported when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers.connections import resolve

if TYPE_CHECKING:
    from pathlib import Path

    from jupyter_assistant.providers.base import Connection, Provider

# ruff: noqa: PLC0415 (each driver brings a library that the others do not need)


def create_provider(
    name: str,
    connection: Connection,
    key: str | None,
    *,
    data_dir: Path | None = None,
) -> Provider:
    """The driver of a connection, which is called `name` in its errors.

    Args:
        name: how the person calls the connection.
        connection: what the settings say; its preset is merged in.
        key: the secret, None where none is needed.
        data_dir: where the embedded model's file lies.

    Raises:
        SettingInvalid: the connection can't be used; says why.
    """
    connection = resolve(name, connection)
    match connection.kind:
        case "openai":
            from jupyter_assistant.providers.openai_chat import OpenAIChat

            return OpenAIChat(connection, key, name=name)
        case "local":
            from jupyter_assistant.providers.local import LocalProvider

            return LocalProvider(connection=connection, data_dir=data_dir, name=name)
        case "scripted":
            from jupyter_assistant.providers.scripted import ScriptedProvider

            return ScriptedProvider.from_file(connection)
        case "auto" | "openai-responses" | "anthropic" | "ollama":
            raise SettingInvalid(
                f"{name} is of kind {connection.kind!r}, which has no driver yet. Its "
                "OpenAI-compatible address works with kind 'openai'."
            )
        case _:
            assert_never(connection.kind)
