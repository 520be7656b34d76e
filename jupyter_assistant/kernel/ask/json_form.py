"""`-f json`: the answer as data, checked against a schema if one is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from jsonschema import Draft202012Validator, SchemaError

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.tools.schema import Schema, misfit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jupyter_assistant.kernel.ask.reply import Reply


def load_schema(what: str, variables: Mapping[str, Any]) -> Schema:
    """The schema in a variable, or in a file.

    A variable may hold the schema as a dict or a class that describes itself, such as
    pydantic's and msgspec's.

    Raises:
        SettingInvalid: there is no such schema.
    """
    schema = _described(variables[what], what) if what in variables else _read(what)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise SettingInvalid(f"--schema {what} is no schema: {error.message}") from None
    return schema


def _described(value: Any, what: str) -> Any:
    if isinstance(value, (dict, bool)):
        return value
    if isinstance(value, type) and hasattr(value, "model_json_schema"):
        return value.model_json_schema()
    try:
        return msgspec.json.schema(value)
    except TypeError:
        kind = type(value).__name__
        raise SettingInvalid(
            f"--schema {what} is of type {kind}; it must be a dict with a JSON Schema, "
            "or a class such as a dataclass or a pydantic model"
        ) from None


def _read(what: str) -> Any:
    try:
        return msgspec.json.decode(Path(what).expanduser().read_bytes())
    except OSError as error:
        raise SettingInvalid(
            f"--schema {what} is no variable, and as a file: {error.strerror}"
        ) from None
    except msgspec.DecodeError as error:
        raise SettingInvalid(f"--schema {what} is no JSON: {error}") from None


def check_json(reply: Reply, schema: Schema | None) -> None:
    """See that the answer holds JSON, and that it fits the schema.

    Raises:
        SettingInvalid: saying what does not fit.
    """
    try:
        value = reply.json()
    except ValueError as error:
        raise SettingInvalid(f"{error}. Ask again, or another model with -m") from None
    reason = None if schema is None else misfit(value, schema)
    if reason is not None:
        raise SettingInvalid(f"The reply does not fit --schema: {reason}")
