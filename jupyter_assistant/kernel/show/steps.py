"""The calls of a reply in words: "Inspecting `df`", "Inspected `df`"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from jupyter_assistant.conversation import args_object, args_text

if TYPE_CHECKING:
    from jupyter_assistant.conversation import Effect, ToolCallPart, ToolResultPart

StepState = Literal["writing", "waiting", "running", "done", "failed", "not_run"]

PYTHON = "run_python"
_NOT_RUN = "Not run: "
_NOBODY = "nobody was there"
"""How the rule of approval words a call that ran into nobody."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a call does, as a person would say it."""

    doing: str
    done: str
    to_do: str
    target: str = ""
    """What it is done to, shown as code."""


def wording(call: ToolCallPart) -> Wording:
    """The words for a call; an unknown tool is named."""
    args = args_object(call) or {}
    match call.tool:
        case "list_variables":
            return Wording("Listing variables", "Listed variables", "list variables")
        case "inspect_variable":
            return Wording("Inspecting", "Inspected", "inspect", _target(args))
        case "read_cells":
            return Wording("Reading cells", "Read cells", "read cells", _target(args))
        case "look_up_docs":
            return Wording("Looking up", "Looked up", "look up", _target(args))
        case "run_python":
            size = lines_of(python_of(call))
            return Wording(
                f"Running Python, {size}", f"Ran Python, {size}", f"run Python, {size}"
            )
        case "":
            return Wording("Calling", "Called", "call", "?")
        case _:
            return Wording("Calling", "Called", "call", call.tool)


def python_of(call: ToolCallPart) -> str:
    """The code of a call of Python; what the model wrote where it is no code."""
    code = (args_object(call) or {}).get("code")
    return code if isinstance(code, str) else args_text(call)


def lines_of(code: str) -> str:
    """`1 line`, `12 lines`."""
    count = len(code.strip("\n").splitlines())
    return "1 line" if count == 1 else f"{count} lines"


def _target(args: dict[str, Any]) -> str:
    values = [str(value) for value in args.values() if value not in (None, "")]
    text = " ".join(", ".join(values).split())
    return text if len(text) <= 80 else f"{text[:80]}…"


@dataclass(slots=True, kw_only=True)
class Step:
    """A call and what became of it."""

    call: ToolCallPart
    effect: Effect = "execute"
    state: StepState = "writing"
    approval: str = ""
    """Who allowed it: `approved by you at 14:03`."""
    denial: str = ""
    """The person's words, or why nobody could say yes."""
    duration_s: float = 0.0
    outputs: int = 0
    result: ToolResultPart | None = None

    @property
    def acts(self) -> bool:
        """Whether it does more than read, so that its arguments are shown."""
        return self.effect != "read"

    def finish(self, result: ToolResultPart, duration_s: float) -> None:
        """Take the result in."""
        self.result = result
        self.duration_s = duration_s
        self.outputs = len(result.outputs)
        if not result.is_error:
            self.state = "done"
        elif result.text.startswith(_NOT_RUN):
            self.state = "not_run"
        else:
            self.state = "failed"

    def end(self) -> None:
        """Nothing more will come of it."""
        if self.result is None:
            self.state = "failed" if self.state == "running" else "not_run"

    @property
    def line(self) -> tuple[str, str, str]:
        """The step in one line: words, their target as code, and the rest."""
        words = wording(self.call)
        match self.state:
            case "writing":  # nothing runs, and its arguments are not known
                return "Writing a call of", self.call.tool or "?", ""
            case "waiting" | "running":
                return words.doing, words.target, ""
            case "done":
                return words.done, words.target, f" · {self.record}"
            case "failed" if self.acts and self.result is not None:
                return words.done, words.target, f" · {self.record}"
            case "failed":
                return f"Could not {words.to_do}", words.target, f": {self.reason}"
            case "not_run":
                return f"Did not {words.to_do}", words.target, f" · {self.reason}"

    @property
    def record(self) -> str:
        """Who allowed it, and how long it took."""
        took = (
            f"{'failed after ' * (self.state == 'failed')}{duration(self.duration_s)}"
        )
        return " · ".join(fact for fact in (self.approval, took) if fact)

    @property
    def shown(self) -> str:
        """What it put into the cell, where outputs come below."""
        return f"{self.outputs} output{'s' * (self.outputs > 1)} below"

    @property
    def reason(self) -> str:
        """Why it gave nothing, on one line."""
        if self.denial:
            return self.denial
        if self.result is None:
            return "the reply ended first"
        text = self.result.text
        first = text.removeprefix(_NOT_RUN).strip().partition("\n")[0]
        if self.state == "not_run":
            first = first.partition(". ")[0].rstrip(".")  # the rest is for the model
        if first.startswith(_NOBODY):
            return f"{_NOBODY} to approve it; --yes allows it"
        return first[:300] or "no reason given"


def duration(seconds: float) -> str:
    """`12 ms`, `1.2 s`, `3 min 5 s`."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"
