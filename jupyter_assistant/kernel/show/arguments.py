"""The arguments of a call as a person can read them: complete, nothing hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from jupyter_assistant.conversation import args_object, args_text
from jupyter_assistant.kernel.show.steps import PYTHON
from jupyter_assistant.kernel.show.visible import is_hidden, visible

if TYPE_CHECKING:
    from jupyter_assistant.conversation import ToolCallPart

HIDDEN = "It holds invisible characters, shown as [U+…]."

_EFFECTS = {
    "read": "Reads",
    "write": "Changes a file",
    "execute": "Runs code",
    "external": "Acts outside Jupyter",
}
_REACH = {
    "read": "",
    "write": "",
    "execute": "can do whatever this kernel can: variables, files, network",
    "external": "what it did can't be taken back from here",
}


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call, with hidden characters made visible."""

    name: str
    """Empty for what the call is all about: the code of Python."""
    text: str
    language: str = ""

    @property
    def is_long(self) -> bool:
        """Whether it needs a block of its own."""
        return not self.name or "\n" in self.text or len(self.text) > 60


def arguments(call: ToolCallPart) -> tuple[Argument, ...]:
    """All arguments in the order in which the model wrote them."""
    args = args_object(call)
    if args is None:
        return (Argument("", visible(args_text(call))),)
    return tuple(_argument(call.tool, name, value) for name, value in args.items())


def _argument(tool: str, name: str, value: Any) -> Argument:
    if isinstance(value, str):
        is_code = tool == PYTHON and name == "code"
        text = visible(value.strip("\n") if is_code else value)
        return Argument("" if is_code else visible(name), text, "python" * is_code)
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return Argument(visible(name), visible(text), "json")


def hides_something(call: ToolCallPart) -> bool:
    """Whether invisible or direction-changing characters are among the arguments."""
    return any(is_hidden(char) for char in _strings(args_object(call)))


def _strings(value: Any) -> str:
    """All strings of a JSON value, names included."""
    match value:
        case str():
            return value
        case dict():
            return "".join(f"{name}{_strings(inner)}" for name, inner in value.items())
        case list():
            return "".join(map(_strings, value))
        case _:
            return ""


def effect_words(effect: str) -> str:
    """What a call does, in two words: `Runs code`."""
    return _EFFECTS[effect]


def reach_words(effect: str) -> str:
    """How far it can reach; empty where the effect says it."""
    return _REACH[effect]
