"""The tokens of a run: checked before each call by estimate, after it by the truth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jupyter_assistant.conversation import Usage, request_tokens
from jupyter_assistant.conversation.estimate import SAFETY

if TYPE_CHECKING:
    from jupyter_assistant.providers.base import Request

LEAST_OUTPUT_TOKENS = 256
"""A call is not worth making if the budget leaves less for its answer."""


@dataclass(slots=True, kw_only=True)
class Budget:
    """Counts what a run uses and says what the next call may use."""

    limit_tokens: int
    used: Usage = field(default_factory=Usage)
    """What counts, estimates included."""
    reported: Usage | None = None
    """What the provider said, None if it never did."""
    _correction: float = SAFETY
    """Real tokens for each estimated one; learned from the first report."""

    def estimate(self, request: Request) -> int:
        """Input tokens of a request, on the safe side."""
        schemas = [(t.name, t.description, t.schema) for t in request.tools]
        raw = request_tokens(request.system, request.messages, schemas)
        return round(raw * self._correction)

    def output_allowance(self, request: Request) -> int:
        """How long the answer to this request may be; 0: the budget is used up."""
        left = self.limit_tokens - self.used.total_tokens - self.estimate(request)
        return (
            min(request.max_output_tokens, left) if left >= LEAST_OUTPUT_TOKENS else 0
        )

    def spend(
        self, request: Request, reported: Usage | None, answer_tokens: int
    ) -> None:
        """Take in what a call used, by estimate where the provider did not say."""
        estimated = self.estimate(request)
        if reported is None:
            self.used += Usage(input_tokens=estimated, output_tokens=answer_tokens)
            return
        self.used += reported
        self.reported = reported if self.reported is None else self.reported + reported
        if reported.input_tokens and estimated:
            real = reported.input_tokens / (estimated / self._correction)
            self._correction = min(4.0, max(0.5, real))
