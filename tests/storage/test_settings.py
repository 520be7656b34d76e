"""Settings are one validated document; what can't be used is named and left alone."""

import json
import stat

import pytest

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.storage import BOUNDS, Limits, Settings, SettingsFile


@pytest.fixture
def path(tmp_path):
    return tmp_path / "assistant" / "settings.json"


def written(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return SettingsFile(path, {})


def test_without_a_file_the_defaults_count(path):
    assert SettingsFile(path, {}).read() == Settings()
    assert not path.exists()


def test_what_is_changed_is_kept_and_only_its_owner_may_read_it(path):
    file = SettingsFile(path, {})
    changed = file.change(
        model="x/m", connections={"x": Connection(base_url="http://x")}
    )
    assert changed == SettingsFile(path, {}).read()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text())["v"] == 1
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("name", BOUNDS)
def test_a_limit_out_of_bounds_is_named_with_its_bounds(name):
    least, most = BOUNDS[name]
    for value in (least, most):
        Limits(**{name: value}).checked()
    for value in (least - 1, most + 1):
        with pytest.raises(SettingInvalid, match=f"{name} is {value}.*{least}.*{most}"):
            Limits(**{name: value}).checked()


def test_nothing_is_written_if_a_change_can_not_be_used(path):
    file = SettingsFile(path, {})
    with pytest.raises(SettingInvalid, match="max_tool_rounds is 60"):
        file.change(limits=Limits(max_tool_rounds=60))
    assert not path.exists()


@pytest.mark.parametrize("model", ["gpt", "openai/", "/gpt", ""])
def test_a_model_must_name_its_connection(path, model):
    with pytest.raises(SettingInvalid, match="connection/model"):
        SettingsFile(path, {}).change(model=model)


def test_a_pattern_that_is_none_is_named(path):
    with pytest.raises(SettingInvalid, match=r"redact_patterns has '\('"):
        SettingsFile(path, {}).change(redact_patterns=("(",))
    assert SettingsFile(path, {}).change(redact_patterns=("a+",)).redact_patterns


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "can't be used"),
        ('{"share_values": "all"}', r"\$.share_values"),
        ('{"connections": {"x": {"kind": "fax"}}}', r"\$.connections"),
    ],
)
def test_a_broken_file_is_named_and_left_as_it_is(path, text, words):
    with pytest.raises(SettingInvalid, match=words) as caught:
        written(path, text).read()
    assert str(path) in str(caught.value)
    with pytest.raises(SettingInvalid):
        SettingsFile(path, {}).change(model="a/b")
    assert path.read_text() == text


def test_a_file_that_can_not_be_read_or_written_is_named(tmp_path):
    folder = tmp_path / "settings.json"
    folder.mkdir()
    with pytest.raises(SettingInvalid, match="can't be read"):
        SettingsFile(folder, {}).read()
    (tmp_path / "file").write_text("")
    below = SettingsFile(tmp_path / "file" / "settings.json", {})
    with pytest.raises(SettingInvalid, match=r"can't be read|could not be saved"):
        below.change(model="a/b")


def test_a_folder_that_can_not_be_made_is_named(tmp_path, monkeypatch):
    file = SettingsFile(tmp_path / "a" / "settings.json", {})
    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    with pytest.raises(SettingInvalid, match="could not be saved"):
        file.change(model="a/b")


def refuse(*_args, **_kwargs):
    raise PermissionError(13, "Permission denied")


def test_the_environment_comes_before_the_file(path):
    SettingsFile(path, {}).change(model="x/m", share_values="sample")
    environ = {
        "JUPYTER_ASSISTANT_MODEL": "y/n",
        "JUPYTER_ASSISTANT_SHARE_VALUES": "schema",
        "JUPYTER_ASSISTANT_MAX_TOOL_ROUNDS": "3",
        "JUPYTER_ASSISTANT_CALL_TIMEOUT_S": "12.5",
    }
    settings = SettingsFile(path, environ).read()
    assert (settings.model, settings.share_values) == ("y/n", "schema")
    assert settings.limits == Limits(max_tool_rounds=3, call_timeout_s=12.5)


def test_a_model_in_the_environment_chooses_its_connection_by_name(path):
    settings = SettingsFile(path, {"JUPYTER_ASSISTANT_MODEL": "y/n"}).read()
    assert settings.chosen == ("y",)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("MAX_TOOL_ROUNDS", "many", "must be a number"),
        ("MAX_TOOL_ROUNDS", "99", "between 1 and 50"),
        ("SHARE_VALUES", "all", "sample or schema"),
        ("MODEL", "gpt", "connection/model"),
    ],
)
def test_a_variable_that_can_not_be_used_is_named(path, name, value, words):
    with pytest.raises(SettingInvalid, match=words):
        SettingsFile(path, {f"JUPYTER_ASSISTANT_{name}": value}).read()


def test_where_a_value_comes_from_is_known(path):
    file = SettingsFile(path, {"JUPYTER_ASSISTANT_MODEL": "y/n"})
    file.change(share_values="schema", limits=Limits(max_tool_rounds=3))
    assert file.source("model") == "environment"
    assert file.source("share_values") == "file"
    assert file.source("max_tool_rounds") == "file"
    assert file.source("max_run_tokens") == "default"
