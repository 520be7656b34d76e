"""Hypothesis strategies for the values of a conversation."""

import string
from datetime import UTC, datetime

from hypothesis import strategies as st

from jupyter_assistant.conversation import (
    CitationPart,
    FilePart,
    ImagePart,
    InfoPart,
    Message,
    OpaquePart,
    Origin,
    ReasoningPart,
    Selection,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    UnknownPart,
    Usage,
    args_from_text,
)

texts = st.text(max_size=40)
names = st.text(alphabet=string.ascii_letters + "_", min_size=1, max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
    ),
    max_leaves=8,
)
selections = st.builds(
    Selection,
    type=st.sampled_from(["cell", "output", "variable", "file"]),
    label=texts,
    ref=texts,
    truncated=st.booleans(),
    estimated_tokens=st.integers(0, 10_000),
)
images = st.builds(
    ImagePart,
    media_type=st.just("image/png"),
    data=st.just("aGk="),
    name=texts,
    alt=texts,
    context=st.none() | selections,
)
origins = st.builds(Origin, kind=names, address=texts, model=names)
known_parts = st.one_of(
    st.builds(TextPart, text=texts, context=st.none() | selections),
    images,
    st.builds(FilePart, media_type=st.just("application/pdf"), data=st.just("aGk=")),
    st.builds(ReasoningPart, text=texts),
    st.builds(
        lambda i, n, a: ToolCallPart(
            call_id=i, tool=n, args=args_from_text(a)[0], problem=args_from_text(a)[1]
        ),
        names,
        names,
        texts,
    ),
    st.builds(
        ToolResultPart,
        call_id=names,
        tool=names,
        text=texts,
        is_error=st.booleans(),
        images=st.lists(images, max_size=1).map(tuple),
        structured=json_values,
    ),
    st.builds(CitationPart, type=st.just("url"), title=texts, url=texts),
    st.builds(OpaquePart, raw=json_values, origin=origins),
    st.builds(InfoPart, text=texts),
)
unknown_parts = st.builds(
    lambda kind, rest: UnknownPart(raw={**rest, "kind": "later_" + kind}),
    names,
    st.dictionaries(names, json_values, max_size=2),
)
usages = st.builds(
    Usage,
    input_tokens=st.integers(0, 10**6),
    output_tokens=st.integers(0, 10**6),
    cost_usd=st.none() | st.floats(0, 100),
)
messages = st.builds(
    Message,
    id=names,
    role=st.sampled_from(["user", "assistant"]),
    parts=st.lists(known_parts | unknown_parts, max_size=5).map(tuple),
    created_at=st.datetimes(
        min_value=datetime(2000, 1, 1),  # noqa: DTZ001
        max_value=datetime(2100, 1, 1),  # noqa: DTZ001
    ).map(lambda when: when.replace(tzinfo=UTC)),
    model=st.none() | names,
    usage=st.none() | usages,
    stop=st.none() | st.sampled_from(["end", "tool_use", "max_tokens"]),
)
