"""A front end with widgets for a real kernel: what a browser knows, without a view."""

import json
import os
import queue
from contextlib import contextmanager
from pathlib import Path

from jupyter_client.manager import KernelManager
from live_kernel import LIMIT_S, LiveKernel, Page, environment

from jupyter_assistant.kernel.widget.code import FEED_VERSION
from scripts import script_file


class WidgetPage(LiveKernel):
    """Keeps the models and the cells of a kernel, whoever a message is for."""

    def __init__(self, manager):
        super().__init__(manager)
        self.models = {}
        """Their state by id, while they are open."""
        self.closed = {}
        self.told = []
        """(model id, message)."""
        self.cells = {}
        """A `Page` for each request."""
        self._idle = set()

    def start(self, code, *, stdin=True):
        """Send a cell; its page."""
        request = self.client.execute(code, allow_stdin=stdin)
        page = self.cells[request] = Page()
        page.request = request
        return page

    def cell(self, code, *, stdin=True):
        """Run a cell to its end."""
        page = self.start(code, stdin=stdin)
        self.until(lambda: self.has_ended(page))
        return page

    def has_ended(self, page):
        """Whether the cell is over."""
        return page.request in self._idle

    def until(self, condition):
        """Take messages until something is so."""
        while not condition():
            try:
                message = self.client.get_iopub_msg(timeout=LIMIT_S)
            except queue.Empty:
                raise AssertionError(f"never came: {condition}") from None
            self._take(message)

    def _take(self, message):
        content = message["content"]
        parent = message["parent_header"].get("msg_id")
        match message["msg_type"]:
            case "comm_open":
                self.models[content["comm_id"]] = content["data"]["state"]
            case "comm_close":
                self.closed[content["comm_id"]] = self.models.pop(content["comm_id"])
            case "comm_msg":
                self._take_comm(content["comm_id"], content["data"])
            case "update_display_data":
                display_id = content["transient"]["display_id"]
                for page in self.cells.values():
                    if display_id in page._ids:
                        page.take(message)
            case _:
                if parent in self.cells and self.cells[parent].take(message):
                    self._idle.add(parent)

    def _take_comm(self, model_id, data):
        if data["method"] == "update":
            self.models[model_id].update(data["state"])
        elif data["method"] == "custom":
            self.told.append((model_id, data["content"]))

    def send(self, model_id, content=None, **data):
        """What the view of a model sends."""
        data = data or {"method": "custom", "content": content}
        content = {"comm_id": model_id, "data": data}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))

    def answer_probe(self, *, host=True):
        """Say that widgets are drawn here; the kernel knows it afterwards."""
        self.until(lambda: any(m.get("probe") for m in self.models.values()))
        (probe,) = (i for i, m in self.models.items() if m.get("probe"))
        self.send(probe, {"type": "ready", "version": FEED_VERSION, "host": host})

    def fed(self):
        """The id of the newest model that is fed."""
        return [i for i, m in {**self.closed, **self.models}.items() if "record" in m][
            -1
        ]

    def events(self, model_id):
        """All that a model was fed, in order."""
        state = self.models.get(model_id) or self.closed[model_id]
        batches, number = [], 1
        while (batch := state.get(f"d{number}")) is not None:
            batches.append(batch)
            number += 1
        return [
            event
            for batch in batches
            for event in (
                [{"type": "text", "text": batch}]
                if isinstance(batch, str)
                else batch.get("events", ())
            )
        ]

    def kinds(self, model_id):
        """The kinds of events it was fed."""
        return [event["type"] for event in self.events(model_id)]


@contextmanager
def widget_page(folder: Path, *turns, host=True, ready=True, stdin=True):
    """A kernel with the extension and a scripted model, and a page with widgets."""
    settings = folder / "assistant" / "settings.json"
    settings.parent.mkdir(parents=True)
    demo = {"kind": "scripted", "options": {"file": script_file(folder, *turns)}}
    settings.write_text(
        json.dumps(
            {"model": "demo/m", "connections": {"demo": demo}, "chosen": ["demo"]}
        )
    )
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(env={**os.environ, **environment(folder)}, cwd=str(folder))
    try:
        page = WidgetPage(manager)
        page.cell("%load_ext jupyter_assistant", stdin=stdin)
        if ready:
            page.answer_probe(host=host)
        yield page
        page.client.stop_channels()
    finally:
        manager.shutdown_kernel()
