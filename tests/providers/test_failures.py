"""A failed answer, whatever its shape, becomes one error that tells what to do."""

import json
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.providers.failure_body import read_body, read_value
from jupyter_assistant.providers.failures import (
    failure_from_answer,
    failure_in_stream,
)
from jupyter_assistant.providers.retry_after import (
    MAX_WAIT_S,
    duration_s,
    retry_after_s,
    wait_in_words_s,
)

NOW = 1_700_000_000.0
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-600, 600)
    | st.floats(allow_nan=False)
    | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "error",
                    "message",
                    "code",
                    "status",
                    "type",
                    "detail",
                    "errors",
                    "metadata",
                    "raw",
                    "details",
                    "retryDelay",
                    "loc",
                    "msg",
                    "x",
                    "request_id",
                    "retry_after",
                    "title",
                    "innererror",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def failure(status, body, headers=None):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return failure_from_answer(status, headers or {}, data, url="http://here", now=NOW)


@given(st.integers(400, 599), JSON_VALUES)
def test_any_json_makes_an_error_with_words(status, value):
    error = failure(status, value)
    assert error.message
    assert 400 <= error.status <= 599
    assert len(error.message) < 1100
    assert failure_in_stream(value).message


@given(st.integers(400, 599), st.binary(max_size=200))
def test_any_bytes_make_an_error_with_words(status, body):
    assert failure(status, body).message


def test_deep_nesting_does_not_break_it():
    deep = "x"
    for _ in range(100):
        deep = {"error": deep}
    assert failure(500, deep).kind == "overloaded"
    assert failure(500, b"[" * 100_000).message
    wrapped = "x"
    for _ in range(8):
        wrapped = json.dumps({"error": wrapped})
    assert failure(500, wrapped.encode()).message


def test_an_answer_without_a_word_names_status_and_address():
    assert failure(502, b"").message == "HTTP 502 without a word from http://here"
    assert failure_in_stream({}).message == "HTTP None without a word"


def test_long_words_are_cut():
    assert len(failure(400, {"error": {"message": "x" * 5000}}).message) < 1100
    assert len(failure(400, b"y" * 5000).message) < 350


def test_codes_stand_in_for_missing_words():
    error = failure(400, {"error": {"code": "bad_model", "message": ""}})
    assert error.message == "bad_model (HTTP 400)"


def test_lines_of_the_providers_words_are_kept():
    assert failure(400, {"message": "a\n  b"}).message == "a\n  b (HTTP 400)"


def test_an_event_stream_of_only_done_is_quoted_as_it_is():
    assert "[DONE]" in failure(500, b"data: [DONE]\n\n").message
    assert failure(500, b"data: all\n\ndata: lost\n\n").message.startswith("all lost")


def test_the_request_id_of_the_body_counts_more():
    body = {"error": {"message": "x"}, "request_id": "req_body"}
    headers = {"x-request-id": "req_head"}
    assert failure(500, body, headers).request_id == "req_body"
    assert failure(500, {}, headers).request_id == "req_head"
    assert failure(500, {}, {"request-id": "req_other"}).request_id == "req_other"


def test_a_wait_is_told_only_with_what_passes():
    assert failure(400, {"message": "retry after 5s"}).retry_after_s is None
    assert failure(503, {"message": "retry after 5s"}).retry_after_s == 5
    assert failure(503, {"retry_after": 4}).retry_after_s == 4


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (
            403,
            {"error": {"message": "Your input was flagged by moderation"}},
            "content_filter",
        ),
        (403, {"error": {"message": "Key limit exceeded", "code": 403}}, "auth"),
        (409, {"error": "conflict"}, "server"),
        (501, {"error": "streaming is not supported"}, "bad_request"),
        (502, {"error": "tools are not supported"}, "overloaded"),
        (429, {"error": {"code": "insufficient_quota", "message": "no"}}, "quota"),
        (400, {"error": {"message": "content policy violated"}}, "content_filter"),
        (400, {"code": "context_length_exceeded"}, "context_length"),
        (429, {"code": "context_length_exceeded"}, "rate_limit"),
        (418, {"error": "teapot"}, "bad_request"),
    ],
)
def test_kinds(status, body, kind):
    assert failure(status, body).kind == kind


def test_a_quota_of_money_stays_one_although_a_wait_is_told():
    body = {"error": {"code": "insufficient_quota", "message": "pay"}}
    error = failure(429, body, {"retry-after": "7"})
    assert (error.kind, error.retry_after_s) == ("quota", 7)
    error = failure(402, {"error": "payment required"}, {"retry-after": "7"})
    assert error.kind == "quota"


def test_one_fault_of_many_is_enough():
    found = read_value({"detail": [{"loc": ["a", 1], "msg": "one"}] * 9})
    assert found.words == "a.1: one"


def test_details_without_a_wait_are_passed_over():
    details = [{"@type": "Help"}, "words", {"retryDelay": 7}]
    found = read_value({"error": {"message": "full", "details": details}})
    assert (found.words, found.retry_after_s) == ("full", None)


def test_a_number_alone_says_nothing():
    assert read_body(b"7").words == "7"
    assert read_value(7).words == ""


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9),
        ({"retry-after": "0"}, 0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": formatdate(NOW + 30, usegmt=True)}, 30),
        ({"retry-after": formatdate(NOW - 30, usegmt=True)}, 0),
        ({"retry-after": "2m"}, 120),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "Fri, 99 Nov 2026 99:99:99 GMT"}, None),
        ({"retry-after": "1e12"}, MAX_WAIT_S),
        ({}, None),
        (
            {
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "20ms",
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": "1h2m3s",
            },
            3723,
        ),
        ({"x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "9s"}, None),
        ({"x-ratelimit-remaining-tokens": "0"}, None),
    ],
)
def test_waits_are_read_in_all_their_forms(headers, seconds):
    assert retry_after_s(headers, NOW) == seconds


def test_a_date_is_counted_from_now_where_no_clock_is_given():
    assert retry_after_s({"retry-after": formatdate(NOW, usegmt=True)}) == 0


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("Please try again in 7.66s.", 7.66),
        ("try again in 1m30s", 90),
        ("Retry after 20 seconds", 20),
        ("wait 2 minutes", 120),
        ("try again in 500 milliseconds", 0.5),
        ("try again in 1 hour", 3600),
        ("try again later", None),
        ("", None),
    ],
)
def test_waits_are_read_out_of_words(words, seconds):
    assert wait_in_words_s(words) == (
        seconds if seconds is None else pytest.approx(seconds)
    )


@pytest.mark.parametrize("text", ["", "soon", "7", "7s then"])
def test_what_is_no_duration(text):
    assert duration_s(text) is None
