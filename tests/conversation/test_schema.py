"""Clients in other languages get the types of the wire from one document."""

import json
from pathlib import Path

from hypothesis import given
from jsonschema import Draft202012Validator
from strategies import messages

from jupyter_assistant.conversation import (
    MessageAdded,
    RunDone,
    TextDelta,
    Usage,
    encode,
    wire_schema,
)

VALIDATOR = Draft202012Validator(wire_schema())


@given(messages)
def test_every_message_fits_the_schema(message):
    VALIDATOR.validate(json.loads(encode(MessageAdded(message=message))))


def test_events_fit_and_other_things_do_not():
    VALIDATOR.validate(json.loads(encode(TextDelta(text="a"))))
    VALIDATOR.validate(json.loads(encode(RunDone(reason="end", usage=Usage(1)))))
    assert not VALIDATOR.is_valid({"type": "text", "text": 3})
    assert not VALIDATOR.is_valid({"type": "nonsense"})


def test_the_exported_document_is_up_to_date():
    exported = Path(__file__).parents[2] / "docs" / "wire.schema.json"
    current = json.loads(json.dumps(wire_schema()))
    assert json.loads(exported.read_text("utf-8")) == current, "scripts/export-schema"
