"""Tools that a client runs: asked once, answered once."""

import anyio
import pytest
from builders import READ

from jupyter_assistant.conversation import ToolCallPart, ToolRequest
from jupyter_assistant.errors import RunRefused
from jupyter_assistant.tools import ToolContext, ToolOutcome
from jupyter_assistant.tools.client import ClientTools

pytestmark = pytest.mark.anyio
CALL = ToolCallPart(call_id="c", tool="look")


async def test_the_client_is_asked_and_its_answer_is_the_outcome():
    tools, seen = ClientTools((READ,), "kernel"), []

    def emit(event):
        seen.append(event)
        tools.answer("c", ToolOutcome(text="42"))
        with pytest.raises(RunRefused):
            tools.answer("c", ToolOutcome(text="43"))

    outcome = await tools.call(CALL, ToolContext(emit=emit))
    assert seen == [ToolRequest(call=CALL, client_id="kernel")]
    assert outcome.text == "42"
    assert (tools.defs(), tools.asks(CALL)) == ((READ,), None)


async def test_an_answer_after_a_stop_is_refused():
    tools = ClientTools((READ,), "kernel")
    with anyio.CancelScope() as scope:
        await tools.call(CALL, ToolContext(emit=lambda _: scope.cancel()))
    with pytest.raises(RunRefused):
        tools.answer("c", ToolOutcome())
