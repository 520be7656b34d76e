"""The loop ends well, whatever the model, its tools and the person do."""

import anyio
import msgspec
import pytest
from builders import (
    OTHER_READ,
    READ,
    RUN,
    Script,
    Tools,
    asked,
    call,
    guarded,
    loop_of,
    run_loop,
    valid,
)

from jupyter_assistant.agent.batch import Paused
from jupyter_assistant.agent.loop import Resume
from jupyter_assistant.conversation import (
    Decision,
    Info,
    InfoPart,
    MessageAdded,
    ReasoningPart,
    Retrying,
    TextDelta,
    TextPart,
    ToolResult,
    Usage,
    UsageReport,
    calls_of,
    text_of,
)
from jupyter_assistant.storage import Limits
from jupyter_assistant.tools import ToolOutcome

pytestmark = pytest.mark.anyio

CODE = '{"code":"1"}'


async def test_an_answer_is_streamed_and_kept():
    provider = Script([("reasoning", "hm"), "Hel", "lo"])
    result, events = await run_loop(loop_of(provider))
    assert result.reason == "end"
    assert [e.text for e in events if isinstance(e, TextDelta)] == ["Hel", "lo"]
    (message,) = result.added
    assert message.parts == (ReasoningPart(text="hm"), TextPart(text="Hello"))
    assert (message.model, message.stop, message.usage) == (
        "test/m",
        "end",
        Usage(10, 5),
    )
    assert (result.model, result.usage, result.error) == ("m-real", Usage(10, 5), None)
    assert provider.requests[0].system == "be short"


async def test_a_tool_runs_and_its_result_goes_back():
    tools = Tools(READ)
    provider = Script(["Let me look.", call("c1")], ["Seen."])
    result, events = await run_loop(loop_of(provider, guarded(tools)))
    assert tools.ran == [("look", "{}")]
    assert [m.role for m in result.added] == ["assistant", "user", "assistant"]
    assert provider.requests[1].messages[-1].parts[0].text == "look ran"
    assert [t.name for t in provider.requests[0].tools] == ["look"]
    kinds = [type(e) for e in events]
    assert kinds.index(MessageAdded) < kinds.index(ToolResult)
    assert result.usage == Usage(20, 10)
    assert [e.usage for e in events if isinstance(e, UsageReport)] == [
        Usage(10, 5),
        Usage(20, 10),
    ]


async def test_the_prefix_of_the_prompt_stays_the_same_from_round_to_round():
    provider = Script([call("c1")], [call("c2")], ["Done."])
    await run_loop(loop_of(provider, guarded(Tools(READ))))
    first, second, third = provider.requests
    for request in (second, third):
        assert (request.system, request.tools) == (first.system, first.tools)
    assert third.messages[: len(second.messages)] == second.messages
    assert second.messages[: len(first.messages)] == first.messages


async def test_reads_at_the_head_run_together_and_results_keep_the_order_of_calls():
    started, both = [], anyio.Event()

    async def meet():
        started.append(1)
        if len(started) == 2:
            both.set()
        await both.wait()
        return "met"

    tools = Tools(READ, OTHER_READ, answers={"look": meet, "peek": meet})
    provider = Script(
        [call("c1"), call("c2", "peek"), call("c3", "peek", "[]")], ["ok"]
    )
    result, _ = await run_loop(loop_of(provider, guarded(tools)))
    results = result.added[1].parts
    assert [r.call_id for r in results] == ["c1", "c2", "c3"]
    assert [r.is_error for r in results] == [False, False, True]


async def test_nothing_runs_before_the_yes_and_the_run_goes_on_from_stored_json():
    tools = Tools(READ, RUN)
    turns = [call("c1"), call("c2", "run_python", CODE), call("c3")]
    first, _ = await run_loop(loop_of(Script(turns), guarded(tools)))
    assert (first.reason, tools.ran) == ("pending", [("look", "{}")])
    stored = msgspec.json.encode(first.pending)

    paused = msgspec.json.decode(stored, type=Paused)
    (waiting,) = paused.pending
    assert (waiting.call.call_id, waiting.effect) == ("c2", "execute")
    tools = Tools(READ, RUN)
    yes = Decision("c2", "approve", waiting.args_digest)
    provider = Script(["Done."])
    result, _ = await run_loop(
        loop_of(provider, guarded(tools)),
        resume=Resume(paused=paused, decisions=(yes,)),
        history=[asked(), *first.added],
    )
    assert tools.ran == [("run_python", CODE), ("look", "{}")]
    assert result.reason == "end"
    assert valid([*first.added, *result.added])
    assert result.usage == Usage(20, 10)


async def test_denied_call_is_reported_to_the_model_and_not_run():
    tools = Tools(RUN)
    first, _ = await run_loop(
        loop_of(Script([call("c1", "run_python", CODE)]), guarded(tools))
    )
    no = Decision("c1", "deny", first.pending.pending[0].args_digest, reason="too slow")
    provider = Script(["Then not."])
    await run_loop(
        loop_of(provider, guarded(tools)),
        resume=Resume(paused=first.pending, decisions=(no,)),
        history=[asked(), *first.added],
    )
    told = provider.requests[0].messages[-1].parts[0]
    assert tools.ran == []
    assert told.is_error
    assert "denied" in told.text
    assert "too slow" in told.text


async def test_edited_arguments_run_and_both_are_kept():
    tools = Tools(RUN)
    first, _ = await run_loop(
        loop_of(Script([call("c1", "run_python", CODE)]), guarded(tools))
    )
    edited = '{"code":"2"}'
    digest = first.pending.pending[0].args_digest
    yes = Decision("c1", "approve", digest, edited_args=edited)
    result, _ = await run_loop(
        loop_of(Script(["ok"]), guarded(tools)),
        resume=Resume(paused=first.pending, decisions=(yes,)),
        history=[asked(), *first.added],
    )
    assert tools.ran == [("run_python", edited)]
    (told,) = result.added[0].parts
    assert told.edited_args == edited
    assert edited in told.text
    assert calls_of(first.added[0].parts)[0].args == CODE


async def test_edited_arguments_that_do_not_fit_are_not_run():
    tools = Tools(RUN)
    first, _ = await run_loop(
        loop_of(Script([call("c1", "run_python", CODE)]), guarded(tools))
    )
    digest = first.pending.pending[0].args_digest
    yes = Decision("c1", "approve", digest, edited_args='{"cod":"2"}')
    await run_loop(
        loop_of(Script(["ok"]), guarded(tools)),
        resume=Resume(paused=first.pending, decisions=(yes,)),
        history=[asked(), *first.added],
    )
    assert tools.ran == []


async def test_several_waiting_calls_are_shown_at_once_and_decided_at_once():
    tools = Tools(READ, RUN)
    turn = [call("a", "run_python", CODE), call("b"), call("c", "run_python", CODE)]
    first, _ = await run_loop(loop_of(Script(turn), guarded(tools)))
    shown = first.pending.pending
    assert [p.call.call_id for p in shown] == ["a", "c"]
    decisions = (
        Decision("a", "deny", shown[0].args_digest),
        Decision("c", "approve", shown[1].args_digest),
    )
    result, _ = await run_loop(
        loop_of(Script(["ok"]), guarded(tools)),
        resume=Resume(paused=first.pending, decisions=decisions),
        history=[asked(), *first.added],
    )
    assert tools.ran == [("look", "{}"), ("run_python", CODE)]
    assert [r.is_error for r in result.added[0].parts] == [True, False, False]


async def test_a_call_that_is_not_decided_goes_on_waiting():
    tools = Tools(RUN)
    turn = [call("a", "run_python", CODE), call("b", "run_python", CODE)]
    first, _ = await run_loop(loop_of(Script(turn), guarded(tools)))
    one = Decision("a", "approve", first.pending.pending[0].args_digest)
    second, _ = await run_loop(
        loop_of(Script(), guarded(tools)),
        resume=Resume(paused=first.pending, decisions=(one,)),
        history=[asked(), *first.added],
    )
    assert second.reason == "pending"
    assert [p.call.call_id for p in second.pending.pending] == ["b"]
    assert len(second.pending.batch.results) == 1


async def test_a_paused_run_that_is_abandoned_answers_its_calls():
    loop = loop_of(Script([call("a", "run_python", CODE)]), guarded(Tools(RUN)))
    first, _ = await run_loop(loop)
    events = []
    result = loop.abandon(first.pending, "Not answered.", emit=events.append)
    assert result.reason == "cancelled"
    assert valid([*first.added, *result.added])
    assert result.added[0].parts[0].text == "Not answered."


async def test_rounds_go_on_over_a_resume_and_the_limit_says_so():
    tools = Tools(RUN)
    limits = Limits(max_tool_rounds=1)
    first, _ = await run_loop(
        loop_of(Script([call("a", "run_python", CODE)]), guarded(tools), limits=limits)
    )
    yes = Decision("a", "approve", first.pending.pending[0].args_digest)
    result, events = await run_loop(
        loop_of(
            Script(["Again.", call("b", "run_python", CODE)]),
            guarded(tools),
            limits=limits,
        ),
        resume=Resume(paused=first.pending, decisions=(yes,)),
        history=[asked(), *first.added],
    )
    assert result.reason == "rounds"
    assert len(tools.ran) == 1
    (said,) = [e.text for e in events if isinstance(e, Info)]
    assert "1 tool rounds" in said
    assert "max_tool_rounds" in said
    assert valid([*first.added, *result.added])
    assert result.added[-1].parts == (InfoPart(text=said, level="warning"),)


async def test_the_budget_of_a_run_is_kept_before_a_call_is_made():
    provider = Script([call("c1"), {"usage": Usage(1900, 50)}], ["never"])
    limits = Limits(max_run_tokens=2000)
    result, events = await run_loop(
        loop_of(provider, guarded(Tools(READ)), limits=limits)
    )
    assert result.reason == "budget"
    assert len(provider.requests) == 1
    assert "2,000 tokens" in next(e.text for e in events if isinstance(e, Info))


async def test_an_answer_may_not_be_longer_than_the_budget_leaves():
    provider = Script(["ok"])
    limits = Limits(max_run_tokens=2000, max_output_tokens=8192)
    await run_loop(loop_of(provider, limits=limits))
    assert 1000 < provider.requests[0].max_output_tokens < 2000


@pytest.mark.parametrize(
    ("stop", "reason"),
    [("max_tokens", "max_tokens"), ("refusal", "refusal"), ("other", "other")],
)
async def test_how_the_model_stopped_is_told(stop, reason):
    result, _ = await run_loop(loop_of(Script(["Half", {"stop": stop}])))
    assert result.reason == reason
    assert text_of(result.added[0].parts) == "Half"


async def test_a_models_own_ceiling_is_kept_and_named():
    provider = Script(["Half", {"stop": "max_tokens"}], output=512)
    result, _ = await run_loop(loop_of(provider))
    assert provider.requests[0].max_output_tokens == 512
    assert "its 512 tokens, all that this model" in result.added[-1].parts[0].text
    result, _ = await run_loop(loop_of(Script(["Half", {"stop": "max_tokens"}])))
    assert "8,192 tokens, the limit in your settings" in result.added[-1].parts[0].text


@pytest.mark.parametrize("stop", ["max_tokens", "refusal"])
async def test_a_cut_call_never_runs_even_if_it_parses(stop):
    tools = Tools(READ)
    provider = Script([call("c1"), {"stop": stop}])
    result, _ = await run_loop(loop_of(provider, guarded(tools)))
    assert (tools.ran, result.reason) == ([], stop)
    assert valid(result.added)


async def test_a_refusal_says_its_category():
    result, _ = await run_loop(
        loop_of(Script(["No.", {"stop": "refusal", "refusal_category": "bio"}]))
    )
    assert result.refusal_category == "bio"


async def test_a_model_that_answers_nothing_is_said():
    result, events = await run_loop(loop_of(Script([("reasoning", "hm")])))
    said = [e.text for e in events if isinstance(e, Info)]
    assert said == ["test/m answered nothing."]
    assert result.added[0].parts[-1] == InfoPart(text=said[0], level="warning")
    assert result.reason == "end"


async def test_arguments_that_are_no_object_are_told_to_the_model():
    tools = Tools(READ)
    provider = Script([call("c1", args="<city>Paris")], ["Sorry."])
    result, _ = await run_loop(loop_of(provider, guarded(tools)))
    told = provider.requests[1].messages[-1].parts[0]
    assert tools.ran == []
    assert "JSON object" in told.text
    assert "<city>Paris" in told.text
    assert result.reason == "end"


async def test_a_tool_that_does_not_exist_is_told_with_those_that_do():
    provider = Script([call("c1", "lok")], ["Sorry."])
    await run_loop(loop_of(provider, guarded(Tools(READ))))
    told = provider.requests[1].messages[-1].parts[0].text
    assert "no tool 'lok'" in told
    assert "Did you mean look" in told


async def test_secrets_in_a_result_reach_nobody():
    tools = Tools(READ, answers={"look": "key sk-123"})
    provider = Script([call("c1")], ["ok"])
    loop = loop_of(
        provider,
        guarded(tools),
        redact=lambda text: text.replace("sk-123", "[redacted]"),
    )
    _, events = await run_loop(loop)
    assert "sk-123" not in repr(events)
    assert "sk-123" not in repr(provider.requests)


async def test_what_a_tool_gives_beside_its_text_is_kept():
    outcome = ToolOutcome(
        text="t", structured={"a": 1}, outputs=({"output_type": "x"},)
    )
    tools = Tools(READ, answers={"look": outcome})
    result, _ = await run_loop(loop_of(Script([call("c1")], ["ok"]), guarded(tools)))
    (part,) = result.added[1].parts
    assert (part.structured, part.outputs) == ({"a": 1}, ({"output_type": "x"},))


async def test_calls_may_be_reported_instead_of_run():
    tools = Tools(READ)
    loop = loop_of(Script([call("c1")]), guarded(tools), reports_calls=True)
    result, _ = await run_loop(loop)
    assert (tools.ran, result.reason, result.turn.stop) == ([], "end", "tool_use")
    assert valid(result.added)


async def test_no_tools_are_offered_to_a_model_that_has_none():
    provider = Script(["ok"], tools=False)
    await run_loop(loop_of(provider, guarded(Tools(READ))))
    assert provider.requests[0].tools == ()


async def test_what_augments_the_instructions_is_never_kept():
    provider = Script(["ok"])
    loop = loop_of(provider, augment=lambda system: system + " and kind")
    result, _ = await run_loop(loop)
    assert provider.requests[0].system == "be short and kind"
    assert "kind" not in repr(result.added)


async def test_blank_instructions_become_our_short_default():
    provider = Script(["ok"])
    loop = loop_of(provider, augment=lambda _: " \n")
    await run_loop(loop)
    assert provider.requests[0].system == "You are a helpful assistant."


async def test_call_ids_that_a_server_repeats_are_made_unique():
    provider = Script([call("0")], [call("0")], ["ok"])
    result, _ = await run_loop(loop_of(provider, guarded(Tools(READ))))
    ids = [c.call_id for m in result.added for c in calls_of(m.parts)]
    assert ids[0] == "0"
    assert len(set(ids)) == 2
    assert valid(result.added)


async def test_events_of_the_provider_pass_through():
    retrying = Retrying(attempt=1, wait_s=2.0, reason="overloaded")
    _, events = await run_loop(loop_of(Script([retrying, "ok"])))
    assert events[0] == retrying
