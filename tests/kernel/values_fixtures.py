"""A real kernel that calls the kernel tools as the magic does, from inside a cell."""

from __future__ import annotations

import queue
from dataclasses import dataclass, field
from typing import Any

import msgspec
from jupyter_client.manager import KernelManager

PREPARE = """
import msgspec as _msgspec
from jupyter_assistant.conversation import ToolCallPart as _Call
from jupyter_assistant.kernel import tools as _tools
from jupyter_assistant.kernel.watch.recorder import Recorder as _Recorder
from jupyter_assistant.redaction import Redactor as _Redactor
from jupyter_assistant.storage.settings import Settings as _Settings

_recorder = _Recorder(get_ipython())
_recorder.start()

def _tool(name, share_values="sample", /, **args):
    call = _Call(call_id="c", tool=name, args=_msgspec.json.encode(args).decode())
    global _outcome, _stopped
    _stopped = False
    try:
        _outcome = _tools.call(
            get_ipython(), _recorder, call,
            settings=_Settings(share_values=share_values), redactor=_Redactor(),
        )
    except KeyboardInterrupt as stop:
        _outcome, _stopped = stop.outcome, True
"""
LIMIT_S = 60


@dataclass
class Ran:
    """How one cell went: its outputs as nbformat has them, and its reply."""

    outputs: list[dict[str, Any]] = field(default_factory=list)
    reply: dict[str, Any] = field(default_factory=dict)

    def printed(self, name: str = "stdout") -> str:
        return "".join(
            o["text"]
            for o in self.outputs
            if o["type"] == "stream" and o["name"] == name
        )

    def displayed(self) -> list[dict[str, Any]]:
        return [o["data"] for o in self.outputs if o["type"] == "display_data"]

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [o for o in self.outputs if o["type"] == kind]


@dataclass
class Outcome:
    """What the tool gave, as it left the kernel."""

    text: str
    is_error: bool
    images: list[dict[str, Any]]
    outputs: list[dict[str, Any]]
    stopped: bool
    ran: Ran
    """The cell in which it was called."""


class Kernel:
    """A kernel process and a client of it."""

    def __init__(self) -> None:
        """Start one."""
        self._manager = KernelManager()
        self._manager.start_kernel()
        self._client = self._manager.blocking_client()
        self._client.start_channels()
        self._client.wait_for_ready(timeout=LIMIT_S)
        self.run(PREPARE)

    def run(self, code: str, **expressions: str) -> Ran:
        """Run a cell to its end."""
        message = self._client.execute(
            code, user_expressions=expressions, allow_stdin=True
        )
        return self.collect(message)

    def collect(self, message: str, until: str = "") -> Ran:
        """What a cell shows until it is idle, or until it has printed something."""
        ran = Ran()
        while True:
            try:
                got = self._client.get_iopub_msg(timeout=LIMIT_S)
            except queue.Empty:
                raise AssertionError(f"the cell does not end: {ran.outputs}") from None
            if got["parent_header"].get("msg_id") != message:
                continue
            kind, content = got["msg_type"], got["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            if kind not in ("status", "execute_input"):
                ran.outputs.append({"type": kind, **content})
            if until and until in ran.printed():
                return ran
        while True:
            reply = self._client.get_shell_msg(timeout=LIMIT_S)
            if reply["parent_header"].get("msg_id") == message:
                ran.reply = reply["content"]
                return ran

    def tool(self, name: str, share_values: str = "sample", /, **args: Any) -> Outcome:
        """Call a tool from inside a cell, as `%%ask` does."""
        return self._outcome(self.run(self._calling(name, share_values, args)))

    def python(self, code: str, share_values: str = "sample") -> Outcome:
        """Let `run_python` run code."""
        return self.tool("run_python", share_values, code=code)

    def interrupted(self, code: str, when: str) -> Outcome:
        """Interrupt `run_python` once its code has printed `when`."""
        calling = self._calling("run_python", "sample", {"code": code})
        message = self._client.execute(calling)
        before = self.collect(message, until=when)
        self._manager.interrupt_kernel()
        rest = self.collect(message)
        ran = Ran(outputs=before.outputs + rest.outputs, reply=rest.reply)
        return self._outcome(ran)

    def value(self, expression: str) -> Any:
        """What an expression gives in the kernel, through JSON."""
        ran = self.run("", v=f"_msgspec.json.encode({expression}).decode()")
        answer = ran.reply["user_expressions"]["v"]
        assert answer["status"] == "ok", answer
        text = answer["data"]["text/plain"]
        return msgspec.json.decode(eval(text))

    def close(self) -> None:
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    @staticmethod
    def _calling(name: str, share_values: str, args: dict[str, Any]) -> str:
        return f"_tool({name!r}, {share_values!r}, **{args!r})"

    def _outcome(self, ran: Ran) -> Outcome:
        held = self.value(
            "dict(text=_outcome.text, is_error=_outcome.is_error, "
            "images=_outcome.images, outputs=_outcome.outputs, stopped=_stopped)"
        )
        return Outcome(**held, ran=ran)
