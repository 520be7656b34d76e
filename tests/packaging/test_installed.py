"""This very environment: the package is installed from the checkout."""

import json
import sys
from importlib.metadata import distribution
from pathlib import Path

from bundles import ROOT
from jupyter_core.paths import jupyter_path

from jupyter_assistant import __version__

BUILT = ROOT / "jupyter_assistant" / "labextension"
PROJECT = ROOT / "labextension"


def package_of(folder):
    return json.loads((folder / "package.json").read_text("utf-8"))


def test_both_packages_have_the_same_version():
    assert package_of(PROJECT)["version"] == __version__
    assert distribution("jupyter_assistant").version == __version__


def test_jupyterlab_finds_the_extension_that_was_built_here():
    found = [
        folder / "jupyter-assistant"
        for folder in map(Path, jupyter_path("labextensions"))
        if (folder / "jupyter-assistant").is_dir()
    ]
    assert found, f"pip install -e . puts it below {sys.prefix}/share/jupyter"
    assert package_of(found[0])["jupyterlab"] == package_of(BUILT)["jupyterlab"], (
        "it is older than what is built: pip install -e ."
    )


def test_lock_file_carries_no_addresses():
    lock = (PROJECT / "yarn.lock").read_text("utf-8")
    assert "resolution:" in lock
    assert "://" not in lock
