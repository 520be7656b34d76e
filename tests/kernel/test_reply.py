"""What `%%ask` leaves behind."""

from dataclasses import dataclass

import pytest
from replies import message, python, result

from jupyter_assistant.conversation import Usage
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.ask.json_form import check_json, load_schema
from jupyter_assistant.kernel.ask.reply import Reply


def reply(*parts, form="markdown"):
    messages = tuple(message(part).message for part in parts)
    return Reply(messages=messages, model="test/m", usage=Usage(100, 20), form=form)


def test_text_is_all_the_model_said():
    call = python("1")
    found = reply("First.", call, "Then.")
    assert found.text == str(found) == "First.\n\nThen."
    assert found.messages[1].parts == (call,)
    assert result(call).result.text == "ok"


@pytest.mark.parametrize(
    ("text", "form", "code"),
    [
        (
            "a\n```python\nx = 1\n```\nb\n```py\ny = 2\n```",
            "markdown",
            "x = 1\n\ny = 2",
        ),
        ("```sh\nls\n```\n```python\nx = 1\n```", "markdown", "x = 1"),
        ("```sh\nls\n```", "markdown", "ls"),
        ("```\nx\n```", "markdown", "x"),
        ("~~~python\nx = '```'\n~~~", "markdown", "x = '```'"),
        ("````python\n```\n````", "markdown", "```"),
        ("1. a\n   ```python\n   x = 1\n   ```", "markdown", "   x = 1"),
        ("```python\nx = 1", "markdown", "x = 1"),
        ("x = 1\n", "code", "x = 1"),
        ("no code", "markdown", ""),
    ],
)
def test_code_is_what_its_blocks_hold(text, form, code):
    assert reply(text, form=form).code == code


@pytest.mark.parametrize(
    "text",
    ['{"a": [1]}', 'Here:\n```json\n{"a": [1]}\n```\nBye', 'Sure:\n{"a": [1]}'],
)
def test_json_is_found_where_it_stands(text):
    assert reply(text).json() == {"a": [1]}


def test_a_reply_without_json_says_so():
    with pytest.raises(ValueError, match="holds no JSON; it begins 'Well'"):
        reply("Well").json()


def test_it_is_shown_short_and_as_markdown():
    found = reply("Some <b>words</b> " + "x" * 100)
    assert repr(found).startswith("<Reply 'Some <b>words</b> xxx")
    assert repr(found).endswith("…' test/m, 120 tokens>")
    assert found._repr_markdown_().startswith("Some &lt;b>words")


@dataclass
class Point:
    x: int


class Model:
    @classmethod
    def model_json_schema(cls):
        return {"type": "array"}


SCHEMA = {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}


def test_a_schema_comes_from_a_variable_or_a_class_or_a_file(tmp_path):
    path = tmp_path / "schema.json"
    path.write_text('{"type": "object"}')
    variables = {"schema": SCHEMA, "Point": Point, "Model": Model, "any": True}
    assert load_schema("schema", variables) is SCHEMA
    assert load_schema("any", variables) is True
    assert load_schema("Model", variables) == {"type": "array"}
    assert "Point" in str(load_schema("Point", variables))
    assert load_schema(str(path), variables) == {"type": "object"}


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (
            "nowhere.json",
            "--schema nowhere.json is no variable, and as a file: No such",
        ),
        ("broken.json", "broken.json is no JSON"),
        ("number", "--schema number is of type int; it must be a dict"),
        ("wrong", "--schema wrong is no schema"),
    ],
)
def test_a_schema_that_can_not_be_used_is_named(tmp_path, monkeypatch, what, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(SettingInvalid) as raised:
        load_schema(what, {"number": 3, "wrong": {"type": "nothing"}})
    assert says in str(raised.value)


def test_an_answer_must_fit_its_schema():
    check_json(reply('{"x": 1}'), SCHEMA)
    check_json(reply("[1]"), None)
    with pytest.raises(
        SettingInvalid, match=r"'a' is not of type 'integer' \(at \['x'\]\)"
    ):
        check_json(reply('{"x": "a"}'), SCHEMA)
    with pytest.raises(
        SettingInvalid, match="does not fit --schema: 'x' is a required"
    ):
        check_json(reply("{}"), SCHEMA)
    with pytest.raises(SettingInvalid, match=r"no JSON.*Ask again"):
        check_json(reply("no"), SCHEMA)


def test_a_schema_fetches_nothing():
    with pytest.raises(Exception, match=r"example\.invalid"):
        check_json(reply("{}"), {"$ref": "http://example.invalid/schema.json"})
