"""The kernel tools: what they answer a model, and what it is told when it errs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell
from values_shell import CELLS, Seen, ask, new_shell

from jupyter_assistant.context import CellSeen
from jupyter_assistant.conversation import ToolCallPart
from jupyter_assistant.kernel import tools
from jupyter_assistant.kernel.tools.kernel_tools import KERNEL_TOOLS
from jupyter_assistant.redaction import Redactor
from jupyter_assistant.storage.settings import Settings
from jupyter_assistant.tools.schema import misfit


@pytest.fixture
def shell():
    return new_shell()


# ---- what is offered


def test_tools_are_the_five_of_the_kernel():
    effects = {tool.name: tool.effect for tool in KERNEL_TOOLS}
    assert effects == {
        "list_variables": "read",
        "inspect_variable": "read",
        "read_cells": "read",
        "look_up_docs": "read",
        "run_python": "execute",
    }
    assert {tool.source for tool in KERNEL_TOOLS} == {"kernel"}


def test_schemas_accept_what_the_tools_take_and_nothing_else():
    schemas = {tool.name: tool.schema for tool in KERNEL_TOOLS}
    assert misfit({}, schemas["list_variables"]) is None
    assert misfit({"name": "df"}, schemas["inspect_variable"]) is None
    assert misfit({"first": 1, "last": 2, "ids": ["a"]}, schemas["read_cells"]) is None
    assert misfit({"name": "len", "source": True}, schemas["look_up_docs"]) is None
    assert misfit({"code": "1"}, schemas["run_python"]) is None
    assert misfit({}, schemas["run_python"]) is not None
    assert misfit({"nme": "df"}, schemas["inspect_variable"]) is not None


def test_offering_the_tools_loads_nothing_heavy():
    code = (
        "import sys\nimport jupyter_assistant.kernel.tools.kernel_tools\n"
        "heavy = {'pandas', 'numpy', 'jsonschema', 'httpx2', 'nest_asyncio2'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "assert 'jupyter_assistant.kernel.describe' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# ---- calls that do not fit


@pytest.mark.parametrize(
    ("tool", "args", "told"),
    [
        ("inspect_variable", {}, "missing required field `name`"),
        ("inspect_variable", {"name": 3}, "Expected `str`, got `int`"),
        ("inspect_variable", {"name": "df", "rows": 5}, "unknown field `rows`"),
        ("read_cells", {"first": "three"}, "Expected `int | null`"),
        ("run_python", {"code": None}, "Expected `str`"),
        ("delete_everything", {}, "The tools are: list_variables"),
    ],
)
def test_arguments_that_do_not_fit_are_told_with_those_that_would(
    shell, tool, args, told
):
    outcome = ask(shell, tool, **args)
    assert outcome.is_error
    assert told in outcome.text


def test_arguments_that_are_no_object_are_told(shell):
    call = ToolCallPart(call_id="c", tool="run_python", args='"print(1)"')
    outcome = tools.call(shell, Seen(), call, settings=Settings(), redactor=Redactor())
    assert outcome.is_error
    assert "one JSON object" in outcome.text


def test_fault_of_a_tool_is_an_outcome(shell):
    class Broken:
        def cells(self):
            raise SystemExit("lost")

    call = ToolCallPart(call_id="c", tool="read_cells")
    outcome = tools.call(
        shell, Broken(), call, settings=Settings(), redactor=Redactor()
    )
    assert outcome.is_error
    assert "read_cells failed: SystemExit: lost" in outcome.text


def test_interrupt_while_a_tool_reads_is_the_persons(shell):
    class Interrupting:
        def cells(self):
            raise KeyboardInterrupt

    call = ToolCallPart(call_id="c", tool="read_cells")
    with pytest.raises(KeyboardInterrupt):
        tools.call(
            shell, Interrupting(), call, settings=Settings(), redactor=Redactor()
        )


# ---- list_variables


def test_variables_are_listed_one_a_line(shell):
    text = ask(shell, "list_variables").text
    assert "df: pandas.DataFrame, 2 rows x 2 columns" in text
    assert "config: dict = {'port': 5432, 'password': '[redacted]'}" in text
    assert "functions: net" in text
    assert "modules: pd" in text
    assert "get_ipython" not in text
    assert "Gr33n-Heron" not in text


def test_variables_are_narrowed_by_a_part_of_their_name(shell):
    text = ask(shell, "list_variables", contains="DF").text
    assert "df: " in text
    assert "config" not in text
    none = ask(shell, "list_variables", contains="zzz")
    assert "No variable has 'zzz' in its name" in none.text


def test_many_variables_are_bounded(shell):
    shell.user_ns.update({f"v{n:04d}": n for n in range(500)})
    text = ask(shell, "list_variables").text
    assert "older ones …" in text
    assert "v0499: int = 499" in text
    assert len(text) < 8500


def test_empty_kernel_has_no_variables():
    assert "no variables yet" in ask(InteractiveShell(), "list_variables").text


def test_schema_lists_no_values(shell):
    text = ask(shell, "list_variables", share_values="schema").text
    assert "5432" not in text
    assert "df: pandas.DataFrame, 2 rows x 2 columns" in text


# ---- inspect_variable


def test_value_is_described(shell):
    text = ask(shell, "inspect_variable", name="df").text
    assert "total: float64, 1.5 (1), 2.5 (1)" in text
    assert "'Bruges '" in text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("df.columns", "2 labels, str, 'total', 'city'"),
        ("df['city']", "'Bruges '"),
        ("rows[0]", "{'id': 7}"),
        ("config['port']", "= 5432"),
        ("config['password']", "str, 15 characters"),
        ("{df}", "pandas.DataFrame"),
        ("`df`", "pandas.DataFrame"),
        ("net", "return gross / 1.21"),
    ],
)
def test_parts_of_values_are_described(shell, name, told):
    outcome = ask(shell, "inspect_variable", name=name)
    assert not outcome.is_error
    assert told in outcome.text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dff", "Did you mean df"),
        ("df.colums", "it does not exist, or getting it would run code"),
        ("df.head()", "compute anything else with run_python"),
        ("1 + 1", "is no variable"),
        ("config['nothing']", "can't be looked at"),
        ("", "is no variable"),
    ],
)
def test_what_does_not_exist_is_told_with_what_does(shell, name, told):
    outcome = ask(shell, "inspect_variable", name=name)
    assert outcome.is_error
    assert told in outcome.text


def test_property_of_the_persons_class_is_not_read(shell):
    shell.run_cell(
        "class Pump:\n    reads = 0\n    @property\n    def pressure(self):\n"
        "        Pump.reads += 1\npump = Pump()"
    )
    outcome = ask(shell, "inspect_variable", name="pump.pressure")
    assert outcome.is_error
    assert "pump: Pump" in outcome.text
    assert shell.user_ns["Pump"].reads == 0


def test_secrets_in_values_are_masked(shell):
    text = ask(shell, "inspect_variable", name="DB_URL").text
    assert "Gr33n-Heron" not in text
    assert "reporter" in text
    assert "db3/sales" in text


def test_values_set_in_cells_and_the_environment_are_masked(shell, monkeypatch):
    monkeypatch.setenv("REPORT_DB_PASSWORD", "plum-orchard-41")
    shell.user_ns["seen"] = "it was plum-orchard-41 and cherry-field-7"
    cells = (CellSeen(id="a", source="api_key = 'cherry-field-7'", execution_count=1),)
    text = ask(shell, "inspect_variable", cells=cells, name="seen").text
    assert "plum-orchard" not in text
    assert "cherry-field" not in text


def test_secret_that_only_the_kernel_knows_is_masked_where_it_stands_alone(shell):
    shell.user_ns["password"] = "plum" + "-orchard-41"
    shell.user_ns["word"] = shell.user_ns["password"]
    outcome = ask(shell, "run_python", code="print(word)")
    assert "plum" not in outcome.text
    assert "[redacted]" in outcome.text


def test_secret_that_the_code_itself_sets_is_masked(shell, monkeypatch):
    monkeypatch.delenv("REPORT_DB_PASSWORD", raising=False)
    code = "import os\nos.environ['REPORT_DB_PASSWORD'] = 'plum-' + 'orchard-41'\n"
    code += "print(os.environ['REPORT_DB_PASSWORD'])"
    assert "plum-orchard" not in ask(shell, "run_python", code=code).text
    monkeypatch.delenv("REPORT_DB_PASSWORD")


# ---- read_cells


def test_cells_are_read_with_outputs_and_errors(shell):
    text = ask(shell, "read_cells").text
    assert "In[1] (id a1):\nimport pandas as pd" in text
    assert "0  Ana" in text
    assert "ZeroDivisionError: division by zero" in text
    assert "Zt8Qm2" not in text


def test_cells_are_chosen_by_number_or_id(shell):
    assert "In[1]" not in ask(shell, "read_cells", first=2).text
    assert "In[3]" not in ask(shell, "read_cells", last=2).text
    text = ask(shell, "read_cells", ids=["b2"]).text
    assert "In[2]" in text
    assert "In[3]" not in text


def test_cell_without_a_number_is_read_where_no_range_is_asked(shell):
    cells = (*CELLS, CellSeen(id="d4", source="not run"))
    assert "not run" in ask(shell, "read_cells", cells=cells).text
    assert "not run" not in ask(shell, "read_cells", cells=cells, first=1).text


def test_cells_that_do_not_exist_are_told_with_those_that_do(shell):
    outcome = ask(shell, "read_cells", first=9)
    assert outcome.is_error
    assert "There are: In[1] to In[3]." in outcome.text
    assert "There are: none." in ask(shell, "read_cells", cells=()).text


def test_latest_cells_that_fit_are_read(shell):
    cells = tuple(
        CellSeen(id=f"c{n}", source=f"x{n} = '{'y' * 900}'", execution_count=n)
        for n in range(1, 40)
    )
    text = ask(shell, "read_cells", cells=cells).text
    assert "In[39]" in text
    assert "In[1] " not in text
    assert "earlier cells do not fit" in text
    assert len(text) < 8500


def test_schema_reads_sources_and_errors_and_no_outputs(shell):
    text = ask(shell, "read_cells", share_values="schema").text
    assert "print(key)" in text
    assert "Ana" not in text
    assert "share_values is schema" in text
    assert "ZeroDivisionError" in text
