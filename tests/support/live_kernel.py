"""A real kernel with the extension, and a front end that answers its prompts."""

import json
import os
import queue
from contextlib import contextmanager
from dataclasses import dataclass, field

from jupyter_client.manager import KernelManager

LIMIT_S = 60
WAITS = "Waiting for you"


def settings_for(folder, url, model="m-1", **more):
    """A settings file whose one connection is a server on loopback."""
    path = folder / "assistant" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    settings = {
        "model": f"demo/{model}",
        "connections": {"demo": {"kind": "openai", "base_url": url}},
        "chosen": ["demo"],
        **more,
    }
    path.write_text(json.dumps(settings))
    return path


def environment(folder):
    """Variables under which nothing of this machine's person is read or written."""
    return {
        "JUPYTER_CONFIG_DIR": str(folder),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "IPYTHONDIR": str(folder / "ipython"),
    }


@dataclass(kw_only=True)
class Page:
    """The outputs of one cell as a notebook would hold them."""

    outputs: list = field(default_factory=list)
    """(what, value): `display` and `result` with their data, `stream`, `error`."""
    prompts: list = field(default_factory=list)
    payload: list = field(default_factory=list)
    status: str = ""
    updates: int = 0
    _ids: dict = field(default_factory=dict)

    def take(self, message):
        """One message of the kernel; whether it was the last."""
        content = message["content"]
        match message["msg_type"]:
            case "display_data":
                display_id = content.get("transient", {}).get("display_id")
                self._ids[display_id] = len(self.outputs)
                self.outputs.append(("display", content["data"]))
            case "update_display_data":
                self.updates += 1
                place = self._ids[content["transient"]["display_id"]]
                self.outputs[place] = ("display", content["data"])
            case "execute_result":
                self.outputs.append(("result", content["data"]))
            case "stream":
                self.outputs.append(("stream", content["text"]))
            case "error":
                self.outputs.append(("error", content["ename"]))
            case "status":
                return content["execution_state"] == "idle"
        return False

    @property
    def markdown(self):
        """The Markdown of its displays."""
        return [
            value["text/markdown"]
            for kind, value in self.outputs
            if kind == "display" and "text/markdown" in value
        ]

    @property
    def kinds(self):
        """What there is, in order."""
        return [kind for kind, _ in self.outputs]

    @property
    def text(self):
        """All of it in a row."""
        return "\n".join(
            value.get("text/markdown", value.get("text/plain", ""))
            if isinstance(value, dict)
            else value
            for _, value in self.outputs
        )


class LiveKernel:
    """Runs cells in a real kernel."""

    def __init__(self, manager):
        self.manager = manager
        self.client = manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=LIMIT_S)

    def run(self, code, *answers, stdin=True, when=None):
        """Run a cell to its end.

        Args:
            code: the cell.
            answers: typed at its prompts, in order; a function gets the page first.
            stdin: whether this front end can ask.
            when: called with the page after every message.
        """
        page = Page()
        request = self.client.execute(code, allow_stdin=stdin)
        try:
            self._follow(request, page, list(answers), when)
        except BaseException:
            self.interrupt()  # or the cell would wait in the way of the next test
            raise
        reply = self._reply(request)
        page.status = reply["status"]
        page.payload = reply.get("payload", [])
        return page

    def _follow(self, request, page, answers, when):
        over = False
        while not over:
            # A prompt comes another way and may overtake what it is about.
            if WAITS in page.text and (prompt := self._prompt()) is not None:
                page.prompts.append(prompt)
                answer = answers.pop(0)
                self.client.input(answer(page) if callable(answer) else answer)
            message = self._next(request)
            if message is not None:
                over = page.take(message)
                if when:
                    when(page)

    def value(self, code):
        """What an expression prints."""
        return self.run(f"print({code})").text.strip()

    def interrupt(self):
        """The front end's stop button."""
        self.manager.interrupt_kernel()

    def _reply(self, request):
        """The reply to this request; earlier ones were left by tests that failed."""
        while True:
            message = self.client.get_shell_msg(timeout=LIMIT_S)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def _prompt(self):
        try:
            return self.client.get_stdin_msg(timeout=0)["content"]["prompt"]
        except queue.Empty:
            return None

    def _next(self, request):
        try:
            message = self.client.get_iopub_msg(timeout=0.05)
        except queue.Empty:
            return None
        return message if message["parent_header"].get("msg_id") == request else None


@contextmanager
def live_kernel(folder):
    """A kernel with the extension loaded and settings in this folder."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(env={**os.environ, **environment(folder)}, cwd=str(folder))
    try:
        kernel = LiveKernel(manager)
        assert kernel.run("%load_ext jupyter_assistant").status == "ok"
        yield kernel
        kernel.client.stop_channels()
    finally:
        manager.shutdown_kernel()
