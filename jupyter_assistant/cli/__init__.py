"""`jupyter assistant …`: ask, set up and look, from a terminal or a script.

Each command is a module with `run(args) -> int`, imported when it is called, so that
`--help` is there at once. What the arguments mean is in `parser`.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, cast

from jupyter_assistant.cli.parser import COMMANDS, build_parser
from jupyter_assistant.cli.say import INTERRUPTED, complain
from jupyter_assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    args = build_parser().parse_args(argv)
    try:
        module = importlib.import_module(COMMANDS[args.command])
        return cast("Callable[..., int]", module.run)(args)
    except KeyboardInterrupt:
        return complain("stopped", INTERRUPTED)
    except BrokenPipeError:
        # Who read our output has enough; nothing may be written any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except AssistantError as error:
        return complain(str(error))
