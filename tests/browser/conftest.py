"""A real JupyterLab, a real Notebook 7 and the system's Chromium."""

import os
import shutil

import pytest
from chat_server import chat_server
from jupyter import jupyter_server
from live_kernel import settings_for
from notebook_page import NotebookPage
from playwright.sync_api import expect

expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """The system's Chromium: Playwright's own downloads are not used."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.fail(
            "There is no Chromium. Install the system's package `chromium`, or name "
            "the program in the environment variable CHROMIUM."
        )
    return {**browser_type_launch_args, "executable_path": path}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Room for a whole notebook."""
    return {**browser_context_args, "viewport": {"width": 1280, "height": 1400}}


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory):
    """One server for all tests of this process."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture(scope="session")
def chat(jupyter):
    """The model's server; every kernel's settings name it."""
    with chat_server() as server:
        settings_for(jupyter.folder / "config", server.url)
        yield server


@pytest.fixture
def model(chat):
    """The model without anything of the test before."""
    chat.replies = []
    chat.requests.clear()
    return chat


@pytest.fixture
def front_end():
    """Where a test runs that does not say otherwise."""
    return "lab"


@pytest.fixture
def notebook(page, jupyter, model, front_end, tmp_path):  # the folder: for pictures
    """A notebook to open, and no kernel left behind."""
    yield NotebookPage(page, jupyter, front_end)
    jupyter.stop_kernels()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Keep a picture of the page on which a test failed, in the test's folder."""
    report = yield
    page, folder = (item.funcargs.get(name) for name in ("page", "tmp_path"))
    if report.when == "call" and report.failed and page and folder:
        picture = folder / "failed.png"
        page.screenshot(path=picture)
        report.sections.append(("The page as it was then", str(picture)))
    return report
