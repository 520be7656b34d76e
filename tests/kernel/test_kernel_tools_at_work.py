"""The kernel tools in a real kernel and in a terminal."""

from __future__ import annotations

import subprocess
import sys
import textwrap

from values_fixtures import Kernel


def test_tools_answer_in_a_kernel():
    kernel = Kernel()
    try:
        kernel.run("import pandas as pd\ndf = pd.DataFrame({'a': [1]})\nprint('hello')")
        assert "df: pandas.DataFrame, 1 row" in kernel.tool("list_variables").text
        assert "a: int64" in kernel.tool("inspect_variable", name="df").text
        assert "hello" in kernel.tool("read_cells").text
        assert "merge" in kernel.tool("look_up_docs", name="df.merge").text
    finally:
        kernel.close()


def test_tools_answer_in_a_terminal(tmp_path):
    """The shell of `ipython`, reading its input from a pipe."""
    (tmp_path / "asking.py").write_text(
        textwrap.dedent(
            """
            import json
            from IPython import get_ipython
            from jupyter_assistant.conversation import ToolCallPart
            from jupyter_assistant.kernel import tools
            from jupyter_assistant.redaction import Redactor
            from jupyter_assistant.storage.settings import Settings

            class Seen:
                def cells(self):
                    return ()

            def tool(name, /, **args):
                call = ToolCallPart(call_id="c", tool=name, args=json.dumps(args))
                try:
                    outcome = tools.call(
                        get_ipython(), Seen(), call,
                        settings=Settings(), redactor=Redactor(),
                    )
                except KeyboardInterrupt as stop:
                    outcome = stop.outcome
                print("TOLD", repr(outcome.text))
            """
        )
    )
    lines = [
        "from asking import tool",
        "tool('run_python', code='n = 6\\nn * 7')",
        "tool('run_python', code='print(\"from the tool\")\\n1/0')",
        "tool('run_python', code='import asyncio\\nawait asyncio.sleep(0)\\n5')",
        "tool('run_python', code='exit()')",
        "tool('run_python', code='input()')",
        "tool('inspect_variable', name='n')",
        "tool('run_python', code='import asyncio, signal\\n"
        "loop = asyncio.get_running_loop()\\n"
        "loop.call_later(0.05, signal.raise_signal, signal.SIGINT);\\n"
        "await asyncio.sleep(600)')",
        "tool('run_python', code='await asyncio.sleep(0, 9)')",
        "print('prompt', len(In), list(Out))",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "IPython", "--simple-prompt", "--no-banner"],
        input="\n".join([*lines, "exit()"]) + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
        env={"PATH": "", "HOME": str(tmp_path), "IPYTHONDIR": str(tmp_path)},
    )
    told = [n.partition("TOLD ")[2] for n in done.stdout.splitlines() if "TOLD" in n]
    assert told[0] == repr("→ 42"), done.stdout + done.stderr
    assert told[1].startswith("'from the tool\\nZeroDivisionError")
    assert told[2] == repr("→ 5")
    assert "would end the kernel" in told[3]
    assert "ask the person for input" in told[4]
    assert told[5] == repr("n: int = 6")
    assert "KeyboardInterrupt" in told[6]
    assert "RuntimeError" not in told[6]
    assert told[6].endswith("The person stopped the code here.'")
    assert told[7] == repr("→ 9")
    assert "prompt 11 []" in done.stdout
    assert "Task was destroyed" not in done.stderr
