"""`%ask` in a terminal IPython, driven as a person would."""

import json
import os
import re
import subprocess
import sys
import threading

import pexpect
import pytest
from chat_server import answer, calling, chat_server
from live_kernel import environment, settings_for

CODES = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|\x1b[=>]|\r")
PIPED = "%load_ext jupyter_assistant\n%ask run it"
PROMPT = "Run it\\? .*here: "


@pytest.fixture
def server():
    with chat_server() as state:
        yield state


class Screen:
    """An IPython in a terminal of its own."""

    def __init__(self, folder):
        # A plain prompt: the tests are about what is printed, not about editing lines.
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "IPython", "--simple-prompt", "--no-banner", "--no-confirm-exit"],
            env={**os.environ, **environment(folder), "TERM": "xterm"},
            cwd=str(folder),
            encoding="utf-8",
            timeout=60,
            dimensions=(50, 100),
        )
        self.wait("In \\[1\\]: ")
        self.run("%load_ext jupyter_assistant")

    def wait(self, pattern):
        """What was printed before the pattern came."""
        self.child.expect(pattern)
        return CODES.sub("", self.child.before)

    def run(self, line):
        """Type a line; what it printed up to the next prompt."""
        self.child.sendline(line)
        return self.wait("\nIn \\[\\d+\\]: ")

    def close(self):
        self.child.close(force=True)


@pytest.fixture
def screen(tmp_path, server):
    settings_for(tmp_path, server.url)
    screen = Screen(tmp_path)
    yield screen
    screen.close()


def run_call(code="ran = 1\nprint('it', 'ran')"):
    return calling("run_python", json.dumps({"code": code}))


def test_an_answer_streams_with_its_styles_and_is_kept(screen, server):
    server.replies = [answer("It is ", "**42** or `x`.")]
    text = screen.run("%ask what is it?")
    assert "It is 42 or x." in text
    assert "demo/m-1 · " in text
    assert "It is **42** or `x`." in screen.run("print(_.text)")
    assert server.requests[-1][1]["messages"][-1]["content"].endswith("what is it?")


def test_a_cell_of_several_lines(screen, server):
    screen.child.sendline("%%ask -f text")
    screen.wait("   \\.\\.\\.: ")
    screen.child.sendline("why?")
    screen.wait("   \\.\\.\\.: ")
    screen.child.sendline("")  # the plain prompt wants two blank lines
    screen.wait("   \\.\\.\\.: ")
    assert "Hello" in screen.run("")
    assert server.requests[-1][1]["messages"][-1]["content"].endswith("why?")


def test_nothing_runs_before_the_yes(screen, server):
    server.replies = [run_call(), answer("Done.")]
    screen.child.sendline("%ask run it")
    text = screen.wait(PROMPT)
    assert "? Run Python, 2 lines? Runs code: can do whatever this kernel can" in text
    assert "  1  ran = 1\n  2  print('it', 'ran')" in text
    assert "it ran" not in text
    assert len(server.requests) == 1
    text = screen.run("y")
    assert "it ran\n" in text
    assert "✓ Ran Python, 2 lines · approved by you at " in text
    assert "Done." in text


def test_a_no_reaches_the_model_and_nothing_ran(screen, server):
    server.replies = [run_call(), answer("I did not.")]
    screen.child.sendline("%ask run it")
    screen.wait(PROMPT)
    screen.child.sendline("whatever")
    assert "Please answer y, n, e or a" in screen.wait(PROMPT)
    text = screen.run("n not now")
    assert "✗ Did not run Python, 2 lines · denied: “not now”" in text
    result = server.requests[-1][1]["messages"][-1]
    assert result["role"] == "tool"
    assert "not now" in result["content"]
    assert "False" in screen.run("'ran' in globals()")


def test_ctrl_c_stops_and_keeps_what_arrived(screen, server):
    server.replies = [answer("some words here", " more"), answer("Again.")]
    server.hold = threading.Event()
    screen.child.sendline("%ask tell me")
    screen.wait("some words")
    screen.child.sendintr()
    text = screen.wait("\nIn \\[\\d+\\]: ")
    assert "! Stopped by you. What arrived is kept" in text
    server.hold.set()
    server.hold = None
    assert "Again." in screen.run("%ask again")


def test_wrong_options_are_one_clear_line(screen):
    assert "✗ --nope is no option of %ask." in screen.run("%ask --nope why?")
    assert "Traceback" not in screen.run("%ask")


def test_a_pipe_gets_plain_words_and_denies(tmp_path, server):
    settings_for(tmp_path, server.url)
    server.replies = [run_call(), answer("**I** could not.")]
    done = subprocess.run(
        [sys.executable, "-m", "IPython", "--no-banner", "-c", PIPED],
        env={**os.environ, **environment(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "\x1b" not in done.stdout
    assert "**I** could not." in done.stdout
    assert "✗ Did not run Python, 2 lines · nobody was there" in done.stdout
    assert "nobody was there" in str(server.requests[-1][1]["messages"][-1])
