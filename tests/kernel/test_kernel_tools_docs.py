"""`look_up_docs`: what is loaded is found, and nothing is run or imported for it."""

from __future__ import annotations

import sys

import pandas as pd
import pytest
from values_shell import ask, new_shell


@pytest.fixture
def shell():
    return new_shell()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pd.DataFrame.merge", "pd.DataFrame.merge(self, right"),
        ("pandas.DataFrame.merge", "database-style join"),
        ("df.merge", "database-style join"),
        ("df.shape", "df.shape: a property"),
        ("len", "Return the number of items in a container."),
        ("net", "Without tax."),
        ("net()", "net(gross)"),
        ("pd", "module pandas"),
        ("pd.DataFrame", "class pd.DataFrame(data="),
        ("df", "an object of class pandas.DataFrame"),
        ("json.decoder.JSONDecoder", "class json.decoder.JSONDecoder"),
        ("dict.fromkeys", "Create a new dictionary"),
        ("textwrap.TextWrapper.fill", "Reformat the single paragraph"),
    ],
)
def test_documentation_is_found(shell, name, told):
    outcome = ask(shell, "look_up_docs", name=name)
    assert not outcome.is_error, outcome.text
    assert told in outcome.text


def test_source_comes_only_if_asked_for(shell):
    assert "return gross" not in ask(shell, "look_up_docs", name="net").text
    assert "return gross" in ask(shell, "look_up_docs", name="net", source=True).text
    library = ask(shell, "look_up_docs", name="textwrap.TextWrapper", source=True)
    assert "class TextWrapper" in library.text
    built_in = ask(shell, "look_up_docs", name="len", source=True)
    assert "Its source is not known." in built_in.text
    assert (
        "Its source is not known."
        in ask(shell, "look_up_docs", name="int", source=True).text
    )
    shell.run_cell("class Box:\n    side = 3\n    def of(self): return self.side")
    for name, told in (("Box", "side = 3"), ("Box.of", "return self.side")):
        own = ask(shell, "look_up_docs", name=name, source=True)
        assert told in own.text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pd.DataFrame.mrge", "Did you mean merge"),
        ("df.mrge", "Did you mean merge"),
        ("pd.no_such", "pd has no 'no_such' that is loaded"),
        ("no_such_module.f", "once the notebook has imported them"),
        ("df.head(5)", "is no dotted name"),
    ],
)
def test_documentation_that_is_not_there_is_told(shell, name, told):
    outcome = ask(shell, "look_up_docs", name=name)
    assert outcome.is_error
    assert told in outcome.text


def test_nothing_is_imported_to_find_documentation(shell):
    assert "antigravity" not in sys.modules
    assert ask(shell, "look_up_docs", name="antigravity.webbrowser").is_error
    assert "antigravity" not in sys.modules


def test_property_is_documented_and_not_read(shell):
    shell.run_cell(
        "class Pump:\n    @property\n    def pressure(self):\n"
        "        'In bar.'\n        raise SystemExit\npump = Pump()"
    )
    text = ask(shell, "look_up_docs", name="pump.pressure").text
    assert "a property\nIn bar." in text


def test_long_results_are_cut_with_a_mark(shell):
    shell.user_ns["wide"] = pd.DataFrame({f"c{n}": ["a" * 50] for n in range(30)})
    for name in ("wide", "df"):
        assert len(ask(shell, "inspect_variable", name=name).text) < 8100
    assert "left out" in ask(shell, "look_up_docs", name="pd.DataFrame.merge").text
