import math
import random
import re

from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.context import shorten
from jupyter_assistant.context.odd import odd_lines
from jupyter_assistant.context.truncate import shorten_line


def training_log() -> list[str]:
    rng = random.Random(9)
    lines = []
    for step in range(1, 4001):
        loss = 2.3 * math.exp(-step / 900) + 0.2 + rng.random() / 50
        loss = math.nan if step > 2317 else 41.7 if step == 2317 else loss
        rate = 3e-4 if step < 2200 else 3e-3
        lines.append(f"step {step:04d}  loss {loss:.4f}  lr {rate:.2e}")
    return [*lines, "best checkpoint: step 2300"]


def test_short_text_stays_as_it_is() -> None:
    assert shorten("a\nb", 10) == ("a\nb", 0)


def test_long_log_keeps_its_start_its_turning_points_and_its_end() -> None:
    short = shorten("\n".join(training_log()), 1000)

    assert "step 0001" in short.text
    assert "step 2199  loss" in short.text
    assert "step 2200  loss" in short.text
    assert "step 2317  loss 41.7000" in short.text
    assert "step 2318  loss nan" in short.text
    assert short.text.endswith(
        "step 4000  loss nan  lr 3.00e-03\nbest checkpoint: step 2300"
    )
    assert len(short.text) <= 1000
    assert short.left_out > 100_000


def test_every_gap_says_how_many_lines_are_missing() -> None:
    lines = training_log()
    shown = shorten("\n".join(lines), 800).text.split("\n")

    gaps = [re.fullmatch(r"… ([\d,]+) lines? left out …", line) for line in shown]
    missing = sum(int(g[1].replace(",", "")) for g in gaps if g)
    assert missing + sum(g is None for g in gaps) == len(lines)


def test_error_among_a_thousand_lines_is_kept() -> None:
    lines = [f"processed item {n} in {n % 7} ms" for n in range(1000)]
    lines[412] = "could not open item 412: Permission denied"

    assert lines[412] in shorten("\n".join(lines), 600).text


def test_word_of_trouble_on_every_line_makes_none_of_them_odd() -> None:
    lines = [f"errors: 0, batch {n}" for n in range(100)]

    assert len(odd_lines(lines)) <= 6


def test_constant_that_changes_once_is_odd_and_so_is_the_line_before() -> None:
    lines = [f"t={n} speed={3 if n < 40 else 5}" for n in range(80)]

    assert {39, 40} <= set(odd_lines(lines))


def test_lines_that_all_differ_are_compared_by_their_pattern() -> None:
    names = ["".join(random.Random(n).choices("abcdefg", k=8)) for n in range(60)]
    lines = [f"{name}: ok" for name in names]
    lines[30] = "<<<<<<< HEAD"

    assert odd_lines(lines)[0] == 30


def test_lines_of_no_common_pattern_have_no_odd_ones() -> None:
    signs = "!?*+~#=<>"
    lines = [a + b + c + "x" for a in signs for b in signs for c in "!?*"][:200]

    assert odd_lines(lines) == []


def test_few_lines_have_no_odd_ones() -> None:
    assert odd_lines(["a", "error", "b"]) == []


def test_numbers_that_always_jump_are_not_odd() -> None:
    rng = random.Random(1)
    lines = [f"draw {rng.choice([1, 1000])}" for _ in range(200)]

    assert odd_lines(lines) == [0]


def test_number_that_changes_often_does_not_jump() -> None:
    lines = [f"mode {n // 5}" for n in range(100)]

    assert odd_lines(lines) == [0]


def test_hexadecimal_and_unreadable_numbers_do_no_harm() -> None:
    lines = [f"block 0x{n * 7:04x} at {n}__" for n in range(20)]

    assert 0 in odd_lines(lines)


def test_same_line_again_and_again_is_told_once_with_its_count() -> None:
    text = "\n".join(["start", *["retrying"] * 50, "", "", "end", "end"])
    short = shorten(text, 200).text

    assert short == "start\nretrying\n… the same line 49 more times …\n\nend\nend"


def test_repeats_at_the_end_are_counted_too() -> None:
    assert (
        shorten("a\n" + "b\n" * 99, 60).text == "a\nb\n… the same line 98 more times …"
    )


def test_very_long_line_keeps_both_ends() -> None:
    line = "x" * 5000 + " the end"
    short = shorten(line, 300)

    assert short.text.startswith("xxx")
    assert short.text.endswith(" the end")
    assert "characters …" in short.text
    assert shorten_line("short", 10) == "short"


def test_single_short_line_between_kept_ones_is_shown_instead_of_a_gap() -> None:
    lines = ["a" * 60, "b" * 20, "c" * 60, "d" * 60, "e" * 60]

    assert shorten("\n".join(lines), 250).text.split("\n") == [
        "a" * 60,
        "b" * 20,
        "… 2 lines left out …",
        "e" * 60,
    ]
    steps = [f"step {n} is done" for n in range(100)]
    steps[50], steps[52] = "error: no disk", "error: no tape"
    assert "\n".join(steps[50:53]) in shorten("\n".join(steps), 330).text


def test_of_lines_too_long_for_the_room_the_first_is_kept() -> None:
    short = shorten("\n".join([f"{n} " + "x" * 90 for n in range(50)]), 200).text

    assert short.startswith("0 xxx")
    assert "lines left out" in short


@given(
    st.lists(
        st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp"))),
        max_size=60,
    ),
    st.integers(120, 600),
)
def test_shortened_text_is_near_the_room_and_its_lines_are_from_the_text(
    lines: list[str], room: int
) -> None:
    text = "\n".join(lines)
    short = shorten(text, room)

    assert len(short.text) <= max(room, 120) + 40
    if not short.left_out:
        assert len(short.text) >= len(text) - text.count("\n")
