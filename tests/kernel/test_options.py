"""The option line of `%%ask`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.ask.optionline import HelpWanted, words_of
from jupyter_assistant.kernel.ask.options import HELP, MAX_QUESTION_CHARS, parse_ask


def test_options_come_first_and_the_rest_is_the_question():
    options = parse_ask("-m openai/gpt-5.1 -c df -c cells:3 -y what now?", None)
    assert options.model == "openai/gpt-5.1"
    assert options.context == ("df", "cells:3")
    assert options.yes
    assert options.tools
    assert options.question == "what now?"


@pytest.mark.parametrize(
    "question",
    [
        "what's {df.columns} and why?",
        'say "hi  there" twice',
        "is -m an option? --yes it is",
        "f'{x!r}' and \\frac{a}{b}",
        "-5 is a number, - is a dash",
    ],
)
def test_a_question_is_taken_word_for_word(question):
    assert parse_ask(f"-y {question}", None).question == question


@given(st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), min_size=1))
def test_what_follows_two_dashes_is_never_an_option(text):
    if text.strip(" \t").strip():
        assert parse_ask(f"-y -- {text}", None).question == text.strip(" \t")


def test_the_body_of_the_cell_is_the_question_and_keeps_its_lines():
    options = parse_ask("-f code --no-tools", "first\n\n    second  \n")
    assert options.question == "first\n\n    second  "
    assert options.format == "code"
    assert not options.tools


def test_words_on_the_first_line_of_a_cell_begin_the_question():
    assert parse_ask("-y Look at this:", "x = 1\n").question == "Look at this:\nx = 1"


def test_values_may_be_quoted_and_joined_by_an_equals_sign():
    options = parse_ask("""-c "./my data.csv" --output=answer --new why""", None)
    assert options.context == ("./my data.csv",)
    assert options.output == "answer"
    assert options.new


def test_the_last_of_a_repeated_option_counts():
    assert parse_ask("-f json -f text why", None).format == "text"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--modle x why", "--modle is no option of %ask. Did you mean --model?"),
        ("-x why", "-x is no option of %ask"),
        ("-m", "-m needs a value: -m openai/gpt-5.1"),
        ("--yes=1 why", "--yes takes no value"),
        ("-f yaml why", "-f yaml is no format; it must be markdown, code, json, text"),
        ("-o my-name why", "-o my-name is no name of a variable"),
        ("-o class why", "-o class is no name of a variable"),
        ("-o get_ipython why", "-o get_ipython is a name of IPython's own"),
        ("--schema s.json why", "--schema is for JSON: give -f json as well"),
    ],
)
def test_a_wrong_option_is_named_with_its_remedy(line, says):
    with pytest.raises(SettingInvalid) as raised:
        parse_ask(line, None)
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("line", "cell"), [("", None), ("-y", None), ("", "  \n\t\n"), ("-y", "\n")]
)
def test_an_empty_question_says_where_to_write_it(line, cell):
    with pytest.raises(SettingInvalid, match="The question is empty"):
        parse_ask(line, cell)


def test_five_megabytes_are_refused_with_a_way_out():
    with pytest.raises(SettingInvalid) as raised:
        parse_ask("", "x" * 5_000_000)
    assert "5,000,000 characters" in str(raised.value)
    assert f"{MAX_QUESTION_CHARS:,}" in str(raised.value)
    assert "-c" in str(raised.value)


@pytest.mark.parametrize("line", ["-h", "--help", "-y --help"])
def test_help_is_asked_for_in_both_spellings(line):
    with pytest.raises(HelpWanted):
        parse_ask(line, None)


def test_the_help_text_names_every_option():
    # An option that parses and is not taught would fail here, and the reverse.
    for option in ("-m", "--model", "-c", "--context", "-f", "--format", "--schema"):
        assert parse_ask(f"{option} json -f json why", None)
        assert option in HELP
    for option in ("-o name", "--output name", "-y", "--yes", "--wait", "--no-tools"):
        assert parse_ask(f"{option} why", None)
        assert option.split()[0] in HELP
    assert parse_ask("--new why", None).new
    assert "--new" in HELP


def test_words_lose_the_quotes_around_them():
    assert words_of("""a "b c" 'd' e"f g" """) == ["a", "b c", "d", "ef g"]
