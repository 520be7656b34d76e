"""A reply in a notebook: what is published, and when."""

import builtins
from types import SimpleNamespace

import pytest
from replies import (
    Clock,
    done,
    message,
    play,
    python,
    requested,
    result,
    thought,
    transcript,
    waits,
    words,
)

from jupyter_assistant.kernel.show.notebook import TICK_S, NotebookView, show_markdown
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.saved import REPLY_MIME, saved


class Page:
    """A front end: displays in order, and how often each was published."""

    def __init__(self):
        self.displays = {}
        self.published = []
        self.display_pub = SimpleNamespace(publish=self.publish)

    def publish(self, *, data, metadata, transient=None, update=False):
        display_id = (transient or {}).get("display_id", len(self.displays))
        assert update == (display_id in self.displays)
        self.displays[display_id] = data
        self.published.append(data)

    @property
    def texts(self):
        return [data.get("text/markdown") for data in self.displays.values()]


@pytest.fixture
def page():
    return Page()


@pytest.fixture
def clock():
    return Clock(100.0)


@pytest.fixture
def view(page, clock):
    return NotebookView(shell=page, transcript=transcript(clock), clock=clock)


def test_something_is_shown_at_once(page, view):
    assert page.texts == ["<sub>Waiting for the first word · test/m · 0 s</sub>"]
    assert view.wait_s() == TICK_S


def test_the_first_word_is_drawn_at_once_and_the_next_are_held_together(page, view):
    view.apply(words("Hel"))
    assert page.texts[0].startswith("Hel\n")
    count = len(page.published)
    view.apply(words("lo"))
    view.apply(words(" there"))
    assert len(page.published) == count
    assert 0 < view.wait_s() < TICK_S


def test_what_is_held_back_is_drawn_when_it_is_due(page, view, clock):
    play(view, words("Hel"), words("lo"))
    view.tick()
    assert page.texts[0].startswith("Hel\n")
    clock.now += view.wait_s()
    view.tick()
    assert page.texts[0].startswith("Hello\n")


def test_the_seconds_count_while_it_waits(page, view, clock):
    clock.now += 3
    view.tick()
    assert "· 3 s" in page.texts[0]
    view.apply(thought("hm"))
    assert page.texts == ["<sub>Thinking · test/m · 3 s</sub>"]


def test_the_final_form_is_the_reply_with_markdown_and_plain_text_once(page, view):
    play(view, words("Hi"), message("Hi"), done())
    count = len(page.published)
    view.finish()
    assert len(page.published) == count + 1
    (data,) = page.displays.values()
    assert data.pop(REPLY_MIME) == saved(view.transcript)
    assert data == {
        "text/markdown": "Hi\n\n<sub>test/m · 0 ms · 4,324 tokens</sub>",
        "text/plain": "Hi\n\n[test/m · 0 ms · 4,324 tokens]",
    }
    assert all(set(data) == {"text/markdown"} for data in page.published[:-1])


def test_plain_text_is_all_there_is_if_it_was_asked_for(page):
    found = transcript()
    view = NotebookView(shell=page, transcript=found, form="text")
    play(view, message("*Hi*"), done())
    view.finish()
    assert all(set(data) == {"text/plain"} for data in page.published)
    assert page.published[-1]["text/plain"].startswith("*Hi*")


def test_outputs_stand_between_the_call_and_what_follows(page, view):
    call = python("1")
    play(view, message("Look:", call), requested(call))
    view.interrupted_by_others()
    play(view, result(call, outputs=({},)), words("So."), message("So."), done())
    view.finish()
    first, second = page.texts
    assert first.startswith("Look:")
    assert "1 output below" in first
    assert "<sub>" not in first
    assert second == "So.\n\n<sub>test/m · 0 ms · 4,324 tokens</sub>"


def test_what_nobody_interrupted_stays_one_display(page, view):
    call = python("1")
    view.interrupted_by_others()
    play(view, message("Look:", call), requested(call), result(call))
    play(view, words("So."), message("So."), done())
    view.finish()
    assert len(page.displays) == 1


def test_an_end_without_more_words_opens_no_display(page, view):
    call = python("1")
    play(view, message(call), requested(call), result(call))
    view.interrupted_by_others()
    view.apply(done("other"))
    view.interrupted_by_others()
    view.finish()
    assert len(page.displays) == 1
    assert page.texts[0].endswith("tokens</sub>")


def test_the_waiting_call_is_on_the_page_before_the_prompt(page, view, monkeypatch):
    call = python("1 + 1")
    play(view, message(call))
    view.apply(waits(call))
    seen = []

    def prompt(text):
        seen.append((text, page.texts[-1]))
        return "y"

    monkeypatch.setattr(builtins, "input", prompt)
    view.show_call(waits(call).calls[0], "")
    assert view.ask("Run it? ") == "y"
    ((text, shown),) = seen
    assert text == "Run it? "
    assert "1 + 1" in shown
    assert "Waiting for you" in shown
    play(view, requested(call), result(call), words("So."))
    assert len(page.displays) == 2


def test_an_edit_is_typed_line_by_line(page, view, monkeypatch, capsys):
    lines = iter(["x = 1", "y = 2", "."])
    monkeypatch.setattr(builtins, "input", lambda _: next(lines))
    assert view.edit("old") == "x = 1\ny = 2"
    assert "only a dot" in capsys.readouterr().out
    lines = iter(["."])
    assert view.edit("old") is None


def test_a_notice_is_drawn_at_once(page, view):
    view.notice(Notice("Look."))
    assert page.texts[0].startswith("> **Look.**")


def test_flush_draws_what_was_held_back(page, view):
    play(view, words("Hel"), words("lo"))
    view.flush()
    assert page.texts[0].startswith("Hello")


def test_a_page_of_its_own(page):
    show_markdown(page, "**a**", "a")
    assert page.published == [{"text/markdown": "**a**", "text/plain": "a"}]
