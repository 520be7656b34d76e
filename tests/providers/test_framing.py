"""Bytes to events: however they are cut, the events are the same."""

import itertools
import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.framing import (
    NdjsonFramer,
    ServerSentEvent,
    SseFramer,
)


def sse(*pieces, **options):
    framer = SseFramer(**options)
    events = [event for piece in pieces for event in framer.feed(piece)]
    return [(event.data.decode(), event.event) for event in events + framer.close()]


def data(*pieces):
    return [text for text, _ in sse(*pieces)]


def cut(text, places):
    places = sorted({min(place, len(text)) for place in places} | {0, len(text)})
    return [text[a:b] for a, b in itertools.pairwise(places)]


CUTS = st.lists(st.integers(0, 400), max_size=30)
LINE = st.text(
    st.characters(blacklist_characters="\r\n", blacklist_categories=["Cs"]), max_size=20
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@given(st.lists(LINE.filter(str.strip), min_size=1, max_size=8), ENDS, CUTS)
def test_any_cutting_gives_the_events_that_were_sent(payloads, end, places):
    stream = "".join(f"data: {payload}{end}{end}" for payload in payloads).encode()
    assert data(*cut(stream, places)) == payloads


@given(
    st.lists(
        st.one_of(
            LINE.map("data: {}".format),
            LINE.map("data:{}".format),
            LINE.map(":{}".format),
            st.sampled_from(["", "", "event: ping", "id: 7", "retry: 3", "data", "x"]),
        ),
        max_size=12,
    ),
    st.lists(ENDS, min_size=12, max_size=12),
    CUTS,
    st.booleans(),
)
def test_any_stream_is_read_the_same_in_one_piece_in_bytes_and_cut(
    lines, ends, places, has_bom
):
    text = "".join(line + end for line, end in zip(lines, ends, strict=False))
    stream = ("\ufeff" * has_bom + text).encode()
    whole = sse(stream)
    assert sse(*cut(stream, places)) == whole
    assert sse(*(bytes([byte]) for byte in stream)) == whole


@given(st.binary(max_size=300), CUTS)
def test_no_bytes_break_it(noise, places):
    framer, whole = SseFramer(), SseFramer()
    pieces = [event for piece in cut(noise, places) for event in framer.feed(piece)]
    assert pieces + framer.close() == whole.feed(noise) + whole.close()


@given(st.lists(st.integers() | st.text(max_size=20), max_size=10), CUTS)
def test_lines_of_json_survive_any_cutting(values, places):
    lines = [json.dumps(value, ensure_ascii=False) for value in values]
    stream = "\n".join(lines).encode("utf-8", "surrogatepass")
    framer = NdjsonFramer()
    found = [line for piece in cut(stream, places) for line in framer.feed(piece)]
    found += framer.close()
    assert found == [line.encode("utf-8", "surrogatepass") for line in lines]


def test_lines_of_json_may_be_blank_end_with_crlf_and_begin_with_a_colon():
    framer = NdjsonFramer()
    assert framer.feed(b'\xef\xbb\xbf{"a":1}\r\n\r\n\n:no comment\n{"b"') == [
        b'{"a":1}',
        b":no comment",
    ]
    assert framer.feed(b":2}") == []
    assert framer.close() == [b'{"b":2}']
    assert framer.close() == []


def test_lines_of_json_end_at_lf_only():
    """codex-lb#1010, httpx-sse#34: U+2028, U+2029 and U+0085 are text."""
    framer = NdjsonFramer()
    line = '{"a":"x\u2028y\u2029z\u0085"}'.encode()
    assert framer.feed(line + b"\n") == [line]


def test_event_names_belong_to_their_event():
    assert sse(b"event: a\ndata: 1\n\ndata: 2\n\nevent: b\n\ndata: 3\n\n") == [
        ("1", "a"),
        ("2", ""),
        ("3", ""),
    ]


def test_data_lines_are_joined_and_one_space_is_taken_off():
    assert data(b"data:  a\ndata:b\ndata\ndata: c\n\n") == [" a\nb\n\nc"]


def test_blank_data_is_a_heartbeat():
    assert data(b"data:\n\ndata: \n\ndata:\t\n\ndata: x\n\n") == ["x"]


def test_the_last_event_needs_no_end():
    assert data(b"data: a\n\ndata: b") == ["a", "b"]
    assert data(b"data: a\ndata: b\n") == ["a\nb"]
    assert data(b"data: a\r") == ["a"]


@pytest.mark.parametrize("begun", [b"", b"\xef", b"\xef\xbb", b"\xef\xbb\xbf"])
def test_a_stream_of_nothing_has_no_events(begun):
    assert SseFramer().feed(begun) == []
    assert SseFramer().close() == []
    assert data(begun) == []


def test_half_a_bom_is_no_bom():
    assert sse(b"\xef\xbb", b"data: a\n\ndata: b\n\n") == [("b", "")]


def test_a_cr_and_its_lf_in_two_pieces_are_one_end():
    """openai-go#227, codex-lb#1011."""
    assert data(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\n") == ["a\nb"]
    assert data(b"data: a\r", b"", b"\n\r\n") == ["a"]
    assert data(b"data: a\r", b"\r", b"data: b\r\r") == ["a", "b"]


def test_an_event_beyond_the_limit_is_a_protocol_error():
    for stream in (b"data: " + b"x" * 200, b"data: xxxxxxxx\n" * 30, b"x" * 200):
        with pytest.raises(ProviderError, match="longer than 100 bytes") as caught:
            sse(*(stream[i : i + 7] for i in range(0, len(stream), 7)), max_bytes=100)
        assert caught.value.kind == "protocol"
    with pytest.raises(ProviderError, match="longer than 100 bytes"):
        NdjsonFramer(max_bytes=100).feed(b"x" * 101)


def test_the_limit_is_for_one_event_not_for_the_stream():
    assert len(data(*[b"data: " + b"x" * 90 + b"\n\n"] * 50)) == 50
    assert len(sse(*[b"data: " + b"x" * 90 + b"\n\n"] * 50, max_bytes=100)) == 50


def test_comments_cost_no_memory_however_long():
    framer = SseFramer(max_bytes=1000)
    tracemalloc.start()
    for _ in range(2000):
        framer.feed(b": still working" * 100)  # one endless comment
    framer.feed(b"\n")
    for _ in range(20000):
        framer.feed(b": still working\n\n")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000
    assert framer.feed(b"data: a\n\n") == [ServerSentEvent(b"a")]


def test_a_long_line_takes_memory_of_about_its_own_size():
    """It is put together once, not for each of its pieces."""
    line = b"data: " + b"x" * 4_000_000 + b"\n\n"
    pieces = [line[i : i + 1000] for i in range(0, len(line), 1000)]
    framer = SseFramer()
    tracemalloc.start()
    events = [event for piece in pieces for event in framer.feed(piece)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(events[0].data) == 4_000_000
    # The waiting bytes, the line and its value; a copy for each piece would be more.
    assert peak < 5 * len(line)


@settings(max_examples=20)
@given(st.integers(1, 64))
def test_a_megabyte_line_arrives_whole_in_pieces_of_any_size(size):
    line = b'data: {"a":"' + "é".encode() * 50_000 + b'"}\n\n'
    pieces = [line[i : i + size * 997] for i in range(0, len(line), size * 997)]
    assert data(*pieces) == ['{"a":"' + "é" * 50_000 + '"}']
