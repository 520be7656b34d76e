import base64

import pytest
from cells import code, failed, png, printed, result, shown_picture

from jupyter_assistant.context import OutputSeen, RichSeen, outputs_text
from jupyter_assistant.context.budget import near_tokens, shares
from jupyter_assistant.context.outputs import OWN_MEDIA_TYPE, picture_size


def told(*outputs: OutputSeen, room: int = 1000) -> str:
    return outputs_text(code("x", 3, *outputs), room).text


def test_streams_are_told_whole_and_apart_and_results_are_marked() -> None:
    assert (
        told(printed("a\n"), printed("w\n", "stderr"), printed("b\n"), result("5"))
        == "a\nb\nstderr:\nw\n→ 5"
    )


def test_errors_are_told_elsewhere_and_blank_outputs_not_at_all() -> None:
    assert told(printed("\n \n"), failed("ValueError"), RichSeen(data={})) == ""


def test_terminal_codes_and_overwritten_text_are_gone() -> None:
    assert told(printed("\r\x1b[32m10 %\x1b[0m"), printed("\r100 %\n")) == "100 %"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"text/plain": "[1, 2]"}, "[1, 2]"),
        ({"text/plain": "   a\n0  1", "text/html": "<table>"}, "   a\n0  1"),
        ({"text/plain": "<x.Styler at 0x7f>", "text/html": "<p>red</p>"}, "red"),
        (
            {"text/plain": "<IPython.core.display.HTML object>", "text/html": ""},
            "<IPython.core.display.HTML object>",
        ),
        ({"text/plain": "<M object>", "text/markdown": "**x**\n"}, "**x**"),
        ({"text/latex": "$x^2$"}, "$x^2$"),
        ({"image/svg+xml": "<svg/>"}, "[image/svg+xml]"),
        ({OWN_MEDIA_TYPE: "{}", "text/plain": "a reply"}, ""),
        ({"image/png": png(640, 480), "text/plain": "<Figure>"}, "[picture 640x480]"),
        ({"image/jpeg": "AAAA"}, "[picture]"),
    ],
)
def test_displayed_value_is_told_by_its_best_words(
    data: dict[str, str], words: str
) -> None:
    assert told(RichSeen(data=data)) == words


@pytest.mark.parametrize(
    "data", ["not base64!", base64.b64encode(b"\x89PNG\r\n\x1a\n").decode(), "A"]
)
def test_broken_picture_has_no_size(data: str) -> None:
    assert picture_size("image/png", data) == ""


def test_long_output_leaves_room_for_the_others() -> None:
    lines = "\n".join(f"line {n} of many" for n in range(500))
    short = outputs_text(
        code("x", 3, printed(lines), result("42"), shown_picture()), 300
    )

    assert short.text.endswith("→ 42\n[picture 64x48]")
    assert "line 0 of many" in short.text
    assert short.left_out > 5000


def test_nobody_gets_more_room_than_they_can_use() -> None:
    assert shares([10, 1000, 50], 300) == [10, 240, 50]
    assert shares([], 300) == []


def test_room_for_near_cells_grows_with_the_notebook_within_bounds() -> None:
    assert [near_tokens(n) for n in (0, 3000, 10**6)] == [350, 600, 900]
