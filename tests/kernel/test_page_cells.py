import pytest

from jupyter_assistant.context import (
    CellSeen,
    ErrorSeen,
    Notebook,
    Raised,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.kernel.watch.cells import notebook_of
from jupyter_assistant.kernel.watch.link import Page, PageCell, PageOutput


def ran(source, count, cell_id=None, *outputs):
    return CellSeen(
        id=cell_id or f"run-{count}",
        source=source,
        execution_count=count,
        outputs=outputs,
    )


def shown(source, count=None, cell_id="", *outputs):
    return PageCell(
        cell_type="code",
        id=cell_id,
        source=source,
        execution_count=count,
        outputs=list(outputs),
    )


def printed(text, name="stdout"):
    return PageOutput(output_type="stream", name=name, text=text)


def asking(cell_id="me"):
    return shown("%%ask\nWhy?", None, cell_id)


def test_without_a_page_the_runs_stand_for_it():
    cells = (ran("x = 1", 1), ran("%%ask\nWhy?", None, "me"))

    assert notebook_of(None, cells, "me") == Notebook(above=cells[:1])


def test_cells_above_and_below_the_asking_one_are_told_apart():
    page = Page(
        cells=[
            PageCell(cell_type="markdown", id="m", source=["# A\n", "b"]),
            PageCell(cell_type="raw", id="r", source="raw"),
            shown("x = 1", 1, "a"),
            asking(),
            shown("y = 2", 2, "b"),
        ],
        asking="me",
    )
    notebook = notebook_of(page, (ran("x = 1", 1, "a"), ran("y = 2", 2, "b")), "other")

    assert [(c.id, c.cell_type, c.source) for c in notebook.above] == [
        ("m", "markdown", "# A\nb"),
        ("r", "raw", "raw"),
        ("a", "code", "x = 1"),
    ]
    assert [c.id for c in notebook.elsewhere] == ["b"]


def test_edited_cell_keeps_what_ran():
    page = Page(cells=[shown("limit = 7", 1, "a"), asking()], asking="me")
    (cell,) = notebook_of(page, (ran("limit = 5", 1, "a"),), "me").above

    assert (cell.source, cell.ran_source) == ("limit = 7", "limit = 5")


def test_blanks_at_the_ends_are_no_edit():
    page = Page(cells=[shown("x = 1\n", 1, "a")])
    (cell,) = notebook_of(page, (ran("x = 1", 1, "a"),), "me").above

    assert cell.ran_source is None


@pytest.mark.parametrize(
    ("source", "count", "known"),
    [
        ("limit = 7  # agreed", 1, True),
        ("limit = 5", 1, True),
        ("import os\nos.chdir('elsewhere')", 1, False),
        ("limit = 5", 8, False),
        ("limit = 5", None, False),
    ],
)
def test_number_of_another_session_makes_no_run(source, count, known):
    page = Page(cells=[shown(source, count, "a", printed("on the screen"))])
    (cell,) = notebook_of(page, (ran("limit = 5", 1),), "me").above

    assert (cell.execution_count == 1) == known
    assert cell.outputs == (StreamSeen(text="on the screen"),)


def test_cells_that_ran_and_are_no_longer_there_are_kept_as_gone():
    page = Page(cells=[shown("y = 2", 2, "b"), asking()], asking="me")
    cells = (ran("x = 1", 1, "a"), ran("y = 2", 2, "b"), ran("%%ask", None, "me"))

    (gone,) = notebook_of(page, cells, "me").elsewhere
    assert (gone.id, gone.gone) == ("a", True)


def test_asking_cell_that_is_not_on_the_page_stands_below_all():
    page = Page(cells=[shown("x = 1", 1, "a")])

    assert len(notebook_of(page, (ran("x = 1", 1, "a"),), "console").above) == 1


def test_cells_of_an_old_notebook_get_names_of_their_own():
    page = Page(cells=[shown("x = 1"), shown("y = 2")], asking="")

    assert [c.id for c in notebook_of(page, (), "").above] == ["cell-0", "cell-1"]


def test_outputs_are_the_pages_in_our_terms():
    page = Page(
        cells=[
            shown(
                "x",
                1,
                "a",
                printed(["a\n", "b"], "stderr"),
                PageOutput(
                    output_type="execute_result",
                    data={"text/plain": ["1\n", "2"], "image/png": "iV\nBO", "x": {}},
                ),
                PageOutput(output_type="display_data", data={"text/html": "<b>"}),
                PageOutput(output_type="error", ename="E", evalue="m", traceback=["t"]),
                PageOutput(output_type="of the future"),
            )
        ]
    )
    (cell,) = notebook_of(page, (ran("x", 1, "a"),), "me").above

    assert cell.outputs == (
        StreamSeen(name="stderr", text="a\nb"),
        RichSeen(data={"text/plain": "1\n2", "image/png": "iVBO"}, is_result=True),
        RichSeen(data={"text/html": "<b>"}),
        ErrorSeen(name="E", message="m", traceback=("t",)),
    )


def test_of_an_error_the_kernel_knows_more_than_the_page():
    known = ErrorSeen(name="E", message="m", chain=(Raised(name="E", message="m"),))
    error = PageOutput(output_type="error", ename="E", evalue="m", traceback=["t"])
    page = Page(cells=[shown("x", 1, "a", printed("hi"), error)])

    (cell,) = notebook_of(page, (ran("x", 1, "a", known),), "me").above
    assert cell.outputs == (StreamSeen(text="hi"), known)


def test_group_of_exceptions_is_an_error_also_where_it_was_printed():
    known = ErrorSeen(name="ExceptionGroup", chain=(Raised(name="ExceptionGroup"),))
    traceback = printed("  + Exception Group Traceback (most recent call last):\n")
    page = Page(cells=[shown("x", 1, "a", printed("hi"), traceback)])

    (cell,) = notebook_of(page, (ran("x", 1, "a", known),), "me").above
    assert cell.outputs == (StreamSeen(text="hi"), known)


def test_outputs_that_the_page_does_not_have_are_the_kernels():
    page = Page(cells=[shown("x", 1, "a")])
    seen = StreamSeen(text="hi")

    (cell,) = notebook_of(page, (ran("x", 1, "a", seen),), "me").above
    assert cell.outputs == (seen,)
