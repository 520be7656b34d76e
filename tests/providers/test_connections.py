"""Names, addresses and keys of connections."""

import pytest

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.providers.connections import (
    OPENAI_URL,
    PRESETS,
    VENDOR_KEYS,
    find_key,
    is_loopback,
    needs_key,
    origin,
    resolve,
)

ENVIRON = {"OPENAI_API_KEY": " sk-1 ", "MISTRAL_API_KEY": "m", "MINE": "x"}


def test_a_preset_fills_in_what_was_not_set():
    assert resolve("openai", Connection()).base_url == OPENAI_URL
    mine = Connection(base_url="http://h/v1/", headers={"a": "b"})
    assert resolve("openai", mine) == Connection(
        base_url="http://h/v1", headers={"a": "b"}
    )
    assert resolve("local", PRESETS["local"]) == PRESETS["local"]


def test_an_unknown_name_needs_an_address():
    with pytest.raises(SettingInvalid, match="mine has no address"):
        resolve("mine", Connection())
    whole = Connection(endpoint_url="http://h/custom/chat")
    assert resolve("mine", whole) == whole


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8000",
        "example.org",
        "ftp://h/v1",
        "http://",
        "https://h:port/v1",
        "https://[::1/v1",
        "http://h/a b",
        "",
    ],
)
def test_an_address_that_is_none_is_named(url):
    for field in ("base_url", "endpoint_url"):
        with pytest.raises(SettingInvalid) as caught:
            resolve("mine", Connection(**{field: url}))
        assert repr(url) in str(caught.value) or "no address" in str(caught.value)


@pytest.mark.parametrize(
    "url", ["https://u:p@h/v1", "https://h/v1?key=1", "https://h/#a"]
)
def test_an_address_holds_no_secret(url):
    with pytest.raises(SettingInvalid, match="no password, query or fragment"):
        resolve("mine", Connection(base_url=url))


@pytest.mark.parametrize("name", [n for n, c in PRESETS.items() if c.base_url])
def test_every_preset_can_be_used(name):
    connection = resolve(name, PRESETS[name])
    assert needs_key(connection) == (not is_loopback(connection.base_url))


def test_a_vendors_variable_is_sent_to_that_vendor_only():
    assert find_key(Connection(base_url=OPENAI_URL), ENVIRON) == "sk-1"
    for url in (
        "http://127.0.0.1:8000/v1",
        "https://api.openai.com.evil.example/v1",
        "http://api.openai.com/v1",
        "https://api.openai.com:8443/v1",
    ):
        assert find_key(Connection(base_url=url), ENVIRON) is None
        assert not needs_key(Connection(base_url=url))


def test_a_variable_that_was_named_goes_where_it_was_named_for():
    mine = Connection(base_url="https://h/v1", key_env="MINE")
    assert find_key(mine, ENVIRON) == "x"
    assert needs_key(mine)
    assert find_key(mine, {"MINE": "  "}) is None
    assert find_key(Connection(base_url="https://h"), ENVIRON) is None


def test_every_vendor_is_an_https_origin():
    assert all(origin(url) == url.lower() for url in VENDOR_KEYS)
    assert all(url.startswith("https://") for url in VENDOR_KEYS)


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://[::1]:1", True),
        ("http://localhost", True),
        ("http://10.0.0.1", False),
        ("https://localhost.example", False),
    ],
)
def test_this_machine_is_told_from_others(url, loopback):
    assert is_loopback(url) == loopback
