"""What a question is sent with: the notebook, looked at from the asking cell.

`context` decides what matters and what has room; here the cells and the values come
from, and here everything is redacted. Runs on the main thread; starts no computation.
"""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from jupyter_assistant.context import (
    ASKED,
    CellSeen,
    Interest,
    Known,
    Notebook,
    asks_to_look,
    choose,
    error_part,
    image_part,
    interest,
    is_assistants,
    outputs_part,
    redacted_cell,
    source_part,
    text_part,
    wanted_pictures,
    without_assistant,
)
from jupyter_assistant.context.cells import ErrorSeen, RichSeen, StreamSeen
from jupyter_assistant.conversation import AnyPart, ImagePart, TextPart
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.cells import notebook_of
from jupyter_assistant.kernel.describe import describe
from jupyter_assistant.kernel.files import file_part
from jupyter_assistant.kernel.interpolate import (
    Expression,
    interpolate,
    parse_expression,
)
from jupyter_assistant.kernel.link import kernel_link
from jupyter_assistant.kernel.names import kernel_names, resolve
from jupyter_assistant.redaction import named_secrets, secret_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jupyter_assistant.context import Wants
    from jupyter_assistant.conversation import Message
    from jupyter_assistant.kernel.link import Link
    from jupyter_assistant.kernel.recorder import Recorder
    from jupyter_assistant.redaction import Redactor
    from jupyter_assistant.storage import Settings

EXPLICIT_CHARS = 3000
"""Of a value, a source or an output that the person asked for by name."""
ASKED_CHARS = 2000
"""Of all values together that the question names."""
OTHER_CHARS = (420, 160)
"""Of another value."""


class _Cell(msgspec.Struct, frozen=True):
    """What `{In[3]}`, `{Out[3]}` and `{Err[3]}` stand for."""

    kind: str
    cell: CellSeen


def select(
    shell: Any,
    recorder: Recorder,
    question: str,
    *,
    wants: Wants,
    history: tuple[Message, ...],
    settings: Settings,
    redactor: Redactor,
    link: Link | None = None,
) -> tuple[AnyPart, ...]:
    """The parts of a person's message: context first, their words last.

    Args:
        shell: IPython's shell, whose names are looked at.
        recorder: what it saw run.
        question: the person's words.
        wants: what `-c` says.
        history: the conversation so far; what it has is not sent again.
        settings: `share_values` decides whether values leave at all.
        redactor: takes out what is a secret in any notebook; those of this one are
            found here.
        link: the front end; None looks for it in the environment.

    Raises:
        SettingInvalid: `-c` names what does not exist.
    """
    link = link or kernel_link(shell)
    page = link.page() if link else None
    notebook = notebook_of(page, recorder.cells(), recorder.running)
    return _Selection(
        shell=shell,
        notebook=_without_ours(notebook),
        known=Known(history),
        share_rows=settings.share_values == "sample",
        redact=_with_secrets_of(redactor, notebook),
    ).parts(question, wants)


class _Selection:
    def __init__(
        self,
        *,
        shell: Any,
        notebook: Notebook,
        known: Known,
        share_rows: bool,
        redact: Callable[[str], str],
    ) -> None:
        self._namespace: Mapping[str, Any] = shell.user_ns
        self._notebook = notebook if share_rows else _without_values(notebook)
        self._known = known
        self._share_rows = share_rows
        self._redact = redact
        self._images: list[ImagePart] = []

    def parts(self, question: str, wants: Wants) -> tuple[AnyPart, ...]:
        asked = interpolate(question, self._lookup)
        explicit = [
            part
            for named in asked.values
            for part in self._explicit(named.label, named.value)
        ]
        explicit += self._wanted(wants)
        found = interest(
            self._notebook, question, kernel_names(self._namespace), wants
        )
        chosen = choose(
            self._notebook,
            found,
            self._values(found, frozenset(p.context.label for p in explicit if p.context), question),
            explicit,
            self._known,
            self._redact,
        )
        if not wants.nothing:
            self._pictures(question)
        images = [image for image in self._images if not self._known.has(image)]
        return (*chosen, *images, TextPart(text=self._redact(asked.text)))
