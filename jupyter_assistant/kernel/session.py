"""What the magics of one shell share."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.environment import URL_VARIABLE
from jupyter_assistant.kernel.main_thread import MainThread
from jupyter_assistant.kernel.widget.front_end import FrontEnd

if TYPE_CHECKING:
    from jupyter_assistant.kernel.watch.recorder import Recorder
    from jupyter_assistant.wiring import Assistant


NO_SERVER = (
    f"{URL_VARIABLE} is set, but this version can't ask a server yet. Nothing was "
    "sent. `%assistant use --local` answers in this kernel, with its own keys and "
    "history."
)


def _new_id() -> str:
    return os.urandom(16).hex()


@dataclass(slots=True, kw_only=True)
class Session:
    """A shell, what it saw, and the conversation that goes on in it."""

    shell: Any
    recorder: Recorder
    conversation_id: str = field(default_factory=_new_id)
    client_id: str = field(default_factory=_new_id)
    in_kernel: bool = False
    """The person said that questions are answered here, although there is a server."""
    front_end: FrontEnd = field(init=False)
    main_thread: MainThread = field(init=False)
    _library: Any = None
    _assistant: Assistant | None = None

    def __post_init__(self) -> None:
        self.front_end = FrontEnd(shell=self.shell)
        self.main_thread = MainThread(shell=self.shell)

    @property
    def assistant(self) -> Assistant:
        """Settings, providers and runner; made on first use, so loading is fast.

        Raises:
            NotConfigured: a server is there to be asked, and nobody said otherwise.
        """
        if os.environ.get(URL_VARIABLE) and not self.in_kernel:
            from jupyter_assistant.errors import NotConfigured  # noqa: PLC0415

            raise NotConfigured(NO_SERVER)
        if self._assistant is None:
            from jupyter_assistant.wiring import open_assistant  # noqa: PLC0415

            self._assistant = open_assistant()
        return self._assistant

    @property
    def is_notebook(self) -> bool:
        """Whether a front end shows displays and updates them."""
        return getattr(self.shell, "kernel", None) is not None

    def library_id(self) -> str:
        """The widget that carries the view's code; empty where the front end has it."""
        if self.front_end.has_view:
            return ""
        if self._library is None:
            from jupyter_assistant.kernel.widget.models import LibraryWidget  # noqa: PLC0415

            self._library = LibraryWidget()
        return self._library.model_id

    def start_new_conversation(self) -> None:
        """What was said so far is no longer sent."""
        self.conversation_id = _new_id()

    def close(self) -> None:
        """Stop what runs."""
        if self._assistant is not None:
            self._assistant.close()
            self._assistant = None
        self.main_thread.close()
