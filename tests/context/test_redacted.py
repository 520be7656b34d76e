from cells import code, failed, printed, shown_picture

from jupyter_assistant.context import Frame, Raised, RichSeen, redacted_cell


def mask(text: str) -> str:
    return text.replace("hunter2", "[redacted]")


def test_no_text_of_a_cell_keeps_a_secret() -> None:
    inner = Raised(name="E", message="hunter2")
    raised = Raised(
        name="E",
        message="hunter2",
        frames=(Frame(place="In[1]", line=1, code="f('hunter2')"),),
        notes=("hunter2",),
        members=((inner,),),
    )
    cell = code(
        "p = 'hunter2'",
        1,
        printed("hunter2"),
        RichSeen(data={"text/plain": "hunter2", "text/html": "<b>hunter2</b>"}),
        failed("E", "hunter2", traceback=("hunter2", "x"), chain=(raised,)),
        ran_source="p = 'hunter2' ",
    )

    told = redacted_cell(cell, mask)
    assert "hunter2" not in repr(told)
    assert repr(told).count("[redacted]") == 11


def test_secret_that_terminal_codes_cut_in_two_is_found() -> None:
    cell = code("x", 1, printed("hun\x1b[31mter2"))

    assert redacted_cell(cell, mask).outputs == (printed("[redacted]"),)


def test_pictures_stay_as_they_are() -> None:
    cell = code("x", 1, shown_picture())

    assert redacted_cell(cell, lambda _: "").outputs[0].data["image/png"]
