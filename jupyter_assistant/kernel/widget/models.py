"""The widgets themselves. Importing this module imports ipywidgets: do it late."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import traitlets

from jupyter_assistant.kernel.widget.code import WIDGET_MIME, loader_code, view_code

if TYPE_CHECKING:
    from collections.abc import Callable


MOST_RETIRED = 20
"""Replies that are over and kept: a page that was loaded while a cell blocked the
kernel asks for them only after that cell."""


def _made(key: str) -> Any:
    """A trait that is made whenever a front end reads it, and never pushed."""
    return traitlets.Any().tag(sync=True, to_json=lambda _, widget: widget.read(key))


class FedWidget(anywidget.AnyWidget):
    """A widget whose view is fed, see `feed`; it carries no words of its own."""

    _esm = loader_code()
    _retired: ClassVar[deque[FedWidget]] = deque()
    record = _made("record")
    final = _made("final")
    outputs = _made("outputs")
    # Without a model of its own for a layout that nobody changes.
    layout = traitlets.Any().tag(sync=True)
    lib = traitlets.Unicode().tag(sync=True)
    panel = traitlets.Bool().tag(sync=True)

    def __init__(
        self, on_message: Callable[[dict[str, Any]], None], **traits: Any
    ) -> None:
        """Make it; `open_with` sends it.

        Args:
            on_message: told what the view sends.
            traits: `lib`, `panel`.
        """
        self._on_message = on_message
        self._read: Callable[[str], Any] | None = None
        self.was_read_again = False
        """Whether a page read it after the one that was there when it opened."""
        super().__init__(**traits)
        self.on_msg(lambda _widget, content, _buffers: on_message(content))

    def open(self) -> None:
        """Not before there is something to read."""
        if self._read is not None:
            super().open()

    def open_with(self, read: Callable[[str], Any]) -> None:
        """Send it to the front end.

        Args:
            read: the present value of `record`, `final` or `outputs`.
        """
        self._read = read
        self.open()

    def read(self, key: str) -> Any:
        """A front end, or somebody who saves the widget, reads the state."""
        if self._read is None:
            return None
        self.was_read_again = self.was_read_again or self.comm is not None
        return self._read(key)

    def retire(self) -> None:
        """It is over. A page that is loaded late can still read it, for a while."""
        self._retired.append(self)
        while len(self._retired) > MOST_RETIRED:
            self._retired.popleft().close()

    def push(self, state: dict[str, Any]) -> None:
        """Put keys into the state of the model in the browser; from any thread."""
        if self.comm is not None:
            self.comm.send(data={"method": "update", "state": state})

    def tell(self, content: dict[str, Any]) -> None:
        """Send the view a message; from any thread."""
        if self.comm is not None:
            self.comm.send(data={"method": "custom", "content": content})


class LibraryWidget(anywidget.AnyWidget):
    """Carries the code of the view, once for each kernel."""

    _esm = "export default {}"
    code = traitlets.Unicode().tag(sync=True)
    layout = traitlets.Any().tag(sync=True)

    def __init__(self) -> None:
        """Open it."""
        super().__init__(code=view_code())


def view_of(widget: FedWidget) -> dict[str, Any]:
    """The bundle that shows a widget."""
    model = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    return {WIDGET_MIME: model}
