"""Runs a situation's cells in a fresh kernel, as a front end would."""

from __future__ import annotations

import queue
import subprocess
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager

if TYPE_CHECKING:
    from pathlib import Path

CELL_S = 120


class BrokenError(Exception):
    """A situation could not be carried out; the message says what happened."""


@dataclass
class Ran:
    """What running a cell gave, outputs in nbformat's shape."""

    count: int | None = None
    outputs: list[dict[str, Any]] = field(default_factory=list)
    error: str = ""


class Notebook:
    """A kernel and the cells that its front end shows."""

    def __init__(
        self, cells: list[dict[str, Any]], folder: Path, env: dict[str, str]
    ) -> None:
        file = folder / f"kernel-{uuid.uuid4()}.json"
        self._manager = KernelManager(
            kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
            connection_file=str(file),
            transport="ipc",
        )
        self._manager.start_kernel(
            cwd=str(folder / "work"),
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._client = self._manager.client()
        self._client.start_channels()
        self.cells = cells
        self.ran: dict[int, Ran] = {}

    def __enter__(self) -> Notebook:
        self._client.wait_for_ready(timeout=CELL_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    def execute(self, source: str, *, cell_id: str = "", store: bool = True) -> Ran:
        """Run code and wait until the kernel is idle again."""
        content = {
            "code": source,
            "silent": False,
            "store_history": store,
            "user_expressions": {},
            "allow_stdin": False,
            "stop_on_error": False,
        }
        metadata = {"cellId": cell_id} if cell_id else {}
        session = self._client.session
        message = session.msg("execute_request", content, metadata=metadata)
        self._client.shell_channel.send(message)
        return self._collect(message["header"]["msg_id"])

    def run_cell(self, index: int) -> Ran:
        """Run a cell, after what stood in it earlier."""
        cell = self.cells[index]
        for source in (*cell.get("earlier", ()), cell["source"]):
            ran = self.execute(joined(source), cell_id=cell_id(index))
        self.ran[index] = ran
        return ran

    def shown(self, asking: dict[str, Any] | None, at: int | None) -> list[dict]:
        """The cells on the screen, the asking one among them."""
        page = []
        for index, cell in enumerate(self.cells):
            ran = self.ran.get(index, Ran())
            shown = {
                "id": cell_id(index),
                "cell_type": cell["cell_type"],
                "metadata": {},
                "source": joined(cell.get("edited", cell["source"])),
            }
            if cell["cell_type"] == "code":
                shown |= {"execution_count": ran.count, "outputs": ran.outputs}
            if not cell.get("deleted"):
                page.append(shown)
            if asking and index == at:
                page.append(asking)
        return [*page, asking] if asking and at is None else page

    def _collect(self, sent: str) -> Ran:
        ran = Ran()
        deadline = time.monotonic() + CELL_S
        while True:
            try:
                message = self._client.get_iopub_msg(timeout=1)
            except queue.Empty:
                if not self._manager.is_alive():
                    raise BrokenError("the kernel died") from None
                if time.monotonic() > deadline:
                    raise BrokenError(f"not done after {CELL_S} s") from None
                continue
            if message["parent_header"].get("msg_id") != sent:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return ran
            _take(ran, kind, content)


def _take(ran: Ran, kind: str, content: dict[str, Any]) -> None:
    """Keep an output as a front end would."""
    match kind:
        case "execute_input":
            ran.count = content["execution_count"]
        case "stream":
            last = ran.outputs[-1] if ran.outputs else {}
            if last.get("name") == content["name"]:
                last["text"] += content["text"]
            else:
                ran.outputs.append({"output_type": "stream", **content})
        case "display_data" | "execute_result":
            shown = {key: content[key] for key in ("data", "metadata")}
            ran.outputs.append({"output_type": kind, **shown})
        case "error":
            ran.error = f"{content['ename']}: {content['evalue']}"
            shown = {key: content[key] for key in ("ename", "evalue", "traceback")}
            ran.outputs.append({"output_type": "error", **shown})
        case "clear_output":
            ran.outputs.clear()
        case _:
            pass


def cell_id(index: int) -> str:
    return f"cell-{index:04d}"


def joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "\n".join(source)
