"""Estimates count content, not its JSON."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from strategies import messages

from jupyter_assistant.conversation import (
    FilePart,
    ImagePart,
    InfoPart,
    Message,
    OpaquePart,
    Origin,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
    message_tokens,
    part_tokens,
    request_tokens,
    text_tokens,
)

PICTURE = ImagePart(media_type="image/png", data="A" * 4_000_000)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("word" * 10, 10), ("數據分析", 3)]
)
def test_text_is_counted_by_its_bytes(text, tokens):
    assert text_tokens(text) == tokens


def test_half_a_surrogate_pair_is_counted_too():
    assert text_tokens("\ud800") == 1


def test_a_picture_costs_what_providers_bill_not_its_base64():
    assert part_tokens(PICTURE) < 2000
    result = ToolResultPart(call_id="c", tool="t", text="ok", images=(PICTURE,))
    assert part_tokens(PICTURE) < part_tokens(result) < 2000


def test_a_document_is_counted_by_its_bytes():
    assert part_tokens(FilePart(media_type="application/pdf", data="AAAA" * 4)) == 3


def test_what_is_only_shown_costs_nothing():
    assert part_tokens(InfoPart(text="limit")) == part_tokens(UnknownPart(raw={})) == 0


def test_calls_and_blocks_that_go_back_are_counted():
    call = ToolCallPart(call_id="c", tool="look", args='{"name": "df"}')
    assert part_tokens(call) > text_tokens(call.args)
    opaque = OpaquePart(raw="x" * 400, origin=Origin("a", "b", "c"))
    assert part_tokens(opaque) > 99


def test_instructions_history_and_schemas_add_up():
    message = Message("m", "user", (TextPart(text="x" * 40),), datetime.now(UTC))
    one = request_tokens("", [message], [])
    assert one == message_tokens(message) == 14
    assert request_tokens("s" * 40, [message, message], [{"a": 1}]) > 2 * one + 10


@given(messages)
def test_an_estimate_is_never_negative(message):
    assert message_tokens(message) > 0
