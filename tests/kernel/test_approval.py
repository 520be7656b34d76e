"""The person decides about each call before anything runs."""

import json

import pytest
from replies import Person, pending, python, tool_call

from jupyter_assistant.conversation import Decision, args_digest
from jupyter_assistant.kernel.ask.approval import (
    AGAIN,
    Answer,
    decide,
    nobody_there,
    read_answer,
)

FIRST, SECOND = python("1 + 1", "c1"), python("2 + 2", "c2")


def asked(person, *calls):
    """What the person decided."""
    return decide([pending(call) for call in calls], person)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("y", Answer("yes")),
        (" YES ", Answer("yes")),
        ("n", Answer("no")),
        ("no", Answer("no")),
        ("n, use the table", Answer("no", "use the table")),
        ("no: because 1 > 0.", Answer("no", "because 1 > 0.")),
        ("n not now", Answer("no", "not now")),
        ("e", Answer("edit")),
        ("always", Answer("always")),
        ("", None),
        ("  ", None),
        ("yo", None),
        ("yes, but change it", None),
        ("y\x00", None),
        ("1", None),
        ("nope", None),
        ("o y", None),
    ],
)
def test_only_a_clear_answer_counts(text, answer):
    assert read_answer(text) == answer


def test_a_yes_is_for_exactly_what_was_shown():
    (decision,) = asked(Person("y"), FIRST)
    assert decision == Decision("c1", "approve", args_digest(FIRST.args))


def test_the_call_is_shown_before_the_question():
    person = Person("y")
    asked(person, FIRST)
    assert person.shown[:2] == ["flush", ("c1", "")]


def test_a_no_takes_the_reason_along():
    (decision,) = asked(Person("n, use the table"), FIRST)
    assert decision == Decision(
        "c1", "deny", args_digest(FIRST.args), reason="use the table"
    )
    (plain,) = asked(Person("n"), FIRST)
    assert plain.reason is None


def test_an_unclear_answer_is_asked_again():
    person = Person("maybe", "", "n")
    (decision,) = asked(person, FIRST)
    assert decision.answer == "deny"
    assert person.shown.count(AGAIN) == 2


def test_several_calls_are_counted_and_decided_together():
    person = Person("y", "n")
    decisions = asked(person, FIRST, SECOND)
    assert [d.answer for d in decisions] == ["approve", "deny"]
    assert ("c1", "1 of 2") in person.shown
    assert ("c2", "2 of 2") in person.shown


def test_always_counts_for_the_same_tool_and_no_other():
    other = tool_call("send", {"to": "x"}, "c3")
    person = Person("a", "n")
    decisions = asked(person, FIRST, other, SECOND)
    # The rule runs the other call of the tool; a decision of its own is not needed.
    assert [(d.call_id, d.answer, d.remember) for d in decisions] == [
        ("c1", "approve", True),
        ("c3", "deny", False),
    ]


def test_edited_code_runs_in_place_of_the_models():
    person = Person("e", edits=["1 + 2"])
    (decision,) = asked(person, FIRST)
    assert json.loads(decision.edited_args) == {"code": "1 + 2"}
    assert decision.args_digest == args_digest(FIRST.args)
    assert ("edit", "1 + 1") in person.shown


@pytest.mark.parametrize("edit", [None, "1 + 1"])
def test_an_edit_that_is_taken_back_leaves_the_call_waiting(edit):
    (decision,) = asked(Person("e", "n", edits=[edit]), FIRST)
    assert decision.answer == "deny"


def test_other_arguments_are_edited_as_json():
    call = tool_call("send", {"to": "x"})
    person = Person("e", "e", "e", "y", edits=["{broken", None, '{"to": "y"}'])
    (decision,) = asked(person, call)
    assert json.loads(decision.edited_args) == {"to": "y"}
    assert ("edit", '{\n  "to": "x"\n}') in person.shown
    assert any("no JSON object" in str(line) for line in person.shown)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError])
def test_who_stops_at_the_second_call_decided_nothing(stop):
    with pytest.raises(stop):
        asked(Person("y", stop()), FIRST, SECOND)


def test_where_nobody_is_all_calls_are_denied_and_it_is_said():
    decisions = nobody_there([pending(FIRST), pending(SECOND)])
    assert {(d.answer, d.by) for d in decisions} == {("deny", "nobody")}
    assert "--yes" in decisions[0].reason
