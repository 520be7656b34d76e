"""The canary suite: what a reply may hold, and what must not come of it."""

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "canaries"
CANARIES = json.loads((FOLDER / "canaries.json").read_text("utf-8"))
SET = "window.__canary"
"""What the scripts of the suite would set."""


def text_of(canary):
    """The Markdown of one canary."""
    if made := canary.get("made"):
        return made["before"] + made["repeat"] * made["times"] + made["after"]
    return (FOLDER / canary["file"]).read_bytes().decode("utf-8")


def can_be_saved(canary):
    """Whether a notebook can hold it: not half of a character."""
    return text_of(canary).encode("utf-8", "ignore").decode() == text_of(canary)
