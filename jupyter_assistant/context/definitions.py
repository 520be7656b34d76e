"""Where the notebook's names come from: which run set them last, and which before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_assistant.context.code import definition_text, read_code

if TYPE_CHECKING:
    from jupyter_assistant.context.cells import CellSeen, Notebook

_NEVER_RAN = frozenset({"SyntaxError", "IndentationError", "TabError"})


class Definitions:
    """The runs of a notebook, read for what they did to names."""

    def __init__(self, notebook: Notebook) -> None:
        """Read them."""
        self._binding: dict[str, list[CellSeen]] = {}
        self._touching: dict[str, list[CellSeen]] = {}
        self._waiting: dict[str, list[CellSeen]] = {}
        for cell in (*notebook.above, *notebook.elsewhere):
            if cell.cell_type == "code" and _has_not_run(cell):
                for name in read_code(cell.source).binds:
                    self._waiting.setdefault(name, []).append(cell)
        for cell in notebook.code_cells:
            if cell.error and cell.error.name in _NEVER_RAN:
                continue
            code = read_code(cell.ran)
            for name in code.binds:
                self._binding.setdefault(name, []).append(cell)
            for name in code.touches:
                self._touching.setdefault(name, []).append(cell)

    @property
    def names(self) -> frozenset[str]:
        """All that some cell sets, or would if it ran."""
        return frozenset((*self._binding, *self._waiting))

    def waiting(self, name: str) -> list[CellSeen]:
        """The cells that would set a name, and did not run as they stand."""
        return self._waiting.get(name, [])

    def methods(self) -> dict[str, tuple[CellSeen, str]]:
        """The classes' methods by their names: where they are, as `Class.method`."""
        found: dict[str, tuple[CellSeen, str]] = {}
        for name in self._binding:
            cell = self._latest(self._binding[name])
            for full in read_code(cell.ran).definitions:
                owner, _, method = full.partition(".")
                if owner == name and method and not method.startswith("__"):
                    found[method] = cell, full
        return found

    def latest(self, name: str) -> CellSeen | None:
        """The run that set a name last; one that failed only if no other did."""
        found = self._binding.get(name)
        return self._latest(found) if found else None

    def _latest(self, found: list[CellSeen]) -> CellSeen:
        whole = [cell for cell in found if not cell.error]
        return (whole or found)[-1]

    def at(self, name: str, cell: CellSeen) -> CellSeen | None:
        """The run that had set a name when `cell` ran."""
        before = [c for c in self._binding.get(name, ()) if _count(c) < _count(cell)]
        return before[-1] if before else None

    def changes(self, name: str) -> list[CellSeen]:
        """The runs that changed the name's present value in place, in their order."""
        latest = self.latest(name)
        since = _count(latest) if latest else 0
        return [c for c in self._touching.get(name, ()) if _count(c) > since]

    def changed_by(self, name: str) -> list[str]:
        """The functions, as they are now, that change a name when they are called."""
        return [
            function
            for function, found in self._binding.items()
            if name
            in read_code(self._latest(found).ran).inner_touches.get(function, ())
        ]

    def is_replaced(self, name: str, cell: CellSeen) -> bool:
        """Whether what `cell` set the name to is no longer what it stands for."""
        latest = self.latest(name)
        return latest is not None and _count(latest) > _count(cell)

    def set_since(self, cell: CellSeen) -> dict[str, CellSeen]:
        """Names that `cell` used, and the later runs that set them otherwise."""
        code = read_code(cell.ran)
        since: dict[str, CellSeen] = {}
        for name in sorted(code.reads - code.binds):
            latest = self.latest(name)
            if latest and _count(latest) > _count(cell) and not imports(latest, name):
                before = self.at(name, cell)
                if not before or _text(latest, name) != _text(before, name):
                    since[name] = latest
        return since

    def is_stale(self, cell: CellSeen) -> bool:
        """Whether all that a cell did was to set names that others set since."""
        code = read_code(cell.ran)
        if not code.binds or code.touches or cell.error or _has_not_run(cell):
            return False
        return all(self.is_replaced(name, cell) for name in code.binds)


def _has_not_run(cell: CellSeen) -> bool:
    return cell.execution_count is None or cell.ran_source is not None


def _count(cell: CellSeen) -> int:
    return cell.execution_count or 0


def imports(cell: CellSeen, name: str) -> bool:
    """Whether a cell gets a name by importing it."""
    return name in read_code(cell.ran).imported


def _text(cell: CellSeen, name: str) -> str:
    return definition_text(cell.ran, name)
