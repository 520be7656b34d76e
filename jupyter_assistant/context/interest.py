"""What a question is about: which cells and which names matter to it, and how much.

Named in the question comes first, then what an error and the cell above use, then where
those come from, then what is near.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal

import msgspec

from jupyter_assistant.context.code import read_code
from jupyter_assistant.context.definitions import Definitions, imports
from jupyter_assistant.context.mentions import (
    is_about_error,
    mentioned,
    mentioned_cells,
    mentioned_errors,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jupyter_assistant.context.cells import CellSeen, Notebook
    from jupyter_assistant.context.wants import Wants

FOCUS = 100
"""The cell right above, and cells that the question names by number."""
ERROR = 96
ASKED = 92
"""A name in the question: its value, the code that set it."""
CHANGED = 86
"""Code that changed such a value later."""
USED = 70
"""Names that the failed cell or the cell above uses."""
REACHED = 60
"""One step further: what the named ones are made of."""
NEAR = 50
"""Less by one for each cell in between."""

MAX_ASKED = 10
MAX_USED = 8
MAX_REACHED = 6
MAX_CHANGES = 3
RECENT_RUNS = 5
"""How many cells may have run since an error that nobody asks about."""
WHOLE_NEAR = 6
"""So near, a cell is shown whole where only a function of it is named."""
LONGEST_COMPARED = 4000
MENDED = 0.8
"""How much of a failed cell's text a later run must have to be its correction."""
WRITTEN_CHARS = 1000
"""A cell up to this long is shown whole: a value written in it need not be told."""
RARE = 3
"""In at most so many cells a word of the question points at them."""

NameKind = Literal["value", "function", "class", "module"]


class NameSeen(msgspec.Struct, frozen=True):
    """What a name of the kernel stands for, as far as its type tells."""

    kind: NameKind
    class_name: str = ""
    """Of a value whose class the notebook may define."""


class Interest(msgspec.Struct, frozen=True, kw_only=True):
    """What matters, by how much."""

    cells: dict[str, int] = {}
    """Scores by cell id; what has none is not wanted."""
    parts_of: dict[str, tuple[str, ...]] = {}
    """Cells of which only some functions and classes are wanted."""
    names: dict[str, int] = {}
    """Scores of the values to look at in the kernel."""
    error: str = ""
    """The id of the cell whose error matters."""
    narrowed: bool = False
    """Whether the person said what matters: what is left out needs no mention."""


def interest(
    notebook: Notebook,
    question: str,
    names: Mapping[str, NameSeen],
    wants: Wants,
) -> Interest:
    """Find out what matters to a question.

    Args:
        notebook: the cells, those of ours already left out.
        question: the person's words.
        names: what the kernel holds.
        wants: what the person asked for; names and files in it are not looked at here.
    """
    if wants.nothing:
        return Interest(narrowed=True)
    found = _Search(notebook, question, names)
    if wants.cells is None:
        found.everything()
    else:
        found.only_above(wants.cells)
    return found.result(narrowed=wants.cells is not None)


class _Search:
    def __init__(
        self, notebook: Notebook, question: str, names: Mapping[str, NameSeen]
    ) -> None:
        self._notebook, self._question, self._names = notebook, question, names
        self._definitions = Definitions(notebook)
        self._cells: dict[str, int] = {}
        self._whole: set[str] = set()
        self._parts_of: dict[str, dict[str, None]] = {}
        self._values: dict[str, int] = {}
        self._error = ""

    def result(self, *, narrowed: bool) -> Interest:
        shown = [i for i, score in self._cells.items() if score >= REACHED]
        unasked = [n for n, score in self._values.items() if score < ASKED]
        for name in _written_out(unasked, self._definitions, shown):
            del self._values[name]
        return Interest(
            cells=self._cells,
            parts_of={
                cell_id: tuple(names)
                for cell_id, names in self._parts_of.items()
                if cell_id not in self._whole
            },
            names=self._values,
            error=self._error,
            narrowed=narrowed,
        )

    def everything(self) -> None:
        """All that matters, the most telling first."""
        self._named_cells()
        focus = self._focus()
        failed = self._failed()
        asked = self._asked()
        for name in asked:
            self._ask(name)
        self._ask_methods()
        for name in asked:
            self._reach(name)
        if failed:
            self._use_of_failed(failed)
        if focus:
            self._cell(focus, FOCUS)
            self._use(focus)
        self._near()

    def only_above(self, count: int) -> None:
        """The cells above, so many of them, and the values that are named."""
        chosen = self._notebook.above[-count:] if count else ()
        for cell in chosen:
            self._cell(cell, FOCUS)
        self._error = next((c.id for c in reversed(chosen) if c.error), "")
        for name in self._asked():
            self._value(name, ASKED)

    # ---- where to start

    def _named_cells(self) -> None:
        numbers = mentioned_cells(self._question)
        for cell in self._notebook.code_cells:
            if cell.execution_count in numbers:
                self._cell(cell, FOCUS)

    def _focus(self) -> CellSeen | None:
        above = [c for c in self._notebook.above if c.cell_type == "code"]
        return above[-1] if above else None

    def _failed(self) -> CellSeen | None:
        """The cell whose error matters: one that is named, else the last if fresh."""
        runs = self._notebook.code_cells
        failed = [cell for cell in runs if cell.error]
        named = mentioned_errors(self._question)
        by_name = [c for c in failed if c.error and c.error.name in named]
        chosen = (by_name or failed or [None])[-1]
        if chosen is None:
            return None
        about = bool(by_name) or is_about_error(self._question)
        later = runs[runs.index(chosen) + 1 :]
        if not about and len(later) >= RECENT_RUNS:
            return None
        if not by_name and any(_is_mended(chosen, cell) for cell in later):
            return None
        self._cell(chosen, ERROR)
        self._error = chosen.id
        return chosen

    def _asked(self) -> list[str]:
        known = {*self._names, *self._definitions.names}
        return list(mentioned(self._question, known))[:MAX_ASKED]

    # ---- from there on

    def _ask(self, name: str) -> None:
        """A name of the question: its value or its code, and what set it."""
        self._value(name, ASKED)
        self._origin(name, ASKED)
        changes = self._definitions.changes(name)[-MAX_CHANGES:]
        for cell in (*changes, *self._definitions.waiting(name)[-MAX_CHANGES:]):
            self._cell(cell, CHANGED)
        for function in self._definitions.changed_by(name)[-MAX_CHANGES:]:
            self._origin(function, CHANGED)

    def _ask_methods(self) -> None:
        """Methods that the question names, of classes that the notebook defines."""
        methods = self._definitions.methods()
        for method in mentioned(self._question, methods):
            if method not in self._values:
                cell, full = methods[method]
                self._cell(cell, ASKED, of=full)

    def _reach(self, name: str) -> None:
        """What a named value or function is made of."""
        origin = self._definitions.latest(name)
        if origin is None:
            return
        code = read_code(origin.ran)
        if name in code.definitions:
            made_of = code.inner_reads.get(name, frozenset[str]())
        else:
            made_of = code.reads
        for other in _by_first_use(made_of - {name}, origin, MAX_REACHED):
            self._value(other, REACHED)
            before = self._definitions.at(other, origin)
            if name in code.definitions:  # read when it is called: as it is now
                before = self._definitions.latest(other)
            self._origin(other, REACHED, before)
            self._inner(other, REACHED)
        if seen := self._names.get(name):
            self._origin(seen.class_name, REACHED)

    def _use_of_failed(self, cell: CellSeen) -> None:
        """The names in the failed cell and in the functions on the way to the error."""
        self._use(cell)
        frames = [f for r in (cell.error.chain if cell.error else ()) for f in r.frames]
        for function in dict.fromkeys(f.function for f in frames if f.own):
            self._origin(function, USED)
            self._inner(function, USED)

    def _use(self, cell: CellSeen) -> None:
        code = read_code(cell.ran)
        used = code.reads | code.binds
        for name in _by_first_use(used, cell, MAX_USED):
            self._value(name, USED)
            self._origin(name, REACHED)
            self._inner(name, REACHED)
            if seen := self._names.get(name):
                self._origin(seen.class_name, REACHED)

    def _inner(self, function: str, score: int) -> None:
        """The notebook's names that a function of it reads when it is called."""
        origin = self._definitions.latest(function)
        if origin is None:
            return
        read = read_code(origin.ran).inner_reads.get(function, frozenset[str]())
        for name in _by_first_use(read - {function}, origin, MAX_REACHED):
            self._value(name, score)
            self._origin(name, REACHED)

    def _near(self) -> None:
        """The page above, from here up; cells with rare words of the question first."""
        above = self._notebook.above
        asked = words(self._question)
        told = [asked & words(cell.source) for cell in above]
        counts = {word: sum(word in t for t in told) for word in asked}
        for distance, (cell, common) in enumerate(
            zip(reversed(above), reversed(told), strict=True)
        ):
            if read_code(cell.ran).only_imports or self._definitions.is_stale(cell):
                continue
            rare = sum(counts[word] <= RARE for word in common)
            score = max(NEAR - distance, NEAR // 5) + min(3 * rare, 9)
            self._cells.setdefault(cell.id, min(score, REACHED - 1))
            if distance < WHOLE_NEAR:
                self._whole.add(cell.id)

    # ---- keeping the highest score of each

    def _cell(self, cell: CellSeen, score: int, of: str = "") -> None:
        """A cell; with `of` only for its definition of that name."""
        self._cells[cell.id] = max(score, self._cells.get(cell.id, 0))
        if of and of in read_code(cell.ran).definitions:
            self._parts_of.setdefault(cell.id, {})[of] = None
        else:
            self._whole.add(cell.id)

    def _origin(self, name: str, score: int, cell: CellSeen | None = None) -> None:
        """The run that set a name, last or the given one; an import tells nothing."""
        origin = cell or self._definitions.latest(name)
        if origin and not imports(origin, name):
            self._cell(origin, score, of=name)

    def _value(self, name: str, score: int) -> None:
        seen = self._names.get(name)
        if seen is None:
            return
        if seen.kind != "value" and (score < ASKED or self._is_defined_here(name)):
            return
        self._values[name] = max(score, self._values.get(name, 0))

    def _is_defined_here(self, name: str) -> bool:
        origin = self._definitions.latest(name)
        return origin is not None and name in read_code(origin.ran).definitions


def _is_mended(failed: CellSeen, later: CellSeen) -> bool:
    """Whether a later run is the failed one once more, and went well."""
    if later.error or not failed.ran.strip():
        return False
    texts = failed.ran[:LONGEST_COMPARED], later.ran[:LONGEST_COMPARED]
    alike = SequenceMatcher(None, *texts, autojunk=False)
    return alike.quick_ratio() >= MENDED and alike.ratio() >= MENDED


def _by_first_use(names: Iterable[str], cell: CellSeen, limit: int) -> list[str]:
    """The names in the order in which a cell first uses them, only the first few."""
    return sorted(names, key=lambda name: (cell.ran.find(name), name))[:limit]


def _written_out(
    names: Iterable[str], definitions: Definitions, shown: Iterable[str]
) -> list[str]:
    """Names whose present value stands as it is in a cell that is shown whole."""
    ids = frozenset(shown)
    origins = ((name, definitions.latest(name)) for name in names)
    return [
        name
        for name, cell in origins
        if cell is not None
        and cell.id in ids
        and cell.ran_source is None
        and len(cell.ran) <= WRITTEN_CHARS
        and name in read_code(cell.ran).literals
        and not definitions.changes(name)
    ]
