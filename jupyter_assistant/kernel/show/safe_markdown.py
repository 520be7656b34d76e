"""A model's Markdown that can be shown as trusted output: nothing in it runs or loads.

Raw HTML becomes text, pictures become links, links lead to the web or nowhere.
Renderers disagree about what is code in odd places (a fence in a list, a span in a
table), so what is code for some of them only stays as it came if it is harmless as
prose, too.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(
    r"(?P<lead>[ \t]*(?:>[ \t]*)*)(?P<item>(?:[-*+]|\d{1,9}[.)])[ \t]+)?"
    r"(?P<fence>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)"
)
_QUOTE = re.compile(r"(?:[ \t]*>)+[ \t]?")

_INLINE = re.compile(
    r"""
    (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<span>[^\n]{0,1000}?[^`\n])(?P=ticks)(?!`))
    | (?P<math>\$\$(?:(?!\n\s*\n)[^$]){1,4000}\$\$
        | \$(?!\s)[^$\n]{1,500}(?<!\s)\$(?!\d)
        | \\\\\((?:(?!\n\s*\n).){1,2000}?\\\\\)
        | \\\\\[(?:(?!\n\s*\n).){1,4000}?\\\\\])
    | (?P<image>!+\[)
    | (?P<auto><(?P<url>https?://[^\s<>"'`()\[\]{}]+|mailto:[\w.+-]+@[\w.-]+)>)
    | (?P<link>\](?P<mark>\(|:)(?P<gap>\s*)(?P<dest><[^<>\n]*>|[^\s)<]*))
    | (?P<tag><(?=[A-Za-z/!?]))
    | (?P<escape>\\.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SAFE_SCHEMES = ("http", "https", "mailto", "ftp")
_SCHEME = re.compile(r"([^/?#]*?):(.)", re.DOTALL)
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_SIGNS = re.compile(r"[\\`*{}\[\]>|~$#]|(?<![^\W_])_|_(?![^\W_])")
_LIST_MARK = re.compile(r"^(\d*)([-+=.)](?:\s|$))")


def safe_markdown(text: str) -> str:
    """The same document without anything that runs or loads by itself."""
    out: list[str] = []
    prose: list[str] = []
    lines = iter(text.split("\n"))
    line = next(lines, None)
    margin = 0
    while line is not None:
        opening = _FENCE.fullmatch(line)
        if opening is None:
            margin = min(margin, _indent(line)) if line.strip() else margin
            prose.append(line[margin:])
            line = next(lines, None)
            continue
        block, line = _read_fence(opening, lines)
        if block.is_clear:
            prose.extend(block.raw)
            continue
        out.extend((_prose("\n".join(prose)), block.item, block.at_margin()))
        prose = []
        # What follows in the same list item moves along, or it would become code.
        margin = block.indent
    out.append(_prose("\n".join(prose)))
    return "\n\n".join(piece for text in out if (piece := text.strip("\n")))


def escaped(text: str) -> str:
    """Words from outside as Markdown that shows exactly them, on one line."""
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    text = _SIGNS.sub(r"\\\g<0>", text)
    return _LIST_MARK.sub(r"\1\\\2", text)


def code_span(text: str) -> str:
    """Words from outside as inline code, on one line."""
    text = " ".join(text.split())
    if not text:
        return ""
    if "`" in text or _prose(text) != text:
        return f"<code>{_entities(text)}</code>"
    return f"`{text}`"


def fenced(code: str, language: str = "") -> str:
    """A code block whose fence is longer than any in the code."""
    longest = max(map(len, re.findall("`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


class _Fence:
    """A fenced block as it was read."""

    def __init__(self, opening: re.Match[str]) -> None:
        self.raw = [opening[0]]
        self.code: list[str] = []
        self.closed = False
        self.item: str = (opening["item"] or "").rstrip()
        self._info: str = opening["info"]
        self.quoted = ">" in opening["lead"]
        lead = _QUOTE.sub("", opening["lead"]).expandtabs(4)
        self.indent = len(lead) + len(opening["item"] or "")
        fence = opening["fence"]
        self._closing = re.compile(
            rf"[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*"
        )

    def closes(self, line: str) -> bool:
        """Whether a line, without its quotation mark, ends the block."""
        return self._closing.fullmatch(line) is not None

    @property
    def is_clear(self) -> bool:
        """Whether it may stay where it is, in a list or a quotation.

        It is as harmless as prose, so it does not matter who takes it for code.
        """
        at_margin = not (self.indent or self.quoted)
        source = "\n".join(self.raw)
        return self.closed and not at_margin and _prose(source) == source

    def at_margin(self) -> str:
        """The block where it is code for every renderer."""
        info = re.sub(r"[^\w+#. -]", "", self._info).strip()
        return fenced("\n".join(self.code), info)


def _read_fence(
    opening: re.Match[str], lines: Iterator[str]
) -> tuple[_Fence, str | None]:
    """The block that a line opens, and the first line that is no longer part of it."""
    block = _Fence(opening)
    for line in lines:
        inner = line
        if block.quoted:
            mark = _QUOTE.match(line)
            if mark is None:
                return block, line
            inner = line[mark.end() :]
        block.raw.append(line)
        if block.closes(inner):
            block.closed = True
            return block, next(lines, None)
        block.code.append(inner[min(_indent(inner), block.indent) :])
    return block, None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _entities(text: str) -> str:
    """Text inside an HTML tag, where Markdown would still see its marks."""
    return _PUNCTUATION.sub(lambda found: f"&#{ord(found[0])};", text)


def _prose(text: str) -> str:
    return _INLINE.sub(_inline, text)


def _inline(found: re.Match[str]) -> str:
    """What stands in place of one piece of inline syntax."""
    whole = found[0]
    match found.lastgroup:
        case "code":
            inner = found["span"]
            harmless = _prose(inner) == inner
            return whole if harmless else f"<code>{_entities(inner)}</code>"
        case "math":
            if "](" in whole or "![" in whole:
                return whole[0] + _prose(whole[1:])
            # A blank is nothing in a formula, but ends what looks like a tag.
            return re.sub("<(?=[A-Za-z/!?])", "< ", whole)
        case "image":
            # What was said loudly stays so, apart from the bracket.
            return f"{whole[:-2]} [" if len(whole) > len("![") else "["
        case "auto":
            return f"[{found['url']}]({found['url']})"
        case "link":
            return _link(found)
        case "tag":
            return "&lt;"
        case _:  # an escaped character; "\\&lt;" would show the backslash
            return "&lt;" if whole == "\\<" else whole


def _link(found: re.Match[str]) -> str:
    """The link, or its words with a gap that makes it none."""
    mark, dest = found["mark"], found["dest"]
    target = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", html.unescape(dest.strip("<>")))
    target = "".join(char for char in target if char > " ")
    scheme = _SCHEME.match(target)
    if scheme and scheme[1].lower() not in _SAFE_SCHEMES:
        return f"] {mark}{found['gap']}{_prose(dest)}"
    if dest.startswith("<"):
        dest = re.sub(r"[\s()<>]", lambda char: f"%{ord(char[0]):02X}", dest[1:-1])
    return f"]{mark}{found['gap']}{dest}"
