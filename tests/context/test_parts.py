from cells import code, failed, markdown, printed, result, shown_picture

from jupyter_assistant.context import (
    error_part,
    image_part,
    outputs_part,
    source_part,
    text_part,
)
from jupyter_assistant.context.parts import definition_part
from jupyter_assistant.conversation import Selection, text_tokens


def test_source_is_told_under_its_number_and_counted() -> None:
    part = source_part(code("x = 1\n", 3, id="abc"), 100)

    assert part.text == "In[3]:\nx = 1"
    assert part.context == Selection(
        type="cell",
        label="In[3]",
        ref="abc",
        estimated_tokens=text_tokens("In[3]:\nx = 1"),
    )


def test_edited_cell_says_so_and_what_ran_instead() -> None:
    cell = code("a = 1\nlimit = 7\nb = 2", 3, ran_source="a = 1\nlimit = 5\nb = 2")

    assert source_part(cell, 100).text == (
        "In[3], edited since it ran:\na = 1\nlimit = 7\nb = 2\n"
        "What ran in place of the edited lines:\nlimit = 5"
    )


def test_lines_added_since_the_run_are_told() -> None:
    cell = code("a = 1\nb = 2", 3, ran_source="a = 1")

    assert source_part(cell, 100).text.endswith("What ran was without:\nb = 2")


def test_cell_that_did_not_run_or_is_gone_says_so() -> None:
    assert source_part(code("x", None), 99).text == "In[ ], not run:\nx"
    gone = source_part(code("x", 3, gone=True), 99)
    assert gone.text == "In[3], no longer in the notebook:\nx"
    noted = source_part(code("x", 3), 99, notes=["below the question"])
    assert noted.text == "In[3], below the question:\nx"


def test_markdown_is_told_as_such() -> None:
    part = source_part(markdown("# Title"), 100)

    assert part.text == "markdown cell:\n# Title"


def test_replaced_definition_is_told_in_a_line() -> None:
    source = "y = 1\ndef f():\n    return 1\ndef g(): ...\nz = 2"
    part = source_part(code(source, 3), 500, replaced={"f": "In[7]", "other": "In[8]"})

    assert part.text == (
        "In[3]:\ny = 1\n# f was defined here, now by In[7]\ndef g(): ...\nz = 2"
    )


def test_long_sources_are_cut_and_marked_as_such() -> None:
    body = "\n".join(f"    x{n} = {n}" for n in range(99))
    part = source_part(code(f"def f():\n{body}\ny = 1", 3), 100)

    assert part.text == "In[3]:\ndef f(): …\ny = 1"
    assert part.context is not None
    assert part.context.truncated


def test_definition_alone_names_its_cell() -> None:
    part = definition_part(code("…", 3, id="abc"), "f", "def f(): ...", 100)

    assert part.text == "f, defined in In[3]:\ndef f(): ..."
    assert part.context is not None
    assert part.context.ref == "abc#f"


def test_outputs_and_errors_are_parts_of_their_own() -> None:
    cell = code("x", 3, printed("hi"), result("5"), failed("ValueError", "no"))
    out = outputs_part(cell, 100)
    error = error_part(cell, cell.error, 100)

    assert out is not None
    assert out.text == "Output of In[3]:\nhi\n→ 5"
    assert error.text == "Error of In[3]:\nValueError: no"
    assert [p.context and p.context.label for p in (out, error)] == ["Out[3]", "Err[3]"]
    assert outputs_part(code("x", 3), 100) is None


def test_picture_is_named_after_its_cell() -> None:
    cell = code("plot()", 3, shown_picture(), id="abc")
    first, second = (image_part(cell, n, "image/png", "AAAA") for n in (0, 1))

    assert (first.name, second.name) == ("Out[3]", "Out[3] 1")
    assert first.context is not None
    assert first.context.ref == "abc#0"


def test_any_text_can_be_a_part() -> None:
    part = text_part("x", "variable", "df", "df", truncated=True)

    assert part.context is not None
    assert part.context.truncated
