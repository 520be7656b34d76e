import pytest

from jupyter_assistant.context import is_assistants, without_assistant
from jupyter_assistant.context.code import definition_text, read_code
from jupyter_assistant.context.folding import fold


def test_names_that_code_sets_changes_and_reads_are_told_apart() -> None:
    code = read_code(
        "import numpy as np\n"
        "df = load(path)\n"
        "df['x'] = df['y'] * 2\n"
        "model.fit(X, y)\n"
        "a, b.c = 1, 2\n"
        "del cache['k']\n"
        "total += 1\n"
        "for row in rows:\n"
        "    rows2.append(row)\n"
    )

    assert {"np", "df", "a", "row", "total"} <= code.binds
    assert code.touches == {"df", "model", "b", "cache", "rows2"}
    assert {"load", "path", "X", "y", "rows"} <= code.reads
    assert code.imported == {"np": "numpy as np"}
    assert "print" not in read_code("print(x)").reads


def test_function_reads_of_the_notebook_what_is_not_its_own() -> None:
    code = read_code(
        "def settle(claim, days=3):\n"
        "    share = 0.8\n"
        "    return [share * c - deductible for c in claim]\n"
    )

    assert code.inner_reads["settle"] == {"deductible"}
    assert code.reads == {"deductible"}


def test_decorators_defaults_and_bases_are_what_a_definition_is_made_with() -> None:
    code = read_code(
        "@rounded(PLACES)\n"
        "def settle(claim, days=DAYS, *, rate, most=MOST): ...\n"
        "class Claim(Base, metaclass=Meta): ...\n"
    )

    assert code.inner_reads["settle"] == {"rounded", "PLACES", "DAYS", "MOST"}
    assert code.inner_reads["Claim"] == {"Base", "Meta"}


def test_function_changes_of_the_notebook_what_is_not_its_own() -> None:
    code = read_code(
        "def visit(page, log):\n"
        "    global hits\n"
        "    hits += 1\n"
        "    own = []\n"
        "    own.append(page)\n"
        "    log.append(page)\n"
        "    if hits > limit:\n"
        "        seen.clear()\n"
    )

    assert code.inner_touches == {"visit": {"hits", "seen"}}


def test_class_is_a_definition_and_so_are_its_methods() -> None:
    source = (
        "x = 1\n"
        "# keeps money\n"
        "@decorated\n"
        "class Account(Base):\n"
        "    rate = 0.02\n"
        "    def grow(self):\n"
        "        self.balance *= rate\n"
        "    def shrink(self): ...\n"
    )
    code = read_code(source)

    assert set(code.definitions) == {"Account", "Account.grow", "Account.shrink"}
    assert definition_text(source, "Account").startswith("# keeps money\n@decorated")
    assert definition_text(source, "Account.grow") == (
        "class Account(Base):\n    …\n    def grow(self):\n        self.balance *= rate"
    )
    assert definition_text(source, "nothing") == source


@pytest.mark.parametrize(
    "source",
    [
        "%%time\ny = f(x)",
        "%matplotlib inline\n!ls\ny = f(x)\ny?",
        "files = !ls\ny = f(x)",
        "await z\ny = f(x)",
    ],
)
def test_ipythons_own_lines_do_not_hide_the_python_around_them(source: str) -> None:
    code = read_code(source)

    assert "y" in code.binds
    assert "f" in code.reads


def test_cell_in_another_language_is_no_code() -> None:
    assert read_code("%%bash\nexport y=1").binds == frozenset()
    assert read_code("%%\ny = 1").binds == frozenset()


def test_code_that_does_not_parse_is_read_by_its_words() -> None:
    code = read_code('rates = {\n  "EUR" 1.0,\n}\nclass Broken')

    assert {"rates", "Broken"} <= code.binds
    assert "EUR" in code.reads


def test_values_written_in_the_code_are_known() -> None:
    code = read_code(
        "limit = 5\nnames: list = []\na.b = 1\nrows = load()\nx = y = (1, 2)"
    )

    assert code.literals == {"limit", "x", "y"}


def test_cell_of_imports_alone_is_told_from_one_that_does_more() -> None:
    imports = (
        '"""Setup."""\nimport os.path\nfrom . import tools as t, x\n%matplotlib inline'
    )

    assert read_code(imports).only_imports
    assert read_code(imports).imported == {
        "os": "os.path",
        "t": "tools as t from .",
        "x": "x from .",
    }
    assert not read_code(imports + "\nos.chdir('x')").only_imports
    assert not read_code("'text'").only_imports


@pytest.mark.parametrize(
    ("source", "ours"),
    [
        ("%%ask\nWhy?", True),
        ("%ask Why?", True),
        ("%%btw\nWhy?", True),
        ("%assistant use local", True),
        ("%load_ext jupyter_assistant", True),
        ("# setup\n%load_ext jupyter_assistant\n%assistant panel", True),
        ("x = 1\n%ask Why?", False),
        ("%asks", False),
        ("print('%ask')", False),
        ("", True),
    ],
)
def test_cells_that_ask_or_set_us_up_are_ours(source: str, ours: bool) -> None:
    assert is_assistants(source) == ours


def test_lines_that_ask_are_taken_out_of_a_cell_that_does_more() -> None:
    assert without_assistant("x = 1\n%ask Why?\ny = 5 % 2") == "x = 1\ny = 5 % 2"
    assert without_assistant("x = 1") == "x = 1"


def test_long_code_keeps_the_head_of_each_statement_and_the_last_ones_whole() -> None:
    body = "\n".join(f"    step_{n}()" for n in range(30))
    last = "# the last\ndef last():\n    return 1"
    short = fold(f"x = 1; y = 2\n\ndef first():\n{body}\n\n{last}", 120)

    assert short.text == f"x = 1; y = 2\ndef first(): …\n{last}"
    assert short.left_out > 0


def test_long_statement_is_cut_where_there_is_room_for_a_part() -> None:
    body = "\n".join(f"    total += value_{n}" for n in range(100))
    short = fold(f"x = 1\ndef long():\n{body}", 600)

    assert "def long():" in short.text
    assert "total += value_99" in short.text
    assert "lines left out" in short.text


def test_code_of_many_statements_loses_lines_like_any_text() -> None:
    source = "\n".join(f"value_{n} = {n}" for n in range(400))

    assert "lines left out" in fold(source, 400).text


def test_code_that_does_not_parse_loses_lines_like_any_text() -> None:
    assert len(fold("x = ((\n y\n" * 100, 200).text) < 300
    assert fold("x = (", 100) == ("x = (", 0)
