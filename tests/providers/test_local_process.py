"""One child process runs the model, and it never outlives who started it."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers import local_process, local_server
from jupyter_assistant.providers.local_model import (
    SMALL_MODEL,
    fetch_small_model,
    has_small_model,
    small_model_path,
)
from jupyter_assistant.providers.local_process import LocalServer, ModelFile

WAIT_S = 60

PARENT = """
import sys
from jupyter_assistant.providers.local_process import RUNNING, ModelFile
child = RUNNING.acquire(ModelFile(file=sys.argv[1], model="small", window_tokens=512))
{more}
print(child.process.pid, flush=True)
sys.stdin.read()
"""

A_CHILD_WITH_THE_PIPE = """
import os, subprocess
os.set_inheritable(child.process.stdin.fileno(), True)
held = subprocess.Popen(["sleep", "300"], close_fds=False)
print(held.pid, flush=True)
"""

A_FORK = """
import os
forked = os.fork()
if not forked:
    assert RUNNING.pid is None
    os.close(1)
    os.read(0, 1)
    os._exit(0)
print(forked, flush=True)
"""


@pytest.fixture(scope="module")
def model() -> ModelFile:
    if not has_small_model():
        fetch_small_model()
    file = str(small_model_path())
    return ModelFile(file=file, model=SMALL_MODEL, window_tokens=512)


@pytest.fixture
def server():
    server = LocalServer()
    yield server
    server.stop()


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Puts a module in place of the library that the child loads."""

    def put(source: str) -> None:
        (tmp_path / "xllamacpp.py").write_text(source)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return put


def status(address: str, key: str) -> int:
    request = urllib.request.Request(
        f"{address}/v1/models", headers={"Authorization": f"Bearer {key}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def a_parent(model: ModelFile, more: str = "") -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", PARENT.format(more=more), model.file],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_all_users_of_a_process_share_one_child(server, model):
    first, second = server.acquire(model), server.acquire(model)
    assert first is second
    assert first.process.pid == server.pid


def test_it_listens_on_loopback_and_wants_its_key(server, model):
    child = server.acquire(model)
    assert child.address.startswith("http://127.0.0.1:")
    assert status(child.address, child.key) == 200
    assert status(child.address, "guessed") == 401
    command = psutil.Process(child.process.pid).cmdline()
    assert child.key not in " ".join(command)


def test_unused_child_ends_and_the_next_use_starts_another(model):
    server = LocalServer(idle_s=0.05)
    child = server.acquire(model)
    server.release(child)
    assert child.process.wait(WAIT_S) == 0
    assert server.pid is None
    again = server.acquire(model)
    assert again is not child
    assert status(again.address, again.key) == 200
    server.stop()


def test_child_in_use_stays_however_long_it_takes(model):
    server = LocalServer(idle_s=0.05)
    child, _ = server.acquire(model), server.acquire(model)
    server.release(child)
    assert child.ended(within_s=1.0) is None
    server.stop()


def test_use_of_a_child_that_is_just_ending_gets_a_new_one(server, model):
    child = server.acquire(model)
    # It has ended, but this process has not looked yet.
    os.kill(child.process.pid, signal.SIGSTOP)
    child.say("")
    os.kill(child.process.pid, signal.SIGCONT)
    again = server.acquire(model)
    assert again is not child
    assert child.process.returncode == 0
    assert status(again.address, again.key) == 200


def test_another_model_waits_while_one_answers_and_replaces_it_after(server, model):
    child = server.acquire(model)
    other = ModelFile(file=model.file, model="other", window_tokens=256)
    with pytest.raises(ProviderError, match="is answering") as raised:
        server.acquire(other)
    assert raised.value.kind == "overloaded"
    server.release(child)
    assert server.acquire(other).serves == other
    assert child.ended() == "its process ended with code 0"


def test_starting_without_using_leaves_it_ready(server, model):
    server.start(model)
    pid = server.pid
    assert server.acquire(model).process.pid == pid


def test_killed_child_is_named_and_started_again(server, model):
    child = server.acquire(model)
    os.kill(child.process.pid, signal.SIGKILL)
    assert child.ended(WAIT_S) == "its process ended by signal SIGKILL"
    server.release(child)
    assert server.acquire(model) is not child


def test_interrupt_of_the_notebook_does_not_reach_the_model(server, model):
    child = server.acquire(model)
    os.kill(child.process.pid, signal.SIGINT)
    assert status(child.address, child.key) == 200
    assert os.getpgid(child.process.pid) != os.getpgid(0)


def test_child_that_does_not_end_is_killed(server, model, monkeypatch):
    monkeypatch.setattr(local_process, "_STOP_S", 0.1)
    child = server.acquire(model)
    os.kill(child.process.pid, signal.SIGSTOP)
    server.stop()
    assert child.process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("more", ["", A_CHILD_WITH_THE_PIPE, A_FORK])
def test_parent_killed_with_signal_9_leaves_no_child(model, more):
    parent = a_parent(model, more)
    held = [int(parent.stdout.readline())] if more else []
    child = psutil.Process(int(parent.stdout.readline()))
    assert child.is_running()
    parent.kill()
    parent.wait()
    try:
        child.wait(WAIT_S)
    finally:
        for pid in held:
            os.kill(pid, signal.SIGKILL)
    assert not child.is_running()


def test_parent_that_ends_by_itself_leaves_no_child(model):
    parent = a_parent(model)
    child = psutil.Process(int(parent.stdout.readline()))
    parent.stdin.close()
    assert parent.wait(WAIT_S) == 0
    assert not child.is_running()


def test_fork_has_no_child_and_does_not_disturb_the_one_of_its_parent(server, model):
    child = server.acquire(model)
    forked = os.fork()
    if not forked:
        os._exit(0 if server.pid is None else 1)
    assert os.waitpid(forked, 0)[1] == 0
    assert server.acquire(model) is child


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "failed to load model"),
        (b"not a model at all", "failed to load model"),
        (None, "data is not within the file bounds"),
    ],
)
def test_broken_file_is_named_in_the_librarys_own_words(
    tmp_path, server, model, content, says
):
    file = tmp_path / "broken.gguf"
    if content is None:
        content = Path(model.file).read_bytes()[:20_000_000]
    file.write_bytes(content)
    with pytest.raises(ProviderError, match=says) as raised:
        server.acquire(ModelFile(file=str(file), model="broken", window_tokens=512))
    assert raised.value.kind == "not_found"
    assert str(file) in str(raised.value)
    assert server.pid is None


def test_library_that_does_not_load_is_named_with_its_remedy(server, model, library):
    library("raise ImportError('libgomp.so.1: cannot open shared object file')")
    with pytest.raises(ProviderError, match=r"libgomp.*pip install") as raised:
        server.acquire(model)
    assert raised.value.kind == "not_found"


def test_library_that_refuses_for_another_reason_is_quoted(server, model, library):
    library("def CommonParams(): raise RuntimeError('no AVX')\nServer = None")
    with pytest.raises(ProviderError, match="no AVX"):
        server.acquire(model)


def test_child_that_dies_while_loading_leaves_its_last_words(server, model, library):
    library("import os; os.write(2, b'out of memory'); os.abort()")
    with pytest.raises(ProviderError, match="by signal SIGABRT: out of mem") as raised:
        server.acquire(model)
    assert raised.value.kind == "server"


def test_unknown_signal_is_named_by_its_number():
    process = subprocess.Popen(
        [sys.executable, "-c", "import os; os.kill(os.getpid(), 40)"]
    )
    process.wait()
    assert local_process._signal_name(-process.returncode) == "40"


def test_system_without_forks_is_served(server, model, monkeypatch):
    monkeypatch.delattr(os, "register_at_fork")
    child = server.acquire(model)
    assert status(child.address, child.key) == 200


@pytest.mark.parametrize(
    ("there", "used"), [(1, 1), (2, 2), (8, 8), (64, 8), (None, 1)]
)
def test_processors_are_counted_as_far_as_they_help(monkeypatch, there, used):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: there)
    assert local_process._processors() == used


def test_script_that_is_told_nothing_ends():
    ended = subprocess.run(
        [sys.executable, "-P", str(local_process.SCRIPT)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_importing_the_script_starts_nothing():
    running = psutil.Process().children()
    assert local_server.ORPHAN_CHECK_S > 0
    assert psutil.Process().children() == running
