"""Secrets that the kernel's names hold: they are masked also where they stand alone.

`password = getpass()` and a later `print(password)` show no name that would tell. Only
plain strings, dicts of them and columns of tables are looked at, and only some of each.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from jupyter_assistant.redaction import may_be_secret, named_secrets, secret_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jupyter_assistant.redaction import Redactor

MOST_ITEMS = 500
"""Of a dict, and columns of a table; a larger one is data."""
MOST_ROWS = 100


def knowing_secrets(
    redactor: Redactor, sources: Iterable[str], namespace: Mapping[str, Any]
) -> Redactor:
    """The redactor that also knows what this notebook and its process call secret."""
    named = {secret for source in sources for secret in named_secrets(source)}
    held = held_secrets(namespace)
    return redactor.with_values(*named, *held, *secret_values(os.environ))


def held_secrets(namespace: Mapping[str, Any]) -> frozenset[str]:
    """The values of names, keys and columns that are a secret's."""
    found: set[str] = set()
    for name, value in list(namespace.items()):
        if not name.startswith("_"):
            found |= {v for n, v in _held(name, value) if may_be_secret(n, v)}
    return frozenset(found)


def _held(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Strings and the names that they stand under; no code of theirs is run."""
    cls = type(value)
    if cls is str:
        yield name, value
    elif cls is dict:
        if len(value) <= MOST_ITEMS:
            yield from _strings(value.items())
    elif cls.__name__ == "DataFrame":
        library = re.match(r"(pandas|polars)\b", str(cls.__module__))
        if library and len(value.columns) <= MOST_ITEMS:
            yield from _COLUMNS[library[1]](value)


def _strings(items: Iterable[tuple[Any, Any]]) -> Iterator[tuple[str, str]]:
    for key, value in list(items):
        if type(key) is str and type(value) is str:
            yield key, value
        elif type(value) is dict and len(value) <= MOST_ITEMS:
            yield from ((k, v) for k, v in value.items() if type(k) is type(v) is str)


def _of_pandas(frame: Any) -> Iterator[tuple[str, str]]:
    for index, name in enumerate(frame.columns):
        if type(name) is str and may_be_secret(name):
            column = frame.iloc[:MOST_ROWS, index].tolist()
            yield from ((name, value) for value in column if type(value) is str)


def _of_polars(frame: Any) -> Iterator[tuple[str, str]]:
    for name in frame.columns:
        if may_be_secret(name):
            column = frame.get_column(name).head(MOST_ROWS).to_list()
            yield from ((name, value) for value in column if type(value) is str)


_COLUMNS = {"pandas": _of_pandas, "polars": _of_polars}
