"""The body of a failed answer, in every shape that providers and proxies send."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.framing import SseFramer
from jupyter_assistant.providers.retry_after import duration_s, wait_in_words_s

MAX_TEXT_CHARS = 300
"""Of a body that is no JSON, no more than this is quoted."""
_MAX_DEPTH = 6

_WORD_KEYS = ("message", "detail", "error_description", "error_message", "error_msg")
_MORE_WORD_KEYS = ("msg", "Message", "errorMessage", "reason", "description", "title")
_CODE_KEYS = ("code", "type", "status", "reason", "error_code", "errorCode", "__type")
_STATUS_KEYS = ("code", "status", "status_code", "statusCode", "http_status")
_NESTED_KEYS = ("error", "errors", "innererror", "inner_error", "fault", "response")


@dataclass(slots=True, kw_only=True)
class Failure:
    """What a body tells."""

    words: str = ""
    codes: list[str] = field(default_factory=list[str])
    """Every code, type and status word, outermost first."""
    status: int | None = None
    """A status between 400 and 599 that the body itself names."""
    retry_after_s: float | None = None
    request_id: str | None = None
    is_page: bool = False
    """Whether the words were taken out of markup or plain text."""


def read_body(body: bytes) -> Failure:
    """The failure that a body of any kind tells."""
    text = body.decode("utf-8", "replace").strip().removeprefix("\ufeff")
    if re.match(r"(?:data|event|id|retry)?:", text):
        payloads = _payloads(body)
        for payload in payloads:
            value = _json(payload)
            if value is not None:
                return read_value(value)
        text = "\n".join(payloads) or text
    value = _json(text)
    if value is not None and not isinstance(value, (int, float)):
        return read_value(value)
    return Failure(words=_text_of_page(text), is_page=True)


def read_value(value: Any) -> Failure:
    """The failure that a JSON value tells."""
    failure = Failure()
    words: list[str] = []
    _read(value, failure, words, 0)
    distinct: list[str] = []
    for text in words:
        text = text.strip()  # noqa: PLW2901
        # Gateways repeat what they wrap.
        if text and not any(text in known for known in distinct):
            distinct = [known for known in distinct if known not in text] + [text]
    failure.words = ": ".join(distinct)
    if not failure.words:
        failure.words = ", ".join(dict.fromkeys(failure.codes))
    if failure.retry_after_s is None:
        failure.retry_after_s = wait_in_words_s(failure.words)
    return failure


def _payloads(body: bytes) -> list[str]:
    framer = SseFramer()
    try:
        events = framer.feed(body) + framer.close()
    except ProviderError:  # pragma: no cover  (bodies of failures are cut long before)
        return []
    texts = (event.data.decode("utf-8", "replace") for event in events)
    return [text for text in texts if text.strip() != "[DONE]"]


def _json(text: str) -> Any:
    """The value, None where this is no JSON (or `null`)."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def _read(value: Any, failure: Failure, words: list[str], depth: int) -> None:
    if depth > _MAX_DEPTH:
        return
    match value:
        case str():
            _read_text(value, failure, words, depth)
        case list():
            for item in cast("list[Any]", value)[:3]:
                _read(item, failure, words, depth + 1)
        case dict():
            _read_object(cast("dict[str, Any]", value), failure, words, depth)
        case _:
            pass


def _read_text(text: str, failure: Failure, words: list[str], depth: int) -> None:
    """Words, or JSON inside a string, maybe after some words."""
    start = min((i for i in (text.find("{"), text.find("[{")) if i >= 0), default=-1)
    inner = _json(text[start:].strip()) if start >= 0 else None
    if isinstance(inner, (dict, list)):
        before = len(words)
        _read(inner, failure, words, depth + 1)
        if len(words) > before:
            lead = text[:start].strip(" :-\n")
            words[before:before] = [lead] if lead else []
            return
    words.append(text)


def _read_object(
    value: dict[str, Any], failure: Failure, words: list[str], depth: int
) -> None:
    _read_facts(value, failure)
    before = len(words)
    for key in _NESTED_KEYS:
        _read(value.get(key), failure, words, depth + 1)
    for keys in (_WORD_KEYS, _MORE_WORD_KEYS):
        found = [value[key] for key in keys if value.get(key)]
        if found and (keys is _WORD_KEYS or not words):
            for text in found:
                _read(text, failure, words, depth + 1)
    location = value.get("loc")
    if isinstance(location, list) and len(words) > before:
        # FastAPI says where the fault is beside what it is.
        path = ".".join(map(str, cast("list[Any]", location)))
        words[before] = f"{path}: {words[before]}"
    _read_details(value, failure, words, depth)


def _read_facts(value: dict[str, Any], failure: Failure) -> None:
    """Status, codes, request id and wait: what is no words."""
    for key in _STATUS_KEYS:
        status = _status(value.get(key))
        if status is not None and failure.status is None:
            failure.status = status
    for key in _CODE_KEYS:
        code = value.get(key)
        if isinstance(code, (str, int)) and not isinstance(code, bool):
            failure.codes.append(str(code))
    request_id = value.get("request_id") or value.get("requestId")
    if isinstance(request_id, str):
        failure.request_id = failure.request_id or request_id
    for key in ("retry_after", "retryAfter", "retry_after_seconds"):
        if isinstance(wait := value.get(key), (int, float)) and wait >= 0:
            failure.retry_after_s = float(wait)


def _read_details(
    value: dict[str, Any], failure: Failure, words: list[str], depth: int
) -> None:
    """What the field knows of: OpenRouter's cause, Google's waits."""
    metadata = value.get("metadata")
    if isinstance(metadata, dict):
        _read(cast("dict[str, Any]", metadata).get("raw"), failure, words, depth + 1)
    details = value.get("details")
    for detail in cast("list[Any]", details) if isinstance(details, list) else []:
        found = cast("dict[str, Any]", detail) if isinstance(detail, dict) else {}
        if isinstance(delay := found.get("retryDelay"), str):
            failure.retry_after_s = duration_s(delay)


def _status(value: Any) -> int | None:
    if isinstance(value, str) and value.isdecimal() and len(value) == 3:
        value = int(value)
    if isinstance(value, (int, float)) and 400 <= value <= 599:
        return int(value)
    return None


def _text_of_page(text: str) -> str:
    """The title of a page, else its words, shortened."""
    if "<" in text:
        named = re.search(r"(?is)<title[^>]*>(.{1,2000}?)</title>", text) or re.search(
            r"(?is)<h1[^>]*>(.{1,2000}?)</h1>", text
        )
        text = named[1] if named else text
        text = html.unescape(re.sub(r"<[^<>]*>", " ", text))
    text = " ".join(text.split())
    return text if len(text) <= MAX_TEXT_CHARS else text[:MAX_TEXT_CHARS] + "…"
