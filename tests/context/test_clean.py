import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.context import clean_text


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("plain\ntext\n", "plain\ntext\n"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[38;5;208;1mbold\x1b[22m", "bold"),
        ("a\r\nb", "a\nb"),
        ("10 %\r20 %\r100 %", "100 %"),
        ("100 %\rdone", "donee"[:4] + "%"),
        ("working...\r\x1b[Kdone", "done"),
        ("abcdef\x1b[3D\x1b[1Kx", "   xef"),
        ("gone\x1b[2K\rnew", "new"),
        ("-\b\\\b|\b/", "/"),
        ("\b\bx", "x"),
        ("one\ntwo\x1b[A\rONE", "ONE\ntwo"),
        ("one\ntwo\x1b[A\r\nTWO", "one\nTWO"),
        ("a\x1b[2Bb", "a\n\n b"),
        ("ab\x1b[1Gx", "xb"),
        ("a\x1b[2Cb", "a  b"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b(Btext\x1b=", "text"),
        ("bell\x07 and null\x00", "bell and null"),
        ("tab\tstays", "tab\tstays"),
        ("a\x1b[999999999Cb", "a b"),
        ("\x9b31mred", "red"),
    ],
)
def test_text_is_what_a_terminal_would_show(raw: str, seen: str) -> None:
    assert clean_text(raw) == seen


def test_progress_bar_that_rewrote_itself_is_its_last_state() -> None:
    states = "".join(f"\r\x1b[36m{n:3d}%\x1b[0m |{'#' * (n // 10)}" for n in range(101))

    assert clean_text(states) == "100% |##########"


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs"))))
def test_text_without_control_characters_stays_as_it_is(text: str) -> None:
    assert clean_text(text) == text


@given(st.text(st.sampled_from("ab\r\b\n\x1b[KA2;m\x07]")))
def test_cleaned_text_is_clean(text: str) -> None:
    cleaned = clean_text(text)

    assert not set(cleaned) & set("\r\b\x1b\x07")
    assert clean_text(cleaned) == cleaned
