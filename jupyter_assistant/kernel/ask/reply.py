"""What `%%ask` leaves behind: `_`, `Out[n]` and the name of `-o`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_assistant.conversation import Message, Usage, text_of
from jupyter_assistant.kernel.show.safe_markdown import safe_markdown

if TYPE_CHECKING:
    from jupyter_assistant.kernel.ask.options import Format
    from jupyter_assistant.kernel.show.transcript import Transcript

_FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n(.*?)(?:^[ \t]*\1[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_PYTHON = ("python", "py", "python3", "ipython", "ipython3")
_SHOWN_CHARS = 60


@dataclass(slots=True, repr=False)
class Reply:
    """An answer as a value; one that waits for the person grows when it goes on."""

    model: str
    """`connection/model`."""
    messages: tuple[Message, ...] = ()
    """What the run added to the conversation: answers and the results of calls."""
    usage: Usage = field(default_factory=Usage)
    form: Format = "markdown"

    def take(self, transcript: Transcript) -> None:
        """Take over what a run gave so far."""
        self.messages = tuple(transcript.state.messages)
        self.usage = transcript.usage

    @property
    def text(self) -> str:
        """The model's words, Markdown."""
        answers = (text_of(m.parts) for m in self.messages if m.role == "assistant")
        return "\n\n".join(text for text in answers if text)

    @property
    def code(self) -> str:
        """The code of its blocks: of those in Python, if there are any."""
        blocks = [(b[2].lower(), b[3].strip("\n")) for b in _FENCE.finditer(self.text)]
        python = [code for language, code in blocks if language in _PYTHON]
        codes = python or [code for _, code in blocks]
        if not codes and self.form == "code":
            return self.text.strip("\n")
        return "\n\n".join(codes)

    def json(self) -> Any:
        """The value that the answer holds.

        Raises:
            ValueError: there is none.
        """
        text = self.text.strip()
        blocks = [block[3] for block in _FENCE.finditer(text)]
        starts = [text[found.start() :] for found in re.finditer(r"^[{\[]", text, re.M)]
        for candidate in (text, *blocks, *starts):
            try:
                return msgspec.json.decode(candidate)
            except msgspec.DecodeError:
                continue
        raise ValueError(f"The reply holds no JSON; it begins {text[:_SHOWN_CHARS]!r}")

    def __str__(self) -> str:
        """The text."""
        return self.text

    def __repr__(self) -> str:
        """What it is, on one line."""
        text = " ".join(self.text.split())
        short = text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"
        return f"<Reply {short!r} {self.model}, {self.usage.total_tokens:,} tokens>"

    def _repr_markdown_(self) -> str:
        """Shown like the answer itself."""
        return safe_markdown(self.text)


def keep(shell: Any, reply: Reply, name: str | None) -> None:
    """Put it where the value of a cell goes, without showing it again."""
    if isinstance(shell.user_ns.get("_oh"), dict):  # else the person's code took `Out`
        shell.displayhook.update_user_ns(reply)
    if name is not None:
        shell.push({name: reply})
