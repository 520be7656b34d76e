"""What a value is, in few words, for a model.

`describe` never starts a computation, never consumes an iterator or cursor, runs no
property of an unknown class, and imports nothing. One module for each family of values;
`registry` says which.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from jupyter_assistant.conversation import ImagePart
from jupyter_assistant.kernel.describe import registry
from jupyter_assistant.kernel.describe.identity import root_of, type_name
from jupyter_assistant.kernel.describe.look import Look, ShareValues
from jupyter_assistant.kernel.describe.objects import OBJECT
from jupyter_assistant.redaction import is_secret_name

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Description", "ShareValues", "describe", "one_line"]

MAX_CHARS = 4000
LINE_CHARS = 160


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """A value as a model is told of it."""

    name: str
    """How the person's code refers to it."""
    type_name: str
    text: str
    selection_type: Literal["variable", "dataframe"] = "variable"
    image: ImagePart | None = None
    """The value itself, where it is a picture."""
    truncated: bool = False
    """Whether `text` was cut at its limit."""


def describe(
    name: str,
    value: Any,
    *,
    share_values: ShareValues,
    max_chars: int = MAX_CHARS,
    main_thread: bool = True,
    redact: Callable[[str], str] | None = None,
) -> Description:
    """Say what a value is.

    Args:
        name: how the person's code refers to it; a secret's is not shown.
        value: anything.
        share_values: `schema` shows types, shapes and names, no value of any element.
        max_chars: of the text.
        main_thread: False where this is not the main thread: no `repr` is asked for.
        redact: applied to texts before they are shortened, so that no half of a secret
            is left at a cut; the caller's own redaction of the whole text is still due.
    """
    share_values = "schema" if _is_secret(name, value) else share_values
    look = _look(share_values, max_chars, main_thread=main_thread, redact=redact)
    family = registry.family_of(value)
    lines: list[str] = []
    image = None
    try:
        said = family.head(value, look)
        lines = list(family.body(value, look)) if family.body else []
        image = family.image(value, look) if family.image else None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (libraries raise what they like)
        said = OBJECT.head(value, look)
        lines = [
            f"({type(error).__name__} while its summary was made)",
            *(OBJECT.body(value, look) if OBJECT.body else ()),
        ]
    text = "\n  ".join([_first(name, _kind(value), said), *lines])
    return Description(
        name=name,
        type_name=type_name(type(value)),
        text=_cut(text, max_chars),
        selection_type="dataframe" if family.dataframe else "variable",
        image=image,
        truncated=len(text) > max_chars,
    )


def one_line(
    name: str,
    value: Any,
    *,
    share_values: ShareValues,
    redact: Callable[[str], str] | None = None,
) -> str:
    """The first line of a description, cheap whatever the size of the value."""
    share_values = "schema" if _is_secret(name, value) else share_values
    look = _look(share_values, LINE_CHARS, main_thread=False, redact=redact)
    look.brief = True
    said = registry.head(value, look)
    return _cut(_first(name, _kind(value), said), LINE_CHARS)


def _look(
    share_values: ShareValues,
    max_chars: int,
    *,
    main_thread: bool,
    redact: Callable[[str], str] | None,
) -> Look:
    look = Look(
        share_values=share_values,
        max_chars=max_chars,
        main_thread=main_thread,
        shorten=registry.short,
    )
    if redact is not None:
        look.redact = redact
    return look


def _is_secret(name: str, value: Any) -> bool:
    """Whether the last part of an expression names a secret: `config['password']`.

    A table or a model is none, whatever its name.
    """
    words = re.findall(r"\w+", name)
    plain = root_of(type(value)) == "builtins"
    return plain and bool(words) and is_secret_name(words[-1])


def _kind(value: Any) -> str:
    return registry.family_of(value).label or type_name(type(value))


def _first(name: str, kind: str, said: str) -> str:
    if not said:
        return f"{name}: {kind}"
    return (
        f"{name}: {kind} {said}" if said.startswith("= ") else f"{name}: {kind}, {said}"
    )


def _cut(text: str, max_chars: int) -> str:
    """The text, its end replaced by how much was left out where it is too long."""
    if len(text) <= max_chars:
        return text
    kept = max(0, max_chars - 40)
    return f"{text[:kept]} … {len(text) - kept:,} more characters"
