"""`jupyter assistant models`: what a connection lists."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from jupyter_assistant.cli.connection import connection_name
from jupyter_assistant.cli.say import note, plain, say
from jupyter_assistant.wiring import open_assistant

if TYPE_CHECKING:
    from argparse import Namespace


def run(args: Namespace) -> int:
    """Print `connection/model` of each model."""
    with closing(open_assistant()) as assistant:
        name = connection_name(assistant, args)
        listed = assistant.models(name)
    for model in listed:
        say(plain(f"{name}/{model.id}"))
    if not listed:
        note(f"{name} lists no models")
    return 0
