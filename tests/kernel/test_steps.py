"""Calls in words."""

import pytest
from replies import python, result, tool_call

from jupyter_assistant.conversation import ToolCallPart
from jupyter_assistant.kernel.show.arguments import arguments, hides_something
from jupyter_assistant.kernel.show.steps import Step, duration, lines_of, wording
from jupyter_assistant.tools.policy import UNATTENDED


@pytest.mark.parametrize(
    ("call", "doing", "done"),
    [
        (tool_call("list_variables"), "Listing variables", "Listed variables"),
        (
            tool_call("inspect_variable", {"name": "df"}),
            "Inspecting df",
            "Inspected df",
        ),
        (tool_call("read_cells", {"first": 1, "last": 3}), "Reading cells 1, 3", None),
        (tool_call("look_up_docs", {"name": "len"}), "Looking up len", "Looked up len"),
        (python("a\nb"), "Running Python, 2 lines", "Ran Python, 2 lines"),
        (tool_call("github__search"), "Calling github__search", None),
        (tool_call(""), "Calling ?", None),
    ],
)
def test_each_tool_has_its_words(call, doing, done):
    words = wording(call)
    assert f"{words.doing} {words.target}".strip() == doing
    if done:
        assert f"{words.done} {words.target}".strip() == done


def test_a_long_target_is_cut():
    assert len(wording(tool_call("inspect_variable", {"name": "x" * 500})).target) == 81


def finished(call, effect="read", **options):
    step = Step(call=call, effect=effect)
    event = result(call, **options)
    step.finish(event.result, event.duration_s)
    return step


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (
            finished(tool_call("inspect_variable", {"name": "df"})),
            ("Inspected", "df", " · 12 ms"),
        ),
        (
            finished(
                tool_call("inspect_variable", {"name": "old"}),
                text="There is no 'old' in the kernel.\nThere are: df",
                is_error=True,
            ),
            ("Could not inspect", "old", ": There is no 'old' in the kernel."),
        ),
        (
            finished(python("1"), "execute", text="ValueError", is_error=True),
            ("Ran Python, 1 line", "", " · failed after 12 ms"),
        ),
        (
            finished(
                python("1"),
                "execute",
                text="Not run: run_python is turned off in the settings. Go on.",
                is_error=True,
            ),
            (
                "Did not run Python, 1 line",
                "",
                " · run_python is turned off in the settings",
            ),
        ),
        (
            finished(
                python("1"),
                "execute",
                text="Not run: nobody was there to approve run_python. Tell the user.",
                is_error=True,
            ),
            (
                "Did not run Python, 1 line",
                "",
                " · nobody was there to approve it; --yes allows it",
            ),
        ),
        (Step(call=python("1")), ("Writing a call of", "run_python", "")),
        (
            finished(tool_call("look_up_docs"), text="", is_error=True),
            ("Could not look up", "", ": no reason given"),
        ),
    ],
)
def test_a_step_is_one_line(step, line):
    assert step.line == line


def test_the_words_of_the_rule_of_approval_are_known():
    told = UNATTENDED.format(tool="run_python")
    step = finished(python("1"), "execute", text=told, is_error=True)
    assert step.line[2] == " · nobody was there to approve it; --yes allows it"


def test_a_denial_is_quoted():
    step = finished(python("1"), "execute", text="Not run: denied", is_error=True)
    step.denial = "denied: “no”"
    assert step.line[2] == " · denied: “no”"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0123, "12 ms"), (1.24, "1.2 s"), (14.4, "14 s"), (185, "3 min 5 s")],
)
def test_durations_are_short(seconds, text):
    assert duration(seconds) == text


def test_lines_are_counted():
    assert lines_of("\na\n\nb\n") == "3 lines"
    assert lines_of("a") == "1 line"


def test_arguments_are_complete_and_nothing_hides():
    call = tool_call(
        "send", {"to": "x@y.example", "body": "a\u200b\nb", "n": 3, "tags": ["\u202e"]}
    )
    assert [(a.name, a.text, a.is_long) for a in arguments(call)] == [
        ("to", "x@y.example", False),
        ("body", "a[U+200B]\nb", True),
        ("n", "3", False),
        ("tags", '[\n  "[U+202E]"\n]', True),
    ]
    assert hides_something(call)
    assert not hides_something(tool_call("send", {"to": "x", "deep": [{"a": None}]}))


def test_code_stands_for_itself():
    (code, other) = arguments(
        tool_call("run_python", {"code": "\nx = 1\n", "why": "y"})
    )
    assert (code.name, code.text, code.language) == ("", "x = 1", "python")
    assert (other.name, other.text) == ("why", "y")


def test_arguments_that_are_no_object_are_shown_as_written():
    call = ToolCallPart(call_id="c", tool="x", args='"{broken"', problem="not_json")
    (only,) = arguments(call)
    assert only.text == "{broken"
    assert wording(
        ToolCallPart(call_id="c", tool="run_python", args='"a\\nb"')
    ).done == ("Ran Python, 2 lines")
