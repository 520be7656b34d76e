"""Text as it must be shown where somebody decides on it: nothing in it hides."""

from __future__ import annotations

import unicodedata

_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing."""


def visible(text: str) -> str:
    """The text with invisible and direction-changing characters as `[U+200B]`.

    Plain blanks, tabs and line ends stay as they are.

    Source: trojansource.codes, and Unicode Technical Standard 55 on source code.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"[U+{ord(c):04X}]" if is_hidden(c) else c for c in text)


def printable(text: str) -> str:
    """The text without what would steer a terminal; the rest is as it came."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")


def is_hidden(char: str) -> bool:
    """Whether a character shows nothing of itself, or moves others about."""
    if char in " \t\n":
        return False
    category = unicodedata.category(char)
    # Cc, Cf, Cs, Co, Cn; separators other than the plain blank; variation selectors.
    return (
        category[0] == "C"
        or category[0] == "Z"
        or char in _BLANK_LETTERS
        or (category == "Mn" and "VARIATION SELECTOR" in unicodedata.name(char, ""))
    )
