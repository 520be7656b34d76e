"""What a provider's failure means: status, headers and body to a `ProviderError`.

The words stay the provider's own. Structured codes are believed first, then wordings;
the lists come from the providers' documentation and from public reports.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jupyter_assistant.errors import ErrorKind, ProviderError
from jupyter_assistant.providers.failure_body import Failure, read_body, read_value
from jupyter_assistant.providers.retry_after import retry_after_s

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MAX_MESSAGE_CHARS = 1000

_CONTEXT_CODES = frozenset(
    [
        "context_length_exceeded",
        "exceed_context_size_error",
        "context_window_exceeded",
        "model_context_window_exceeded",
        "contextwindowexceedederror",
        "prompt_too_long",
        "input_too_long",
        "request_too_large",
        "tokens_limit_reached",
        "context_overflow",
        "string_above_max_length",
        "model_max_prompt_tokens_exceeded",
        "context_limit_exceeded",
        "max_context_length_exceeded",
    ]
)
_QUOTA_CODES = frozenset(
    [
        "insufficient_quota",
        "billing_hard_limit_reached",
        "billing_not_active",
        "billing_error",
        "insufficient_balance",
        "insufficient_credits",
        "insufficient_funds",
        "exceeded_current_quota_error",
        "credit_balance_too_low",
        "arrearage",
        "payment_required",
        "insufficient_user_quota",
        "account_deactivated_billing",
    ]
)
_FILTER_CODES = frozenset(
    [
        "content_filter",
        "content_policy_violation",
        "responsibleaipolicyviolation",
        "data_inspection_failed",
        "datainspectionfailed",
        "moderation_blocked",
        "safety",
    ]
)
_AUTH_CODES = frozenset(
    [
        "invalid_api_key",
        "authentication_error",
        "unauthenticated",
        "unauthorized",
        "permission_error",
        "permission_denied",
        "invalid_authentication",
        "authenticationerror",
    ]
)
_RATE_CODES = frozenset(
    [
        "rate_limit_exceeded",
        "rate_limit_error",
        "rate_limit",
        "too_many_requests",
        "ratelimiterror",
        "resource_exhausted",
        "throttling",
        "requests",
        "tokens",
        "rate_limit_reached_error",
        "engine_overloaded_rate_limit",
        "limit_requests",
        "limit_burst_rate",
    ]
)
_REQUEST_CODES = frozenset(
    [
        "invalid_request_error",
        "badrequesterror",
        "bad_request",
        "invalid_argument",
        "not_found_error",
        "model_not_found",
        "invalid_model",
        "unsupported_parameter",
        "unsupported_value",
        "validation_error",
    ]
)

_QUOTA_WORDS = re.compile(
    r"(?i)credit balance|exceeded your (?:current )?quota|"
    r"(?:insufficient|not enough|no|out of|run out of|used (?:up )?all)[\w ]{0,30}"
    r"\b(?:credits?|balance|funds|quota)\b|payment required|billing|"
    r"spend(?:ing)? limit|"
    r"balance is (?:too low|insufficient|not enough)|requires more credits|"
    r"余额不足|欠费"
)
_SHORT_TERM = re.compile(
    r"(?i)rate.?limit|too many requests|per[ -](?:minute|second|hour|day)|"
    r"\b[TR]P[MD]\b|please wait|try again (?:later|in)|throttl|slow down|concurren"
)
_RATE_WORDS = re.compile(
    r"(?i)rate.?limit|too many requests|too many tokens, please wait|throttl"
)
_FILTER_WORDS = re.compile(
    r"(?i)content (?:management|filtering) policy|content.?policy|"
    r"flagged (?:for|as|by)|safety system|responsible ai"
)
_OUTPUT_LIMIT = re.compile(
    r"(?i)max_(?:completion_|output_|new_)?tokens\W.{0,40}(?:too large|must be|invalid|"
    r"greater|exceeds?|less than)|at most \d+ (?:completion|output) tokens"
)
_OF_INPUT = re.compile(r"(?i)context|inputs?\b|prompt")
_CONTEXT_WORDS = re.compile(
    r"""(?ix)
    context [ _-]? (?:length|window|size|limit) [ _-]? .{0,60}?
        (?: exceed | overflow | too\ (?:small|short) | reached | ran\ out )
  | (?: exceed | (?:long|larg|great|bigg|high)er\ than | more\ than | beyond | above
      | too\ (?:long|large|big|many)\ for | outside | over\ the | overflow | surpass
      | out\ of | fit ) .{0,80}?
        (?: context | (?:input|prompt|sequence)[ ]?(?:length|size|tokens?|limit)
          | max(?:imum)?[ _](?:model|seq|sequence|prompt|input|position)
          | token\ limit | tokens?\ (?:limit|allowed) | model'?s?\ max )
  | (?: prompt | input | conversation | messages? | request | sequence | query )
        (?:\ (?:length|size|tokens?))? \ (?:is|are|was|were)?\ ?
        (?: too\ (?:long|large|big) | exceed )
  | (?: maximum | max ) \ (?: context | prompt | input | sequence ) \ (?: length | size
      | tokens? | window ) \ (?: is | of | exceed | reached )
  | maximum\ number\ of\ (?:input\ |prompt\ )?tokens
  | (?: reduce | shorten ) \ (?: the\ |your\ )? (?: length | size | prompt | input
      | messages? | context | conversation | number\ of\ (?:input\ )?tokens )
  | (?: input | prompt | total ) \ tokens?\ (?:count\ )? .{0,40}? exceed
  | (?: tokens? | prompt | input ) .{0,80}? exceeds?\ the\ (?:limit|maximum)
  | token\ (?:limit|count) \ (?:is\ )? exceed
  | too\ many\ (?:input\ |prompt\ )?tokens
  | \d+\ tokens\ >\ \d+
  | keep\ the\ first\ \d+\ tokens
  | tokens`?\ \+\ `?max_(?:new_)?tokens
  | range\ of\ input\ length
  | 上下文长度 | 超出.{0,12}(?:长度|上下文|token)
    """
)
_CLIENT_FAULT = re.compile(
    r"(?i)not support|unsupported|unknown (?:parameter|field|argument|model)|"
    r"failed to parse|parse error|could not parse|malformed|invalid (?:json|request|"
    r"message|role|tool|schema|grammar|image|parameter|argument|type|value)|"
    r"must be (?:a|an|one|between|at|in|non|greater|less)|is required|"
    r"missing required|no such model|does not exist|mmproj"
)


def failure_from_answer(
    status: int,
    headers: Mapping[str, str],
    body: bytes,
    *,
    url: str = "",
    now: float | None = None,
) -> ProviderError:
    """The error that an answer with a status of 400 or more tells.

    Args:
        status: of HTTP.
        headers: of the answer, found in any spelling.
        body: as far as it was read.
        url: what was asked, named where the answer has no words.
        now: seconds since the epoch, for a wait given as a date.
    """
    failure = read_body(body)
    told = failure.status or status
    kind = kind_of(told, failure, has_body=bool(body.strip()))
    wait_s = retry_after_s(headers, now)
    if wait_s is None and kind in ("rate_limit", "overloaded", "quota"):
        wait_s = failure.retry_after_s
    if wait_s is not None and kind == "quota" and not _codes(failure) & _QUOTA_CODES:
        # "Exceeded your quota, retry in 7 s": a quota of the minute, not of money.
        kind = "rate_limit" if told == 429 else kind
    return ProviderError(
        kind,
        _message(failure, told, url),
        status=told,
        retry_after_s=wait_s,
        request_id=failure.request_id
        or headers.get("x-request-id")
        or headers.get("request-id"),
    )


def failure_in_stream(value: Any) -> ProviderError:
    """The error that stands inside a stream which began well."""
    failure = read_value(value)
    kind = kind_of(failure.status, failure, has_body=True)
    return ProviderError(
        kind,
        _message(failure, failure.status, ""),
        status=failure.status,
        retry_after_s=failure.retry_after_s,
        request_id=failure.request_id,
    )


def kind_of(status: int | None, failure: Failure, *, has_body: bool) -> ErrorKind:
    """What a caller can do about it. Codes first, then the status, then words."""
    return (
        _by_code(status, failure)
        or _by_status(status, failure, has_body=has_body)
        or _by_words(status, failure.words)
    )


def _codes(failure: Failure) -> frozenset[str]:
    return frozenset(code.lower().replace(" ", "_") for code in failure.codes)


def _by_code(status: int | None, failure: Failure) -> ErrorKind | None:
    codes, words = _codes(failure), failure.words
    if codes & _CONTEXT_CODES and status != 429:
        return "context_length"
    if status == 402 or codes & _QUOTA_CODES:
        return "quota"
    if codes & _FILTER_CODES:
        return "content_filter"
    if _QUOTA_WORDS.search(words) and not _SHORT_TERM.search(words):
        return "quota"
    return None


def _by_status(
    status: int | None, failure: Failure, *, has_body: bool
) -> ErrorKind | None:
    if status in (401, 403):
        return "content_filter" if _FILTER_WORDS.search(failure.words) else "auth"
    if status == 429:
        return "rate_limit"
    if status in (408, 409, 425):
        return "server"
    if status in (400, 413) and not has_body:
        # Cerebras and Mistral refuse what is too long without a word.
        return "context_length"
    codes = _codes(failure)
    if status is None:
        if codes & _RATE_CODES or _RATE_WORDS.search(failure.words):
            return "rate_limit"
        if codes & _AUTH_CODES:
            return "auth"
        if codes & _REQUEST_CODES and not _is_overflow(failure.words):
            return "bad_request"
    return None


def _by_words(status: int | None, words: str) -> ErrorKind:
    if _is_overflow(words):
        return "context_length"
    if _FILTER_WORDS.search(words):
        return "content_filter"
    if status == 413:
        return "context_length"
    if status is not None and status not in (500, 501) and status >= 500:
        return "overloaded"
    if status is None or status >= 500:
        return "bad_request" if _CLIENT_FAULT.search(words) else "overloaded"
    return "bad_request"


def _is_overflow(words: str) -> bool:
    """Whether a request was longer than the model's window."""
    if _SHORT_TERM.search(words):
        return False
    if _OUTPUT_LIMIT.search(words) and not _OF_INPUT.search(words):
        return False
    return bool(_CONTEXT_WORDS.search(words))


def _message(failure: Failure, status: int | None, url: str) -> str:
    """The provider's words, with the status where they do not name it."""
    words = (
        " ".join(failure.words.split()) if failure.is_page else failure.words.strip()
    )
    if len(words) > MAX_MESSAGE_CHARS:
        words = words[:MAX_MESSAGE_CHARS] + "…"
    if not words:
        return f"HTTP {status} without a word" + (f" from {url}" if url else "")
    if status is None or str(status) in words:
        return words
    return f"{words} (HTTP {status})"
