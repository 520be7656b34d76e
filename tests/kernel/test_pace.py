"""How often a reply is drawn."""

import pytest

from jupyter_assistant.kernel.show.pace import CHARS_PER_S, SHORTEST_S, Pace


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def played(tokens, tokens_per_s, chars_per_token=4):
    """Draw a reply as it arrives; how often, and how many characters in all."""
    clock = Clock()
    pace = Pace(clock=clock)
    count = drawn = size = 0
    longest = last = 0.0
    for _ in range(tokens):
        clock.now += 1 / tokens_per_s
        size += chars_per_token
        if not pace.wait_s:
            longest = max(longest, clock.now - last if last else 0.0)
            last = clock.now
            pace.drawn(size)
            count += 1
            drawn += size
    return count, drawn / size, longest


def test_the_first_drawing_is_at_once_and_the_next_a_moment_later():
    clock = Clock()
    pace = Pace(clock=clock)
    assert pace.wait_s == 0
    pace.drawn(100)
    assert pace.wait_s == pytest.approx(SHORTEST_S)
    clock.now += SHORTEST_S + 1e-6
    assert pace.wait_s == 0


def test_a_long_reply_is_drawn_less_often():
    clock = Clock()
    pace = Pace(clock=clock)
    pace.drawn(CHARS_PER_S)
    assert pace.wait_s == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("tokens_per_s", "most_drawings", "most_copies"),
    [(30, 1500, 300), (100, 800, 100), (500, 250, 40)],
)
def test_a_reply_of_20000_tokens_costs_linear_work(
    tokens_per_s, most_drawings, most_copies
):
    count, copies, longest = played(20_000, tokens_per_s)
    assert count <= most_drawings
    assert copies <= most_copies
    assert longest < 5


def test_an_ordinary_reply_moves_all_the_time():
    _, _, longest = played(500, 50)
    assert longest < 0.2
