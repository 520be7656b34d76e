"""What the person does in a reply that is a widget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_assistant.conversation import Decision
from jupyter_assistant.errors import RunRefused
from jupyter_assistant.kernel.show.view import LaterView

if TYPE_CHECKING:
    from jupyter_assistant.agent.runner import Run
    from jupyter_assistant.kernel.show.view import View


@dataclass(slots=True, kw_only=True)
class Buttons:
    """Hears the buttons of one reply; on whatever thread the kernel hears comms."""

    run: Run
    view: View | None = None

    def on_message(self, content: dict[str, Any]) -> None:
        """Do what the view asks for; what can't be done is said there."""
        try:
            match content:
                case {"type": "decide", "decisions": decisions}:
                    self.run.decide(msgspec.convert(decisions, tuple[Decision, ...]))
                case {"type": "stop"}:
                    self.run.cancel()
                case _:
                    pass
        except (RunRefused, msgspec.ValidationError) as error:
            if isinstance(self.view, LaterView):
                self.view.refuse(str(error))
