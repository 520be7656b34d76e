"""How long a provider asks to wait, in all the ways they say it."""

from __future__ import annotations

import math
import re
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_WAIT_S = 24 * 3600.0
"""A longer wait is a mistake, or no wait but an end."""

_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)")
_WHOLE_DURATION = re.compile(r"(?:\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)\s*)+")
_IN_WORDS = re.compile(
    r"(?i)(?:try again|retry|wait)\s*(?:after|in|for)?\s*:?\s*"
    r"((?:\d+(?:\.\d+)?\s*(?:milliseconds?|seconds?|secs?|minutes?|hours?|ms|s|m|h)(?![a-z])\s*)+)"
)
_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def retry_after_s(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds from `retry-after-ms`, else `retry-after` as seconds or a date.

    Without either, what a used up allowance says about its reset.
    """
    ms = _number(headers.get("retry-after-ms"))
    if ms is not None:
        return _capped(ms / 1000)
    after = headers.get("retry-after")
    seconds = _number(after)
    if seconds is None and after:
        seconds = _until(after, time.time() if now is None else now)
    if seconds is None and after:
        seconds = duration_s(after)
    return _capped(seconds) if seconds is not None else _reset_s(headers)


def duration_s(text: str) -> float | None:
    """Seconds of `7s`, `1.5s`, `6m0s`, `20ms`; None if this is none."""
    if not _WHOLE_DURATION.fullmatch(text.strip()):
        return None
    found = _DURATION.findall(text)
    return _capped(sum(float(number) * _UNITS_S[unit] for number, unit in found))


def wait_in_words_s(words: str) -> float | None:
    """Seconds of "Please try again in 7.66s"; None if nothing is said."""
    match = _IN_WORDS.search(words)
    if not match:
        return None
    short = re.sub(
        r"(?i)(milliseconds?)|(seconds?|secs?)|(minutes?)|(hours?)",
        lambda m: ("ms", "s", "m", "h")[(m.lastindex or 1) - 1],
        match[1],
    )
    return duration_s(short)


def _reset_s(headers: Mapping[str, str]) -> float | None:
    waits = [
        duration_s(headers.get(f"x-ratelimit-reset-{what}", ""))
        for what in ("requests", "tokens")
        if headers.get(f"x-ratelimit-remaining-{what}") == "0"
    ]
    return max((wait for wait in waits if wait is not None), default=None)


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def _until(date: str, now: float) -> float | None:
    """Whole seconds until an HTTP date; 0 if it is past."""
    try:
        return max(0.0, float(math.ceil(parsedate_to_datetime(date).timestamp() - now)))
    except (ValueError, TypeError, OverflowError):
        return None


def _capped(seconds: float) -> float:
    return min(seconds, MAX_WAIT_S)
