"""What names, keys and columns of the kernel hold is masked where it stands alone."""

import pandas as pd
import polars as pl
import pytest

from jupyter_assistant.kernel.select.held import MOST_ITEMS, held_secrets

SECRET = "moss_lantern_6"


@pytest.mark.parametrize(
    "namespace",
    [
        {"password": SECRET},
        {"db": {"secret": SECRET, "host": "tern-4.internal", "port": 5432}},
        {"config": {"db": {"password": SECRET, 3: "x"}}},
        {"users": pd.DataFrame({"name": ["ann", "bob"], "api_token": [SECRET, None]})},
        {"users": pl.DataFrame({"name": ["ann", "bob"], "api_token": [SECRET, None]})},
    ],
)
def test_secrets_of_plain_values_and_tables_are_found(namespace):
    assert held_secrets(namespace) == {SECRET}


class Careless:
    def __getattr__(self, name):
        raise AssertionError


@pytest.mark.parametrize(
    "namespace",
    [
        {"_password": SECRET},
        {"password": Careless(), "data": [SECRET]},
        {"lookup": {f"token_{n}": f"{SECRET}{n}" for n in range(MOST_ITEMS + 1)}},
        {"frame": type("DataFrame", (Careless,), {})()},
        {"wide": pd.DataFrame(columns=[f"secret_{n}" for n in range(MOST_ITEMS + 1)])},
        {"numbered": pd.DataFrame({0: [SECRET]})},
    ],
)
def test_others_are_not_looked_at(namespace):
    assert held_secrets(namespace) == frozenset()
