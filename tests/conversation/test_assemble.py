"""Fragments become whole parts, in the order in which they began."""

from hypothesis import given
from hypothesis import strategies as st

from jupyter_assistant.conversation import (
    CitationFound,
    CitationPart,
    OpaquePart,
    Origin,
    ReasoningDelta,
    ReasoningPart,
    TextDelta,
    TextPart,
    ToolCallPart,
    ToolCallProgress,
    TurnBuilder,
    Usage,
)

ORIGIN = Origin("openai", "https://x", "m")


def test_words_and_thinking_are_merged_and_keep_their_order():
    builder = TurnBuilder()
    assert builder.reasoning("hm") == ReasoningDelta(text="hm")
    assert builder.text("a") == TextDelta(text="a")
    builder.text("b")
    builder.reasoning("m")
    assert builder.turn("end").parts == (
        ReasoningPart(text="hm"),
        TextPart(text="ab"),
        ReasoningPart(text="m"),
    )


def test_a_call_is_built_from_fragments_and_its_progress_is_told():
    builder = TurnBuilder()
    builder.call(0, call_id="c1", name="look", args="")
    progress = builder.call(0, args='{"a":')
    assert progress == ToolCallProgress(call_id="c1", tool="look", args_chars=5)
    builder.call(0, call_id="ignored", name="ignored", args="1}")
    turn = builder.turn("end")
    assert turn.parts == (ToolCallPart(call_id="c1", tool="look", args='{"a":1}'),)
    assert turn.stop == "tool_use"


def test_interleaved_calls_do_not_mix():
    builder = TurnBuilder()
    for key, piece in [(2, '{"x"'), (0, '{"y"'), (2, ":1}"), (0, ":2}")]:
        builder.call(key, call_id=f"c{key}", name="t", args=piece)
    assert [part.args for part in builder.turn("end").parts] == ['{"x":1}', '{"y":2}']


def test_a_call_without_an_id_gets_one_that_stays():
    builder = TurnBuilder(new_id=lambda: "made")
    assert builder.call_id(0) is None
    builder.call(0, name="t")
    assert builder.call(0, args={"a": 1}).call_id == "made" == builder.call_id(0)
    assert builder.turn("end").parts[0].args == '{"a":1}'


def test_ids_that_we_make_differ_from_answer_to_answer():
    ids = set()
    for _ in range(2):
        builder = TurnBuilder()
        ids.add(builder.call(0, name="t").call_id)
    assert len(ids) == 2


def test_arguments_that_are_repeated_whole_replace_the_fragments():
    builder = TurnBuilder()
    builder.call(0, name="t", args='{"a":1')
    builder.replace_args(0, '{"a":1}')
    assert builder.turn("end").parts[0].args == '{"a":1}'


def test_a_call_that_names_no_tool_is_marked():
    builder = TurnBuilder()
    builder.call(0, call_id="c", args="{}")
    assert builder.turn("tool_use").parts[0].problem == "no_name"


def test_no_call_may_run_after_a_limit_or_a_refusal_even_if_it_parses():
    for stop in ("max_tokens", "refusal"):
        builder = TurnBuilder()
        builder.call(0, call_id="c", name="t", args="{}")
        turn = builder.turn(stop)
        assert (turn.stop, turn.parts[0].problem) == (stop, "truncated")


def test_what_has_arrived_so_far_may_not_run():
    builder = TurnBuilder()
    builder.text("a")
    builder.call(0, call_id="c", name="t", args="{}")
    assert builder.has_calls
    assert builder.partial() == (
        TextPart(text="a"),
        ToolCallPart(call_id="c", tool="t", args="{}", problem="truncated"),
    )


def test_presence_of_calls_decides_whatever_the_provider_says():
    builder = TurnBuilder()
    builder.text("a")
    assert builder.turn("tool_use").stop == "end"
    assert builder.turn("other").stop == "other"
    builder.call(0, name="t")
    assert builder.turn("other").stop == "tool_use"


def test_opaque_blocks_and_sources_keep_their_place_and_sources_come_once():
    builder = TurnBuilder()
    source = CitationPart(type="url", url="https://example.org")
    assert builder.citation(source) == CitationFound(citation=source)
    assert builder.citation(source) is None
    builder.opaque({"sig": 1}, ORIGIN, "c1")
    assert builder.turn("end", usage=Usage(1), model="m").parts == (
        source,
        OpaquePart(raw={"sig": 1}, origin=ORIGIN, call_id="c1"),
    )


pieces = st.lists(
    st.tuples(st.sampled_from(["text", "reasoning", "call"]), st.text(max_size=6)),
    max_size=12,
)


@given(pieces, st.data())
def test_how_the_text_is_cut_changes_nothing(pieces, data):
    whole, cut = TurnBuilder(new_id=lambda: "c"), TurnBuilder(new_id=lambda: "c")
    for kind, text in pieces:
        at = data.draw(st.integers(0, len(text)))
        feed(whole, kind, text)
        feed(cut, kind, text[:at])
        feed(cut, kind, text[at:])
    assert whole.turn("end") == cut.turn("end")


def feed(builder, kind, text):
    match kind:
        case "text":
            builder.text(text)
        case "reasoning":
            builder.reasoning(text)
        case _:
            builder.call(0, name="t", args=text)
