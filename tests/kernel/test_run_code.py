"""Code of a tool, run in a real kernel while a cell waits for it."""

from __future__ import annotations

import pytest
from values_fixtures import Kernel


@pytest.fixture(scope="module")
def kernel():
    kernel = Kernel()
    yield kernel
    kernel.close()


def test_value_of_the_last_expression_is_shown_and_told(kernel):
    outcome = kernel.python("x = 20\nx + 1")
    assert outcome.text == "→ 21"
    assert not outcome.is_error
    assert outcome.ran.displayed() == [{"text/plain": "21"}]
    assert outcome.ran.of_type("execute_result") == []
    assert outcome.ran.reply["status"] == "ok"


def test_what_the_code_defines_stays(kernel):
    kernel.python("kept_by_tool = [1, 2]")
    assert kernel.run("print(kept_by_tool)").printed() == "[1, 2]\n"


def test_input_output_and_last_result_stay_the_persons(kernel):
    kernel.run("'mine'")
    count = kernel.value("get_ipython().execution_count")
    kernel.python("'of the tool'")
    assert kernel.value("'of the tool' in In") is False
    assert kernel.value("'of the tool' in Out.values()") is False
    assert kernel.value("get_ipython().execution_count") == count + 1
    assert kernel.value("_") == "mine"


def test_semicolon_keeps_the_value_to_itself(kernel):
    outcome = kernel.python("x = 1\nx;")
    assert outcome.text == "(The code ran and showed nothing.)"
    assert outcome.ran.displayed() == []


def test_both_streams_are_shown_and_told(kernel):
    outcome = kernel.python("import sys\nprint('a')\nprint('b', file=sys.stderr)")
    assert outcome.text == "a\nstderr:\nb"
    assert outcome.ran.printed() == "a\n"
    assert outcome.ran.printed("stderr") == "b\n"


def test_loggers_that_hold_the_stream_are_heard(kernel):
    kernel.run("import logging, sys\nlog = logging.getLogger('held')")
    kernel.run("log.addHandler(logging.StreamHandler(sys.stderr))")
    assert "disk is full" in kernel.python("log.error('disk is full')").text


def test_error_is_told_with_the_codes_own_lines_and_without_colours(kernel):
    outcome = kernel.python("def half(n):\n    return n / 0\n\nhalf(3)")
    assert outcome.is_error
    assert "ZeroDivisionError: division by zero" in outcome.text
    assert "the code, line 4: half(3)" in outcome.text
    assert "return n / 0" in outcome.text
    assert "\x1b[" not in outcome.text
    assert outcome.ran.of_type("error")[0]["ename"] == "ZeroDivisionError"
    assert outcome.ran.reply["status"] == "ok"
    assert outcome.outputs[-1]["output_type"] == "error"


def test_output_before_an_error_is_told_too(kernel):
    text = kernel.python("print('got here')\n1 / 0").text
    assert text.startswith("got here\nZeroDivisionError")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def broken(:\n  pass", "SyntaxError"),
        ("import sys\nsys.exit(3)", "SystemExit: 3"),
        ("raise SystemExit", "SystemExit"),
        ("exit()", "would end the kernel"),
        ("quit()", "would end the kernel"),
        ("exit", "would end the kernel"),
        ("%no_such_magic", "no_such_magic"),
        ("input('name? ')", "can't ask the person for input"),
        ("import getpass\ngetpass.getpass()", "can't ask the person for input"),
        ("import sys\nsys.stdin.readline()", "can't ask the person for input"),
        ("import sys\nfor line in sys.stdin: pass", "can't ask the person for input"),
        ("raise BaseException('rare')", "BaseException: rare"),
        ("raise ExceptionGroup('two', [ValueError('x'), KeyError('y')])", "ValueError"),
        (
            "class Mute(Exception):\n"
            "    def __str__(self): raise SystemExit\n"
            "raise Mute",
            "Mute",
        ),
    ],
)
def test_code_that_fails_is_an_error_for_the_model_and_the_kernel_lives(
    kernel, code, told
):
    outcome = kernel.python(code)
    assert outcome.is_error
    assert told in outcome.text
    assert not outcome.stopped
    assert outcome.ran.reply["status"] == "ok"
    assert kernel.python("'alive'").text == "→ 'alive'"


def test_person_can_be_asked_again_after_the_code(kernel):
    kernel.python("input('x')")
    assert kernel.value("'input' in dir(__import__('builtins'))")
    assert "refuse" not in kernel.value("repr(__import__('builtins').input)")


def test_top_level_await_works_inside_the_blocked_cell(kernel):
    outcome = kernel.python("import asyncio\nawait asyncio.sleep(0.01)\n'waited'")
    assert outcome.text == "→ 'waited'"
    assert kernel.run("print('next cell')").printed() == "next cell\n"


def test_several_awaits_and_tasks_run_one_after_the_other(kernel):
    code = (
        "import asyncio\n"
        "async def one(n):\n"
        "    await asyncio.sleep(0.01)\n"
        "    return n\n"
        "await asyncio.gather(one(1), one(2))"
    )
    assert kernel.python(code).text == "→ [1, 2]"
    assert kernel.python(code).text == "→ [1, 2]"


def test_await_in_the_code_works_where_the_asking_cell_awaits_too(kernel):
    ran = kernel.run(
        "import asyncio\n"
        "await asyncio.sleep(0)\n"
        "_tool('run_python', code='await asyncio.sleep(0.01, 7)')\n"
        "await asyncio.sleep(0)\n"
        "print(_outcome.text)"
    )
    assert "→ 7" in ran.printed()


def test_error_after_an_await_is_told(kernel):
    outcome = kernel.python("import asyncio\nawait asyncio.sleep(0)\n1 / 0")
    assert outcome.is_error
    assert "ZeroDivisionError" in outcome.text


def test_nested_loops_are_patched_only_when_they_are_needed():
    kernel = Kernel()
    try:
        assert kernel.python("1 + 1").text == "→ 2"
        assert kernel.value("'nest_asyncio2' in __import__('sys').modules") is False
        kernel.python("import asyncio\nawait asyncio.sleep(0)")
        assert kernel.value("'nest_asyncio2' in __import__('sys').modules") is True
    finally:
        kernel.close()


def test_magics_and_shell_lines_work(kernel):
    outcome = kernel.python("%who_ls str\n!echo from the shell")
    assert "from the shell" in outcome.text
    assert not outcome.is_error


def test_cell_magic_works(kernel):
    assert "caught" in kernel.python("%%capture held\nprint('caught')").text or (
        kernel.python("held.stdout").text == "→ 'caught\\n'"
    )


def test_markdown_and_html_are_told_as_text(kernel):
    outcome = kernel.python(
        "from IPython.display import HTML, Markdown, display\n"
        "display(Markdown('**bold**'))\n"
        "display(HTML('<table><tr><td>cell</td></tr></table>'))"
    )
    assert "**bold**" in outcome.text
    assert "cell" in outcome.text
    assert "<td>" not in outcome.text
    kinds = [sorted(data) for data in outcome.ran.displayed()]
    assert kinds == [["text/markdown", "text/plain"], ["text/html", "text/plain"]]
    assert [o["output_type"] for o in outcome.outputs] == ["display_data"] * 2


def test_figure_is_shown_and_sent_as_a_picture(kernel):
    outcome = kernel.python(
        "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);"
    )
    assert [i["media_type"] for i in outcome.images] == ["image/png"]
    assert any("image/png" in data for data in outcome.ran.displayed())
    assert "image/png" in outcome.outputs[-1]["data"]


def test_four_pictures_at_most_are_sent_and_the_rest_is_said(kernel):
    outcome = kernel.python(
        "import matplotlib.pyplot as plt\n"
        "for n in range(6):\n    plt.figure()\n    plt.plot([n])"
    )
    assert len(outcome.images) == 4
    assert "2 more pictures were shown to the person only" in outcome.text
    assert len(outcome.ran.displayed()) == 6


def test_huge_picture_is_made_smaller(kernel):
    outcome = kernel.python(
        "import io\nfrom PIL import Image as Picture\n"
        "from IPython.display import Image\n"
        "file = io.BytesIO()\nPicture.new('RGB', (4000, 1000)).save(file, 'PNG')\n"
        "Image(file.getvalue())"
    )
    (image,) = outcome.images
    size = kernel.value(
        "Picture.open(io.BytesIO(__import__('base64').b64decode("
        f"{image['data']!r}))).size"
    )
    assert size == [1568, 392]


def test_display_that_was_updated_is_told_in_its_last_state(kernel):
    outcome = kernel.python("h = display('first', display_id=True)\nh.update('second')")
    assert outcome.text == "'second'"
    assert outcome.ran.of_type("update_display_data")[0]["data"] == {
        "text/plain": "'second'"
    }


def test_clear_output_takes_back_only_what_the_code_showed(kernel):
    outcome = kernel.python(
        "from IPython.display import clear_output, display\n"
        "for n in range(5):\n    clear_output(wait=True)\n    display(n)"
    )
    assert outcome.text == "4"
    assert outcome.ran.of_type("clear_output") == []
    assert len(outcome.ran.displayed()) == 1
    updates = outcome.ran.of_type("update_display_data")
    assert updates[-1]["data"] == {"text/plain": "4"}


def test_what_was_cleared_and_not_replaced_is_blank(kernel):
    outcome = kernel.python(
        "from IPython.display import clear_output, display\n"
        "display('a'); display('b'); clear_output(); print('c')"
    )
    assert outcome.text == "c"
    blanks = outcome.ran.of_type("update_display_data")
    assert [b["data"] for b in blanks] == [{"text/plain": ""}] * 2


def test_hundred_megabytes_of_prints_are_cut_for_everybody(kernel):
    outcome = kernel.python(
        "print('the start')\n"
        "for n in range(100):\n    print('x' * 1_000_000)\n"
        "print('the end')"
    )
    assert outcome.text.startswith("the start")
    assert outcome.text.endswith("the end")
    assert len(outcome.text) < 10_000
    printed = outcome.ran.printed()
    assert len(printed) < 300_000
    assert "characters not shown" in printed
    assert printed.endswith("the end\n")
    assert sum(len(o["text"]) for o in outcome.outputs) < 50_000
    peak = kernel.value("__import__('resource').getrusage(0).ru_maxrss")
    assert peak < 1_000_000


def test_thousands_of_displays_are_cut_for_everybody(kernel):
    outcome = kernel.python("for n in range(2000):\n    display(n)")
    assert "outputs in between were not kept" in outcome.text
    assert outcome.text.startswith("0\n")
    assert len(outcome.ran.displayed()) <= 200
    assert len(outcome.outputs) <= 200


def test_streams_that_the_code_replaced_are_put_back(kernel):
    kernel.python("import io, sys\nsys.stdout = sys.stderr = io.StringIO()")
    assert kernel.run("print('heard')").printed() == "heard\n"


def test_stream_that_wraps_ours_works_on(kernel):
    kernel.python(
        "import sys\n"
        "class Loud:\n"
        "    def __init__(self, inner): self.inner = inner\n"
        "    def write(self, text): self.inner.write(text.upper())\n"
        "    def flush(self): self.inner.flush()\n"
        "loud = Loud(sys.stdout)"
    )
    assert kernel.run("print('later', file=loud)").printed() == "LATER\n"


def test_interrupt_stops_the_code_and_is_told_with_what_there_was(kernel):
    outcome = kernel.interrupted(
        "import time\nprint('counting')\ntime.sleep(600)", when="counting"
    )
    assert outcome.stopped
    assert outcome.is_error
    assert outcome.text.startswith("counting\nKeyboardInterrupt")
    assert "time.sleep(600)" in outcome.text
    assert outcome.text.endswith("The person stopped the code here.")
    assert kernel.python("'alive'").text == "→ 'alive'"


def test_interrupt_stops_awaiting_code(kernel):
    outcome = kernel.interrupted(
        "import asyncio\nprint('waiting', flush=True)\nawait asyncio.sleep(600)",
        when="waiting",
    )
    assert outcome.stopped
    assert "KeyboardInterrupt" in outcome.text
    assert "CancelledError" not in outcome.text
    assert kernel.python("import asyncio\nawait asyncio.sleep(0, 5)").text == "→ 5"


def test_interrupt_that_the_code_swallows_stops_the_reply_all_the_same(kernel):
    outcome = kernel.interrupted(
        "import time\n"
        "try:\n    print('training', flush=True)\n    time.sleep(600)\n"
        "except KeyboardInterrupt:\n    print('saved')",
        when="training",
    )
    assert outcome.stopped
    assert "saved" in outcome.text
    assert outcome.text.endswith("The person stopped the code here.")


def test_only_kinds_and_sizes_leave_where_values_are_not_shared(kernel):
    outcome = kernel.python(
        "import pandas as pd\nprint('Ana Lovric')\ndisplay('Ben Okafor')\n"
        "pd.DataFrame({'patient': ['Cleo Marsh']})",
        share_values="schema",
    )
    for name in ("Ana", "Ben", "Cleo"):
        assert name not in outcome.text
    assert "patient" in outcome.text
    assert "not shown to you" in outcome.text
    assert outcome.images == []
    assert "Ana Lovric" in outcome.ran.printed()


def test_secrets_in_outputs_are_masked_before_anything_is_cut(kernel):
    secret = "sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa"
    outcome = kernel.python(f"print('x' * 7_990 + ' {secret} ' + 'y' * 9000)")
    assert "Zt8Qm2" not in outcome.text
    assert "Hb7Nc1" not in outcome.text


def test_cell_whose_tool_failed_still_counts_as_ok(kernel):
    ran = kernel.run("_tool('run_python', code='1/0')\n'the cell goes on'")
    assert ran.reply["status"] == "ok"
    assert (
        ran.of_type("execute_result")[0]["data"]["text/plain"] == "'the cell goes on'"
    )


def test_recorder_takes_the_codes_outputs_for_the_asking_cells(kernel):
    kernel.python("print('seen once')")
    cells = kernel.value(
        "[sum('seen once' in getattr(o, 'text', '') for o in c.outputs) "
        "for c in _recorder.cells()]"
    )
    assert sum(cells) == 1
