"""Markdown as it streams into a terminal: each word is styled as soon as it is sure.

Nothing that was written is ever taken back, so it works in every terminal. A span such
as `**bold**` waits for its end, at most to the end of its line; a table waits for its
last row.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jupyter_assistant.kernel.show.visible import printable

if TYPE_CHECKING:
    from collections.abc import Callable

BOLD, DIM, ITALIC, UNDERLINE, CYAN = "1", "2", "3", "4", "36"
CODE_INDENT = "    "

_UNDECIDED = re.compile(r"[ \t]*(?:#{0,6}|[-*+_]+|[`~]{1,2}|\d{0,9}[.)]?|>|)[ \t]*")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^`]*")
_HEADING = re.compile(r"(#{1,6})[ \t]+")
_ITEM = re.compile(r"([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+")
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_RULE = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*")
_SPAN = re.compile(
    r"""
    (?P<code>(?P<ticks>`+)(?P<in_code>[^`\n](?:[^\n]*?[^`\n])?)(?P=ticks)(?!`))
    | \*\*(?P<bold>[^\s*](?:[^\n]*?\S)?)\*\*
    | (?<![\w*])(?P<mark>[*_])(?P<italic>[^\s*_](?:[^\n*]*?[^\s*])?)(?P=mark)(?![\w*])
    | !?\[(?P<words>[^\]\n]*)\]\((?P<url>[^)\s]*)[^)\n]*\)
    | \\(?P<escaped>[!-/:-@\[-`{-~])
    """,
    re.VERBOSE,
)
_SPECIAL = re.compile(r"[*_`\[!\\]")
_LITERAL = re.compile(r"[*_]+\s|_+\w+(?=\s)|!(?!\[).|\[[^\]]*\][^(]|\\[^!-/:-@\[-`{-~]")
"""What can become no span any more, before its line has ended."""
MAX_HELD_CHARS = 300
_WHOLE = ("```", "~~~", "|")
"""Lines that begin so are written when they are complete."""


def styled(text: str, *styles: str) -> str:
    """Text between terminal codes."""
    return f"\x1b[{';'.join(styles)}m{text}\x1b[0m" if styles and text else text


def width_of(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


@dataclass(slots=True, kw_only=True)
class MarkdownStream:
    """Writes Markdown that arrives in pieces."""

    write: Callable[[str], object]
    columns: int = 80
    coloured: Callable[[str], Callable[[str], str]] = lambda _: lambda line: line
    """For a language: what colours its code, line by line."""
    _held: str = ""
    """What has arrived and is not written."""
    _begun: bool = False
    """Whether the kind of the line is known."""
    _line: Line = field(init=False)
    _closing: re.Pattern[str] | None = None
    """What ends the code block, None outside of one."""
    _code: Callable[[str], str] = str
    _table: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._line = Line(write=self.write, columns=self.columns)

    def feed(self, text: str) -> None:
        """Some more Markdown."""
        self._held += printable(text)
        while self._held and self._step():
            pass

    def end(self) -> None:
        """All has arrived: write what was held back and end the line."""
        if self._held or self._begun:
            self.feed("\n")
        self._write_table()
        self._closing = None

    def _step(self) -> bool:
        """Write one thing; False if more must arrive first."""
        if self._begun:
            return self._inline()
        line, newline, rest = self._held.partition("\n")
        if self._closing is not None or line.lstrip().startswith(_WHOLE):
            if newline:
                self._held = rest
                self._whole_line(line)
            return bool(newline)
        if not newline and _UNDECIDED.fullmatch(line):
            return False
        self._write_table()
        if _RULE.fullmatch(line):
            self._held = rest
            self.write(styled("─" * min(self.columns, 40), DIM) + "\n")
        else:
            self._held = self._held[self._begin(line) :]
            self._begun = True
        return True

    # Whole lines

    def _whole_line(self, line: str) -> None:
        if self._closing is not None:
            if self._closing.fullmatch(line):
                self._closing = None
            else:
                self.write(f"{CODE_INDENT}{self._code(line)}\n")
        elif opening := _FENCE.fullmatch(line):
            self._write_table()
            self._closing = re.compile(rf"[ \t]*{opening[1]}{opening[1][0]}*[ \t]*")
            self._code = self.coloured(opening[2])
        else:
            self._table.append(line)

    def _write_table(self) -> None:
        rows = [_cells(line) for line in self._table if not _TABLE_RULE.fullmatch(line)]
        self._table.clear()
        count = max(map(len, rows), default=0)
        for row in rows:
            row.extend([""] * (count - len(row)))
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        for number, row in enumerate(rows):
            cells = [
                cell + " " * (width - width_of(cell))
                for cell, width in zip(row, widths, strict=True)
            ]
            text = "  ".join(cells).rstrip()
            self.write((text if number else styled(text, BOLD)) + "\n")

    # Lines of words

    def _begin(self, line: str) -> int:
        """Write how a line begins; how many characters that took."""
        if heading := _HEADING.match(line):
            level = len(heading[1])
            self._line.styles = (BOLD, UNDERLINE) if level == 1 else (BOLD,)
            return heading.end()
        if item := _ITEM.match(line):
            mark = "•" if item[2] in "-*+" else item[2]
            self._line.begin(f"{item[1]}{mark} ", " " * len(f"{item[1]}{mark} "))
            return item.end()
        if quote := _QUOTE.match(line):
            self._line.begin(styled("│", DIM) + " ", styled("│", DIM) + " ")
            return quote.end()
        blank = len(line) - len(line.lstrip())
        self._line.begin(" " * blank, " " * blank)
        return blank

    def _inline(self) -> bool:
        line, newline, _ = self._held.partition("\n")
        special = _SPECIAL.search(line)
        if special is None or special.start():
            words = line[: special.start()] if special else line
            if words:
                self._put(words, len(words))
                return True
            if newline:
                self._held = self._held[1:]
                self._begun = False
                self._line.end()
            return bool(newline)
        span = _SPAN.match(line)
        if span and span["mark"] == "_" and self._line.inside_word:
            span = None  # snake_case
        if span and (newline or span.end() < len(line)):
            self._put_span(span)
            return True
        if newline or len(line) > MAX_HELD_CHARS or _LITERAL.match(line):
            run = re.match(r"(.)\1*", line)
            assert run is not None
            self._put(run[0], len(run[0]))
            return True
        return False

    def _put(self, text: str, count: int, *styles: str) -> None:
        self._line.put(text, *styles)
        self._held = self._held[count:]

    def _put_span(self, span: re.Match[str]) -> None:
        count = span.end()
        if span["code"]:
            self._put(span["in_code"], count, CYAN)
        elif span["bold"]:
            self._put(_unmarked(span["bold"]), count, BOLD)
        elif span["italic"]:
            self._put(_unmarked(span["italic"]), count, ITALIC)
        elif span["url"] is not None:
            words, url = _unmarked(span["words"]), span["url"]
            if words and words != url:
                self._line.put(words, UNDERLINE)
                url = f" ({url})"
            self._put(url, count, DIM)
        else:
            self._put(span["escaped"], count)


@dataclass(slots=True, kw_only=True)
class Line:
    """A line of words that breaks between them."""

    write: Callable[[str], object]
    columns: int
    styled: Callable[..., str] = styled
    styles: tuple[str, ...] = ()
    _indent: str = ""
    _column: int = 0
    _gap: str = ""
    """Blanks that are written only if a word follows on the same line."""
    _word: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def begin(self, mark: str, indent: str) -> None:
        """Write what stands before the words; later lines get the indent."""
        self.write(mark)
        self._indent = indent
        self._column = _columns_of(indent)

    def put(self, text: str, *styles: str) -> None:
        """Some more of the line; its last word may go on."""
        for piece in re.findall(r"\s+|\S+", text):
            if piece.isspace():
                self._write_word()
                self._gap = piece
                continue
            style = (*self.styles, *styles)
            if self._word and self._word[-1][1] == style:
                piece = self._word.pop()[0] + piece  # noqa: PLW2901 (one run of codes)
            self._word.append((piece, style))

    @property
    def inside_word(self) -> bool:
        """Whether a letter stands right before what comes next."""
        return bool(self._word) and self._word[-1][0][-1].isalnum()

    def end(self) -> None:
        """Write the last word and go to the next line."""
        self._write_word()
        self.write("\n")
        self.styles = ()
        self._indent = self._gap = ""
        self._column = 0

    def _write_word(self) -> None:
        if not self._word:
            return
        width = sum(width_of(text) for text, _ in self._word)
        room = self.columns - self._column - len(self._gap)
        if width > room and self._column > _columns_of(self._indent):
            self.write(f"\n{self._indent}")
            self._column = _columns_of(self._indent)
        else:
            self.write(self._gap)
            self._column += len(self._gap)
        self._gap = ""
        self.write("".join(self.styled(text, *styles) for text, styles in self._word))
        self._column += width
        self._word.clear()


def _columns_of(indent: str) -> int:
    return width_of(re.sub(r"\x1b\[[\d;]*m", "", indent))


def _cells(row: str) -> list[str]:
    inner = re.sub(r"^[ \t]*\||\|[ \t]*$", "", row)
    cells = re.split(r"(?<!\\)\|", inner)
    return [_unmarked(cell.strip().replace("\\|", "|")) for cell in cells]


def _unmarked(text: str) -> str:
    """The words of a span without the marks inside it."""

    def words(span: re.Match[str]) -> str:
        names = ("in_code", "bold", "italic", "words", "escaped")
        return next((span[name] for name in names if span[name]), "")

    return _SPAN.sub(words, text)
