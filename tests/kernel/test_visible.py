"""Nothing hides in what somebody decides on."""

import pytest

from jupyter_assistant.kernel.show.visible import is_hidden, printable, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain = 'ok'\n\tx", "plain = 'ok'\n\tx"),
        ("é 中 🙂 ß", "é 中 🙂 ß"),
        ("a\u200bb", "a[U+200B]b"),
        ("if x:\u202e return", "if x:[U+202E] return"),
        ("\u2066hidden\u2069", "[U+2066]hidden[U+2069]"),
        ("a\u00a0b", "a[U+00A0]b"),
        ("a\rb\x1b[8mc\x00", "a[U+000D]b[U+001B][8mc[U+0000]"),
        ("x\ufe0f\U000e0100", "x[U+FE0F][U+E0100]"),
        ("\U000e0041\U000e0042", "[U+E0041][U+E0042]"),
        ("\u3164 = 1", "[U+3164] = 1"),
        ("\ud800", "[U+D800]"),
        ("line\u2028end", "line[U+2028]end"),
    ],
)
def test_characters_without_a_face_are_named(text, shown):
    """Source: CVE-2021-42574 (Trojan Source)."""
    assert visible(text) == shown


def test_a_terminal_gets_no_codes_of_the_model():
    assert printable("a\x1b[31mred\x07\x9b0m\r\n\tb") == "a[31mred0m\n\tb"
    assert printable("plain") == "plain"


def test_plain_blanks_are_not_hidden():
    assert not any(map(is_hidden, " \t\nabc é中"))
