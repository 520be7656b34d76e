"""The widgets themselves. Importing this module imports ipywidgets: do it late."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from jupyter_assistant.kernel.widget.code import loader_code, view_code

if TYPE_CHECKING:
    from collections.abc import Callable


def _of_source(key: str) -> Callable[[Any, Any], Any]:
    """How a trait is read that is made when somebody asks for it, and never pushed."""

    def read(_: Any, widget: FedWidget) -> Any:
        return widget.read_state(key)

    return read


class FedWidget(anywidget.AnyWidget):
    """A widget whose view is fed: its state is made when a front end asks for it."""

    _esm = loader_code()
    record = traitlets.Any().tag(sync=True, to_json=_of_source("record"))
    final = traitlets.Any().tag(sync=True, to_json=_of_source("final"))
    outputs = traitlets.Any().tag(sync=True, to_json=_of_source("outputs"))
    lib = traitlets.Unicode().tag(sync=True)
    panel = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        read_state: Callable[[str], Any],
        on_message: Callable[[dict[str, Any]], None],
        **traits: Any,
    ) -> None:
        """Open it.

        Args:
            read_state: the present value of `record`, `final` or `outputs`.
            on_message: told what the view sends.
            traits: `lib`, `panel`.
        """
        self.read_state = read_state
        super().__init__(**traits)
        self.on_msg(lambda _widget, content, _buffers: on_message(content))

    def push(self, state: dict[str, Any]) -> None:
        """Put keys into the state of the model in the browser; from any thread."""
        if self.comm is not None:
            data = {"method": "update", "state": state, "buffer_paths": []}
            self.comm.send(data=data)

    def tell(self, content: dict[str, Any]) -> None:
        """Send the view a message; from any thread."""
        if self.comm is not None:
            self.comm.send(data={"method": "custom", "content": content})


class LibraryWidget(anywidget.AnyWidget):
    """Carries the code of the view, once for each kernel."""

    _esm = "export default {}"
    code = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        """Open it."""
        super().__init__(code=view_code())
