"""The built JavaScript that a front end runs for our widgets."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FEED_VERSION = 1
"""Of what is fed to the view; `labextension/src/widget/protocol.ts` has the same."""

ANYWIDGET_RANGE = "~0.11.*"
"""The front ends of anywidget that fit the package we depend on, as npm writes it; a
constant, because importing anywidget imports all of ipywidgets."""

WIDGET_MIME = "application/vnd.jupyter.widget-view+json"

_STATIC = Path(__file__).parents[2] / "static"


def is_built() -> bool:
    """Whether this installation carries the view; a bare checkout may not."""
    return (_STATIC / "loader.js").is_file() and (_STATIC / "view.js").is_file()


@cache
def loader_code() -> str:
    """What each widget carries: it finds who draws it."""
    return (_STATIC / "loader.js").read_text("utf-8")


@cache
def view_code() -> str:
    """The view, for front ends without our extension: sent once to each."""
    return (_STATIC / "view.js").read_text("utf-8")
