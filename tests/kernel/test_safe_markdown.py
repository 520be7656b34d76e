"""A model's Markdown can neither run nor load anything, in any renderer."""

import re
from html.parser import HTMLParser

import mistune
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from jupyter_assistant.kernel.show.safe_markdown import (
    code_span,
    escaped,
    fenced,
    safe_markdown,
)

RENDERERS = {
    "commonmark": MarkdownIt("commonmark", {"html": True}).render,
    "markdown-it with tables": MarkdownIt("js-default", {"html": True}).render,
    "mistune, as nbconvert uses it": mistune.create_markdown(
        escape=False,
        plugins=["strikethrough", "table", "url", "task_lists", "def_list"],
    ),
}
ALLOWED = {"a", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "hr"}
ALLOWED |= {"h1", "h2", "h3", "h4", "h5", "h6", "input", "li", "ol", "p", "pre", "s"}
ALLOWED |= {"strong", "table", "tbody", "td", "th", "thead", "tr", "ul"}
SCHEMES = ("http", "https", "mailto", "ftp")
ATTRIBUTES = {"href", "title", "class", "align", "style", "start", "type"}
ATTRIBUTES |= {"disabled", "checked"}


class Found(HTMLParser):
    """All tags, with what could do harm."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.harm = []
        self.text = ""
        self.links = []

    def handle_starttag(self, tag, attrs):
        if tag not in ALLOWED or {name for name, _ in attrs} - ATTRIBUTES:
            self.harm.append((tag, attrs))
        for name, value in attrs:
            if name == "href":
                self.links.append(value)
                scheme = re.match(r"[\x00- ]*([^/?#:]*):", value or "")
                if scheme and scheme[1].lower() not in (
                    "http",
                    "https",
                    "mailto",
                    "ftp",
                ):
                    self.harm.append((tag, attrs))

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        self.harm.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def rendered(text):
    """What each renderer makes of the made-safe text."""
    safe = safe_markdown(text)
    for name, render in RENDERERS.items():
        found = Found()
        # Browsers end a document where they will: close what is open.
        found.feed(render(safe) + "<p>")
        found.close()
        yield name, found


ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "text <b onmouseover=alert(1)>x</b> <!-- c --> <?php x ?> <![CDATA[x]]>",
    "![a](http://evil.example/x.png)",
    "![a][r]\n\n[r]: http://evil.example/x.png",
    "![](http://evil.example/?q=1)",
    "!![a](http://evil.example/x.png) !!![a](http://evil.example/x.png)",
    "\\\\![a](http://evil.example/x.png)",
    "[![a](http://evil.example/x.png)](http://ok.example)",
    "[x](javascript:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](\njavascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "[x][r]\n\n> [r]:\n> javascript:alert(1)",
    "<javascript:alert(1)>",
    "<https://x/onfocus=alert(1)/tabindex=1>",
    "`code` <img src=x onerror=alert(1)> `code`",
    "| `a | <img src=x onerror=alert(1)> | b` |\n|---|---|---|\n| 1 | 2 | 3 |",
    "| a | b |\n|---|---|\n| `x | <img src=x onerror=alert(1)>` |",
    "    ```\n<img src=x onerror=alert(1)>\n    ```",
    "- a\n\n      ```\n  <img src=x onerror=alert(1)>\n      ```",
    "> ```\n<img src=x onerror=alert(1)>",
    "1. ```\n   x\n<img src=x onerror=alert(1)>\n   ```",
    "```\nx\n    ```\n<img src=x onerror=alert(1)>\n```",
    "~~~ `x`\n<img src=x onerror=alert(1)>\n~~~",
    "``` `\n<img src=x onerror=alert(1)>",
    "a\n``` x\n<img src=x onerror=alert(1)>",
    "$x <img src=x onerror=alert(1)>$",
    "$$\n<img src=x onerror=alert(1)>\n$$",
    "\\\\(<img src=x onerror=alert(1)>\\\\)",
    "$![a](http://evil.example/x.png)$",
    "\\<img src=x onerror=alert(1)>",
    "\\\\<img src=x onerror=alert(1)>",
    "<details><summary>x",
    "</details></div><iframe src=//evil.example>",
    "<" * 50 + "img src=x onerror=alert(1)>",
    "[a]: <javascript:alert(1)>\n\n[a]",
    '[a](http://x "<img src=x onerror=alert(1)>")',
]


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_in_it_runs_or_loads(text):
    for name, found in rendered(text):
        assert found.harm == [], name


pieces = st.sampled_from(
    [
        *"<>`~![]()*_$\\|:&\n -1.=>x\"'",
        "```",
        "~~~",
        "$$",
        "    ",
        "\n\n",
        "\n> ",
        "\n- ",
        "\n1. ",
        "<img src=x onerror=a>",
        "<b>",
        "</b>",
        "![a](http://e/x)",
        "[a](javascript:b)",
        "[r]: javascript:b",
        "| a | b |\n|---|---|\n",
        "<!--",
        "-->",
        "<x:y/onfocus=1>",
    ]
)


@given(st.lists(pieces, max_size=30).map("".join))
def test_no_composition_of_markup_gets_through(text):
    for name, found in rendered(text):
        assert found.harm == [], name


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\nSome *words* and **more**, `code`, 1 < 2, a > b & c.",
        "1. one\n2. two\n\n   ```python\n   x = 1\n   ```",
        "| a | b |\n|---|---|\n| 1 | `x` |",
        "[pandas](https://pandas.pydata.org/docs/#x) and [r](./a.md)",
        "> quoted\n> more",
        "$$\\frac{a}{b}$$ and $x_1^{n}$",
        "- [ ] task\n- [x] done",
    ],
)
def test_harmless_markdown_stays_as_it_is(text):
    assert safe_markdown(text) == text


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](https://x.example/y)", ["https://x.example/y"]),
        ("<https://x.example/y?a=b>", ["https://x.example/y?a=b"]),
        ("[a](<https://x.example/a b>)", ["https://x.example/a%20b"]),
        ("![chart](https://x.example/c.png)", ["https://x.example/c.png"]),
        ("[a][r]\n\n[r]: https://x.example", ["https://x.example"]),
        ("<mailto:a@b.example>", ["mailto:a@b.example"]),
    ],
)
def test_links_are_kept_and_pictures_become_links(text, links):
    for name, found in rendered(text):
        assert found.links == links, name


@pytest.mark.parametrize(
    "code",
    [
        "if a<b: print('<img>')",
        "List<String> x = new List<>();",
        "<div onclick=x>![a](http://e/x.png)</div>",
        "a\n\n    b\n```\nnot the end\n",
    ],
)
@pytest.mark.parametrize(
    "frame",
    [
        "````html\n{}\n````",
        "Look:\n````html\n{}\n````\nDone.",
        "> ````html\n> {}\n> ````",
    ],
)
def test_code_in_fences_reads_as_it_was_written(code, frame):
    inside = code.replace("\n", "\n> ") if frame.startswith(">") else code
    for name, found in rendered(frame.format(inside)):
        assert found.harm == [], name
        assert code.strip() in found.text, name


def test_code_in_a_list_moves_to_the_margin_only_if_it_could_do_harm():
    text = "1. one\n\n   ```html\n   <b>x</b>\n   ```\n\n   goes on\n2. two"
    for name, found in rendered(text):
        assert "<b>x</b>" in found.text, name
        assert found.harm == [], name
    assert safe_markdown(text.replace("<b>x</b>", "x")) == text.replace("<b>x</b>", "x")


@pytest.mark.parametrize("span", ["`List<String>`", "``a ` <b>``", "`![a](b)`"])
def test_code_in_a_line_reads_as_it_was_written(span):
    for name, found in rendered(f"See {span}."):
        assert found.harm == [], name
        assert span.strip("`") in found.text, name


def test_a_formula_keeps_its_meaning():
    assert safe_markdown("$a<b$ and 5 < 6") == "$a< b$ and 5 < 6"


def test_an_unfinished_block_is_closed():
    assert safe_markdown("```python\nx = 1").endswith("x = 1\n```")


@pytest.mark.parametrize("piece", ["` ", "<a", "$ x", "[](", "**", "``x`", "](\n"])
def test_a_megabyte_of_marks_comes_to_an_end(piece):
    assert safe_markdown(piece * (1_000_000 // len(piece)))


@given(st.text(max_size=60))
def test_escaped_words_show_exactly_themselves(text):
    wanted = " ".join(text.split())
    for name, render in RENDERERS.items():
        found = Found()
        found.feed(render(f"x {escaped(text)} x"))
        shown = " ".join(found.text.split())
        assert found.harm == [], name
        if text.isprintable() and "www" not in text and "://" not in text:
            assert shown == f"x {wanted} x".replace("  ", " "), name


@pytest.mark.parametrize(
    "text", ["df", "df['a']", "a`b", "<b>x</b>", "![a](b)", "*x*", "a|b"]
)
def test_a_code_span_shows_exactly_its_text(text):
    for name, render in RENDERERS.items():
        found = Found()
        found.feed(render(f"x {code_span(text)} y"))
        assert found.harm == [], name
        assert found.text.strip() == f"x {text} y", name


def test_nothing_makes_no_code_span():
    assert code_span("  ") == ""


def test_a_fence_is_longer_than_any_in_its_code():
    assert fenced("```\nx\n````", "md") == "`````md\n```\nx\n````\n`````"
