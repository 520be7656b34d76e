"""`jupyter assistant ask` answers on standard output and ends with a code."""

import json
import os
import signal
import subprocess
import sys
import threading

import pytest
from chat_server import answer, calling, chunk

from jupyter_assistant.cli import main
from jupyter_assistant.providers.local_model import SMALL_MODEL

ADDER = [
    {
        "name": "add",
        "description": "Adds two numbers.",
        "schema": {"type": "object", "properties": {"a": {"type": "number"}}},
    }
]


def ask(*arguments):
    return main(["ask", *arguments])


@pytest.fixture
def here(chat):
    """Options that name the server."""
    return ["--base-url", chat.url, "--model", "m-1"]


@pytest.fixture
def events(capfd):
    """What was printed since, as events."""

    def read():
        return [json.loads(line) for line in capfd.readouterr().out.splitlines()]

    return read


def start(*arguments, **more):
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from jupyter_assistant.cli import main; sys.exit(main())",
            "ask",
            *arguments,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def test_answer_goes_to_standard_output_alone(home, here, capfd):
    assert ask("hi", *here) == 0
    assert capfd.readouterr() == ("Hello\n", "")


def test_question_is_sent_as_it_is(home, chat, here):
    ask("what is {x}?", *here)
    _, body = chat.requests[0]
    assert body["messages"][-1]["content"] == "what is {x}?"
    assert body["model"] == "m-1"


def test_dash_reads_the_question_from_standard_input(home, chat, here):
    process = start("-", *here)
    out, err = process.communicate("wörds\n".encode(), timeout=60)
    assert (out, err, process.returncode) == (b"Hello\n", b"", 0)
    assert chat.requests[0][1]["messages"][-1]["content"] == "wörds\n"


def test_json_prints_events_and_ends_with_done(home, here, events):
    assert ask("hi", *here, "--json") == 0
    printed = events()
    assert [e["text"] for e in printed if e["type"] == "text"] == ["Hel", "lo"]
    done = printed[-1]
    assert done["type"] == "done"
    assert (done["text"], done["stop"], done["model"]) == ("Hello", "end", "m-1")
    assert done["usage"]["input_tokens"] == 9
    assert done["tool_calls"] == done["invalid_tool_calls"] == []


def test_offered_tools_are_reported_and_not_run(home, chat, here, tmp_path, events):
    (tmp_path / "tools.json").write_text(json.dumps(ADDER))
    chat.replies = [calling("add", '{"a": 1}')]
    arguments = ["1+1?", *here, "--tools", str(tmp_path / "tools.json")]
    assert ask(*arguments, "--json") == 0
    done = events()[-1]
    assert done["tool_calls"] == [{"name": "add", "args": {"a": 1}}]
    assert done["stop"] == "tool_use"
    assert len(chat.requests) == 1
    assert chat.requests[0][1]["tools"][0]["function"]["name"] == "add"


def test_calls_are_shown_to_a_person_too(home, chat, here, tmp_path, capfd):
    (tmp_path / "tools.json").write_text(json.dumps(ADDER))
    chat.replies = [calling("add", '{"a": 1}')]
    ask("1+1?", *here, "--tools", str(tmp_path / "tools.json"))
    assert capfd.readouterr().out == 'call add {"a":1}\n'


def test_call_with_broken_arguments_is_no_tool_call(home, chat, here, tmp_path, events):
    (tmp_path / "tools.json").write_text(json.dumps(ADDER))
    chat.replies = [calling("add", '{"a": 1')]
    ask("1+1?", *here, "--tools", str(tmp_path / "tools.json"), "--json")
    done = events()[-1]
    assert done["tool_calls"] == []
    assert [c["raw"] for c in done["invalid_tool_calls"]] == ['{"a": 1']


def test_person_is_told_of_a_call_that_can_not_be_used(
    home, chat, here, tmp_path, capfd
):
    (tmp_path / "tools.json").write_text(json.dumps(ADDER))
    chat.replies = [calling("add", '{"a": 1')]
    assert ask("1+1?", *here, "--tools", str(tmp_path / "tools.json")) == 0
    out, err = capfd.readouterr()
    assert out == ""
    assert 'unusable call add (not_json): {"a": 1' in err


def test_text_that_had_arrived_stays_when_it_breaks_off(home, chat, here, capfd):
    chat.replies = [[chunk({"content": "so far"}), ""]]
    assert ask("hi", *here) == 1
    out, err = capfd.readouterr()
    assert out == "so far\n"
    assert err.startswith("jupyter assistant: ")


def test_error_of_the_provider_is_one_line_and_code_1(home, chat, here, capfd):
    chat.status, chat.replies = 401, [['{"error": {"message": "bad key"}}', ""]]
    assert ask("hi", *here) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert "bad key" in err
    assert "Traceback" not in err


def test_error_event_is_the_last_line_and_keeps_what_arrived(home, chat, here, events):
    chat.replies = [[chunk({"content": "so far"}), ""]]
    assert ask("hi", *here, "--json") == 1
    error = events()[-1]
    assert (error["type"], error["kind"]) == ("error", "protocol")
    assert error["text"] == "so far"


def test_it_is_tried_again_as_often_as_asked(home, chat, here, events):
    chat.status, chat.replies = 503, [["busy", ""]]
    assert ask("hi", *here, "--json", "--retries", "0") == 1
    assert len(chat.requests) == 1
    assert events()[-1]["status"] == 503


def test_person_is_told_that_it_is_tried_again(home, chat, here, capfd):
    chat.statuses, chat.replies = [503], [["busy", ""], answer("Hello")]
    assert ask("hi", *here) == 0
    out, err = capfd.readouterr()
    assert out == "Hello\n"
    assert "asking again in" in err


def test_answer_that_takes_too_long_is_given_up(home, chat, here, events):
    chat.hold = threading.Event()
    assert ask("hi", *here, "--json", "--timeout", "0.5", "--retries", "0") == 1
    assert events()[-1]["kind"] == "timeout"


def test_missing_key_is_an_error_event_that_names_the_variable(home, events):
    assert ask("hi", "--provider", "openai", "--model", "m", "--json") == 1
    error = events()[-1]
    assert (error["type"], error["kind"]) == ("error", "auth")
    assert "OPENAI_API_KEY" in error["message"]


def test_key_is_sent_from_the_variable_that_is_named(home, chat, here, monkeypatch):
    monkeypatch.setenv("MINE", "sk-made-up")
    ask("hi", *here, "--key-env", "MINE")
    assert chat.requests[0][0]["authorization"] == "Bearer sk-made-up"


def test_vendors_key_does_not_go_to_another_address(home, chat, here, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-made-up")
    ask("hi", *here)
    assert "sk-made-up" not in str(chat.requests[0][0])


def test_without_any_model_it_says_how_to_get_one(home, capfd):
    assert ask("hi") == 1
    assert "jupyter assistant try" in capfd.readouterr().err


def test_only_model_of_an_address_needs_no_name(home, chat, capfd):
    assert ask("hi", "--base-url", chat.url) == 0
    assert capfd.readouterr().out == "Hello\n"


def test_several_models_are_named_to_choose_from(home, chat, capfd):
    chat.models = ["one", "two"]
    assert ask("hi", "--base-url", chat.url) == 1
    assert "one, two" in capfd.readouterr().err
    assert chat.requests == []


def test_connection_of_the_command_line_is_not_kept(home, chat, here, tmp_path):
    ask("hi", *here)
    assert not list(tmp_path.glob("config/**/*.json"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "question"),
        ([""], "the question is empty"),
        ([" \n"], "the question is empty"),
        (["hi", "--retries", "-1"], "no number of times"),
        (["hi", "--timeout", "soon"], "no number of seconds"),
        (["hi", "--timeout", "0"], "no number of seconds"),
        (["hi", "--provider", "telepathy"], "invalid choice: 'telepathy'"),
        (["hi", "--option", "file"], "NAME=VALUE"),
        (["hi", "--colour"], "unrecognized arguments"),
        (["hi", "--tools", "missing.json"], "No such file"),
    ],
)
def test_unusable_arguments_are_one_line_and_code_2(home, capfd, arguments, says):
    try:
        code = ask(*arguments)
    except SystemExit as exit_:
        code = exit_.code
    assert code == 2
    err = capfd.readouterr().err
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", ["{", "{}", '[{"name": "x"}]', '[{"name": 3}]'])
def test_tools_file_that_is_no_list_of_tools_is_named(home, here, capfd, content):
    (home / "tools.json").write_text(content)
    assert ask("hi", *here, "--tools", "tools.json") == 2
    assert "--tools tools.json is no JSON list" in capfd.readouterr().err


def test_interrupt_keeps_what_arrived(home, chat, here):
    chat.hold = threading.Event()
    process = start("hi", *here, "--json")
    first = process.stdout.readline()
    while json.loads(first)["type"] != "text":
        first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    last = json.loads(out.splitlines()[-1])
    assert (last["type"], last["reason"]) == ("done", "cancelled")
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_reader_that_has_enough_ends_it_quietly(home, chat, here):
    chat.replies = [answer(*["word " * 1000] * 200)]
    process = start("hi", *here)
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(60) == 1
    assert process.stderr.read() == b""


def test_what_a_terminal_would_obey_is_not_printed_to_one(home, chat, here):
    chat.replies = [answer("a\x1b]0;title\x07b\x9b31m", "c")]
    reading, terminal = os.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from jupyter_assistant.cli import main; main()",
            "ask",
            "hi",
            *here,
        ],
        stdout=terminal,
    )
    process.wait(60)
    printed = os.read(reading, 1000)
    assert b"\x1b" not in printed
    assert printed.decode().strip() == "a]0;titleb31mc"


def test_the_embedded_model_answers(home_with_model, capfd):
    assert ask("Say hello.", "--provider", "local") == 0
    out, err = capfd.readouterr()
    assert out.strip()
    assert "is tiny" in err


@pytest.mark.parametrize("name", [SMALL_MODEL, f"local/{SMALL_MODEL}"])
def test_model_of_the_connection_in_use_is_named_with_or_without_it(
    home_with_model, capfd, name
):
    main(["try", "--yes", "--no-open"])
    capfd.readouterr()
    assert ask("Say hello.", "--model", name) == 0
    assert capfd.readouterr().out.strip()


def test_connection_that_was_not_chosen_is_not_used(home, capfd, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-made-up")
    assert ask("hi", "--model", "openai/gpt-5.1") == 1
    assert "openai was not chosen" in capfd.readouterr().err


def test_embedded_model_that_is_not_there_leads_to_its_command(home, capfd):
    assert ask("hi", "--provider", "local") == 1
    assert "jupyter assistant local" in capfd.readouterr().err
