"""What the commands print besides answers."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""The exit code shells expect after Ctrl-C."""

# What could move the cursor, recolour or retitle a terminal.
_CONTROLS = dict.fromkeys(
    code for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"
)


def say(text: str, end: str = "\n") -> None:
    """A line of standard output."""
    sys.stdout.write(f"{text}{end}")
    sys.stdout.flush()


def note(text: str) -> None:
    """A line beside the output, on standard error."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def complain(message: str, code: int = 1) -> int:
    """Say in one line what went wrong; the exit code."""
    note(f"jupyter assistant: {plain(message)}")
    return code


def plain(text: str) -> str:
    """A foreign text without what a terminal would obey."""
    return text.translate(_CONTROLS)
