"""The wheel and the source distribution hold what they must and nothing else."""

import json
import tarfile
import zipfile
from pathlib import PurePosixPath

import pytest

LABEXTENSION = "data/share/jupyter/labextensions/jupyter-assistant"


@pytest.fixture
def in_wheel(wheel):
    """The wheel, opened."""
    with zipfile.ZipFile(wheel) as archive:
        yield archive


def data_of(archive):
    """The files that go below the environment's `share`, by their path there."""
    parts = (name.partition(".data/") for name in archive.namelist())
    return {path: before + dot + path for before, dot, path in parts if path}


def test_wheel_holds_the_modules_of_the_widgets(in_wheel):
    for name in ("loader.js", "view.js", "third-party-licenses.txt"):
        assert in_wheel.getinfo(f"jupyter_assistant/static/{name}").file_size > 0


def test_wheel_puts_the_extension_where_jupyterlab_looks(in_wheel):
    data = data_of(in_wheel)
    package = json.loads(in_wheel.read(data[f"{LABEXTENSION}/package.json"]))
    build = package["jupyterlab"]["_build"]
    assert f"{LABEXTENSION}/{build['load']}" in data
    assert build["style"] == "./style"
    assert f"{LABEXTENSION}/static/style.js" in data


def test_extension_names_the_package_that_removes_it(in_wheel):
    installed_by = in_wheel.read(data_of(in_wheel)[f"{LABEXTENSION}/install.json"])
    assert json.loads(installed_by)["packageName"] == "jupyter_assistant"


def test_extension_brings_no_react_of_its_own(in_wheel):
    chunks = [
        in_wheel.read(name).decode()
        for path, name in data_of(in_wheel).items()
        if path.endswith(".js")
    ]
    assert not [chunk for chunk in chunks if "Minified React error" in chunk]
    assert (
        "Minified React error"
        in in_wheel.read("jupyter_assistant/static/view.js").decode()
    ), "what tells React has changed its words"


def test_wheel_holds_nothing_of_how_it_is_made(in_wheel):
    names = in_wheel.namelist()
    assert not [name for name in names if "jupyter_assistant/labextension" in name]
    for part in ("node_modules", "src", "tests", "build_backend", "lib"):
        assert not [name for name in names if part in PurePosixPath(name).parts]
    assert not [name for name in names if name.endswith((".ts", ".tsx", ".map"))]


def test_wheel_holds_each_file_once(in_wheel):
    names = in_wheel.namelist()
    assert len(set(names)) == len(names)
    bundles = [PurePosixPath(name).name for name in names if name.endswith(".js")]
    assert len(set(bundles)) == len(bundles)


def test_sdist_holds_what_the_bundles_are_made_from(unpacked_sdist):
    project = unpacked_sdist / "labextension"
    for name in ("package.json", "yarn.lock", ".yarnrc.yml", "tsconfig.json"):
        assert (project / name).is_file()
    assert (project / "src" / "index.ts").is_file()
    assert (project / "style" / "index.css").is_file()
    assert (unpacked_sdist / "build_backend").is_dir()


def test_sdist_holds_nothing_that_others_install(sdist):
    with tarfile.open(sdist) as archive:
        parts = [PurePosixPath(name).parts for name in archive.getnames()]
    assert not [path for path in parts if "node_modules" in path]
    assert not [path for path in parts if path[1:3] == ("labextension", "lib")]
