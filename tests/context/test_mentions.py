import pytest

from jupyter_assistant.context.mentions import (
    is_about_error,
    mentioned,
    mentioned_cells,
    mentioned_errors,
    words,
)

KNOWN = {"df", "a", "i", "the", "net_price", "pump", "grade", "売上", "amount"}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Why is amount in df no number?", ("amount", "df")),
        ("Is pump.baud right?", ("pump",)),
        ("why does net_price(3) give 2", ("net_price",)),
        ("Is this a bug? I think the sum is wrong.", ()),
        ("What is `a`, and a[0], i = 3, the.x?", ("a", "i", "the")),
        ("gradeは正しいですか", ("grade",)),
        ("売上の列は何", ("売上",)),
        ("dfs are no df2", ()),
        ("", ()),
    ],
)
def test_names_of_the_kernel_are_found_in_a_question(
    question: str, names: tuple[str, ...]
) -> None:
    assert mentioned(question, KNOWN) == names


def test_cells_are_named_by_their_numbers() -> None:
    asked = "Compare In[3] with Out [12] and cell 7, cells #9"

    assert mentioned_cells(asked) == {3, 12, 7, 9}


@pytest.mark.parametrize(
    "question",
    [
        "Why does this fail?",
        "How do I get rid of the KeyError?",
        "What is wrong here",
        "it doesn't work",
        "Warum der Fehler?",
        "このエラーは何ですか",
    ],
)
def test_question_about_something_that_went_wrong_is_known(question: str) -> None:
    assert is_about_error(question)


def test_other_questions_are_not_about_an_error() -> None:
    assert not is_about_error("How do I group by week?")
    assert mentioned_errors("a ValueError, then MyException") == {
        "ValueError",
        "MyException",
    }


def test_words_that_say_nothing_are_left_out() -> None:
    assert words("What does the Storm of 2014 do?") == {"storm", "2014"}
