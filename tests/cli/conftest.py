"""A person's machine without settings, and a server that answers."""

import os

import pytest
from chat_server import chat_server

from jupyter_assistant.providers.local_model import (
    fetch_small_model,
    has_small_model,
    small_model_path,
)


@pytest.fixture
def chat():
    with chat_server() as state:
        yield state


@pytest.fixture(scope="session")
def small_model():
    """The real file, fetched once for this machine in the way people fetch it."""
    if not has_small_model():
        fetch_small_model()
    return small_model_path()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder of a person who has set nothing up, as the current one."""
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("JUPYTER_ASSISTANT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def home_with_model(home, small_model):
    """The same with the small model there."""
    there = small_model_path()
    there.parent.mkdir(parents=True)
    there.symlink_to(small_model)
    return home
