"""What `-c` asks for: the person narrows the context, or adds to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from jupyter_assistant.errors import SettingInvalid

if TYPE_CHECKING:
    from collections.abc import Iterable

_CELLS = re.compile(r"cells:(.*)", re.DOTALL)
_NAME = re.compile(r"""[^\W\d]\w*(?:\.[^\W\d]\w*|\[(?:-?\d+|'[^']*'|"[^"]*")\])*""")


class Wants(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The options `-c`, read; without any the notebook decides by the question."""

    nothing: bool = False
    """`none`: only what is asked for by name."""
    cells: int | None = None
    """`cells:N`: only the N cells above; None where their number is not limited."""
    names: tuple[str, ...] = ()
    """`df`, `df.columns`, `In[3]`; one that does not resolve may be a file."""
    files: tuple[str, ...] = ()
    """`./data.csv`: what can't be a name."""


def parse_wants(options: Iterable[str]) -> Wants:
    """The `-c` options as one value.

    Raises:
        SettingInvalid: an option is empty, or `cells:` is without a number.
    """
    nothing, cells = False, None
    names: list[str] = []
    files: list[str] = []
    for option in options:
        text = option.strip()
        if not text:
            raise SettingInvalid(
                "-c is empty; it takes cells:3, a name, a file or none"
            )
        if text == "none":
            nothing = True
        elif found := _CELLS.fullmatch(text):
            cells = _count(found[1])
        elif _NAME.fullmatch(text):
            names.append(text)
        else:
            files.append(text)
    return Wants(
        nothing=nothing,
        cells=cells,
        names=tuple(dict.fromkeys(names)),
        files=tuple(dict.fromkeys(files)),
    )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise SettingInvalid(
            f"-c cells:{text} is without a number; write -c cells:3 for the three "
            "cells above"
        )
    return int(text)
