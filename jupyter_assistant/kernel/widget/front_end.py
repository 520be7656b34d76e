"""Whether the notebook's front end draws widgets of ours, found out beforehand.

A kernel that is blocked by the asking cell hears nothing from the browser (ipykernel
6.31 and 7.4), so it can't ask when it needs to know. A small model without a view is
sent when the extension is loaded; a front end that can run it answers, and the answer
is there before the next cell. Without an answer replies are plain displays.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from jupyter_assistant.kernel.widget.code import (
    ANYWIDGET_RANGE,
    FEED_VERSION,
    is_built,
    loader_code,
)

log = logging.getLogger(__name__)

MOST_PROBES = 3


@dataclass(slots=True, kw_only=True)
class FrontEnd:
    """What is known of the front end of one shell."""

    shell: Any
    is_ready: bool = False
    """It draws our widgets."""
    has_view: bool = True
    """It has the view already, so that its code need not be sent."""
    _probes: int = 0

    def probe(self) -> None:
        """Ask it, unless it answered already or somebody runs this without a person."""
        kernel = getattr(self.shell, "kernel", None)
        if self.is_ready or self._probes >= MOST_PROBES or kernel is None:
            return
        if not getattr(kernel, "_allow_stdin", False) or not is_built():
            return
        self._probes += 1
        from comm import create_comm  # noqa: PLC0415 (only where there is a kernel)

        try:
            comm = create_comm(
                target_name="jupyter.widget",
                data={"state": _model(), "buffer_paths": []},
                metadata={"version": "2.1.0"},
            )
            comm.on_msg(lambda message: self._heard(message, comm))
        except Exception:  # a question of ours must never fail the person's cell
            log.exception("The front end could not be asked for widgets")

    def _heard(self, message: dict[str, Any], comm: Any) -> None:
        content = message["content"]["data"].get("content") or {}
        if content.get("type") == "ready" and content.get("version") == FEED_VERSION:
            self.is_ready = True
            self.has_view = self.has_view and bool(content.get("host"))
            # Closed: a page that is loaded later would wait for its state.
            comm.close()
            # ipywidgets takes a while to import: the first question shall not wait.
            threading.Thread(
                target=import_module,
                args=("jupyter_assistant.kernel.widget.view",),
                daemon=True,
            ).start()


def _model() -> dict[str, Any]:
    """The state of an anywidget model; made by hand, ipywidgets is slow to import."""
    module = {"module": "anywidget", "module_version": ANYWIDGET_RANGE}
    model = {f"_model_{key}": value for key, value in module.items()}
    view = {f"_view_{key}": value for key, value in module.items()}
    return {
        **model,
        **view,
        "_model_name": "AnyModel",
        "_view_name": "AnyView",
        "_anywidget_id": "jupyter_assistant.probe",
        "_esm": loader_code(),
        "probe": True,
    }
