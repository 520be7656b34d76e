"""Conversations in memory, and their export."""

import json
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from strategies import messages

from jupyter_assistant.conversation import (
    CitationPart,
    FilePart,
    ImagePart,
    InfoPart,
    Message,
    OpaquePart,
    Origin,
    ReasoningPart,
    Selection,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
    decode_message,
    encode,
)
from jupyter_assistant.storage import MemoryHistory, to_json, to_markdown

MADE = datetime(2026, 1, 2, 14, 3, tzinfo=UTC)
CELL = Selection("cell", "In[3]")


def test_a_conversation_is_there_until_it_is_cleared():
    history = MemoryHistory()
    history.conversation("c").messages.append(Message("m", "user", (), MADE))
    assert len(history.messages("c")) == 1
    history.clear("c")
    history.clear("c")
    assert history.messages("c") == ()


def test_a_document_shows_everything_that_was_shown():
    person = (
        TextPart(text="x = 1", context=CELL),
        ImagePart(media_type="image/png", data="aGk=", context=CELL),
        FilePart(media_type="application/pdf", data="aGk=", name="a.pdf"),
        ImagePart(media_type="image/gif", data="aGk="),
        TextPart(text="What is x?"),
    )
    model = (
        ReasoningPart(text="hm"),
        TextPart(text="It is 1."),
        ToolCallPart(call_id="c", tool="look", args='{"a":1}'),
        CitationPart(type="url", title="T", url="https://example.org"),
        OpaquePart(raw="SECRET", origin=Origin("a", "b", "c")),
        InfoPart(text="Stopped by you."),
        UnknownPart(raw={"kind": "later"}),
    )
    results = (
        ToolResultPart(call_id="c", tool="look", text="```\nfence\n```"),
        ToolResultPart(call_id="d", tool="peek", text="no", is_error=True),
    )
    text = to_markdown(
        [
            Message("1", "user", person, MADE),
            Message("2", "assistant", model, MADE, model="x/m"),
            Message("3", "user", results, MADE),
            Message("4", "assistant", (TextPart(text="Bye."),), MADE),
        ]
    )
    for words in (
        "## You, 2026-01-02 14:03",
        "## x/m, 2026-01-02",
        "## assistant, 2026-01-02",
        "Sent along: In[3]",
        "*Sent along: a.pdf*",
        "*Sent along: image/gif*",
        "What is x?",
        "<summary>Thinking</summary>",
        '{"a":1}',
        "````\n```\nfence\n```\n````",
        "Error of `peek`",
        "Source: T https://example.org",
        "*Stopped by you.*",
        "Not supported here",
    ):
        assert words in text
    assert "SECRET" not in text
    assert text.count("## You") == 1


@given(st.lists(messages, max_size=3))
def test_json_holds_every_message_as_it_is(saved):
    read = [decode_message(json.dumps(m)) for m in json.loads(to_json(saved))]
    assert read == saved
    assert [encode(m) for m in read] == [encode(m) for m in saved]
