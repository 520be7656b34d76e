"""A reply as Markdown and as plain text."""

import pytest
from replies import (
    Clock,
    decided,
    done,
    message,
    play,
    python,
    requested,
    result,
    thought,
    tool_call,
    transcript,
    waits,
    words,
)

from jupyter_assistant.conversation import CitationPart, ReasoningPart, RunFailed
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.render_markdown import markdown, notice_markdown
from jupyter_assistant.kernel.show.render_plain import plain, source_plain


def drawn(*events, form="markdown", byline=""):
    return markdown(play(transcript(), *events).blocks, byline, form)


def printed(*events, byline=""):
    return plain(play(transcript(), *events).blocks, byline)


LOOK = tool_call("inspect_variable", {"name": "df"}, "c2")


def test_words_and_byline():
    assert drawn(message("**Hi**"), byline="test/m · 2 s") == (
        "**Hi**\n\n<sub>test/m · 2 s</sub>"
    )
    assert (
        printed(message("**Hi**"), byline="test/m · 2 s") == "**Hi**\n\n[test/m · 2 s]"
    )


def test_thinking_is_folded_and_appears_when_it_is_over():
    assert drawn(thought("hm")) == ""
    text = drawn(message(ReasoningPart(text="<b>hm</b>"), "Hi"))
    assert text == (
        "<details><summary>Thought</summary>\n\n&lt;b>hm&lt;/b>\n\n</details>\n\nHi"
    )
    clock = Clock()
    found = play(transcript(clock), thought("hm"))
    clock.now = 6
    play(found, words("Hi"))
    assert "<summary>Thought for 6.0 s</summary>" in markdown(found.blocks, "")
    assert plain(found.blocks, "") == "Thought for 6.0 s\n\nHi"


def test_what_only_reads_takes_one_line_each():
    other = tool_call("read_cells", {"first": 1}, "c3")
    events = [message("Hi", LOOK, other), result(LOOK), result(other)]
    assert drawn(*events) == "Hi\n\n- Inspected `df` · 12 ms\n- Read cells `1` · 12 ms"
    assert printed(*events) == "Hi\n\nInspected df · 12 ms\nRead cells 1 · 12 ms"


def test_four_look_ups_in_a_row_are_folded_when_they_are_over():
    calls = [
        tool_call("inspect_variable", {"name": f"v{n}"}, f"c{n}") for n in range(4)
    ]
    events = [message(*calls), *map(result, calls)]
    assert "4 look-ups" not in drawn(*events[:-1])
    assert drawn(*events).startswith(
        "<details><summary>4 look-ups · 48 ms</summary>\n\n- Inspected `v0`"
    )


def test_a_waiting_call_is_shown_whole_with_what_it_can_do():
    call = python("\n".join(f"x{n} = {n}" for n in range(60)))
    text = drawn(message(call), waits(call))
    assert text.startswith("**Run Python, 60 lines?** Runs code · can do whatever")
    assert all(f"x{n} = {n}" in text for n in range(60))
    assert "x59 = 59" in printed(message(call), waits(call))


def test_hidden_characters_are_named_where_the_person_decides():
    call = python("x = 1  # \u202e")
    text = drawn(message(call), waits(call))
    assert "[U+202E]" in text
    assert "It holds invisible characters" in text


def test_code_that_ran_stays_with_its_record():
    call = python("1 / 0")
    failed = result(call, duration_s=0.2, is_error=True, outputs=({}, {}))
    text = drawn(message(call), requested(call), failed)
    assert text == (
        "**Ran Python, 1 line**\n\n```python\n1 / 0\n```\n\n"
        "✗ Failed after 200 ms · 2 outputs below"
    )
    found = play(transcript(), message(call), decided("approve", by="yes"))
    play(found, requested(call))
    assert markdown(found.blocks, "") == (
        "**Running Python, 1 line …**\n\n```python\n1 / 0\n```"
    )
    play(found, result(call, duration_s=1.2))
    assert markdown(found.blocks, "").endswith("✓ Allowed by --yes · 1.2 s")


def test_a_call_that_did_not_run_is_folded_with_its_code():
    call = python("1 / 0")
    events = [
        message(call),
        result(call, "Not run: run_python is turned off. Go on.", is_error=True),
    ]
    assert drawn(*events) == (
        "<details><summary>Did not run Python, 1 line · run_python is turned off"
        "</summary>\n\n```python\n1 / 0\n```\n\n</details>"
    )


def test_a_call_that_is_being_written_is_announced():
    step = play(transcript(), message(python("1"))).blocks[0]
    step.state = "writing"
    assert markdown([step], "") == "*Writing a call of `run_python` …*"
    assert plain([step], "") == "Writing a call of run_python"


def test_other_arguments_are_listed_by_name():
    call = tool_call("send", {"to": "<b>@x.example", "body": "a\n`b`", "n": 3})
    text = drawn(message(call), waits(call))
    assert text.startswith("**Call `send`?**")
    assert "- `to`: <code>&#60;b&#62;" in text
    assert "`body`:\n\n```\na\n`b`\n```" in text
    assert "- `n`: `3`" in text
    shown = printed(message(call), waits(call))
    assert "    to: <b>@x.example\n    body:\n    a\n    `b`\n    n: 3" in shown


@pytest.mark.parametrize(
    ("form", "text", "shown"),
    [
        ("json", '{"a": 1}', '```json\n{"a": 1}\n```'),
        ("code", "x = 1", "```python\nx = 1\n```"),
        ("code", "```python\nx = 1\n```", "```python\nx = 1\n```"),
        ("markdown", "x = 1", "x = 1"),
    ],
)
def test_code_and_data_stand_in_a_block(form, text, shown):
    assert drawn(message(text), form=form) == shown


def test_words_of_others_in_a_notice_are_no_markup():
    failed = RunFailed(kind="server", message="<img src=x> *oh*", status=500)
    text = drawn(failed)
    assert text.startswith("> **test failed (500).** It says: “&lt;img src=x")
    assert "\\*oh\\*" in text
    assert printed(failed).startswith("test failed (500). It says: “<img src=x> *oh*”")


def test_a_notice_on_the_way_is_quiet():
    notice = Notice("Trying again.", "In `4` s.", level="info")
    assert notice_markdown(notice) == "*Trying again.* In `4` s."
    assert notice_markdown(Notice("Stop.")) == "> **Stop.**"


@pytest.mark.parametrize(
    ("citation", "marked", "text"),
    [
        (
            CitationPart(type="url", title="A *b*", url="https://x.example/a b"),
            "Source: [A \\*b\\*](https://x.example/a%20b)",
            "Source: A *b* (https://x.example/a b)",
        ),
        (
            CitationPart(type="url", title="t", url="javascript:alert(1)"),
            "Source: t",
            "Source: t (javascript:alert(1))",
        ),
        (CitationPart(type="file", filename="a.pdf"), "Source: a.pdf", "Source: a.pdf"),
        (CitationPart(type="document"), "Source: a document", "Source: a document"),
    ],
)
def test_sources(citation, marked, text):
    assert drawn(message("", citation)) == marked
    assert source_plain(citation) == text


def test_plain_text_holds_no_terminal_codes():
    assert printed(message("a\x1b[31mb")) == "a[31mb"


def test_the_end_is_the_last_thing_before_the_byline():
    text = drawn(words("Hi"), done("cancelled"), byline="b")
    assert text.split("\n\n") == [
        "Hi",
        "> **Stopped by you.** What arrived is kept and stays in the conversation.",
        "<sub>b</sub>",
    ]
