"""The front end's true cells, asked for over the Jupyter server.

Only where a server put its address into this kernel's environment. A front end that
does not answer in time is no error: the recorder's cells are used.
"""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_assistant.kernel.environment import TOKEN_VARIABLE, URL_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

log = logging.getLogger(__name__)

TIMEOUT_S = 0.5
_KERNEL_FILE = re.compile(r"kernel-(?P<id>[0-9a-fA-F-]{36})\.json")


class PageOutput(msgspec.Struct, frozen=True):
    """An output as nbformat writes it."""

    output_type: str
    name: str = "stdout"
    text: str | list[str] = ""
    data: dict[str, Any] = {}
    ename: str = ""
    evalue: str = ""
    traceback: list[str] = []


class PageCell(msgspec.Struct, frozen=True):
    """A cell as nbformat writes it."""

    cell_type: str
    id: str = ""
    source: str | list[str] = ""
    execution_count: int | None = None
    outputs: list[PageOutput] = []


class Page(msgspec.Struct, frozen=True):
    """What is on the screen, and which of the cells asks."""

    cells: list[PageCell]
    asking: str = ""


@dataclass(slots=True, kw_only=True, frozen=True)
class Link:
    """The way to the front end that shows this kernel's notebook."""

    url: str
    token: str
    kernel_id: str

    def page(self) -> Page | None:
        """The cells on the screen; None where no front end tells them in time."""
        import httpx2  # noqa: PLC0415 (not at load_ext, and only where there is a server)

        try:
            answer = httpx2.get(
                f"{self.url.rstrip('/')}/kernels/{self.kernel_id}/cells",
                headers={"Authorization": f"token {self.token}"},
                timeout=TIMEOUT_S,
                trust_env=False,
            )
            answer.raise_for_status()
            return msgspec.json.decode(answer.content, type=Page)
        except (httpx2.HTTPError, httpx2.InvalidURL, msgspec.DecodeError) as error:
            log.debug("No cells from the front end: %s", type(error).__name__)
            return None


def kernel_link(shell: Any, environ: Mapping[str, str] | None = None) -> Link | None:
    """The way to this kernel's front end; None where no server started it."""
    variables = os.environ if environ is None else environ
    url = variables.get(URL_VARIABLE, "")
    kernel_id = _kernel_id(shell)
    if not url or not kernel_id:
        return None
    return Link(url=url, token=variables.get(TOKEN_VARIABLE, ""), kernel_id=kernel_id)


def _kernel_id(shell: Any) -> str:
    """From the name of the connection file, as the server chose it."""
    kernel = getattr(shell, "kernel", None)
    file = getattr(getattr(kernel, "parent", None), "connection_file", "")
    if not file:
        config = getattr(kernel, "config", {})
        file = str(config.get("IPKernelApp", {}).get("connection_file", ""))
    found = _KERNEL_FILE.search(os.path.basename(str(file)))
    return found["id"] if found else ""
