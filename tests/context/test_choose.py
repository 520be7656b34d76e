from datetime import UTC, datetime
from typing import Any

from cells import code, failed, markdown, printed, ran, result, shown_picture

from jupyter_assistant.context import (
    Interest,
    Known,
    Notebook,
    Wants,
    choose,
    interest,
    text_part,
)
from jupyter_assistant.context.choose import notebook_tokens
from jupyter_assistant.conversation import Message, TextPart, text_tokens


def texts(notebook: Notebook, question: str = "?", **more: Any) -> list[str]:
    return [part.text for part in parts(notebook, question, **more)]


def parts(
    notebook: Notebook, question: str = "?", *, wanted: Any = None, **more: Any
) -> tuple[TextPart, ...]:
    wanted = wanted or interest(notebook, question, {}, Wants())
    given = {"values": [], "asked": [], "known": Known(), "redact": str} | more
    return choose(notebook, wanted, **given)


def value(text: str, name: str = "x") -> Any:
    return lambda: iter((text_part(text, "variable", name, name),))


def said(*given: TextPart) -> Message:
    return Message(id="m", role="user", parts=given, created_at=datetime.now(UTC))


def test_cells_are_in_the_order_of_the_page_then_values_then_what_was_asked_for() -> (
    None
):
    notebook = ran("x = f()", code("x", 2, printed("hi"), failed("ValueError", "no")))
    asked = text_part("y: 2", "variable", "y", "y")

    assert texts(notebook, values=[(70, value("x: 1"))], asked=[asked]) == [
        "In[1]:\nx = f()",
        "In[2]:\nx",
        "Output of In[2]:\nhi",
        "Error of In[2]:\nValueError: no",
        "x: 1",
        "y: 2",
    ]


def test_what_has_no_room_is_left_out_and_named_with_its_imports() -> None:
    cells = [f"value_{n} = compute_{n}({n}) # {'x' * 200}" for n in range(40)]
    told = texts(ran("import numpy as np", *cells))

    assert told[-1].startswith("Above, not shown: In[1]-In[")
    assert told[-1].endswith("Imported there: numpy as np.")
    assert told[-2].startswith("In[41]:")
    assert sum(map(text_tokens, told)) < 1000


def test_room_is_what_the_model_has() -> None:
    notebook = ran(*[f"value_{n} = compute({n})" for n in range(40)])

    assert sum(map(text_tokens, texts(notebook, max_tokens=60))) < 90
    assert texts(notebook, max_tokens=0) == ["Above, not shown: In[1]-In[40]."]


def test_long_part_is_taken_in_a_shorter_form_where_room_is_short() -> None:
    long = "\n".join(f"line {n}" for n in range(300))
    shorter = parts(ran(code("f()", 1, printed(long))), max_tokens=120)[1]

    assert shorter.context is not None
    assert shorter.context.truncated
    assert "lines left out" in shorter.text


def test_output_is_not_told_without_its_source() -> None:
    notebook = ran(code("x = 1" + "#" * 3000, 1, printed("hi")), "y = 2")

    assert not any("hi" in text for text in texts(notebook, max_tokens=20))


def test_function_is_told_without_the_rest_of_its_cell() -> None:
    cell = code("n = 1\n\ndef f():\n    return n", 1)
    wanted = Interest(cells={"c1": 92}, parts_of={"c1": ("f",)})

    told = texts(ran(cell), wanted=wanted)
    assert told == ["f, defined in In[1]:\ndef f():\n    return n"]


def test_cell_tells_what_was_replaced_and_set_again_since() -> None:
    notebook = ran(
        "def f(): return 1\nclass A:\n    def go(self): ...",
        "y = f() + n",
        "def f(): return 2\nn = 3",
        "n = 4",
    )
    told = texts(notebook)

    assert told[0] == (
        "In[1]:\n# f was defined here, now by In[3]\nclass A:\n    def go(self): ..."
    )
    assert (
        told[1] == "In[2], ran before In[3] set f, ran before In[4] set n:\ny = f() + n"
    )


def test_cells_below_and_gone_say_so() -> None:
    below, gone = code("n = 2", 2), code("m = 3", 3, gone=True)
    notebook = Notebook(above=(code("n + m", 4),), elsewhere=(gone, below))

    assert texts(notebook)[:2] == [
        "In[3], no longer in the notebook:\nm = 3",
        "In[2], below the question:\nn = 2",
    ]


def test_secrets_are_masked_before_anything_is_cut() -> None:
    secret = "hunter2" * 100
    cell = code(f"p = '{secret}'", 1, printed(secret), failed("E", secret))

    told = texts(ran(cell), redact=lambda text: text.replace("hunter2", "*"))
    assert "hunter" not in "".join(told)


def test_what_the_conversation_has_is_named_and_not_sent_again() -> None:
    notebook = ran("x = f()", "x + 1")
    before = parts(notebook, values=[(70, value("x: 1"))])
    asked = text_part("x: 1", "variable", "x", "x")
    known = Known((said(*before),))

    assert texts(notebook, values=[(70, value("x: 1"))], known=known) == [
        "Unchanged since they were shown earlier: In[1], In[2], x."
    ]
    assert texts(notebook, asked=[asked], known=known) == [
        "Unchanged since they were shown earlier: x, In[1], In[2]."
    ]
    assert texts(notebook, values=[(70, value("x: 2"))], known=known)[0] == "x: 2"


def test_same_line_of_references_is_not_sent_again_either() -> None:
    notebook = ran("x = f()")
    first = parts(notebook)
    second = parts(notebook, known=Known((said(*first),)))
    third = parts(notebook, known=Known((said(*first), said(*second))))

    assert len(second) == 1
    assert third == ()


def test_what_was_asked_for_by_name_is_not_chosen_once_more() -> None:
    asked = text_part("x: 1, in full", "variable", "x", "x")

    told = texts(ran("x = f()"), values=[(70, value("x: 1"))], asked=[asked])
    assert told == ["In[1]:\nx = f()", "x: 1, in full"]


def test_cells_that_did_not_run_are_counted_among_those_not_shown() -> None:
    above = (code("x = 1", 1), code("y = 2", None), markdown("Title"), code("z = 3", 3))

    (told,) = texts(Notebook(above=above), wanted=Interest(names={"q": 1}))
    assert told == "Above, not shown: In[1], In[3], 1 that did not run."


def test_cost_of_a_notebook_counts_sources_and_outputs() -> None:
    cell = code("x" * 40, 1, printed("y" * 40), result("z" * 40), shown_picture())
    broken = code("", 2, failed("E", traceback=("t" * 40,)))

    assert notebook_tokens(ran(cell, broken)) == 40 + 7
    assert notebook_tokens(ran(code("", 1, failed("E")))) == 650


def test_cell_whose_error_is_gone_tells_none() -> None:
    wanted = Interest(cells={"c1": 96}, error="c1")

    assert texts(ran("x = 1"), wanted=wanted) == ["In[1]:\nx = 1"]


def test_output_without_words_is_no_part() -> None:
    wanted = Interest(cells={"c1": 96})

    assert texts(ran(code("x", 1, printed(" "))), wanted=wanted) == ["In[1]:\nx"]


def test_function_without_room_in_any_form_is_left_out() -> None:
    wanted = Interest(cells={"c1": 92}, parts_of={"c1": ("f",)})
    notebook = ran("n = 1\n\ndef f():\n    return n")

    assert texts(notebook, wanted=wanted, max_tokens=3) == ["Above, not shown: In[1]."]


def test_what_the_person_left_out_is_not_named() -> None:
    notebook = ran("x = 1", "y = 2")
    wanted = interest(notebook, "?", {}, Wants(cells=1))

    assert texts(notebook, wanted=wanted) == ["In[2]:\ny = 2"]
