"""The cells that a kernel knows of: those that were recorded, those before, the page.

What the recorder saw is the truth about runs, what the front end sends about the page.
"""

from __future__ import annotations

import base64
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from jupyter_assistant.context import (
    CellSeen,
    ErrorSeen,
    Notebook,
    OutputSeen,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.kernel.watch.capture import Displayed, Printed
from jupyter_assistant.kernel.watch.failure import error_seen, last_error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jupyter_assistant.kernel.watch.link import Page, PageCell, PageOutput
    from jupyter_assistant.kernel.watch.recorder import Run

TRACEBACK = "Traceback (most recent call last)"
LONGEST_COMPARED = 4000
ALIKE = 0.4
"""How much of a cell's text must have run under its number to be an edit of it."""


def cell_of(run: Run) -> CellSeen:
    """A recorded run as a cell."""
    return CellSeen(
        id=run.cell_id,
        source=run.source,
        execution_count=run.execution_count,
        outputs=tuple(map(_output, run.outputs)),
    )


def earlier_cells(shell: Any, first: int | None) -> tuple[CellSeen, ...]:
    """What ran before the recorder started, from what IPython keeps itself.

    Args:
        shell: the shell; its history holds sources, results and, in newer versions,
            also printed text and tracebacks.
        first: the execution count from which on the recorder saw everything.
    """
    history = shell.history_manager
    sources = list(history.input_hist_raw)[: first or 0]
    return tuple(
        CellSeen(
            id=f"run-{count}",
            source=source,
            execution_count=count,
            outputs=_kept_outputs(shell, count),
        )
        for count, source in enumerate(sources)
        if count and source.strip()
    )


def media(data: Mapping[str, Any]) -> dict[str, str]:
    """A display's data as text, pictures in base64 without line breaks."""
    texts: dict[str, str] = {}
    for media_type, value in data.items():
        if isinstance(value, bytes):
            texts[media_type] = base64.b64encode(value).decode("ascii")
        elif isinstance(value, list):  # nbformat may split a text into lines
            texts[media_type] = "".join(map(str, value))
        elif isinstance(value, str):
            texts[media_type] = value
    for media_type in texts:
        if media_type.startswith("image/") and media_type != "image/svg+xml":
            texts[media_type] = "".join(texts[media_type].split())
    return texts


def _output(output: Printed | Displayed | ErrorSeen) -> OutputSeen:
    if isinstance(output, Printed):
        name = "stderr" if output.name == "stderr" else "stdout"
        return StreamSeen(name=name, text=output.text)
    if isinstance(output, Displayed):
        return RichSeen(data=media(output.data), is_result=output.is_result)
    return output


def _kept_outputs(shell: Any, count: int) -> tuple[OutputSeen, ...]:
    """What IPython itself kept of a cell's outputs."""
    history = shell.history_manager
    found: list[OutputSeen] = []
    for kept in getattr(history, "outputs", {}).get(count, ()):
        if kept.output_type == "display_data":
            found.append(RichSeen(data=media(kept.bundle)))
        elif kept.output_type == "execute_result":
            found.append(RichSeen(data=media(kept.bundle), is_result=True))
        else:
            name = "stderr" if kept.output_type == "err_stream" else "stdout"
            found.append(StreamSeen(name=name, text="".join(kept.bundle["stream"])))
    if not any(isinstance(o, RichSeen) and o.is_result for o in found):
        found += _result(shell, count)
    if error := getattr(history, "exceptions", {}).get(count):
        found.append(_kept_error(shell, error))
    elif not hasattr(history, "exceptions"):
        found += _last_error_of(shell, count)
    return tuple(found)


def _last_error_of(shell: Any, count: int) -> list[OutputSeen]:
    """The error that was shown last, if it was this cell's: older IPythons keep it."""
    last = last_error()
    if last is None:
        return []
    error = error_seen(shell, last)
    frames = error.chain[-1].frames
    return [error] if frames and frames[0].place == f"In[{count}]" else []


def _result(shell: Any, count: int) -> list[OutputSeen]:
    """`Out[n]` where only the value itself is left: of plain types its repr."""
    results = shell.user_ns.get("Out")
    value = results.get(count) if isinstance(results, dict) else None
    if type(value) not in (int, float, complex, bool, str, bytes):
        return []
    return [RichSeen(data={"text/plain": repr(value)}, is_result=True)]


def _kept_error(shell: Any, kept: Mapping[str, Any]) -> ErrorSeen:
    """An error of which IPython kept the display; with its chain if it was the last."""
    name, message = str(kept.get("ename", "")), str(kept.get("evalue", ""))
    last = last_error()
    if last is not None and type(last).__name__ == name:
        known = error_seen(shell, last)
        is_same = known.message == message
        # Of a syntax error the display adds the place to the words.
        if is_same or (isinstance(last, SyntaxError) and known.message in message):
            return known
    traceback = tuple(str(line) for line in kept.get("traceback", ()))
    return ErrorSeen(name=name, message=message, traceback=traceback)


# ---- the page


def notebook_of(page: Page | None, ran: tuple[CellSeen, ...], asking: str) -> Notebook:
    """The notebook as seen from the asking cell.

    Args:
        page: what the front end shows; None where nobody knows, then the order of the
            runs stands for it.
        ran: what ran in this kernel.
        asking: the id of the cell that runs now.
    """
    if page is None:
        return Notebook(above=tuple(c for c in ran if c.id != asking))
    asking = page.asking or asking
    by_id = {cell.id: cell for cell in ran}
    by_count = {cell.execution_count: cell for cell in ran if cell.execution_count}
    above: list[CellSeen] = []
    below: list[CellSeen] = []
    side, taken = above, set[str]()
    for number, unnamed in enumerate(page.cells):
        if unnamed.id and unnamed.id == asking:
            side = below
            continue
        cell = msgspec.structs.replace(unnamed, id=unnamed.id or f"cell-{number}")
        run = _run_of(cell, by_id, by_count)
        if run is not None:
            taken.add(run.id)
        side.append(_on_page(cell, run))
    gone = [
        msgspec.structs.replace(cell, gone=True)
        for cell in ran
        if cell.id not in taken and cell.id != asking
    ]
    return Notebook(above=tuple(above), elsewhere=(*gone, *below))


def _run_of(
    cell: PageCell,
    by_id: Mapping[str, CellSeen],
    by_count: Mapping[int, CellSeen],
) -> CellSeen | None:
    """The run that a cell's outputs are of, if it was in this kernel.

    The number alone does not tell: after a restart it is that of another run.
    """
    if cell.cell_type != "code":
        return None
    if known := by_id.get(cell.id):
        return known
    run = by_count.get(cell.execution_count) if cell.execution_count else None
    if run is None or run.source == _joined(cell.source):
        return run
    texts = run.source[:LONGEST_COMPARED], _joined(cell.source)[:LONGEST_COMPARED]
    alike = SequenceMatcher(None, *texts, autojunk=False).ratio()
    return run if alike >= ALIKE else None


def _on_page(cell: PageCell, run: CellSeen | None) -> CellSeen:
    source = _joined(cell.source)
    kind: Literal["code", "markdown", "raw"] = "raw"
    if cell.cell_type in ("code", "markdown"):
        kind = "code" if cell.cell_type == "code" else "markdown"
    if run is None:
        outputs = tuple(o for o in map(_page_output, cell.outputs) if o)
        return CellSeen(id=cell.id, cell_type=kind, source=source, outputs=outputs)
    was_edited = run.source.strip() != source.strip()
    return CellSeen(
        id=cell.id,
        source=source,
        ran_source=run.source if was_edited else None,
        execution_count=run.execution_count,
        outputs=_best_outputs(cell, run),
    )


def _best_outputs(cell: PageCell, run: CellSeen) -> tuple[OutputSeen, ...]:
    """The page's outputs are whole; of an error the kernel knows more.

    A group of exceptions is on the page as printed text, cut after some members.
    """
    shown = [o for o in map(_page_output, cell.outputs) if o]
    if not shown:
        return run.outputs
    known = run.error
    if known is None or not known.chain:
        return tuple(shown)
    if not any(isinstance(o, ErrorSeen) for o in shown):
        return (*(o for o in shown if not _is_traceback(o)), known)
    return tuple(known if isinstance(o, ErrorSeen) else o for o in shown)


def _is_traceback(output: OutputSeen) -> bool:
    return isinstance(output, StreamSeen) and TRACEBACK in output.text


def _page_output(output: PageOutput) -> OutputSeen | None:
    match output.output_type:
        case "stream":
            name = "stderr" if output.name == "stderr" else "stdout"
            return StreamSeen(name=name, text=_joined(output.text))
        case "display_data" | "execute_result" as kind:
            return RichSeen(data=media(output.data), is_result=kind == "execute_result")
        case "error":
            return ErrorSeen(
                name=output.ename,
                message=output.evalue,
                traceback=tuple(output.traceback),
            )
        case _:
            return None


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
