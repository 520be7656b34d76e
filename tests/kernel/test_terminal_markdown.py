"""Markdown that streams into a terminal."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.kernel.show.terminal_code import coloured
from jupyter_assistant.kernel.show.terminal_markdown import (
    MarkdownStream,
    styled,
    width_of,
)

CODES = re.compile(r"\x1b\[[\d;]*m")


def shown(*pieces, columns=60, **options):
    """What a terminal shows after these pieces, with its codes."""
    out = []
    stream = MarkdownStream(write=out.append, columns=columns, **options)
    for piece in pieces:
        stream.feed(piece)
    stream.end()
    return "".join(out)


def text(*pieces, **options):
    """The same without codes."""
    return CODES.sub("", shown(*pieces, **options))


DOCUMENT = """# Title

Some **bold**, *italic* and `code`, with a [link](https://x.example) and 2 * 3 * 4.

1. one
2. two is a longer line that has to be wrapped somewhere near the end of it
- bullet with snake_case_name and __init__

> quoted words that are long enough to be wrapped, as they do not fit the line

| a | b |
|---|--:|
| 1 | `two` |

```python
def f():
    return "x"
```
---
The end"""


def test_a_document():
    assert text(DOCUMENT) == (
        "Title\n\n"
        "Some bold, italic and code, with a link (https://x.example)\n"
        "and 2 * 3 * 4.\n\n"
        "1. one\n"
        "2. two is a longer line that has to be wrapped somewhere\n"
        "   near the end of it\n"
        "• bullet with snake_case_name and __init__\n\n"
        "│ quoted words that are long enough to be wrapped, as they\n"
        "│ do not fit the line\n\n"
        "a  b\n"
        "1  two\n\n"
        '    def f():\n        return "x"\n'
        f"{'─' * 40}\n"
        "The end\n"
    )


@given(st.lists(st.integers(1, 7), min_size=1, max_size=400))
def test_it_is_the_same_however_it_is_cut(lengths):
    pieces, at = [], 0
    for length in lengths:
        pieces.append(DOCUMENT[at : at + length])
        at += length
    pieces.append(DOCUMENT[at:])
    assert shown(*pieces) == shown(DOCUMENT)


@given(st.text("ab*_`[]()#>|-~!\\ \n1.", max_size=80))
def test_any_text_comes_out_whole_and_ends_its_line(given_text):
    out = shown(given_text)
    assert not given_text or not out or out.endswith("\n")
    letters = [c for c in given_text if c in "ab"]
    assert [c for c in CODES.sub("", out) if c in "ab"] == letters


def test_styles_are_codes_around_words():
    words = [styled("a", "1"), styled("b", "1"), styled("c", "36"), styled("d", "3")]
    assert shown("**a b** `c` *d*\n") == f"{' '.join(words)}\n"
    assert shown("## Head\n") == f"{styled('Head', '1')}\n"


def test_words_are_written_as_soon_as_they_are_whole():
    out = []
    stream = MarkdownStream(write=out.append)
    stream.feed("Hello wor")
    assert "".join(out) == "Hello"
    stream.feed("ld and **bo")
    assert "".join(out) == "Hello world and"
    stream.feed("ld** more")
    assert CODES.sub("", "".join(out)) == "Hello world and bold"


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("a \\*b\\* c", "a *b* c"),
        ("![alt](http://x/y.png)", "alt (http://x/y.png)"),
        ("[https://x](https://x)", "https://x"),
        ("[1, 2] and a[0]", "[1, 2] and a[0]"),
        ("5 * 3 ** 2 and _x", "5 * 3 ** 2 and _x"),
        ("**bold with `code` in it**", "bold with code in it"),
        ("unclosed **bold and `code", "unclosed **bold and `code"),
        ("what!", "what!"),
        ("``a ` b``", "a ` b"),
        ("    indented", "    indented"),
    ],
)
def test_spans(source, result):
    assert text(source) == f"{result}\n"


def test_a_span_that_never_ends_is_given_up():
    assert text("**" + "x " * 400).startswith("**x x")


def test_a_word_longer_than_the_line_is_left_whole():
    assert text("a " + "x" * 100 + " b", columns=20) == f"a\n{'x' * 100}\nb\n"


def test_wide_characters_take_two_columns():
    assert width_of("中é🙂e\u0301") == 2 + 1 + 2 + 1
    assert text("中" * 12 + " 中" * 3, columns=26) == f"{'中' * 12}\n中 中 中\n"


def test_a_table_of_uneven_rows():
    assert text("| a | b\n| x |\n") == "a  b\nx\n"


def test_codes_of_the_model_are_taken_out():
    assert shown("a\x1b[31mb\x07") == "a[31mb\n"


def test_code_in_a_block_is_not_wrapped_and_keeps_its_marks():
    line = "x = '**' + " + "'y' + " * 20
    assert text(f"~~~\n{line}\n~~~\n") == f"    {line}\n"


def test_a_block_that_is_not_closed_ends_with_the_text():
    assert text("```\na\n", "b") == "    a\n    b\n"


def test_lines_of_a_string_share_its_colour():
    line = coloured("python")
    lines = ['s = """one', "for two", 'three"""', "for x in y:"]
    first, second, third, fourth = map(line, lines)
    assert [CODES.sub("", found) for found in (first, second, third, fourth)] == lines
    keyword = re.search(r"\x1b\[[\d;]*mfor", fourth)
    assert keyword is not None
    assert keyword[0] not in second


def test_code_of_an_unknown_language_is_plain():
    assert coloured("no-such-language")("x = 1") == "x = 1"
    assert coloured("")("x = 1") == "x = 1"


def test_a_very_long_string_does_not_slow_down_what_follows():
    line = coloured("python")
    line('s = """')
    for number in range(1000):
        assert str(number) in line(f"line {number}")
