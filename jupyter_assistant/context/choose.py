"""From what matters to what is sent: the most telling parts that have room.

The kernel looks at the values in between: `interest` says which, `choose` takes the
parts made of them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from jupyter_assistant.context.budget import NEAR_TOKENS, TOTAL_TOKENS, Room
from jupyter_assistant.context.code import read_code
from jupyter_assistant.context.definitions import Definitions, definition
from jupyter_assistant.context.interest import CHANGED, NEAR, REACHED
from jupyter_assistant.context.parts import (
    definition_part,
    error_part,
    outputs_part,
    source_part,
    text_part,
)
from jupyter_assistant.context.redacted import redacted_cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from jupyter_assistant.context.cells import CellSeen, Notebook
    from jupyter_assistant.context.interest import Interest
    from jupyter_assistant.context.known import Known
    from jupyter_assistant.conversation import TextPart

NOT_SHOWN = "not shown"
UNCHANGED = "unchanged"

_SIZES: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] = (
    (CHANGED, (2400, 900, 300), (1600, 600, 200)),
    (REACHED, (1200, 400), (500, 160)),
    (0, (600, 240), (280, 120)),
)
"""From a score on: characters of a source, and of its outputs, the best first."""
ERROR_CHARS = (2600, 1200)


class Candidate(NamedTuple):
    """Something that may be sent, in one or several lengths."""

    score: int
    order: tuple[int, int]
    """Where it stands among the others."""
    variants: Callable[[], Iterator[TextPart]]
    """The longest first."""


class Choice(NamedTuple):
    """What is sent for a question, beside what was asked for by name."""

    parts: tuple[TextPart, ...]
    cells: frozenset[str]
    """Ids of the cells of which something is sent or known."""


def choose(
    notebook: Notebook,
    wanted: Interest,
    values: Iterable[tuple[int, TextPart]],
    known: Known,
    redact: Callable[[str], str],
) -> Choice:
    """Pick the parts.

    Args:
        notebook: the cells, those of ours already left out.
        wanted: the scores.
        values: parts of values with their scores, in their order, already redacted.
        known: what this conversation has; it is named, not sent again.
        redact: takes secrets out of a text.
    """
    candidates = [
        *_of_cells(notebook, wanted, redact),
        *_of_values(values, len(notebook.above) + len(notebook.elsewhere)),
    ]
    candidates.sort(key=lambda c: (-c.score, c.order))
    room = Room(TOTAL_TOKENS)
    sent: list[tuple[tuple[int, int], TextPart]] = []
    unchanged: list[tuple[tuple[int, int], TextPart]] = []
    for candidate in candidates:
        variants = list(candidate.variants())
        if had := next((v for v in variants if known.has(v)), None):
            unchanged.append((candidate.order, had))
            continue
        keep = TOTAL_TOKENS - NEAR_TOKENS if candidate.score <= NEAR + 9 else 0
        part = room.first_fitting(variants, lambda v: v.text, keep)
        if part is not None:
            sent.append((candidate.order, part))
    parts = [part for _, part in sorted(sent, key=lambda s: s[0])]
    had = [part for _, part in sorted(unchanged, key=lambda s: s[0])]
    there = frozenset(
        p.context.ref.partition("#")[0] for p in (*parts, *had) if p.context
    )
    notes = [*_unchanged(had), *_not_shown(notebook, there)]
    return Choice((*parts, *(n for n in notes if not known.has(n))), there)


def _of_values(
    values: Iterable[tuple[int, TextPart]], after: int
) -> Iterator[Candidate]:
    for number, (score, part) in enumerate(values):
        yield Candidate(score, (after, number), partial(iter, (part,)))


def _of_cells(
    notebook: Notebook, wanted: Interest, redact: Callable[[str], str]
) -> Iterator[Candidate]:
    definitions = Definitions(notebook.code_cells)
    below = {c.id for c in notebook.elsewhere if not c.gone}
    for place, cell in enumerate((*notebook.elsewhere, *notebook.above)):
        score = wanted.cells.get(cell.id)
        if score is None:
            continue
        told = _Telling(cell, definitions, redact, is_below=cell.id in below)
        sources, outputs = _sizes(score)
        if names := wanted.parts_of.get(cell.id):
            for number, name in enumerate(names):
                yield Candidate(
                    score,
                    (place, number),
                    partial(told.definition, name, sources),
                )
            continue
        yield Candidate(score, (place, 0), partial(told.source, sources))
        if cell.id == wanted.error:
            yield Candidate(score + 1, (place, 2), told.failure)
        if cell.outputs:
            yield Candidate(score - 1, (place, 1), partial(told.outputs, outputs))


def _sizes(score: int) -> tuple[Sequence[int], Sequence[int]]:
    return next((s, o) for least, s, o in _SIZES if score >= least)


class _Telling:
    """One cell in words, its secrets taken out before anything is cut."""

    def __init__(
        self,
        cell: CellSeen,
        definitions: Definitions,
        redact: Callable[[str], str],
        *,
        is_below: bool,
    ) -> None:
        self._cell, self._definitions, self._redact = cell, definitions, redact
        self._is_below = is_below
        self._clean: CellSeen | None = None

    @property
    def clean(self) -> CellSeen:
        if self._clean is None:
            self._clean = redacted_cell(self._cell, self._redact)
        return self._clean

    def source(self, sizes: Sequence[int]) -> Iterator[TextPart]:
        replaced, notes = self._replaced(), list(self._notes())
        for size in sizes:
            yield source_part(self.clean, size, replaced=replaced, notes=notes)

    def definition(self, name: str, sizes: Sequence[int]) -> Iterator[TextPart]:
        text = self._redact(definition(self._cell, name))
        for size in sizes:
            yield definition_part(self._cell, name, text, size)

    def outputs(self, sizes: Sequence[int]) -> Iterator[TextPart]:
        for size in sizes:
            if part := outputs_part(self.clean, size):
                yield part

    def failure(self) -> Iterator[TextPart]:
        error = self.clean.error
        for size in ERROR_CHARS:
            if error is not None:
                yield error_part(self.clean, error, size)

    def _replaced(self) -> dict[str, str]:
        """Definitions in this cell that others replaced, and where."""
        code = read_code(self._cell.ran)
        found: dict[str, str] = {}
        for name in code.definitions:
            latest = self._definitions.latest(name)
            if latest and self._definitions.is_replaced(name, self._cell):
                found[name] = latest.label
        return found

    def _notes(self) -> Iterator[str]:
        if self._is_below:
            yield "below the question"
        since = self._definitions.set_since(self._cell)
        by_cell: dict[str, list[str]] = {}
        for name, cell in since.items():
            by_cell.setdefault(cell.label, []).append(name)
        for label, names in by_cell.items():
            yield f"ran before {label} set {', '.join(names)}"


def _unchanged(parts: Sequence[TextPart]) -> Iterator[TextPart]:
    """A line that refers to what the conversation already has."""
    if parts:
        labels = ", ".join(dict.fromkeys(p.context.label for p in parts if p.context))
        text = f"Unchanged since they were shown earlier: {labels}."
        yield text_part(text, "cell", UNCHANGED, UNCHANGED)


def _not_shown(notebook: Notebook, there: frozenset[str]) -> Iterator[TextPart]:
    """A line that says what is above and was left out, with what it imports."""
    missing = [c for c in notebook.above if c.id not in there and c.cell_type == "code"]
    if not missing:
        return
    imports = [i for c in missing for i in read_code(c.ran).imports]
    text = f"Above, not shown: {_ranges(missing)}."
    if imports:
        text += f" Imported there: {', '.join(dict.fromkeys(imports))}."
    yield text_part(text, "cell", NOT_SHOWN, NOT_SHOWN)


def _ranges(cells: Sequence[CellSeen]) -> str:
    """`In[1], In[3]-In[9]`."""
    counts = sorted(c.execution_count for c in cells if c.execution_count)
    runs: list[list[int]] = []
    for count in counts:
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    told = [f"In[{r[0]}]" if len(r) == 1 else f"In[{r[0]}]-In[{r[-1]}]" for r in runs]
    not_run = len(cells) - len(counts)
    if not_run:
        told.append(f"{not_run} that did not run")
    return ", ".join(told)
