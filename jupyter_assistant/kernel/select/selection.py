"""What a question is sent with: the notebook, looked at from the asking cell.

`context` decides what matters and what has room; here the cells and the values come
from, and here everything is redacted. Runs on the main thread; starts no computation.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from jupyter_assistant.context import (
    ASKED,
    ErrorSeen,
    Known,
    Notebook,
    asks_to_look,
    choose,
    image_part,
    interest,
    is_assistants,
    text_part,
    wanted_pictures,
    without_assistant,
)
from jupyter_assistant.conversation import AnyPart, ImagePart, TextPart
from jupyter_assistant.kernel.describe import describe
from jupyter_assistant.kernel.select.asked import Asked
from jupyter_assistant.kernel.select.held import knowing_secrets
from jupyter_assistant.kernel.select.interpolate import interpolate, literal
from jupyter_assistant.kernel.select.names import kernel_names
from jupyter_assistant.kernel.watch.cells import notebook_of
from jupyter_assistant.kernel.watch.link import kernel_link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from jupyter_assistant.context import CellSeen, Interest, Variants, Wants
    from jupyter_assistant.conversation import Message
    from jupyter_assistant.kernel.describe import ShareValues
    from jupyter_assistant.kernel.watch.link import Link
    from jupyter_assistant.kernel.watch.recorder import Recorder
    from jupyter_assistant.redaction import Redactor
    from jupyter_assistant.storage import Settings

ASKED_CHARS = 1600
"""Of all values together that the question names."""
ASKED_LEAST_CHARS = 320
USED_CHARS = (420, 160)
"""Of a value that is used without being named; the second where room is short."""
REACHED_CHARS = (240, 120)
MOST_USED = 4
"""From the fifth value on, those that are used get what a reached one gets."""


class _Sight(NamedTuple):
    """How the notebook may be looked at."""

    namespace: Mapping[str, Any]
    notebook: Notebook
    share_values: ShareValues
    redact: Callable[[str], str]


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
    max_tokens: int | None = None,
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
        max_tokens: what the model has room for, beside what is asked for by name.

    Raises:
        SettingInvalid: `-c` names what does not exist.
    """
    link = link or kernel_link(shell)
    page = link.page() if link else None
    notebook = notebook_of(page, recorder.cells(), recorder.running)
    sources = [cell.ran for cell in (*notebook.above, *notebook.elsewhere)]
    sight = _Sight(
        namespace=shell.user_ns,
        notebook=_shareable(notebook, settings.share_values),
        share_values=settings.share_values,
        redact=knowing_secrets(redactor, sources, shell.user_ns),
    )
    return _parts(sight, question, wants, Known(history), max_tokens)


def _parts(
    sight: _Sight,
    question: str,
    wants: Wants,
    known: Known,
    max_tokens: int | None,
) -> tuple[AnyPart, ...]:
    asked = Asked(sight.namespace, sight.notebook, sight.share_values, sight.redact)
    said = interpolate(question, asked.lookup)
    named = [part for v in said.values for part in asked.parts(v.label, v.value)]
    named += asked.wanted(wants)
    texts = [part for part in named if isinstance(part, TextPart)]
    found = interest(sight.notebook, question, kernel_names(sight.namespace), wants)
    chosen = choose(
        sight.notebook,
        found,
        list(_values(sight, found)),
        texts,
        known,
        sight.redact,
        max_tokens,
    )
    images = [part for part in named if isinstance(part, ImagePart)]
    if not wants.nothing and sight.share_values == "sample":
        images += _pictures(sight, question, found)
    new = {image.data: image for image in images if not known.has(image)}
    words = TextPart(text=sight.redact(said.text))
    return (*chosen, *new.values(), words)


# ---- the notebook


def _shareable(notebook: Notebook, share_values: ShareValues) -> Notebook:
    """Without our own cells, and without values where they must not leave."""
    with_outputs = share_values == "sample"
    return Notebook(
        above=tuple(_others(notebook.above, with_outputs=with_outputs)),
        elsewhere=tuple(_others(notebook.elsewhere, with_outputs=with_outputs)),
    )


def _others(cells: Iterable[CellSeen], *, with_outputs: bool) -> Iterator[CellSeen]:
    for cell in cells:
        if cell.cell_type == "code" and is_assistants(cell.source):
            continue
        source = cell.source
        if cell.cell_type == "code":
            source = without_assistant(source)
        asked_too = source != cell.source
        outputs = cell.outputs
        if asked_too or not with_outputs:
            # Beside the cell's own there are our replies, or values.
            outputs = tuple(o for o in outputs if isinstance(o, ErrorSeen))
        yield msgspec.structs.replace(cell, source=source, outputs=outputs)


# ---- values and pictures


def _values(sight: _Sight, found: Interest) -> Iterator[tuple[int, Variants]]:
    asked = sum(score >= ASKED for score in found.names.values())
    used = 0
    for name, score in found.names.items():
        if score >= ASKED:
            most = max(ASKED_LEAST_CHARS, ASKED_CHARS // asked)
            sizes = (most, USED_CHARS[0])
        else:
            used += 1
            sizes = USED_CHARS if used <= MOST_USED else REACHED_CHARS
        yield score, partial(_told, sight, name, sizes, whole=score >= ASKED)


def _told(
    sight: _Sight, name: str, sizes: Iterable[int], *, whole: bool
) -> Iterator[TextPart]:
    """What a value is, in several lengths."""
    for size in sizes:
        told = describe(
            name,
            sight.namespace[name],
            share_values=sight.share_values,
            max_chars=size,
            redact=sight.redact,
        )
        text = told.text
        if whole and sight.share_values == "sample":
            text = _whole(text, sight.namespace[name], size)
        text = sight.redact(text)
        yield text_part(text, told.selection_type, name, name, truncated=told.truncated)


def _whole(text: str, value: Any, size: int) -> str:
    """A named value all written out in place of a few items, if there is room."""
    head, _, shown = text.partition("\n")
    written = literal(value, size - len(head)) if shown else None
    return f"{head}\n  {written}" if written else text


def _pictures(sight: _Sight, question: str, found: Interest) -> Iterator[ImagePart]:
    shown = wanted_pictures(question, sight.notebook.above)
    for picture in shown:
        yield image_part(picture.cell, picture.number, picture.media_type, picture.data)
    if shown or not asks_to_look(question):
        return
    for name, score in found.names.items():
        if score >= ASKED:
            told = describe(
                name, sight.namespace[name], share_values=sight.share_values
            )
            if told.image is not None:
                yield told.image
                return
