"""Usages add; the words of a message are told apart from what was put in."""

from hypothesis import given
from strategies import usages

from jupyter_assistant.conversation import (
    ReasoningPart,
    Selection,
    TextPart,
    ToolCallPart,
    Usage,
    calls_of,
    context_of,
    reasoning_of,
    text_of,
)

PARTS = (
    TextPart(text="x = 1", context=Selection("cell", "In[1]")),
    ReasoningPart(text="hm"),
    TextPart(text="what is "),
    ToolCallPart(call_id="c", tool="t"),
    TextPart(text="x?"),
)


def test_words_thinking_and_calls_are_found_apart():
    assert text_of(PARTS) == "what is x?"
    assert reasoning_of(PARTS) == "hm"
    assert [call.call_id for call in calls_of(PARTS)] == ["c"]
    assert [selection.label for selection in context_of(PARTS)] == ["In[1]"]


def test_usages_add_and_a_known_cost_is_kept():
    total = Usage(1, 2, 3, 4, 5, 0.5) + Usage(10, 20, 30, 40, 50)
    assert total == Usage(11, 22, 33, 44, 55, 0.5)
    assert total.total_tokens == 33
    assert (Usage(1) + Usage(2)).cost_usd is None


@given(usages, usages)
def test_the_order_of_adding_does_not_matter(one, other):
    assert one + other == other + one
