import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.kernel.select.interpolate import (
    Expression,
    Named,
    in_a_sentence,
    interpolate,
    parse_expression,
)

NAMES = {
    "n": 12,
    "x": 2.5,
    "name": "Kim",
    "row": {"id": 5, "a b": 6},
    "items": [1, 2, 3],
    "braces": "{n} and {{x}}",
    "big": list(range(500)),
    "thing": object(),
    "mü": 1,
}


def lookup(expression: Expression):
    value = NAMES[expression.name]
    for step in expression.steps:
        if isinstance(step, str) and step.startswith("."):
            raise LookupError(step)
        value = value[step if isinstance(step, int) else step[1:]]
    return value


def replaced(text):
    return interpolate(text, lookup).text


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("Is {n} more than {x}?", "Is 12 more than 2.5?"),
        ("{name}{n}", "Kim12"),
        ("{row[\"id\"]} {row['a b']} {items[0]} {items[-1]}", "5 6 1 3"),
        ("{mü}", "1"),
        ('{nothing} {row.id} {items[9]} {row["no"]}', None),
        ("{{name}}", "{name}"),
        ("{{nothing}} {{ name }} {{name} {{row}", None),
        ("{n}}", "12}"),
        ("{ n } {n:.2f} {n!r} {n+1} {} {1, 2} {f(n)} {", None),
        ('{"n": 1, "m": {"n": 2}}', None),
        ("{braces}", "{n} and {{x}}"),
        ("$x_{n}$ and $$ {n} \n {n} $$ and \\({n}\\) and \\[{n}\\]", None),
        ("costs $5, {n} of them $6", "costs $5, 12 of them $6"),
        ("\\frac{n}{x} is \\sqrt[3]{n} and e^{n}", None),
        ("\\frac{n", None),
        ("${name} is a shell's", None),
        ("`{n}` and ``a ` {n}`` but {n}", "`{n}` and ``a ` {n}`` but 12"),
        ("```\n{n}\n```\n{n}", "```\n{n}\n```\n12"),
        ("~~~python\n{n}", None),
        ("f\"{n} {name}\" and rf'{n}' and {n}", "f\"{n} {name}\" and rf'{n}' and 12"),
        ("{thing} and {thing}", "thing and thing"),
    ],
)
def test_what_resolves_is_replaced_and_all_else_stays(written, sent):
    assert replaced(written) == (written if sent is None else sent)


def test_large_value_is_named_and_goes_beside_the_question():
    asked = interpolate("Look at {big} and {big}, and {items}.", lookup)

    assert asked.text == "Look at big and big, and [1, 2, 3]."
    assert asked.values == (Named("big", NAMES["big"]),)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a text", "a text"),
        ("two\nlines", None),
        ("x" * 201, None),
        (None, "None"),
        (True, "True"),
        ({"a": [1, (2,)]}, "{'a': [1, (2,)]}"),
        ({1}, "{1}"),
        ([object()], None),
        (["x" * 300], None),
        ([10] * 90, None),
        (["xx"] * 99, None),
        (math.pi, "3.141592653589793"),
        (type("Str", (str,), {})("x"), None),
    ],
)
def test_only_short_plain_values_stand_in_a_sentence(value, words):
    assert in_a_sentence(value) == words


def test_number_too_long_for_text_does_not_stand_in_a_sentence():
    assert in_a_sentence(10**100_000) is None


def test_value_that_contains_itself_ends():
    loop = []
    loop.append(loop)

    assert in_a_sentence(loop) is None


def test_expression_is_read_into_its_steps():
    assert parse_expression("df.a[0]['k']") == Expression(
        "df", (".a", 0, "=k"), "df.a[0]['k']"
    )
    assert parse_expression("df.a[0:1]") is None


def test_very_long_question_stays_as_it_is():
    text = "{n} " * 100_000

    assert replaced(text) == text


@given(st.text())
def test_without_names_nothing_changes(text):
    def nothing(expression):
        raise LookupError(expression)

    assert interpolate(text, nothing) == (text, ())


@given(st.text(st.sampled_from("{}nx`$\\( )\"'f.[]0\n^")))
def test_each_value_comes_from_a_brace_and_is_never_expanded_again(text):
    sent = interpolate(text, lambda _: "{n}").text

    assert sent.count("}") <= text.count("}")


@given(st.dictionaries(st.sampled_from("abc"), st.text("{}abc"), min_size=3))
def test_order_of_names_does_not_matter(values):
    def look(expression):
        return values[expression.text]

    assert interpolate("{a}|{b}|{c}", look).text == "|".join(
        values[name] for name in "abc"
    )
