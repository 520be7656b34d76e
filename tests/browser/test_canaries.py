"""Replies that try to get out: nothing runs, nothing is fetched, the page stays.

What is rendered is checked node by node in the tests of the Markdown ports; here a
browser acts on it.
"""

from pathlib import Path

import pytest
from canaries import CANARIES, SET, can_be_saved, text_of
from jupyter import PATHS
from notebook_page import NOTEBOOK
from playwright.sync_api import expect
from saved_replies import cell_with, record_of

VIEW = Path(__file__).parents[2] / "jupyter_assistant" / "static" / "view.js"
ORIGIN = "http://view.test"
MOUNT = """
record => import('/view.js').then(view => {
  const state = { record: { seq: 0, replies: [record] } };
  const el = document.createElement('main');
  document.body.replaceChildren(el);
  view.mount({
    model: { get: key => state[key], on() {}, off() {}, send() {} },
    el,
    signal: new AbortController().signal
  });
})
"""
SHOWN = "([reply, words]) => words.every(word => reply.textContent.includes(word))"


class Watch:
    """What a page does that no reply may make it do."""

    def __init__(self, page, origin):
        self.page = page
        self.seen = []
        page.on("dialog", self._dialog)
        page.on("popup", lambda popup: self.seen.append(f"popup {popup.url}"))
        page.on("request", self._request)
        self.origin = origin

    def _dialog(self, dialog):
        self.seen.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def _request(self, request):
        if not request.url.startswith((self.origin, "data:", "blob:")):
            self.seen.append(f"request {request.url}")

    def check(self, address):
        """Nothing was done, and the page is the one that it was."""
        assert self.seen == []
        assert self.page.evaluate(f"typeof {SET}") == "undefined"
        assert self.page.url == address


def wait_until_shown(reply, canary):
    """Return when the harmless words of a canary are there."""
    expect(reply).to_be_visible()
    shown = [reply.element_handle(), canary["shows"]]
    reply.page.wait_for_function(SHOWN, arg=shown, polling=100)


@pytest.mark.parametrize("front_end", PATHS)
def test_saved_replies_do_nothing_in_a_notebook(notebook, jupyter, front_end):
    saved = [canary for canary in CANARIES if can_be_saved(canary)]
    cells = [cell_with(text_of(canary), canary["name"]) for canary in saved]
    watch = Watch(notebook.page, jupyter.url)
    notebook.open(cells, name="canaries.ipynb")
    address = notebook.page.url
    for index, canary in enumerate(saved):
        notebook.page.evaluate(f"{NOTEBOOK}.content.scrollToItem({index})")
        wait_until_shown(notebook.reply(index), canary)
        notebook.reply(index).hover(position={"x": 5, "y": 5})
    watch.check(address)


def test_replies_do_nothing_in_the_bundled_view(page):
    page.route(f"{ORIGIN}/", lambda route: route.fulfill(content_type="text/html"))
    page.route(f"{ORIGIN}/view.js", lambda route: route.fulfill(path=VIEW))
    watch = Watch(page, ORIGIN)
    page.goto(ORIGIN)
    for canary in CANARIES:
        page.evaluate(MOUNT, record_of(text_of(canary)))
        wait_until_shown(page.locator(".jp-Assistant-reply"), canary)
        page.locator(".jp-Assistant-reply").hover(position={"x": 5, "y": 5})
    watch.check(f"{ORIGIN}/")
