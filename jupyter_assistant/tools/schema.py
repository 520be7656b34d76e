"""Checks a call before anybody is asked: the tool exists, its arguments fit.

What does not fit is told to the model in words it can act on.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, assert_never, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match  # pyright: ignore[reportUnknownVariableType]
from jsonschema.validators import validator_for
from referencing import Registry

from jupyter_assistant.conversation import args_object, args_text
from jupyter_assistant.tools.base import Tool, ToolContext, ToolOutcome, failed

if TYPE_CHECKING:
    from jupyter_assistant.conversation import PendingCall, ToolCallPart
    from jupyter_assistant.tools.base import Toolbox

Schema = dict[str, Any] | bool

_QUOTED_CHARS = 500


class ArgumentsChecked:
    """A toolbox that refuses calls which could not have been meant."""

    def __init__(self, toolbox: Toolbox) -> None:
        """Wrap a toolbox."""
        self._toolbox = toolbox

    def defs(self) -> tuple[Tool, ...]:
        """The tools of the toolbox."""
        return self._toolbox.defs()

    def asks(self, call: ToolCallPart) -> PendingCall | None:
        """A call that will be refused asks nobody."""
        return None if self._fault(call) else self._toolbox.asks(call)

    async def call(self, call: ToolCallPart, ctx: ToolContext) -> ToolOutcome:
        """Run the call if it fits."""
        fault = self._fault(call)
        return failed(fault) if fault else await self._toolbox.call(call, ctx)

    def _fault(self, call: ToolCallPart) -> str | None:
        match call.problem:
            case "truncated":
                return "Not run: the reply was cut inside this call."
            case "no_name":
                return "Not run: the call names no tool."
            case "not_json":
                return (
                    "Not run: the arguments must be one JSON object. You wrote: "
                    f"{args_text(call)[:_QUOTED_CHARS]}"
                )
            case None:
                return self._misfit(call)
            case _:
                assert_never(call.problem)

    def _misfit(self, call: ToolCallPart) -> str | None:
        tools = {tool.name: tool for tool in self.defs()}
        tool = tools.get(call.tool)
        if tool is None:
            close = get_close_matches(call.tool, tools, n=1)
            hint = f"Did you mean {close[0]}? " if close else ""
            known = ", ".join(tools) or "none"
            return f"There is no tool {call.tool!r}. {hint}The tools are: {known}."
        args = args_object(call)
        if args is None:
            return f"Not run: the arguments must be one JSON object, not {call.args}"
        reason = misfit(args, tool.schema)
        return reason and (
            f"Not run: the arguments do not fit: {reason}. "
            "Send the call again with arguments that fit."
        )


def misfit(value: Any, schema: Schema) -> str | None:
    """Why a value does not fit a JSON Schema, None if it does.

    References to other documents are never fetched.
    """
    validator = validator_for(schema, default=Draft202012Validator)
    try:
        validator.check_schema(cast("Any", schema))
        errors = validator(schema, registry=Registry()).iter_errors(value)
        error = cast("Any", best_match(errors))
    except Exception as fault:  # noqa: BLE001 (a foreign schema can fail in any way)
        return f"the schema itself can't be used: {str(fault)[:200]}"
    if error is None:
        return None
    where = "".join(f"[{step!r}]" for step in error.absolute_path)
    return error.message[:_QUOTED_CHARS] + (f" (at {where})" if where else "")
