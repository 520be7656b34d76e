from datetime import UTC, datetime

from jupyter_assistant.context import Known, text_part
from jupyter_assistant.conversation import ImagePart, Message, Selection, TextPart


def said(*parts: TextPart | ImagePart) -> Message:
    return Message(id="m", role="user", parts=parts, created_at=datetime.now(UTC))


def test_only_the_latest_state_of_a_thing_is_known() -> None:
    old = text_part("x: 1", "variable", "x", "x")
    new = text_part("x: 2", "variable", "x", "x")
    known = Known((said(old), said(new, TextPart(text="Why?"))))

    assert known.has(new)
    assert not known.has(old)
    assert not known.has(text_part("x: 2", "cell", "x", "x"))


def test_pictures_are_known_by_their_content() -> None:
    selection = Selection(type="image", label="Out[3]", ref="c3#0")
    image = ImagePart(media_type="image/png", data="AAAA", context=selection)

    assert Known((said(image),)).has(image)
    assert not Known(()).has(image)


def test_the_persons_own_words_are_no_context() -> None:
    words = TextPart(text="Why?")

    assert not Known((said(words),)).has(words)


def test_what_a_summary_replaced_is_no_longer_known() -> None:
    part = text_part("x: 1", "variable", "x", "x")
    summary = text_part("They talked about x.", "history", "summary", "summary")

    assert not Known((said(part), said(summary))).has(part)
