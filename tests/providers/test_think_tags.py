"""Thinking inside the text is told apart, however it is cut."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.providers.think_tags import ThinkTags


def split(*deltas):
    tags = ThinkTags()
    pieces = [piece for delta in deltas for piece in tags.feed(delta)] + tags.close()
    return tuple(
        "".join(words for kind, words in pieces if kind == wanted)
        for wanted in ("text", "reasoning")
    )


@given(
    st.text("<think>/[]THINK \nab", max_size=60),
    st.lists(st.integers(0, 60), max_size=20),
)
def test_any_cutting_gives_the_same(text, places):
    cuts = sorted({min(p, len(text)) for p in places} | {0, len(text)})
    pieces = [text[a:b] for a, b in itertools.pairwise(cuts)]
    assert split(*pieces) == split(text) == split(*text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<think>a</think>b", ("b", "a")),
        ("<thought>a</thought>\n\nb", ("b", "a")),
        ("[THINK]a[/THINK]b", ("b", "a")),
        ("<think>\n\na\n</think>\n b ", ("b ", "a\n")),
        ("<think>a</think>b<think>c</think>", ("b<think>c</think>", "a")),
        ("<think>a</thinking>", ("", "a</thinking>")),
        ("<thinker>", ("<thinker>", "")),
        ("  plain", ("  plain", "")),
        ("", ("", "")),
        ("<", ("<", "")),
        ("<think>", ("", "")),
        ("<think>a</thin", ("", "a</thin")),
    ],
)
def test_only_a_tag_at_the_start_begins_thinking(text, expected):
    assert split(text) == expected


def test_words_are_not_held_back_once_it_is_clear_what_they_are():
    tags = ThinkTags()
    assert tags.feed("<think>plan") == [("reasoning", "plan")]
    assert tags.feed("</think>") == []
    assert not tags.in_text
    assert tags.feed("x") == [("text", "x")]
    assert tags.in_text
    assert tags.close() == []


def test_words_held_back_come_out_once():
    tags = ThinkTags()
    assert tags.feed("<thi") == []
    assert tags.close() == [("text", "<thi")]
    assert tags.close() == []
    assert tags.feed("nk>") == [("text", "nk>")]
