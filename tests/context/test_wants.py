import pytest

from jupyter_assistant.context import Wants, parse_wants
from jupyter_assistant.errors import SettingInvalid


def test_without_options_the_notebook_decides() -> None:
    assert parse_wants([]) == Wants()


def test_each_kind_of_option_is_told_from_the_others() -> None:
    wants = parse_wants(
        ["cells:3", "df", "df.columns", "In[3]", "./data.csv", "a b.txt"]
    )

    assert wants == Wants(
        cells=3, names=("df", "df.columns", "In[3]"), files=("./data.csv", "a b.txt")
    )


def test_none_leaves_out_what_is_not_asked_for_by_name() -> None:
    assert parse_wants(["none", "df"]) == Wants(nothing=True, names=("df",))


def test_what_is_asked_for_twice_is_there_once() -> None:
    assert parse_wants(["df", "df"]).names == ("df",)


@pytest.mark.parametrize("text", ["cells:", "cells:x", "cells:-1", "cells:²"])
def test_cells_without_a_number_is_refused_and_says_how_to_write_it(text: str) -> None:
    with pytest.raises(SettingInvalid, match=r"write -c cells:3"):
        parse_wants([text])


def test_empty_option_is_refused() -> None:
    with pytest.raises(SettingInvalid, match="-c is empty"):
        parse_wants([" "])
