from cells import code, failed, ran

from jupyter_assistant.context import Notebook
from jupyter_assistant.context.definitions import Definitions


def test_latest_run_that_sets_a_name_is_where_it_comes_from() -> None:
    definitions = Definitions(ran("x = 1", "x = 2", "y = x"))

    assert definitions.latest("x").execution_count == 2
    assert definitions.latest("nothing") is None
    assert definitions.is_replaced("x", code("x = 1", 1))
    assert not definitions.is_replaced("x", code("x = 2", 2))
    assert not definitions.is_replaced("nothing", code("x = 2", 2))


def test_run_that_failed_sets_a_name_only_if_no_other_did() -> None:
    broken = code("x = 1 / 0", 2, failed("ZeroDivisionError"))

    assert Definitions(ran("x = 1", broken)).latest("x").execution_count == 1
    assert Definitions(ran(broken)).latest("x") is broken


def test_cell_that_did_not_parse_set_nothing() -> None:
    notebook = ran(code("x = (", 1, failed("SyntaxError")))

    assert Definitions(notebook).latest("x") is None


def test_what_a_run_used_is_what_was_set_before_it() -> None:
    notebook = ran("x = 1", "y = x", "x = 2")
    definitions = Definitions(notebook)

    assert definitions.at("x", notebook.above[1]).execution_count == 1
    assert definitions.at("x", notebook.above[0]) is None


def test_changes_in_place_count_from_the_latest_setting_on() -> None:
    definitions = Definitions(
        ran("df = a()", "df['x'] = 1", "df = b()", "df.dropna(inplace=True)")
    )

    assert [c.execution_count for c in definitions.changes("df")] == [4]
    assert definitions.changes("nothing") == []


def test_run_says_which_of_its_names_were_set_otherwise_since() -> None:
    notebook = ran("rate = 1", "p = rate", "rate = 2")

    since = Definitions(notebook).set_since(notebook.above[1])
    assert {n: c.execution_count for n, c in since.items()} == {"rate": 3}


def test_same_definition_or_import_once_more_changes_nothing() -> None:
    notebook = ran(
        "def f(): ...", "import os", "f(os)", "x = 1\ndef f(): ...", "import os"
    )

    assert Definitions(notebook).set_since(notebook.above[2]) == {}


def test_cell_is_stale_when_all_it_set_was_set_again() -> None:
    notebook = ran("x = 1", "y = 2", "x = 3", "d['a'] = 1\nd = 2", "d = 4", "print(x)")
    definitions = Definitions(notebook)

    stale = [c.execution_count for c in notebook.above if definitions.is_stale(c)]
    assert stale == [1]


def test_cell_that_did_not_run_waits_to_set_its_names() -> None:
    waiting = code("x = 2", None, id="w")
    edited = code("z = 5", 2, ran_source="z = 4")
    definitions = Definitions(Notebook(above=(code("x = 1", 1), waiting, edited)))

    assert definitions.waiting("x") == [waiting]
    assert definitions.waiting("z") == [edited]
    assert not definitions.is_stale(waiting)
    assert definitions.names == {"x", "z"}


def test_methods_are_known_by_their_names() -> None:
    source = "class A:\n    def go(self): ...\n    def __init__(self): ...\nx = 1"

    notebook = ran(source)
    assert Definitions(notebook).methods() == {"go": (notebook.above[0], "A.go")}
