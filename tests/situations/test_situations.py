"""What was the model told? Notebooks, a question in each, and the request that leaves.

The situations of `tests/data/situations` say which facts an answer needs, what must not
leave, and how much the context may cost; those in `more` are kinds close to them. Each
runs twice in a fresh kernel: the kernel alone, where only it knows the cells, and with
a tab that tells them over HTTP.
"""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from situation_run import fixed_instructions, verdict_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from situation_judge import Verdict

FOLDER = Path(__file__).parents[1] / "data" / "situations"
WORKERS = 2
LONGEST_S = 280
MOST_OF_WHOLE = 1 / 4

WAITING = {"history-and-side-question"}
"""Needs `%%btw`, which this version does not have yet."""


def _load(folder: Path) -> dict[str, dict[str, Any]]:
    files = (json.loads(f.read_text("utf-8")) for f in sorted(folder.glob("*.json")))
    return {situation["id"]: situation for situation in files}


SHARED = {k: v for k, v in _load(FOLDER).items() if k not in WAITING}
CLOSE = _load(FOLDER / "more")
ALONE, TAB = MODES = ("kernel alone", "with a tab")
TAB_TAGS = {"front end", "order", "error", "history"}
"""Close kinds that are about the page run with a tab, the others without."""


def _runs() -> list[tuple[str, str]]:
    shared = [(name, mode) for mode in MODES for name in SHARED]
    close = [(n, TAB if TAB_TAGS & set(s["tags"]) else ALONE) for n, s in CLOSE.items()]
    return shared + close


@pytest.fixture(scope="session")
def verdicts(request: pytest.FixtureRequest) -> Iterator[Callable[[str, str], Verdict]]:
    """Runs what was selected, two kernels at a time, and waits for one's verdict."""
    wanted: dict[tuple[str, str], None] = {}
    for item in request.session.items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if "mode" not in params:
            continue
        ids = [params["name"]] if "name" in params else list(SHARED)
        wanted |= {(name, params["mode"]): None for name in ids}
    with ThreadPoolExecutor(WORKERS) as pool:
        pool.submit(fixed_instructions).result(LONGEST_S)
        running: dict[tuple[str, str], Future[Verdict]] = {
            (name, mode): pool.submit(
                verdict_on,
                (SHARED | CLOSE)[name],
                with_tab=mode == TAB,
            )
            for name, mode in wanted
        }
        yield lambda name, mode: running[name, mode].result(LONGEST_S)
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize(("name", "mode"), _runs())
def test_model_is_told_what_the_answer_needs_and_nothing_else(
    name: str, mode: str, verdicts: Callable[[str, str], Verdict]
) -> None:
    verdict = verdicts(name, mode)

    assert verdict.complaints == []
    assert verdict.found == verdict.facts
    assert verdict.leaks == 0
    assert bool(verdict.cells_asked) == (mode == TAB)


@pytest.mark.parametrize("mode", MODES)
def test_context_costs_at_most_a_quarter_of_sending_the_notebooks(
    mode: str, verdicts: Callable[[str, str], Verdict]
) -> None:
    told = [verdicts(name, mode) for name in SHARED]

    assert sum(v.tokens for v in told) <= MOST_OF_WHOLE * sum(v.whole for v in told)


def test_every_situation_of_the_set_runs_but_the_one_that_needs_side_questions() -> (
    None
):
    assert set(_load(FOLDER)) - set(SHARED) == WAITING
    assert len(SHARED) == 29
