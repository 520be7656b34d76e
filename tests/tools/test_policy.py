"""Who may run what, most specific first."""

import pytest
from builders import READ, RUN, Tools, guarded

from jupyter_assistant.conversation import ToolCallPart, args_digest
from jupyter_assistant.tools import ApprovalRequired, Policy, ToolContext
from jupyter_assistant.tools.policy import matching

CALL = ToolCallPart(call_id="c", tool="run_python", args='{"code":"1"}')


def context(*approved):
    return ToolContext(emit=lambda _: None, approved=frozenset(approved))


@pytest.mark.parametrize(
    ("effect", "mode"),
    [("read", "auto"), ("write", "ask"), ("execute", "ask"), ("external", "ask")],
)
def test_only_reads_run_by_themselves(effect, mode):
    assert Policy().mode("t", effect) == mode


def test_the_more_specific_rule_wins():
    policy = Policy(conversation={"t": "auto"}, settings={"t": "off", "u": "off"})
    assert policy.mode("t", "execute") == "auto"
    assert policy.mode("u", "read") == "off"


@pytest.mark.parametrize(
    ("limit", "wished", "mode"),
    [("ask", "auto", "ask"), ("off", "auto", "off"), ("auto", "ask", "ask")],
)
def test_an_administrators_limit_narrows_and_never_widens(limit, wished, mode):
    policy = Policy(settings={"t": wished}, limits={"*": limit})
    assert policy.mode("t", "read") == mode


def test_a_name_beats_a_pattern_and_a_longer_pattern_a_shorter_one():
    rules = {"*": "off", "github__*": "ask", "github__read": "auto"}
    assert matching(rules, "github__read") == "auto"
    assert matching(rules, "github__write") == "ask"
    assert matching(rules, "other") == "off"
    assert matching({}, "other") is None


@pytest.mark.anyio
async def test_a_yes_counts_for_this_call_and_these_arguments_only():
    tools = Tools(RUN)
    box = ApprovalRequired(tools, Policy())
    for wrong in ([], [("c", args_digest("{}"))], [("d", args_digest(CALL.args))]):
        outcome = await box.call(CALL, context(*wrong))
        assert outcome.pending.args_digest == args_digest(CALL.args)
    assert tools.ran == []
    await box.call(CALL, context(("c", args_digest(CALL.args))))
    assert tools.ran == [("run_python", CALL.args)]


@pytest.mark.anyio
async def test_what_is_off_does_not_run_even_if_approved():
    tools = Tools(RUN)
    box = ApprovalRequired(tools, Policy(settings={"run_python": "off"}))
    outcome = await box.call(CALL, context(("c", args_digest(CALL.args))))
    assert outcome.is_error
    assert "turned off" in outcome.text
    assert (tools.ran, box.defs()) == ([], ())
    assert box.asks(CALL) is None


@pytest.mark.anyio
async def test_a_tool_that_is_not_there_is_left_to_the_toolbox():
    box = ApprovalRequired(Tools(READ), Policy())
    gone = ToolCallPart(call_id="c", tool="gone")
    assert box.asks(gone) is None
    assert (await box.call(gone, context())).text == "gone ran"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("policy", "options", "answer", "by"),
    [
        (Policy(conversation={"run_python": "auto"}), {}, "approve", "conversation"),
        (Policy(settings={"run_*": "auto"}), {}, "approve", "settings"),
        (Policy(), {"approve_all": True}, "approve", "yes"),
        (Policy(), {"attended": False}, "deny", "nobody"),
    ],
)
async def test_who_decided_without_a_question_is_told(policy, options, answer, by):
    told = []
    box = ApprovalRequired(Tools(RUN), policy, **options)
    await box.call(CALL, ToolContext(emit=told.append))
    assert [(event.call_id, event.answer, event.by) for event in told] == [
        ("c", answer, by)
    ]


@pytest.mark.anyio
async def test_a_read_and_what_the_person_decided_need_no_word_of_ours():
    told = []
    box = ApprovalRequired(Tools(READ, RUN), Policy())
    await box.call(
        ToolCallPart(call_id="r", tool="look"), ToolContext(emit=told.append)
    )
    approved = frozenset([("c", args_digest(CALL.args))])
    await box.call(CALL, ToolContext(emit=told.append, approved=approved))
    assert told == []


def test_a_call_that_will_be_refused_asks_nobody():
    box = guarded(Tools(RUN))
    assert box.asks(CALL) is not None
    assert box.asks(ToolCallPart(call_id="c", tool="run_python", args="{}")) is None
