"""HTML as text: what a reader sees of a table or a styled value."""

from __future__ import annotations

from html.parser import HTMLParser

_SILENT = frozenset({"style", "script", "head", "template", "svg"})
_BLOCKS = frozenset(
    {"p", "div", "br", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "pre", "dt"}
)
_CELLS = frozenset({"td", "th"})


def html_text(html: str) -> str:
    """The words of a piece of HTML; a table's rows as lines, its cells by `|`."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.words).splitlines())
    return "\n".join(line.strip("| ") for line in lines if line.strip("| "))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._silent = 0
        self._in_table = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 (the base's)
        if tag in _SILENT:
            self._silent += 1
        elif tag == "tr" or (tag in _BLOCKS and not self._in_table):
            self.words.append("\n")
        elif tag in _CELLS:
            self.words.append(" | ")
        self._in_table += tag == "table"

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag == "table":
            self._in_table = max(0, self._in_table - 1)
            self.words.append("\n")
        elif tag in _BLOCKS and not self._in_table:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(" ".join(data.split("\n")) if self._in_table else data)
