"""Code of a tool, run by a shell of this process: what is kept and told of it."""

from __future__ import annotations

import asyncio
import base64
import io
import logging
import signal
import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell
from PIL import Image as Picture

from jupyter_assistant.kernel.tools import outcomes, run_code, shown
from jupyter_assistant.kernel.tools.run_code import Interrupted

PLAIN = "from IPython.display import display, clear_output, Image, HTML, JSON\n"


@pytest.fixture
def shell():
    InteractiveShell.clear_instance()
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def run(shell, code, share_values="sample", max_chars=8000, redact=str):
    return run_code.run_code(
        shell,
        PLAIN + code,
        share_values=share_values,
        redact=redact,
        max_chars=max_chars,
    )


def picture(width: int, height: int, form: str = "PNG") -> str:
    file = io.BytesIO()
    Picture.new("RGB", (width, height)).save(file, form)
    return base64.b64encode(file.getvalue()).decode()


def test_shell_is_left_as_it_was(shell):
    before = (
        sys.displayhook,
        sys.stdin,
        sys.stdout.write,
        input,
        signal.getsignal(signal.SIGINT),
        shell.display_trap.hook,
        vars(shell).get("ask_exit"),
        vars(shell.display_pub).get("publish"),
    )
    run(shell, "print('x'); display(1); 1/0")
    after = (
        sys.displayhook,
        sys.stdin,
        sys.stdout.write,
        input,
        signal.getsignal(signal.SIGINT),
        shell.display_trap.hook,
        vars(shell).get("ask_exit"),
        vars(shell.display_pub).get("publish"),
    )
    assert before == after


def test_all_kinds_of_outputs_are_told_in_their_order(shell):
    outcome = run(shell, "print('a')\ndisplay(HTML('<b>b</b>'))\nprint('c')\n4")
    assert outcome.text == "a\nb\nc\n→ 4" or outcome.text == "a\nc\nb\n→ 4"
    kinds = [o["output_type"] for o in outcome.outputs]
    assert kinds == ["stream", "display_data", "stream", "display_data"]


def test_interrupt_carries_the_outcome(shell):
    with pytest.raises(Interrupted) as caught:
        run(shell, "import signal\nprint('on')\nsignal.raise_signal(signal.SIGINT)")
    outcome = caught.value.outcome
    assert outcome.is_error
    assert outcome.text.startswith("on\nKeyboardInterrupt")


def test_swallowed_interrupt_is_known(shell):
    code = (
        "import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\n"
        "except KeyboardInterrupt:\n    print('saved')"
    )
    with pytest.raises(Interrupted) as caught:
        run(shell, code)
    assert caught.value.outcome.text == f"saved\n{outcomes.STOPPED}"


def test_handler_that_the_code_installs_stays(shell):
    before = signal.getsignal(signal.SIGINT)
    try:
        run(shell, "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN);")
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_loop_that_cannot_run_inside_itself_is_told(shell, monkeypatch):
    import nest_asyncio2  # noqa: PLC0415 (patches nothing by being imported)

    def refuse(loop):
        raise ValueError("Can't patch loop")

    monkeypatch.setattr(nest_asyncio2, "apply", refuse)

    async def cell():
        return run(shell, "import asyncio\nawait asyncio.sleep(0)")

    outcome = asyncio.run(cell())
    assert outcome.is_error
    assert "without await at top level" in outcome.text


def test_input_transformer_that_fails_is_told(shell):
    def fail(lines):
        raise RuntimeError("transformer broke")

    shell.input_transformers_cleanup.append(fail)
    outcome = run(shell, "1")
    assert outcome.is_error
    assert "transformer broke" in outcome.text


def test_display_ids_are_updated_and_cleared_places_used_again(shell):
    assert run(shell, "h = display(1, display_id=True)\nh.update(2)").text == "2"
    text = run(shell, "for n in range(3):\n    clear_output(wait=True)\n    display(n)")
    assert text.text == "2"
    cleared = run(shell, "print('a')\ndisplay(1)\nclear_output()\nprint('b')")
    assert cleared.text == "b"


def test_only_four_pictures_and_no_broken_or_huge_ones_are_sent(shell, monkeypatch):
    monkeypatch.setattr(outcomes, "IMAGE_BYTES", 5000)
    noise = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"0" * 20_000).decode()
    code = "\n".join(
        f"display({{'image/{kind}': {data!r}, 'text/plain': 'p'}}, raw=True)"
        for kind, data in [
            ("png", picture(20, 10)),
            ("jpeg", picture(20, 10, "JPEG")),
            ("png", picture(3000, 10)),
            ("png", noise),
            ("png", "not base64"),
            ("png", base64.b64encode(b"no picture").decode()),
            ("png", picture(21, 10)),
            ("png", picture(22, 10)),
        ]
    )
    outcome = run(shell, code)
    assert [i.media_type for i in outcome.images] == [
        "image/png",
        "image/jpeg",
        "image/png",
        "image/png",
    ]
    assert outcome.text.count("is too large to send to you") == 3
    assert "1 more pictures were shown to the person only" in outcome.text


def test_picture_that_needs_scaling_is_not_sent_without_pillow(shell, monkeypatch):
    code = f"display({{'image/png': {picture(3000, 10)!r}}}, raw=True)"
    monkeypatch.delitem(sys.modules, "PIL")
    assert run(shell, code).images == ()


def test_data_that_are_no_text_are_stored_as_they_are(shell):
    outcome = run(shell, "display({'application/x+json': {'a': 1}}, raw=True)")
    assert outcome.outputs[0]["data"] == {"application/x+json": {"a": 1}}
    assert outcome.text == "(The code ran and showed nothing.)"


def test_what_is_stored_is_bounded(shell, monkeypatch):
    monkeypatch.setattr(outcomes, "STORED_CHARS", 1000)
    outcome = run(shell, "for n in range(9):\n    display('x' * 300)")
    assert len(outcome.outputs) < 6
    assert "too large to be stored" in outcome.outputs[-1]["text"]


def test_long_print_is_stored_with_both_ends(shell):
    outcome = run(shell, "print('start', 'x' * 50_000, 'end')")
    text = outcome.outputs[0]["text"]
    assert text.startswith("start")
    assert text.endswith("end\n")
    assert len(text) < 21_000


def test_display_that_is_too_large_is_shown_and_not_kept(shell, monkeypatch):
    monkeypatch.setattr(shown, "DISPLAY_CHARS", 100)
    assert "a display of 302 bytes" in run(shell, "display('x' * 300)").text


def test_prints_beyond_the_limit_are_held_back(shell, monkeypatch, capsys):
    monkeypatch.setattr(shown, "PASSED_ON_CHARS", 100)
    monkeypatch.setattr(shown, "TAIL_CHARS", 20)
    run(shell, "print('a' * 90)\nprint('b' * 90)\nprint('the end')")
    printed = capsys.readouterr().out
    assert "characters not shown" in printed
    assert printed.endswith("the end\n")
    assert len(printed) < 200


def test_stream_gets_what_is_no_text_as_ever(shell):
    outcome = run(shell, "import sys\nsys.stdout.write(3)")
    assert "TypeError" in outcome.text


def test_object_that_displays_itself_is_shown_once(shell):
    outcome = run(
        shell,
        "class Own:\n    def _ipython_display_(self): print('own')\nOwn()",
    )
    assert outcome.text == "own"


def test_kinds_of_outputs_alone_are_told_under_schema(shell):
    code = "print('Ana')\ndisplay(HTML('Ben'))\n1/0"
    text = run(shell, code, share_values="schema").text
    assert "stdout: 2 lines, not shown to you" in text
    assert "a display of text/html, text/plain, not shown to you" in text
    assert "ZeroDivisionError" in text
    assert "Ana" not in text
    assert "Ben" not in text


def test_result_is_described_under_schema(shell):
    text = run(shell, "['Ana', 'Ben']", share_values="schema").text
    assert text == "result: list, 2 items of str"


def test_redaction_comes_before_cutting(shell):
    def redact(text):
        return text.replace("plum-orchard-41", "[redacted]")

    code = "print('x' * 480 + 'plum-orchard-41' + 'y' * 900)"
    text = run(shell, code, max_chars=600, redact=redact).text
    assert "plum" not in text
    assert "orchard" not in text


def test_error_whose_class_fails_is_told_by_its_names(shell):
    code = "class Mute(Exception):\n    def __str__(self): raise SystemExit\nraise Mute"
    text = run(shell, code).text
    assert "while handling Mute" in text


def test_logger_of_an_earlier_cell_is_heard(shell):
    handler = logging.StreamHandler(sys.stderr)
    log = logging.getLogger("held earlier")
    log.addHandler(handler)
    shell.user_ns["log"] = log
    try:
        assert "disk is full" in run(shell, "log.error('disk is full')").text
    finally:
        log.removeHandler(handler)


def test_children_that_close_the_keyboard_do_their_work(shell):
    code = """
import multiprocessing, sys
with multiprocessing.get_context("fork").Pool(1) as pool:
    print(pool.map_async(abs, [-1, -2]).get(20))
sys.stdin.close()
try:
    sys.stdin.fileno()
except OSError:
    print("no number")
"""
    text = run(shell, code).text
    assert "[1, 2]" in text
    assert "no number" in text
