"""Carries a situation out: its notebook, its question, and what left for the model."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from situation_judge import Body, Verdict, as_text, instructions, judge, said
from situation_notebook import BrokenError, Notebook, cell_id, joined
from situation_server import Capture, Tab

KEPT_VARIABLES = ("PATH", "LANG", "LD_LIBRARY_PATH", "SYSTEMROOT")
ASKING = "asking"
EMPTY: dict[str, Any] = {
    "cells": [],
    "ask": "Say ok.",
    "needs": [],
    "forbids": [],
    "needs_image": False,
    "max_tokens": 10**9,
}


def verdict_on(situation: dict[str, Any], *, with_tab: bool) -> Verdict:
    """Run a situation in a fresh kernel and judge what the model was told."""
    notebook, bodies, tab, after = carried_out(situation, with_tab=with_tab)
    verdict = judge(
        situation,
        question(situation),
        notebook,
        bodies,
        fixed_instructions(),
        with_tab=with_tab,
    )
    verdict.cells_asked = tab.times_asked if tab else 0
    expected = situation.get("after_expect", "")
    if not re.search(expected, after):
        verdict.complaints.append(f"afterwards: {after.strip()!r}, not /{expected}/")
    return verdict


@cache
def fixed_instructions() -> frozenset[str]:
    """The lines of instructions that every request has."""
    _, bodies, _, _ = carried_out(EMPTY, with_tab=False)
    return frozenset(instructions(bodies[0]))


def carried_out(
    situation: dict[str, Any], *, with_tab: bool
) -> tuple[Notebook, list[Body], Tab | None, str]:
    """The notebook, the requests of the last question, the tab, what ran afterwards."""
    tab = Tab() if with_tab else None
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
        Capture(tab) as server,
    ):
        folder = Path(name)
        env = _environment(situation, folder, server)
        _write_files(situation, folder / "work", env)
        with Notebook(situation["cells"], folder, env) as notebook:
            asker = _Asker(notebook, server, tab)
            bodies = asker.ask(situation)
            after = ""
            if code := joined(situation.get("after", "")):
                ran = notebook.execute(code, store=False)
                after = as_text([{"source": "", "outputs": ran.outputs}])
    return notebook, bodies, tab, after


class _Asker:
    """Runs the cells; without a tab the extension is loaded before them, else after."""

    def __init__(self, notebook: Notebook, server: Capture, tab: Tab | None) -> None:
        self._notebook, self._server, self._tab = notebook, server, tab
        self._loaded = False

    def ask(self, situation: dict[str, Any]) -> list[Body]:
        """The requests that the question made, its own first."""
        if self._tab is None:
            self._load()
        code = [i for i, c in enumerate(situation["cells"]) if _runs(c)]
        for index in situation.get("run_order", code):
            self._run(index, situation["cells"][index])
        self._load()
        source, at = ask_cell(situation), situation.get("ask_at")
        asking = {
            "id": ASKING,
            "cell_type": "code",
            "metadata": {},
            "source": source,
            "execution_count": None,
            "outputs": [],
        }
        self._show(asking, at)
        self._server.reply = "ok"
        before = len(self._server.bodies)
        ran = self._notebook.execute(source, cell_id=ASKING)
        bodies = self._server.bodies[before:]
        if not bodies:
            raise BrokenError(f"nothing was sent: {ran.error or ran.outputs}")
        words = question(situation)[:30]
        return sorted(bodies, key=lambda b: words not in said(b["messages"]))

    def _run(self, index: int, cell: dict[str, Any]) -> None:
        before = len(self._server.bodies)
        asks = is_assistants(joined(cell["source"]))
        if asks:
            self._load()
            self._server.reply = cell.get("reply", "ok")
            self._show(None, None)
            if self._tab:
                self._tab.asking = cell_id(index)
        ran = self._notebook.run_cell(index)
        if bool(ran.error) != bool(cell.get("raises")):
            raise BrokenError(f"cell {index}: {ran.error or 'no error'}")
        if asks and len(self._server.bodies) == before:
            raise BrokenError(f"cell {index}: nothing was sent")

    def _show(self, asking: dict[str, Any] | None, at: int | None) -> None:
        if self._tab:
            self._tab.cells = self._notebook.shown(asking, at)
            self._tab.asking = ASKING

    def _load(self) -> None:
        if self._loaded:
            return
        self._loaded = True
        lines = ["%load_ext jupyter_assistant"]
        if self._tab:
            lines.append("%assistant use --local")
        url = f"{self._server.root_url}/v1"
        lines.append(f"%assistant use openai --base-url {url} --model capture-vision")
        for line in lines:
            ran = self._notebook.execute(line, store=False)
            if ran.error:
                raise BrokenError(f"{line}: {ran.error}")


def question(situation: dict[str, Any]) -> str:
    """The person's words alone."""
    return re.sub(r"\A%%ask[^\n]*\n|\A%ask ", "", ask_cell(situation))


def ask_cell(situation: dict[str, Any]) -> str:
    ask = joined(situation["ask"])
    return ask if is_assistants(ask) else f"%%ask\n{ask}"


def is_assistants(source: str) -> bool:
    return bool(re.match(r"%%?(ask|btw|assistant)\b", source))


def _runs(cell: dict[str, Any]) -> bool:
    return cell["cell_type"] == "code" and not cell.get("unrun")


def _environment(
    situation: dict[str, Any], folder: Path, server: Capture
) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k in KEPT_VARIABLES}
    own = {
        "HOME": str(folder),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_RUNTIME_DIR": str(folder),
        "MPLCONFIGDIR": str(Path(tempfile.gettempdir()) / "situations-matplotlib"),
        "PYTHONHASHSEED": "0",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "OMP_NUM_THREADS": "1",
        "OPENAI_API_KEY": "capture",
        "OPENAI_BASE_URL": f"{server.root_url}/v1",
    }
    if server.tab:
        own["JUPYTER_ASSISTANT_URL"] = f"{server.root_url}/assistant/api"
        own["JUPYTER_ASSISTANT_TOKEN"] = "capture"
    return kept | own | situation.get("env", {})


def _write_files(situation: dict[str, Any], folder: Path, env: dict[str, str]) -> None:
    folder.mkdir()
    for name, text in situation.get("files", {}).items():
        (folder / name).write_text(joined(text) + "\n", "utf-8")
    if setup := joined(situation.get("setup", "")):
        subprocess.run([sys.executable, "-c", setup], cwd=folder, env=env, check=True)
