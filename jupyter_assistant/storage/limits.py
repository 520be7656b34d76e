"""What a run may cost, and the bounds a limit itself must keep."""

from __future__ import annotations

import msgspec

from jupyter_assistant.errors import SettingInvalid


class Limits(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Limits of runs; `BOUNDS` says what each may be set to."""

    max_tool_rounds: int = 12
    """Rounds of tool calls in one run; it goes on over an approval."""
    max_output_tokens: int = 8192
    """Of one reply."""
    max_run_tokens: int = 400_000
    """Input and output of every call of a run."""
    call_timeout_s: float = 120.0
    """One call of a provider, retries included."""
    max_runs_per_minute: int = 20
    """Per person."""
    retention_days: int = 90
    """Days a conversation is kept after its last use."""

    def checked(self) -> Limits:
        """These limits, if each is within its bounds.

        Raises:
            SettingInvalid: naming the limit, its value and its bounds.
        """
        for name, (least, most) in BOUNDS.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise SettingInvalid(
                    f"{name} is {value}; it must be between {least} and {most}"
                )
        return self


BOUNDS: dict[str, tuple[int, int]] = {
    "max_tool_rounds": (1, 50),
    "max_output_tokens": (256, 128_000),
    "max_run_tokens": (2_000, 10_000_000),
    "call_timeout_s": (10, 900),
    "max_runs_per_minute": (1, 600),
    "retention_days": (1, 3650),
}
