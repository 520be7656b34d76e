import pytest
from cells import code, markdown, printed, shown_picture

from jupyter_assistant.context import CellSeen, asks_to_look, wanted_pictures


def plots() -> list[CellSeen]:
    return [
        code("plt.plot(x)\nplt.title('decay of the signal')", 1, shown_picture(10)),
        code("plt.hist(waits)", 2, shown_picture(20), shown_picture(21)),
        markdown("Now the counts."),
        code("df.plot.bar()\nplt.title('counts')", 3, shown_picture(30)),
    ]


def chosen(question: str, cells: list[CellSeen]) -> list[tuple[int | None, int]]:
    return [
        (p.cell.execution_count, p.number) for p in wanted_pictures(question, cells)
    ]


@pytest.mark.parametrize(
    ("question", "pictures"),
    [
        ("What happens in this plot in September?", [(3, 0)]),
        ("What do you see in the figure?", [(3, 0)]),
        ("How many groups are in the histogram?", [(2, 1)]),
        ("What is odd in the bar chart?", [(3, 0)]),
        ("What does the plot of the signal show?", [(1, 0)]),
        ("Explain the first plot.", [(1, 0)]),
        ("Explain the fourth plot.", [(3, 0)]),
        ("What is wrong with the plot in Out[1]?", [(1, 0)]),
        ("Compare the last two plots.", [(2, 1), (3, 0)]),
        ("Compare the histogram with the bar plot.", [(2, 1), (3, 0)]),
        ("Do all the plots look right?", [(1, 0), (2, 0), (2, 1), (3, 0)]),
        ("Why do the tick labels overlap?", [(3, 0)]),
        ("What does this show?", [(3, 0)]),
        ("Was zeigt das Diagramm?", [(3, 0)]),
        ("このグラフは何を示していますか", [(3, 0)]),
        ("How do I save this figure as a PDF?", []),
        ("Draw a histogram of the waits.", []),
        ("How can I plot the sums?", []),
        ("Why is the sum so small?", []),
        ("Make this faster.", []),
    ],
)
def test_picture_that_is_meant_is_found(
    question: str, pictures: list[tuple[int, int]]
) -> None:
    assert chosen(question, plots()) == pictures


def test_pointing_words_mean_a_picture_only_right_below_it() -> None:
    cells = [*plots(), code("print(5)", 4, printed("5"))]

    assert chosen("What does this show?", cells) == []
    assert chosen("What does this plot show?", cells) == [(3, 0)]


def test_without_a_picture_there_is_none_to_find() -> None:
    assert chosen("What does this plot show?", []) == []


def test_picture_too_large_for_providers_is_left_out() -> None:
    large = shown_picture()
    large = type(large)(data={"image/png": "A" * 7_000_000})

    assert chosen("What does this plot show?", [code("p()", 1, large)]) == []


def test_question_that_speaks_of_a_picture_is_known_without_one() -> None:
    assert asks_to_look("What is in plot 2?")
    assert not asks_to_look("What is 2 + 2?")
