"""Choosing a connection is the consent; nothing is used that was not chosen."""

import json

import pytest

from jupyter_assistant.agent import RunRequest
from jupyter_assistant.conversation import RunDone, TextPart
from jupyter_assistant.errors import NotConfigured, SettingInvalid
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.wiring import open_assistant
from scripts import script_file


@pytest.fixture
def assistant_of(tmp_path):
    """Opens an assistant with an environment and its own settings file."""
    opened = []

    def build(environ=None, **settings):
        path = tmp_path / "settings.json"
        if settings:
            path.write_text(json.dumps(settings))
        assistant = open_assistant(environ or {}, path)
        opened.append(assistant)
        return assistant

    yield build
    for assistant in opened:
        assistant.close()


@pytest.fixture
def scripted(tmp_path):
    """A connection that plays one answer."""
    file = script_file(tmp_path, ["Hello."])
    return {"kind": "scripted", "options": {"file": file}}


def ask(assistant):
    run = assistant.runner.start(
        RunRequest(
            conversation_id="c",
            parts=(TextPart(text="hi"),),
            model=assistant.model(),
            client_id="k",
        )
    )
    return list(run.events())[-1]


def test_without_a_model_the_message_leads_to_the_first_steps(assistant_of):
    with pytest.raises(NotConfigured, match="jupyter assistant try"):
        assistant_of().model()


def test_a_chosen_connection_answers_and_is_remembered(assistant_of, scripted):
    assistant = assistant_of(connections={"demo": scripted})
    assert assistant.use("demo") == "demo/scripted"
    done = ask(assistant)
    assert isinstance(done, RunDone)
    assert done.text == "Hello."
    again = assistant_of()
    assert again.model() == "demo/scripted"
    assert again.settings.chosen == ("demo",)


def test_a_connection_that_was_not_chosen_is_not_used(assistant_of, scripted):
    assistant = assistant_of(connections={"demo": scripted}, model="demo/scripted")
    with pytest.raises(NotConfigured, match="%assistant use demo"):
        ask(assistant)
    with pytest.raises(NotConfigured, match="was not chosen"):
        assistant.models("openai")
    assert assistant.messages("c") == ()


def test_a_connection_that_nobody_knows_is_named_with_those_that_are(assistant_of):
    assistant = assistant_of()
    with pytest.raises(SettingInvalid, match=r"no connection 'opnai'.*openai"):
        assistant.use("opnai")
    with pytest.raises(NotConfigured, match="no connection 'opnai'"):
        assistant.provider("opnai")
    assert assistant.settings.model is None


def test_a_missing_key_is_named_and_nothing_is_sent(assistant_of):
    assistant = assistant_of()
    assert assistant.use("openai", model="gpt-x") == "openai/gpt-x"
    with pytest.raises(NotConfigured, match=r"No key for openai.*OPENAI_API_KEY"):
        ask(assistant)
    assistant.use("openai", key_env="MY_KEY")
    with pytest.raises(NotConfigured, match="MY_KEY"):
        ask(assistant)


def test_a_bad_address_changes_nothing(assistant_of):
    assistant = assistant_of()
    with pytest.raises(SettingInvalid, match="localhost:8000"):
        assistant.use("mine", base_url="localhost:8000", model="m")
    assert assistant.settings.model is None
    assert assistant.settings.chosen == ()


def test_an_address_of_ones_own_gets_a_name(assistant_of):
    assistant = assistant_of()
    assistant.use("mine", base_url="http://127.0.0.1:9/v1/", model="m")
    (mine,) = [c for c in assistant.connections() if c.name == "mine"]
    assert mine.address == "http://127.0.0.1:9/v1"
    assert (mine.chosen, mine.current, mine.needs_key) == (True, True, False)


def test_the_model_stays_when_the_connection_is_chosen_again(assistant_of):
    assistant = assistant_of()
    assistant.use("openai", model="gpt-x")
    assert assistant.use("openai", key_env="MY_KEY") == "openai/gpt-x"


def test_another_model_keeps_or_names_its_connection(assistant_of):
    assistant = assistant_of()
    assistant.use("openai", model="a")
    assistant.use("openrouter", model="b")
    assert assistant.set_model("openai/c") == "openai/c"
    assert assistant.set_model("d/e") == "openai/d/e"
    assert assistant.model() == "openai/d/e"
    with pytest.raises(NotConfigured, match="groq was not chosen"):
        assistant.set_model("groq/x")


def test_every_connection_is_known_without_a_call(assistant_of):
    assistant = assistant_of({"OPENAI_API_KEY": "k"})
    known = {c.name: c for c in assistant.connections()}
    assert known["openai"].has_key
    assert not known["mistral"].has_key
    assert known["mistral"].needs_key
    assert not any(c.chosen for c in known.values())


def test_a_connection_for_once_is_not_kept(assistant_of, scripted):
    assistant = assistant_of()
    assistant.use_once("once", Connection(kind="scripted", options=scripted["options"]))
    assert [m.id for m in assistant.models("once")] == ["scripted"]
    assert assistant.probe("once/scripted").model_visible
    assert assistant.settings.connections == {}


def test_context_is_bounded_by_the_models_window(assistant_of, scripted):
    assistant = assistant_of(connections={"demo": scripted})
    assistant.use("demo")
    assert assistant.context_tokens() == 8000


def test_secrets_of_the_environment_are_known(assistant_of):
    redact = assistant_of({"DB_PASSWORD": "plum-orchard-41"}).redactor
    assert "plum-orchard-41" not in redact("it is plum-orchard-41")


def test_a_reset_conversation_is_empty(assistant_of, scripted):
    assistant = assistant_of(connections={"demo": scripted})
    assistant.use("demo")
    ask(assistant)
    assert len(assistant.messages("c")) == 2
    assistant.reset("c")
    assert assistant.messages("c") == ()
