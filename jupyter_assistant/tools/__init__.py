"""What the assistant may do: tools, their checks and the rule of approval."""

from jupyter_assistant.tools.base import Tool, Toolbox, ToolContext, ToolOutcome, failed
from jupyter_assistant.tools.policy import ApprovalRequired, Mode, Policy

__all__ = [
    "ApprovalRequired",
    "Mode",
    "Policy",
    "Tool",
    "ToolContext",
    "ToolOutcome",
    "Toolbox",
    "failed",
]
