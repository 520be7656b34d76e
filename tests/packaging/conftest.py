"""What we give to others, built once for all tests of a process."""

import os
import shutil
import subprocess
import sys

import bundles
import pytest


def _build(kind, source, target, **environ):
    """Build as `pip` would, with what this environment has; returns the file."""
    subprocess.run(
        [
            *(sys.executable, "-m", "build", f"--{kind}", "--no-isolation"),
            *("--outdir", target, source),
        ],
        env={**os.environ, **environ},
        check=True,
    )
    (built,) = target.iterdir()
    return built


@pytest.fixture(scope="session")
def sdist(tmp_path_factory):
    """The source distribution of this checkout; building it builds no bundles."""
    if not bundles.are_up_to_date():
        pytest.fail("The bundles are older than their sources: pip install -e .")
    return _build("sdist", bundles.ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def unpacked_sdist(sdist, tmp_path_factory):
    """Its files, with the times at which they were unpacked, as `pip` does it."""
    folder = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(sdist, folder)
    (root,) = folder.iterdir()
    for path in (root / "labextension").rglob("*"):
        path.touch()
    return root


@pytest.fixture(scope="session")
def wheel(unpacked_sdist, tmp_path_factory):
    """The wheel of the source distribution, made where no program is found at all."""
    nothing = tmp_path_factory.mktemp("nothing")
    target = tmp_path_factory.mktemp("wheel")
    return _build("wheel", unpacked_sdist, target, PATH=str(nothing))
