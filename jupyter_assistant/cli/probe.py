"""`jupyter assistant probe`: would a model answer?"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from jupyter_assistant.cli.connection import model
from jupyter_assistant.cli.say import plain, say
from jupyter_assistant.wiring import open_assistant

if TYPE_CHECKING:
    from argparse import Namespace

    from jupyter_assistant.providers.base import ProbeResult


def run(args: Namespace) -> int:
    """Print what was found; 0 if nothing is in the way."""
    with closing(open_assistant()) as assistant:
        wanted = model(assistant, args)
        found = assistant.probe(wanted)
    say(f"model        {plain(wanted)}")
    for line in _facts(found):
        say(plain(line))
    return 1 if found.issues else 0


def _facts(found: ProbeResult) -> list[str]:
    window = found.profile.window_tokens
    return [
        f"address      {found.base_url}",
        f"reachable    {_word(found.endpoint_reachable)}",
        f"key accepted {_word(found.auth_ok)}",
        f"model listed {_word(found.model_visible)}",
        f"tools        {_word(found.profile.supports_tools)}",
        f"window       {f'{window:,} tokens' if window else 'not known'}",
        *(f"warning      {text}" for text in found.warnings),
        *(f"problem      {text}" for text in found.issues),
    ]


def _word(value: bool | None) -> str:  # noqa: FBT001 (a value to print)
    return "not tried" if value is None else "yes" if value else "no"
