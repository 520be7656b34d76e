"""Every state of the view on a page of its own, without Jupyter."""

import shutil
import subprocess
from pathlib import Path

import pytest
from axe import serious_faults
from playwright.sync_api import expect

EXTENSION = Path(__file__).parents[2] / "labextension"
GALLERY = EXTENSION / "tests/gallery"
CODE = "Code that will run"
QUIET_MS = 400
"""For how long a card ignores keys."""

PLACES = """
card => [...card.querySelectorAll(
    '.jp-Assistant-cardHead, .jp-Assistant-cardCall, .jp-Assistant-cardActions > *')]
  .map(node => [node.textContent.slice(0, 4), node.getBoundingClientRect()])
  .map(([words, { x, y, width }]) => `${words} ${x} ${y} ${width}`)
"""
"""Where the head, the code and all that can be clicked are."""

ROW = """
card => [card.querySelector(
  '.jp-Assistant-cardActions, .jp-Assistant-cardRecord').getBoundingClientRect()]
  .map(({ x, y, width, height }) => [x, y, width, height])[0]
"""
"""Where the row of the buttons is, or of the record in their place."""


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    """The page, bundled as a script: it opens from a file."""
    folder = tmp_path_factory.mktemp("gallery")
    program = EXTENSION / "node_modules/.bin/esbuild"
    if not program.exists():
        raise FileNotFoundError(f"{program} comes with `jlpm install` in labextension/")
    subprocess.run(
        [
            program,
            GALLERY / "gallery.tsx",
            "--bundle",
            "--jsx=transform",
            "--log-level=warning",
            f"--outdir={folder}",
        ],
        check=True,
        cwd=EXTENSION,
    )
    shutil.copy(GALLERY / "index.html", folder)
    return (folder / "index.html").as_uri()


@pytest.fixture
def show(page, gallery):
    """Open the page at a state, as `light/approval`, by a clock that the test turns."""

    def opened(state):
        page.clock.install()
        page.goto(f"{gallery}#{state}")
        page.clock.run_for(QUIET_MS)
        return page

    return opened


def card_of(page, number=0):
    """A card that waits or is decided."""
    return page.locator(".jp-Assistant-card").nth(number)


def heard(page, state, what):
    """What the page of a state was told: `decisions`, `announced`, `asked`."""
    return page.evaluate("([state, what]) => gallery[state][what]", [state, what])


def come(page, state, *events):
    """Something comes from the kernel, and the next frames are drawn."""
    page.evaluate(
        "([state, events]) => gallery[state].come(...events)", [state, list(events)]
    )
    page.clock.run_for(100)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing_serious(show, theme, width):
    page = show(theme)
    page.set_viewport_size({"width": width, "height": 1000})
    assert serious_faults(page, "#stage") == []


def test_axe_finds_nothing_serious_while_somebody_edits_and_denies(show):
    page = show("light/several")
    card_of(page, 0).get_by_role("button", name="Edit").click()
    card_of(page, 1).get_by_role("button", name="Edit").click()
    card_of(page, 1).get_by_role("textbox").fill("[")
    card_of(page, 2).get_by_role("button", name="Deny").click()
    assert serious_faults(page, "#stage") == []


def test_nothing_scrolls_sideways_on_a_narrow_page(show):
    page = show("light")
    page.set_viewport_size({"width": 320, "height": 1000})
    page.clock.run_for(100)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320
    wide = """
    () => [...document.querySelectorAll('#stage .jp-Assistant-card *')]
      .filter(node => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1
        && /auto|scroll/.test(getComputedStyle(node).overflowX))
      .map(node => node.outerHTML.slice(0, 200))
    """
    assert page.evaluate(wide) == []


def test_the_code_is_complete_on_the_screen(show):
    code = card_of(show("light/approval")).locator("pre")
    expect(code).to_contain_text("fill_value=0")
    height, shown = code.evaluate("node => [node.scrollHeight, node.clientHeight]")
    assert height == shown


@pytest.mark.parametrize("width", [1280, 320])
def test_nothing_to_click_moves_from_waiting_to_editing_to_decided(show, width):
    page = show("light/approval")
    page.set_viewport_size({"width": width, "height": 1000})
    page.clock.run_for(100)
    card = card_of(page)
    places, row = card.evaluate(PLACES), card.evaluate(ROW)
    card.get_by_role("button", name="Edit").click()
    field = card.get_by_role("textbox", name=CODE)
    text = field.input_value().replace("(7, 3)", "(9, 3)")
    assert card.evaluate(ROW) == row
    field.fill(text)
    assert card.evaluate(ROW) == row
    assert card.evaluate(PLACES) == places
    card.get_by_role("button", name="Deny").click()
    assert card.evaluate(ROW) == row
    card.get_by_role("button", name="Approve").click()
    page.clock.run_for(100)
    expect(card).to_contain_text("Approved by you with your change")
    assert card.evaluate(ROW) == row


def test_a_field_wraps_where_its_lines_do(show):
    page = show("light/approval")
    card_of(page).get_by_role("button", name="Edit").click()
    editor = card_of(page).locator(".jp-Assistant-editor")
    heights = editor.evaluate(
        "node => [...node.children].map(one => [one.scrollHeight, one.clientHeight])"
    )
    (lines, _), (text, room) = heights
    assert text == room == lines


def test_other_arguments_are_edited_without_moving_the_buttons(show):
    page = show("light/several")
    card = card_of(page, 2)
    row = card.evaluate(ROW)
    card.get_by_role("button", name="Edit").click()
    assert card.evaluate(ROW) == row


def test_the_card_is_walked_by_keys(show):
    page = show("light/approval")
    card = card_of(page)
    stop = page.get_by_role("button", name="Stop")
    assert page.evaluate("document.activeElement === document.body")
    card.get_by_role("button", name="Approve").focus()
    for name in ("Edit", "Deny"):
        page.keyboard.press("Tab")
        expect(card.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Tab")
    expect(card.get_by_role("checkbox")).to_be_focused()
    page.keyboard.press("e")
    code = card.get_by_role("textbox", name=CODE)
    expect(code).to_be_focused()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("edited = 1")
    page.keyboard.press("Escape")
    expect(card.get_by_role("button", name="Edit")).to_be_focused()
    page.keyboard.press("d")
    reason = card.get_by_role("textbox", name="Reason")
    expect(reason).to_be_focused()
    expect(reason).to_have_value("")
    page.keyboard.press("Escape")
    expect(card.get_by_role("button", name="Deny")).to_be_focused()
    assert heard(page, "approval", "decisions") == []
    page.keyboard.press("Shift+Enter")
    page.clock.run_for(100)
    (decision,) = heard(page, "approval", "decisions")
    assert decision["answer"] == "approve"
    assert "edited = 1" in decision["edited_args"]
    expect(card.locator(".jp-Assistant-cardRecord")).to_be_focused()
    expect(stop).to_be_visible()


def test_enter_in_the_reason_denies_with_it(show):
    page = show("light/approval")
    card_of(page).focus()
    page.keyboard.press("d")
    page.keyboard.type("use the table")
    page.keyboard.press("Enter")
    (decision,) = heard(page, "approval", "decisions")
    assert (decision["answer"], decision["reason"]) == ("deny", "use the table")


def test_a_double_click_on_approve_decides_once_and_only_that_call(show):
    page = show("light/several")
    card_of(page).get_by_role("button", name="Approve").dblclick()
    page.clock.run_for(100)
    (decision,) = heard(page, "several", "decisions")
    assert decision["call_id"] == "c1"


def test_keys_mean_nothing_to_a_card_that_has_just_appeared(page, gallery):
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    page.goto(f"{gallery}#light/approval")
    card = card_of(page)
    card.focus()
    page.keyboard.press("Shift+Enter")
    assert heard(page, "approval", "decisions") == []
    page.clock.run_for(QUIET_MS)
    page.keyboard.press("Shift+Enter")
    assert len(heard(page, "approval", "decisions")) == 1


def test_the_focus_stays_while_text_comes(show):
    page = show("light/streaming")
    stop = page.get_by_role("button", name="Stop")
    stop.focus()
    place = stop.bounding_box()
    for _ in range(5):
        come(page, "streaming", {"type": "text", "text": " cause.\n\nMore words."})
    expect(stop).to_be_focused()
    assert stop.bounding_box() == place


def test_each_change_is_announced_once(show):
    page = show("light/streaming")
    come(page, "streaming", {"type": "text", "text": " cause."})
    assert heard(page, "streaming", "announced") == []
    come(page, "streaming", {"type": "done", "reason": "end"})
    assert heard(page, "streaming", "announced") == ["Reply finished"]


def test_borders_stay_where_colours_are_forced(show):
    page = show("light/approval")
    page.emulate_media(forced_colors="active")
    for selector in (".jp-Assistant-card", ".jp-Assistant-badge", ".jp-mod-primary"):
        style = page.locator(selector).first.evaluate(
            "node => [getComputedStyle(node).borderTopStyle,"
            " getComputedStyle(node).borderTopColor]"
        )
        assert style[0] == "solid"
        assert style[1] != "rgba(0, 0, 0, 0)"


def test_the_ring_stands_still_for_who_wants_less_motion(show):
    page = show("light/streaming")
    ring = page.locator(".jp-Assistant-spinner").first
    turns = "node => getComputedStyle(node).animationName"
    assert ring.evaluate(turns) != "none"
    page.emulate_media(reduced_motion="reduce")
    assert ring.evaluate(turns) == "none"


def test_the_panel_follows_until_the_reader_scrolls_up(show):
    page = show("light/panel")
    log = page.get_by_role("log")
    rest = "node => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight)"
    newest = page.get_by_role("button", name="Newest")
    assert log.evaluate(rest) <= 2
    expect(newest).to_have_count(0)
    log.hover()
    page.mouse.wheel(0, -300)
    expect(newest).to_be_visible()
    newest.click()
    expect(newest).to_have_count(0)
    assert log.evaluate(rest) <= 2
    expect(log).to_be_focused()
