"""Which model a command line means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers.base import Connection

if TYPE_CHECKING:
    from argparse import Namespace

    from jupyter_assistant.wiring import Assistant

NAMED_HERE = ("provider", "base_url", "key_env", "option")


def connection_name(assistant: Assistant, args: Namespace) -> str:
    """The connection that the arguments name or describe, else the one in use.

    Naming it on the command line is the consent to use it, for this command only.

    Raises:
        SettingInvalid: it can't be used.
        NotConfigured: none is named and none was chosen.
    """
    if any(getattr(args, name) for name in NAMED_HERE):
        kind = args.provider or "openai"
        assistant.use_once(
            kind,
            Connection(
                kind=kind,
                base_url=args.base_url,
                key_env=args.key_env,
                options=dict(args.option),
            ),
        )
        return kind
    return _full(assistant, args.model).partition("/")[0]


def model(assistant: Assistant, args: Namespace) -> str:
    """The model that the arguments mean, as `connection/model`.

    Raises:
        SettingInvalid: it needs a name and has several to choose from.
        NotConfigured: as `connection_name`.
        ProviderError: the connection could not be asked which models it has.
    """
    name = connection_name(assistant, args)
    if not any(getattr(args, option) for option in NAMED_HERE):
        return _full(assistant, args.model)
    return f"{name}/{args.model or _only_model(assistant, name)}"


def _full(assistant: Assistant, text: str | None) -> str:
    """A model that was chosen before; without its connection it is the one in use."""
    if text is None:
        return assistant.model()
    known = {status.name for status in assistant.connections()}
    if text.partition("/")[0] in known and "/" in text:
        return text
    return f"{assistant.model().partition('/')[0]}/{text}"


def _only_model(assistant: Assistant, name: str) -> str:
    listed = assistant.models(name)
    if len(listed) == 1:
        return listed[0].id
    some = ", ".join(model.id for model in listed[:20]) or "none that it lists"
    raise SettingInvalid(f"which model? Add --model NAME; {name} has: {some}")
