"""Errors in words: what happened, what is kept, what to do."""

from typing import get_args

import pytest

from jupyter_assistant.conversation import RunFailed
from jupyter_assistant.errors import (
    ErrorKind,
    NotConfigured,
    ProviderError,
    SettingInvalid,
)
from jupyter_assistant.kernel.show.notices import from_end, from_error, from_failure


def failed(kind, **options):
    options.setdefault("message", "No luck.")
    return from_failure(RunFailed(kind=kind, **options), "openai/gpt-5.1")


@pytest.mark.parametrize(
    ("kind", "options", "title"),
    [
        ("auth", {"status": 401}, "openai refused the key (401)."),
        ("permission", {}, "This key may not use gpt-5.1."),
        ("not_found", {"status": 404}, "openai has no model gpt-5.1 (404)."),
        ("bad_request", {"status": 400}, "openai did not accept the request (400)."),
        ("rate_limit", {"status": 429}, "openai is limiting requests (429)."),
        ("overloaded", {}, "openai is overloaded."),
        ("quota", {}, "The account at openai has no credit left."),
        ("context_length", {}, "The conversation is too long for gpt-5.1."),
        ("content_filter", {}, "openai declined to answer this."),
        ("timeout", {}, "openai did not answer in time."),
        ("network", {}, "openai can't be reached."),
        ("protocol", {}, "openai answers, but not as its kind of API should."),
        ("server", {"status": 500}, "openai failed (500)."),
    ],
)
def test_each_failure_has_its_words(kind, options, title):
    notice = failed(kind, **options)
    assert notice.title == title
    assert notice.quote == "No luck."


def test_a_page_that_is_missing_may_be_the_model():
    missing = failed("bad_request", status=404, message="model 'gpt-5.1' not found")
    assert missing.title == "openai has no model gpt-5.1 (404)."
    assert "did not accept" in failed("bad_request", status=404).title


def test_no_kind_of_failure_is_without_words_or_with_open_braces():
    for kind in get_args(ErrorKind):
        notice = failed(kind, retry_after_s=12.0)
        assert notice.title
        assert "{" not in notice.text


def test_a_wait_that_the_provider_asks_for_is_told():
    assert "Try again in 12 s." in failed("rate_limit", retry_after_s=12.0).body
    assert "Try again in a while." in failed("rate_limit").body


def test_what_broke_while_writing_is_kept_and_said():
    notice = failed("network", text="x" * 848)
    assert notice.title == "The answer of openai broke off after about 212 tokens."
    assert "kept above" in notice.body
    assert failed("auth", text="some words").title.startswith("openai refused")


def test_the_provider_is_called_as_the_failure_says():
    notice = from_failure(RunFailed(kind="server", message="", provider="mine"), "a/b")
    assert notice.text == "mine failed. Try again in a while."


def test_a_long_message_is_cut():
    assert len(failed("server", message="x " * 5000).quote) < 700


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (SettingInvalid("x is 3; it must be 4"), "x is 3; it must be 4."),
        (
            NotConfigured("No model is set up yet. Run `a`, or `b`"),
            "No model is set up yet. Run `a`, or `b`.",
        ),
        (
            ProviderError("network", "refused", provider="mine"),
            "mine can't be reached. It says: “refused” "
            "Check the network, or the address: `%assistant probe`.",
        ),
    ],
)
def test_errors_of_ours_are_one_line(error, text):
    assert from_error(error).text == text


def test_a_fault_of_ours_says_so_and_how_to_see_more():
    notice = from_error(ZeroDivisionError("oh"))
    assert notice.title == "The assistant itself failed: ZeroDivisionError('oh')."
    assert "logging" in notice.body


@pytest.mark.parametrize("reason", ["end", "pending", "rounds", "budget", "max_tokens"])
def test_an_end_that_says_itself_gets_no_card(reason):
    assert from_end(reason, None) is None


def test_a_refusal_tells_its_category():
    assert (
        from_end("refusal", "cyber").title
        == "The model declined to answer this (cyber)."
    )
    assert from_end("refusal", None).title == "The model declined to answer this."
    assert "without saying why" in from_end("other", None).title
