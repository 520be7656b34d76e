"""The tools that this kernel offers, and the one way in to them."""

from jupyter_assistant.kernel.tools.kernel_tools import KERNEL_TOOLS, call

__all__ = ["KERNEL_TOOLS", "call"]
