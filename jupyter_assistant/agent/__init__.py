"""The loop, and how runs are started and followed.

Clients need only these protocols and values; `wiring` builds what stands behind them.
"""

from jupyter_assistant.agent.runner import Run, Runner, RunRequest

__all__ = ["Run", "RunRequest", "Runner"]
