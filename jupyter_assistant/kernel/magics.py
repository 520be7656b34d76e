"""`%ask`, `%%ask` and `%assistant`: what is typed, and how it fails in one line.

The heavy parts are imported on first use, so that loading the extension is fast.
"""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from IPython.core.magic import no_var_expand

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.kernel.session import Session

log = logging.getLogger(__name__)


class AssistantMagics:
    """The magics of one shell."""

    def __init__(self, session: Session) -> None:
        """They do nothing until they are called."""
        self.session = session

    @no_var_expand
    def ask(self, line: str, cell: str | None = None) -> None:
        """Ask the assistant: `%ask why is df empty?`, or `%%ask` above more lines.

        `%ask --help` tells the options, `%assistant help` the rest.
        """
        from jupyter_assistant.kernel.ask.options import HELP, parse_ask  # noqa: PLC0415

        def answer() -> None:
            options = parse_ask(line, cell)
            from jupyter_assistant.kernel.ask.flow import answer  # noqa: PLC0415

            answer(self.session, options)

        self._one_clear_line(answer, HELP)

    @no_var_expand
    def assistant(self, line: str) -> None:
        """Set the assistant up and look after it: see `%assistant help`."""
        from jupyter_assistant.kernel.command.assistant import HELP, run  # noqa: PLC0415

        self._one_clear_line(lambda: run(self.session, line), HELP)

    def _one_clear_line(self, work: Callable[[], None], help_text: str) -> None:
        """Do the work; what goes wrong is said without a traceback."""
        from jupyter_assistant.errors import AssistantError  # noqa: PLC0415
        from jupyter_assistant.kernel.ask.optionline import HelpWanted  # noqa: PLC0415

        try:
            work()
        except HelpWanted:
            sys.stdout.write(help_text)
        except AssistantError as error:
            self._complain(error)
        except KeyboardInterrupt:
            self._complain(None)
        except Exception as error:
            log.exception("A magic failed by a fault of ours")
            self._complain(error)

    def _complain(self, error: Exception | None) -> None:
        from jupyter_assistant.kernel.show.notices import STOPPED, from_error  # noqa: PLC0415
        from jupyter_assistant.kernel.show.places import show_notice  # noqa: PLC0415

        show_notice(self.session, from_error(error) if error else STOPPED)
