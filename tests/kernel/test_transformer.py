"""Questions reach their magic as they were typed."""

import ast

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from jupyter_assistant.kernel.transformer import keep_cell, keep_lines


@pytest.fixture
def manager():
    """IPython's transforms with ours first, as the extension puts them."""
    manager = TransformerManager()
    manager.cleanup_transforms[:0] = [keep_cell, keep_lines]
    return manager


def calls(code):
    """What the transformed code calls: method and arguments of each."""
    found = [
        (node.lineno, node.func.attr, *(ast.literal_eval(arg) for arg in node.args))
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    return [call[1:] for call in sorted(found)]


@pytest.mark.parametrize("name", ["ask", "btw"])
@pytest.mark.parametrize(
    "question",
    [
        "why?",
        "what is x??",
        "what's this",
        'is "it (open',
        "{df.columns} and ${HOME}",
        "a % b !ls",
        "-c df why",
    ],
)
def test_a_line_keeps_its_question(manager, name, question):
    code = manager.transform_cell(f"x = 1\n%{name} {question}\ny = 2\n")
    assert calls(code) == [("run_line_magic", name, question)]


@pytest.mark.parametrize("name", ["ask", "btw"])
@pytest.mark.parametrize(
    "body",
    [
        "why?\n",
        "what is x??\n",
        ">>> 1 / 0\nwhat does it say?\n",
        "... and so on?\n",
        "In [3]: x\nis this right?\n",
        "    indented?\n\n",
        "%ask nested?\n",
    ],
)
def test_a_cell_keeps_its_body(manager, name, body):
    code = manager.transform_cell(f"%%{name} -y\n{body}")
    assert calls(code) == [("run_cell_magic", name, "-y", body)]


def test_a_cell_of_one_line_is_a_question_too(manager):
    code = manager.transform_cell("%%ask why is this so?\n\n")
    assert calls(code) == [("run_line_magic", "ask", "why is this so?")]


@pytest.mark.parametrize("cell", ["%%ask\n", "%%ask\n  \n"])
def test_an_empty_cell_reaches_the_magic_that_explains(manager, cell):
    (call,) = calls(manager.transform_cell(cell))
    assert call[:3] == ("run_cell_magic", "ask", "")
    assert call[3].strip() == ""
    assert call[3] != ""


def test_indented_and_repeated_lines_are_kept(manager):
    code = manager.transform_cell("for i in range(2):\n    %ask why?\n    %ask how?\n")
    assert [call for call in calls(code) if call[0] == "run_line_magic"] == [
        ("run_line_magic", "ask", "why?"),
        ("run_line_magic", "ask", "how?"),
    ]


def test_a_final_backslash_goes_on_in_the_next_line(manager):
    code = manager.transform_cell("%ask one \\\n  two?\nx = 1\n")
    assert calls(code) == [("run_line_magic", "ask", "one two?")]
    assert code.splitlines()[2] == "x = 1"


@pytest.mark.parametrize(
    "cell",
    [
        's = """\n%ask why?\n"""\n',
        "x = (1\n%ask\n)\n",
        "'''doc'''\nx = '''\n%btw is this text?\n'''\n",
    ],
)
def test_what_stands_in_a_string_or_an_expression_is_no_question(manager, cell):
    assert manager.transform_cell(cell) == cell


def test_a_question_after_a_shell_line_with_an_open_quote_is_kept(manager):
    code = manager.transform_cell('!echo "\n%ask why?\n')
    assert calls(code)[-1] == ("run_line_magic", "ask", "why?")


@pytest.mark.parametrize("cell", ["%ask?", "%%ask?", "%ask??", "%asks why?", "x?"])
def test_help_of_ipython_still_works(manager, cell):
    ((method, name, *_),) = calls(manager.transform_cell(cell))
    assert method == "run_line_magic"
    assert name.startswith("pinfo")


def test_other_cell_magics_are_left_alone(manager):
    code = manager.transform_cell("%%time\n%ask why?\n")
    assert calls(code) == [("run_cell_magic", "time", "", "%ask why?\n")]


def test_a_terminal_reads_on_until_the_blank_line(manager):
    assert manager.check_complete("%%ask\nwhy?")[0] == "incomplete"
    assert manager.check_complete("%%ask\nwhy?\n\n")[0] == "complete"
    assert manager.check_complete("%ask what's this (?")[0] == "complete"


def test_code_that_python_cannot_read_does_not_hinder():
    lines = ["if x:\n", "        a\n", "    b\n", "%ask why?\n"]
    kept = keep_lines(lines)
    assert kept[:3] == lines[:3]
    assert kept[3] == "get_ipython().run_line_magic('ask', 'why?')\n"


def test_cells_without_a_question_are_returned_as_they_are():
    lines = ["x = 1\n", "%time y\n"]
    assert keep_lines(lines) is lines
    assert keep_cell(lines) is lines
    assert keep_cell([]) == []
