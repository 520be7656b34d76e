"""`%%ask` in a real kernel, with a server on loopback and a person at the prompt."""

import json
import threading

import pytest
from chat_server import answer, calling, chat_server, chunk
from live_kernel import live_kernel, settings_for

from jupyter_assistant.kernel.show.saved import REPLY_MIME

CODE = "ran = 1\nprint('it ran')\nran + 1"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server and one kernel: starting them takes longer than any test."""
    folder = tmp_path_factory.mktemp("kernel")
    with chat_server() as state, live_kernel(folder) as kernel:
        settings_for(folder, state.url, limits={"max_runs_per_minute": 600})
        yield state, kernel


@pytest.fixture
def server(shared):
    return shared[0]


@pytest.fixture
def kernel(shared):
    """The kernel without anything of the test before."""
    server, kernel = shared
    server.status = 200
    server.hold = None
    server.replies = [answer("Hel", "lo")]
    server.requests.clear()
    kernel.run("%reset -f")
    kernel.run("%assistant reset")
    kernel.run("%assistant use demo --model m-1")
    return kernel


def python(code):
    """A turn of the model that wants to run code."""
    return calling("run_python", json.dumps({"code": code}))


def last_messages(server):
    """What the model was sent last."""
    return server.requests[-1][1]["messages"]


def test_an_answer_is_shown_once_and_kept(kernel, server):
    server.replies = [answer("It is ", "**42**.")]
    page = kernel.run("%%ask -o reply\nWhat is it?\n")
    assert page.status == "ok"
    assert page.kinds == ["display"]
    assert page.markdown[0].startswith("It is **42**.\n\n<sub>demo/m-1 · ")
    assert set(page.outputs[0][1]) == {REPLY_MIME, "text/markdown", "text/plain"}
    assert last_messages(server)[-1]["content"].endswith("What is it?")
    assert kernel.value("_ is reply is list(Out.values())[-1]") == "True"
    assert kernel.value("reply.text") == "It is **42**."
    assert kernel.run("reply.usage.output_tokens").text == "2"


@pytest.mark.parametrize("cell", ["%ask why is {x}?", "%%ask\nwhy is {x}?\n"])
def test_a_question_may_end_in_a_question_mark_and_name_values(kernel, server, cell):
    kernel.run("x = 'so'")
    kernel.run(cell)
    assert last_messages(server)[-1]["content"].endswith("why is so?")


def test_nothing_runs_before_the_yes(kernel, server):
    server.replies = [python(CODE), answer("Done.")]

    def look_first(page):
        assert "ran = 1" in page.text
        assert "it ran" not in page.text.replace("print('it ran')", "")
        assert len(server.requests) == 1
        return "y"

    page = kernel.run("%ask run it", look_first)
    assert len(page.prompts) == 1
    assert page.kinds == ["display", "stream", "display", "display"]
    first, printed, shown, last = (value for _, value in page.outputs)
    assert "✓ Approved by you at " in first["text/markdown"]
    assert "```python\nran = 1" in first["text/markdown"]
    assert printed == "it ran\n"
    assert shown["text/plain"] == "2"
    assert last["text/markdown"].startswith("Done.")
    result = last_messages(server)[-1]
    assert result["role"] == "tool"
    assert "it ran" in result["content"]
    assert kernel.value("ran") == "1"


def test_a_no_and_its_reason_reach_the_model_and_nothing_ran(kernel, server):
    server.replies = [python(CODE), answer("I did not.")]
    page = kernel.run("%ask run it", "what?", "n, use the table")
    assert len(page.prompts) == 2
    result = last_messages(server)[-1]
    assert result["role"] == "tool"
    assert "denied" in result["content"]
    assert "use the table" in result["content"]
    assert "Did not run Python, 3 lines · denied: “use the table”" in page.text
    assert kernel.value("'ran' in globals()") == "False"


def test_an_edit_runs_in_place_of_the_models_code(kernel, server):
    server.replies = [python(CODE), answer("Done.")]
    page = kernel.run("%ask run it", "e", "ran = 2", "ran", ".")
    assert kernel.value("ran") == "2"
    assert "with your change" in page.text
    assert "ran = 2" in page.markdown[0]
    assert "ran = 2" in last_messages(server)[-1]["content"]


def test_always_asks_no_more_in_this_conversation(kernel, server):
    server.replies = [python("a = 1"), python("b = 2"), answer("Done.")]
    page = kernel.run("%ask run both", "a")
    assert len(page.prompts) == 1
    assert kernel.value("a + b") == "3"
    server.replies = [python("c = 3"), answer("Done.")]
    page = kernel.run("%ask --new run it", "n")
    assert len(page.prompts) == 1
    assert kernel.value("'c' in globals()") == "False"


def test_where_nobody_can_be_asked_it_is_denied_and_said(kernel, server):
    server.replies = [python(CODE), answer("I could not.")]
    page = kernel.run("%ask run it", stdin=False)
    assert "nobody was there to approve it; --yes allows it" in page.text
    assert "nobody was there" in last_messages(server)[-1]["content"]
    assert kernel.value("'ran' in globals()") == "False"


def test_yes_given_beforehand_runs_without_a_prompt(kernel, server):
    server.replies = [python(CODE), answer("Done.")]
    page = kernel.run("%%ask --yes\nrun it", stdin=False)
    assert page.prompts == []
    assert "✓ Allowed by --yes · " in page.text
    assert kernel.value("ran") == "1"


def test_what_only_reads_asks_nobody(kernel, server):
    kernel.run("numbers = [1, 2, 3]")
    look = calling("inspect_variable", '{"name": "numbers"}')
    server.replies = [look, answer("A list.")]
    page = kernel.run("%ask look", stdin=False)
    assert page.kinds == ["display"]
    assert "- Inspected `numbers` · " in page.text
    assert "list" in last_messages(server)[-1]["content"]


def test_without_tools_the_model_gets_none(kernel, server):
    kernel.run("%ask --no-tools hello")
    assert "tools" not in server.requests[-1][1]
    kernel.run("%ask --new hello")
    assert server.requests[-1][1]["tools"]


def test_the_conversation_goes_on_until_a_new_one(kernel, server):
    kernel.run("%ask one")
    kernel.run("%ask two")
    assert [m["role"] for m in last_messages(server)][1:] == [
        "user",
        "assistant",
        "user",
    ]
    kernel.run("%ask --new three")
    assert [m["role"] for m in last_messages(server)][1:] == ["user"]


def test_code_goes_into_the_next_cell(kernel, server):
    server.replies = [answer("```python\nx = 1\n```")]
    page = kernel.run("%ask -f code make x")
    assert page.payload == [
        {"source": "set_next_input", "text": "x = 1", "replace": False}
    ]
    assert "Python code" in str(last_messages(server))


def test_json_is_checked_against_a_schema(kernel, server):
    kernel.run("schema = {'type': 'object', 'required': ['a']}")
    server.replies = [answer('{"a": 1}')]
    page = kernel.run("%ask -f json --schema schema give me a")
    assert page.markdown[0].startswith('```json\n{"a": 1}\n```')
    assert kernel.value("_.json()") == "{'a': 1}"
    assert '"required":["a"]' in str(last_messages(server))
    server.replies = [answer("[]")]
    page = kernel.run("%ask -f json --schema schema give me a")
    assert "**The reply does not fit --schema" in page.text


def test_plain_text_is_shown_as_plain_text(kernel, server):
    server.replies = [answer("*Hi*")]
    page = kernel.run("%ask -f text hello")
    (_, data) = page.outputs[0]
    assert set(data) == {"text/plain"}
    assert data["text/plain"].startswith("*Hi*")


def test_a_stop_keeps_what_arrived_and_the_next_question_works(kernel, server):
    server.replies = [answer("some words", " and more"), answer("Again.")]
    server.hold = threading.Event()
    stopped = []

    def stop(page):
        if not stopped and "some words" in page.text:
            stopped.append(True)
            kernel.interrupt()

    page = kernel.run("%ask tell me", when=stop)
    assert page.status == "ok"
    assert "> **Stopped by you.** What arrived is kept" in page.text
    assert "some words" in page.text
    assert kernel.value("_.text") == "some words and more"
    server.hold.set()
    server.hold = None
    page = kernel.run("%ask again")
    assert page.markdown[0].startswith("Again.")
    assert any("some words" in str(m["content"]) for m in last_messages(server))


def test_a_stop_at_the_prompt_runs_nothing(kernel, server):
    server.replies = [python(CODE), answer("Next.")]
    stopped = []

    def stop(page):
        if not stopped and "Waiting for you" in page.text:
            stopped.append(True)
            kernel.interrupt()

    page = kernel.run("%ask run it", lambda _: "", when=stop)
    assert "Stopped by you" in page.text
    assert kernel.value("'ran' in globals()") == "False"
    assert kernel.run("%ask next").markdown[0].startswith("Next.")


def test_a_stop_inside_code_that_runs_stops_the_reply(kernel, server):
    endless = "print('begun', flush=True)\nwhile True: pass"
    server.replies = [python(endless), answer("Next.")]
    stopped = []

    def stop(page):
        if not stopped and ("stream", "begun\n") in page.outputs:
            stopped.append(True)
            kernel.interrupt()

    page = kernel.run("%ask -y run it", when=stop)
    assert "Stopped by you" in page.text
    assert kernel.run("%ask next").markdown[0].startswith("Next.")
    results = [m for m in last_messages(server) if m["role"] == "tool"]
    assert len(results) == 1


@pytest.mark.parametrize(
    "code",
    ["raise SystemExit(3)", "raise KeyError('x')", "import sys; sys.exit('bye')"],
)
def test_whatever_code_raises_the_run_goes_on(kernel, server, code):
    server.replies = [python(code), answer("I see.")]
    page = kernel.run("%ask -y run it")
    assert page.markdown[-1].startswith("I see.")
    assert last_messages(server)[-1]["role"] == "tool"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("%ask", "The question is empty"),
        ("%%ask\n   \n", "The question is empty"),
        ("%ask --modle x y", "Did you mean --model?"),
        ("%ask -c no_such_name why", "no_such_name"),
        ("%ask -m nowhere/x why", "nowhere/x"),
        ("%ask -f json --schema nope why", "--schema nope"),
        (
            "get_ipython().run_line_magic('ask', 'x' * 5_000_000)",
            "5,000,000 characters",
        ),
        ("%assistant nothing", "no command 'nothing'"),
        ("%assistant use nowhere", "nowhere"),
    ],
)
def test_bad_input_is_one_clear_line_and_the_next_question_works(kernel, line, says):
    page = kernel.run(line)
    assert page.status == "ok"
    assert page.kinds == ["display"]
    assert says in page.text
    assert "Traceback" not in page.text
    assert "\n" not in page.text.strip() or "<sub>" in page.text
    assert kernel.run("%ask hello").markdown[0].startswith("Hello")


@pytest.mark.parametrize(
    ("status", "code", "says"),
    [
        (401, "invalid_api_key", "**demo refused the key (401).** It says: “No &lt;b"),
        (404, "model_not_found", "**demo has no model m-1 (404).** It says: “No &lt;b"),
    ],
)
def test_a_provider_that_refuses_is_quoted(kernel, server, status, code, says):
    server.status = status
    error = {"message": "No <b>m-1</b> here.", "code": code}
    server.replies = [[json.dumps({"error": error}), ""]]
    page = kernel.run("%ask hello")
    assert says in page.text
    assert "HTTP" not in page.text
    server.status = 200
    server.replies = [answer("Hello")]
    assert kernel.run("%ask hello").markdown[0].startswith("Hello")


def test_an_address_where_nobody_answers(kernel, server):
    kernel.run("%assistant use gone --base-url http://127.0.0.1:9/v1 --model x")
    page = kernel.run("%ask hello")
    assert "gone can't be reached." in page.text
    kernel.run("%assistant use demo --model m-1")
    assert kernel.run("%ask hello").markdown[0].startswith("Hello")


@pytest.mark.parametrize(
    "turn",
    [
        calling("run_python", '{"code": '),
        calling("no_such_tool", "{}"),
        calling("run_python", '{"source": "x"}'),
    ],
)
def test_a_call_that_can_not_run_goes_back_to_the_model(kernel, server, turn):
    server.replies = [turn, answer("I see.")]
    page = kernel.run("%ask do it")
    assert page.prompts == []
    assert page.markdown[-1].splitlines()[-3].startswith("I see.")


def test_a_model_that_answers_nothing_is_said_so(kernel, server):
    server.replies = [[chunk(finish="stop"), "data: [DONE]\n\n"]]
    assert "answered nothing" in kernel.run("%ask hello").text


def test_thinking_is_folded(kernel, server):
    server.replies = [
        [chunk({"reasoning_content": "Hm."}), *answer("Yes.")],
    ]
    text = kernel.run("%ask hello").text
    assert text.startswith("<details><summary>Thought")
    assert "\n\nHm.\n\n</details>\n\nYes." in text


def test_code_that_unloads_the_extension_ends_the_reply(kernel, server):
    server.replies = [python("%unload_ext jupyter_assistant"), answer("never")]
    try:
        page = kernel.run("%ask -y hello")
        assert "was closed" in page.text
        assert page.status == "ok"
    finally:
        kernel.run("%load_ext jupyter_assistant")
    server.replies = [answer("Hello")]
    assert kernel.run("%ask hello").markdown[0].startswith("Hello")


def test_help_teaches(kernel):
    for line in ("%ask --help", "%%ask -h\nx", "%assistant help", "%assistant use -h"):
        page = kernel.run(line)
        assert page.kinds == ["stream"]
        assert "%a" in page.text


def test_without_a_model_the_message_leads_to_the_first_steps(tmp_path):
    with live_kernel(tmp_path) as kernel:
        page = kernel.run("%ask hello")
        assert "**No model is set up yet.**" in page.text
        assert "jupyter assistant try" in page.text
        assert page.status == "ok"
