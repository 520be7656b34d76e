"""From what matters to what is sent: the most telling parts that have room.

The kernel looks at the values in between: `interest` says which, `choose` takes the
parts made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, assert_never

from jupyter_assistant.context.budget import TOTAL_TOKENS, near_tokens
from jupyter_assistant.context.cells import ErrorSeen, RichSeen, StreamSeen
from jupyter_assistant.context.code import definition_text, read_code
from jupyter_assistant.context.definitions import Definitions
from jupyter_assistant.context.interest import CHANGED, REACHED
from jupyter_assistant.context.parts import (
    definition_part,
    error_part,
    outputs_part,
    source_part,
    text_part,
)
from jupyter_assistant.context.redacted import redacted_cell
from jupyter_assistant.conversation import TextPart, text_tokens
from jupyter_assistant.conversation.estimate import BYTES_PER_TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jupyter_assistant.context.cells import CellSeen, Notebook
    from jupyter_assistant.context.interest import Interest
    from jupyter_assistant.context.known import Known

NOT_SHOWN = "not shown"
UNCHANGED = "unchanged"
NOTES = frozenset({NOT_SHOWN, UNCHANGED})
"""The refs of parts that only say what was left out."""

_SIZES: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] = (
    (CHANGED, (3600, 1800, 700, 300), (1300, 500, 200)),
    (REACHED, (1200, 400), (500, 160)),
    (0, (600, 240), (280, 120)),
)
"""From a score on: characters of a source, and of its outputs, the best first."""
ERROR_CHARS = (2600, 1200)


Variants = Callable[[], Iterator[TextPart]]
"""The same thing in several lengths, the longest first, made when asked for."""


class Candidate(NamedTuple):
    """Something that may be sent."""

    score: int
    order: tuple[int, int]
    """Where it stands among the others."""
    variants: Variants
    needs: tuple[str, str] = ("", "")
    """The part without which it says nothing: an output needs its source."""


def choose(
    notebook: Notebook,
    wanted: Interest,
    values: Iterable[tuple[int, Variants]],
    asked: Sequence[TextPart],
    known: Known,
    redact: Callable[[str], str],
    max_tokens: int | None = None,
) -> tuple[TextPart, ...]:
    """Pick the parts.

    Args:
        notebook: the cells, those of ours already left out.
        wanted: the scores.
        values: values with their scores, in their order, already redacted.
        asked: what the person asked for by name: sent whatever it costs.
        known: what this conversation has; it is named, not sent again.
        redact: takes secrets out of a text.
        max_tokens: what the model has room for; None where that is no concern.
    """
    after = len(notebook.above) + len(notebook.elsewhere)
    candidates = [
        *_of_cells(notebook, wanted, redact),
        *(Candidate(s, (after, n), v) for n, (s, v) in enumerate(values)),
    ]
    candidates.sort(key=lambda c: (-c.score, c.order))
    total = TOTAL_TOKENS if max_tokens is None else min(TOTAL_TOKENS, max_tokens)
    near = min(total, near_tokens(notebook_tokens(notebook)))
    basket = _Basket(known, asked, total=total, near=near)
    for candidate in candidates:
        basket.offer(candidate)
    parts, had = basket.parts(), basket.unchanged()
    selections = [part.context for part in (*parts, *had) if part.context]
    there = frozenset(s.ref.partition("#")[0] for s in selections)
    notes = list(_unchanged(had))
    if not wanted.narrowed:
        notes += _not_shown(notebook, there)
    return (*parts, *(note for note in notes if not known.has(note)))


def notebook_tokens(notebook: Notebook) -> int:
    """What the whole notebook above would cost, its sources and outputs as text."""
    size = 0
    for cell in notebook.above:
        size += len(cell.source)
        for output in cell.outputs:
            match output:
                case StreamSeen():
                    size += len(output.text)
                case RichSeen():
                    size += len(output.data.get("text/plain", ""))
                case ErrorSeen():
                    size += sum(map(len, output.traceback)) or ERROR_CHARS[0]
                case _:
                    assert_never(output)
    return size // BYTES_PER_TOKEN


class _Basket:
    """What is taken, while there is room."""

    def __init__(
        self, known: Known, asked: Sequence[TextPart], *, total: int, near: int
    ) -> None:
        self._known = known
        self._room = total
        self._beyond_near = total - near
        self._asked = [part for part in asked if not known.has(part)]
        self._sent: list[tuple[tuple[int, int], TextPart]] = []
        self._had = [((0, -1), part) for part in asked if known.has(part)]
        self._keys = {_key(part) for part in asked}

    def offer(self, candidate: Candidate) -> None:
        """Take the longest variant that has room, unless it is there already."""
        if candidate.needs[0] and candidate.needs not in self._keys:
            return
        keep = self._beyond_near if candidate.score < REACHED else 0
        for part in candidate.variants():
            if _key(part) in self._keys:
                return
            tokens = text_tokens(part.text)
            if self._known.has(part):
                self._had.append((candidate.order, part))
            elif tokens <= self._room - keep:
                self._room -= tokens
                self._sent.append((candidate.order, part))
            else:
                continue
            self._keys.add(_key(part))
            return

    def parts(self) -> list[TextPart]:
        """In the order of the page, then values, then what was asked for by name."""
        chosen = [part for _, part in sorted(self._sent, key=lambda sent: sent[0])]
        return [*chosen, *self._asked]

    def unchanged(self) -> list[TextPart]:
        """What the conversation has already."""
        return [part for _, part in sorted(self._had, key=lambda had: had[0])]


def _key(part: TextPart) -> tuple[str, str]:
    return (part.context.type, part.context.ref) if part.context else ("", "")


def _of_cells(
    notebook: Notebook, wanted: Interest, redact: Callable[[str], str]
) -> Iterator[Candidate]:
    definitions = Definitions(notebook)
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
            yield Candidate(
                score - 1,
                (place, 1),
                partial(told.outputs, outputs),
                needs=("cell", cell.id),
            )


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
        text = self._redact(definition_text(self._cell.ran, name))
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
            if "." in name:
                continue
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
    imported = {i: None for c in missing for i in read_code(c.ran).imported.values()}
    text = f"Above, not shown: {_ranges(missing)}."
    if imported:
        text += f" Imported there: {', '.join(imported)}."
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
