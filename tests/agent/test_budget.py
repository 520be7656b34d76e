"""The budget of a run: by estimate before, by the truth after."""

from builders import asked

from jupyter_assistant.agent.budget import Budget
from jupyter_assistant.conversation import Usage
from jupyter_assistant.providers.base import Request, ToolDef

REQUEST = Request(
    model="m",
    system="s" * 400,
    messages=(asked("x" * 4000),),
    tools=(ToolDef("look", "Looks.", {"type": "object"}),),
)


def test_an_estimate_is_on_the_safe_side():
    assert Budget(limit_tokens=10_000).estimate(REQUEST) > (400 + 4000) / 4


def test_what_the_provider_reports_corrects_the_estimate():
    budget = Budget(limit_tokens=10_000)
    budget.spend(REQUEST, Usage(input_tokens=2000), 0)
    assert budget.estimate(REQUEST) == 2000
    assert (budget.used, budget.reported) == (Usage(2000), Usage(2000))
    budget.spend(REQUEST, Usage(input_tokens=2000), 0)
    assert budget.reported == Usage(4000)


def test_one_wild_report_does_not_ruin_the_estimate():
    budget = Budget(limit_tokens=10_000)
    before = budget.estimate(REQUEST)
    budget.spend(REQUEST, Usage(input_tokens=10**9), 0)
    assert budget.estimate(REQUEST) <= 4 * before
    budget = Budget(limit_tokens=10_000)
    budget.spend(REQUEST, Usage(output_tokens=5), 0)
    assert budget.estimate(REQUEST) == before


def test_where_nothing_is_reported_the_estimate_counts():
    budget = Budget(limit_tokens=10_000)
    budget.spend(REQUEST, None, 7)
    assert budget.used == Usage(budget.estimate(REQUEST), 7)
    assert budget.reported is None


def test_the_answer_may_use_what_is_left():
    budget = Budget(limit_tokens=3000)
    left = 3000 - budget.estimate(REQUEST)
    assert budget.output_allowance(REQUEST) == left
    assert Budget(limit_tokens=10**6).output_allowance(REQUEST) == 8192
    assert Budget(limit_tokens=budget.estimate(REQUEST)).output_allowance(REQUEST) == 0
