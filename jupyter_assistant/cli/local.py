"""`jupyter assistant local`: the small model's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_assistant.cli.say import say
from jupyter_assistant.providers.local_model import (
    TINY_MODEL_NOTE,
    fetch_small_model,
    has_small_model,
    small_model_path,
)

if TYPE_CHECKING:
    from argparse import Namespace


def run(args: Namespace) -> int:
    """Fetch it if it is not there."""
    if args.source is None and has_small_model():
        say(f"The small model is there: {small_model_path()}")
    else:
        say(f"The small model is now in {fetch_small_model(source=args.source)}")
    say(TINY_MODEL_NOTE)
    say("Use it: `jupyter assistant try`, or `%assistant use local` in a notebook.")
    return 0
