import pytest
from cells import code, failed, markdown, ran, result

from jupyter_assistant.context import (
    CellSeen,
    Frame,
    Interest,
    NameSeen,
    Notebook,
    Raised,
    Wants,
    interest,
)
from jupyter_assistant.context.interest import ASKED, CHANGED, ERROR, FOCUS, NEAR

VALUE = NameSeen("value")


def about(question: str, notebook: Notebook, **names: NameSeen) -> Interest:
    return interest(notebook, question, names, Wants())


def filler(first: int, count: int) -> list[CellSeen]:
    return [code(f"z{n} = {n} * 2", n) for n in range(first, first + count)]


def test_cell_above_matters_most_and_so_do_the_names_it_uses() -> None:
    found = about(
        "What is this?",
        ran("data = load()", "n = 5", "data.mean()"),
        data=VALUE,
        n=VALUE,
    )

    assert found.cells["c3"] == FOCUS
    assert found.cells["c1"] > found.cells["c2"]
    assert list(found.names) == ["data"]


def test_name_in_the_question_is_looked_at_with_what_set_and_changed_it() -> None:
    notebook = ran(
        "raw = load()",
        "df = raw.copy()",
        *filler(3, 20),
        code("df['x'] = 1", 23),
        *filler(24, 20),
    )
    found = about("Why is df empty?", notebook, df=VALUE, raw=VALUE)

    assert found.cells["c2"] == ASKED
    assert found.cells["c23"] == CHANGED
    assert found.cells["c1"] > NEAR
    assert found.names["df"] == ASKED
    assert found.names["raw"] < ASKED


def test_function_that_changes_a_named_value_when_it_is_called_is_told() -> None:
    notebook = ran(
        "seen = []",
        "def visit(page):\n    seen.append(page)",
        *filler(3, 20),
        "visit('a')",
    )
    found = about("Why is seen empty?", notebook, seen=VALUE)

    assert found.cells["c2"] == CHANGED


def test_what_the_functions_and_classes_further_down_are_made_of_is_reached() -> None:
    notebook = ran(
        "ceiling = 4",
        "def squash(x):\n    return min(x, ceiling)",
        "class Model:\n    pass",
        "model = build(squash)",
        *filler(5, 20),
        "model.fit()",
    )
    kinds = {"model": NameSeen("value", "Model"), "ceiling": VALUE}
    asked = about("Is model good?", notebook, **kinds)
    used = about("Is that good?", notebook, **kinds)

    assert {"c1", "c2", "c3"} <= {c for c, n in asked.cells.items() if n > NEAR}
    assert used.cells["c3"] > NEAR


def test_function_in_the_question_is_told_by_its_latest_text_and_its_globals() -> None:
    notebook = ran(
        "fee = 350\n\ndef settle(claim):\n    return claim - fee",
        *filler(2, 10),
        code("fee = 900", 12),
        *filler(13, 10),
    )
    found = about(
        "Why does settle give 0?", notebook, settle=NameSeen("function"), fee=VALUE
    )

    assert found.parts_of == {"c1": ("settle",)}
    assert found.cells["c12"] > NEAR
    assert "settle" not in found.names
    assert "fee" not in found.names  # it is written out in the cell that is shown


def test_function_of_an_imported_module_is_looked_at_in_the_kernel() -> None:
    found = about(
        "What does clean do?",
        ran("from tools import clean"),
        clean=NameSeen("function"),
    )

    assert found.names == {"clean": ASKED}


def test_functions_and_modules_that_are_only_used_are_not_looked_at() -> None:
    found = about(
        "?", ran("np.sum(f(x))"), np=NameSeen("module"), f=NameSeen("function")
    )

    assert found.names == {}


def test_class_of_a_named_object_and_a_named_method_are_told() -> None:
    source = "n = 1\n\nclass Pump:\n    def start(self): ...\n    def stop(self): ..."
    notebook = ran(source, *filler(2, 10), code("pump = Pump()", 12), *filler(13, 9))

    of_object = about("Is pump on?", notebook, pump=NameSeen("value", "Pump"))
    of_method = about("What does start do?", notebook)
    assert of_object.parts_of == {"c1": ("Pump",)}
    assert of_method.parts_of == {"c1": ("Pump.start",)}


def test_last_error_matters_with_what_its_functions_read() -> None:
    chain = Raised(
        name="KeyError",
        frames=(
            Frame(place="In[3]", line=1),
            Frame(place="In[2]", line=2, function="lead"),
            Frame(place="pandas", line=2, function="other", own=False),
        ),
    )
    notebook = ran(
        "SITES = read()",
        "def lead(site):\n    return SITES[site]",
        code("lead('x')", 3, failed("KeyError", chain=(chain,))),
        "print('other')",
    )
    found = about("What now?", notebook, SITES=VALUE)

    assert found.error == "c3"
    assert found.cells["c3"] == ERROR
    assert "SITES" in found.names


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("How do I group by week?", ""),
        ("What is the error?", "c2"),
        ("Why the KeyError?", "c1"),
        ("Why the OSError?", "c2"),
    ],
)
def test_old_error_matters_only_if_it_is_asked_about(question: str, error: str) -> None:
    notebook = ran(
        code("x['a']", 1, failed("KeyError")),
        code("int('a')", 2, failed("ValueError")),
        *filler(3, 8),
    )

    assert about(question, notebook).error == error


def test_error_that_a_later_run_mended_no_longer_matters() -> None:
    notebook = ran(
        code("total = sum(values) / len(vaules)", 1, failed("NameError")),
        code("total = sum(values) / len(values)", 2, result("5")),
    )

    assert about("And now?", notebook).error == ""
    assert about("Why the NameError?", notebook).error == "c1"


def test_failed_cell_without_text_is_never_taken_for_mended() -> None:
    notebook = ran(code(" ", 1, failed("NameError")), code("x = 1", 2))

    assert about("And now?", notebook).error == "c1"


def test_cells_named_by_number_matter_wherever_they_are() -> None:
    found = about("What does In[2] do?", ran(*filler(1, 90)))

    assert found.cells["c2"] == FOCUS


def test_near_cells_matter_by_distance_imports_and_stale_ones_not() -> None:
    notebook = ran(
        "import os", "x = 1", markdown("## Storm of the 14th"), "x = 2", *filler(5, 60)
    )
    found = about("What about the storm?", notebook)

    assert "c1" not in found.cells
    assert "c2" not in found.cells
    assert found.cells["c63"] == NEAR - 1
    assert found.cells["m1"] > found.cells["c4"]


def test_cell_that_would_set_a_named_value_but_did_not_run_matters() -> None:
    waiting = code("limit = 12", None, id="w")
    above = (code("limit = 5", 1), waiting, *filler(2, 60))
    found = about("Why is limit 5?", Notebook(above=above), limit=VALUE)

    assert found.cells["w"] == CHANGED


def test_value_written_in_a_shown_cell_is_not_told_twice() -> None:
    plain = about("?", ran("n = 5", "print(n)"), n=VALUE)
    changed = about("?", ran("n = [5]", "n.append(6)", "print(n)"), n=VALUE)
    asked = about("What is n?", ran("n = 5", "print(n)"), n=VALUE)

    assert plain.names == {}
    assert list(changed.names) == ["n"]
    assert list(asked.names) == ["n"]


def test_option_none_wants_nothing_by_itself() -> None:
    found = interest(ran("x = 1"), "x?", {"x": VALUE}, Wants(nothing=True))

    assert found == Interest(narrowed=True)


def test_option_cells_wants_those_above_and_named_values() -> None:
    failing = code("1 / 0", 3, failed("ZeroDivisionError"))
    notebook = ran("x = 1", "y = 2", failing, "z = 3")

    two = interest(notebook, "Is x right?", {"x": VALUE}, Wants(cells=2))
    one = interest(notebook, "Is x right?", {"x": VALUE}, Wants(cells=1))
    none = interest(notebook, "Is x right?", {}, Wants(cells=0))
    assert set(two.cells) == {"c3", "c4"}
    assert two.error == "c3"
    assert two.names == {"x": ASKED}
    assert set(one.cells) == {"c4"}
    assert one.error == ""
    assert none.cells == {}


def test_empty_notebook_has_nothing_that_matters() -> None:
    assert about("Why?", Notebook()) == Interest()


def test_value_whose_origin_nobody_saw_is_looked_at_all_the_same() -> None:
    found = about("Is df right?", Notebook(), df=VALUE)

    assert found.names == {"df": ASKED}


def test_name_that_a_cell_sets_is_known_though_the_kernel_lost_it() -> None:
    found = about("What was df?", ran("df = load(path)", *filler(2, 60)))

    assert found.cells["c1"] == ASKED
    assert found.names == {}


def test_value_of_a_methods_name_is_taken_for_the_value() -> None:
    source = "n = 1\n\nclass Pump:\n    def rate(self): ..."
    found = about("Is rate right?", ran(source, *filler(2, 60)), rate=VALUE)

    assert found.names == {"rate": ASKED}
    assert found.parts_of == {}
