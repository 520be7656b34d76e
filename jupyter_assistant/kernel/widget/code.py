"""The built JavaScript that a front end runs for our widgets."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path

FEED_VERSION = 1
"""Of what is fed to the view; `labextension/src/widget/protocol.ts` has the same."""

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


def anywidget_range() -> str:
    """The versions of anywidget's front end that fit ours, as npm writes it.

    Source: `anywidget._version`, which would have to import all of ipywidgets.
    """
    major, minor, *_ = version("anywidget").split(".")
    return f"~{major}.{minor}.*"
