"""A reply as a widget, in a real kernel with a front end that draws it."""

import pytest
from widget_page import widget_page

from jupyter_assistant.kernel.show.saved import REPLY_MIME
from jupyter_assistant.kernel.widget.code import WIDGET_MIME

CODE = "print('it ran'); x = 41 + 1\nx"
CALL = {"call": {"tool": "run_python", "args": {"code": CODE}}}
TURNS = ([{"text": "Let me run it."}, CALL], ["It is 42."])


@pytest.fixture
def page(tmp_path):
    with widget_page(tmp_path, *TURNS, ["And a third."]) as page:
        yield page


def shown(cell):
    """The data of the reply in a cell."""
    return cell.outputs[0][1]


def asked(page):
    """A cell whose reply waits, its model and the decision to approve."""
    cell = page.cell("%%ask -o answer\nwhat?")
    model = page.fed()
    page.until(lambda: "pending" in page.kinds(model))
    waiting = next(e for e in page.events(model) if e["type"] == "pending")["calls"][0]
    decision = {
        "call_id": waiting["call"]["call_id"],
        "answer": "approve",
        "args_digest": waiting["args_digest"],
    }
    return cell, model, decision


def is_over(cell):
    """Whether what stays is in the place of the widget."""
    return WIDGET_MIME not in shown(cell)


def decide(page, model, **decision):
    run_id = page.models[model]["record"]["replies"][0]["run_id"]
    page.send(model, {"type": "decide", "run_id": run_id, "decisions": [decision]})


def test_the_cell_ends_and_the_kernel_is_free_while_a_call_waits(page):
    cell, _, _ = asked(page)
    assert page.has_ended(cell)
    assert page.cell("print('free', 'x' in globals())").text.strip() == "free False"
    assert shown(cell)[WIDGET_MIME]["model_id"] == page.fed()
    assert shown(cell)[REPLY_MIME]["live"] == page.fed()
    assert page.cell("print(answer.text)").text.strip() == "Let me run it."


def test_an_approved_call_runs_between_cells_and_shows_in_the_cell_that_asked(page):
    cell, model, decision = asked(page)
    later = page.cell("print('later')")
    decide(page, model, **decision)
    page.until(lambda: is_over(cell))
    assert cell.outputs[1] == ("stream", "it ran\n")
    assert cell.outputs[2][1]["text/plain"] == "42"
    assert later.text == "later\n"
    assert page.kinds(model)[-6:] == [
        "decided",
        "tool_request",
        "tool_result",
        "text",
        "message",
        "done",
    ]
    assert page.cell("print(x, answer.text)").text == "42 Let me run it.\n\nIt is 42.\n"


def test_what_stays_has_the_whole_reply_and_no_widget(page):
    cell, model, decision = asked(page)
    decide(page, model, **decision)
    page.until(lambda: is_over(cell))
    data = shown(cell)
    assert set(data) == {REPLY_MIME, "text/markdown", "text/plain"}
    assert "live" not in data[REPLY_MIME]
    assert "It is 42." in str(data[REPLY_MIME]["reply"]["events"])
    assert "It is 42." in data["text/markdown"]
    assert "It is 42." in data["text/plain"]


def test_a_denied_call_does_not_run_and_the_reason_is_told(page):
    cell, model, decision = asked(page)
    decide(page, model, **decision | {"answer": "deny", "reason": "use the table"})
    page.until(lambda: is_over(cell))
    assert page.cell("print('x' in globals())").text.strip() == "False"
    assert "use the table" in shown(cell)["text/markdown"]
    assert cell.kinds == ["display"]


def test_an_edited_call_runs_as_it_was_edited(page):
    cell, model, decision = asked(page)
    decide(page, model, **decision, edited_args='{"code": "x = 7"}')
    page.until(lambda: is_over(cell))
    assert page.cell("print(x)").text == "7\n"
    assert "with your change" in shown(cell)["text/markdown"]


def test_a_decision_for_other_arguments_is_refused_and_nothing_runs(page):
    _, model, decision = asked(page)
    decide(page, model, **decision | {"args_digest": "0" * 64})
    page.until(lambda: page.told)
    assert page.told == [
        (
            model,
            {
                "type": "refused",
                "message": "This call changed while you looked. Read it again.",
            },
        )
    ]
    assert page.cell("print('x' in globals())").text.strip() == "False"


def test_a_message_that_is_no_decision_is_refused(page):
    _, model, _ = asked(page)
    decide(page, model, answer="maybe")
    page.until(lambda: page.told)
    assert page.told[0][1]["type"] == "refused"


def test_stop_ends_a_reply_that_waits(page):
    cell, model, _ = asked(page)
    page.send(model, {"type": "stop", "run_id": ""})
    page.until(lambda: is_over(cell))
    assert "Stopped by you" in shown(cell)["text/markdown"]
    assert "print('free')" not in cell.text
    assert page.cell("%ask and now?").status != "error"


def test_another_question_answers_the_waiting_call_with_no(page):
    cell, model, _ = asked(page)
    page.cell("%ask something else")
    page.until(lambda: is_over(cell))
    assert "went on without answering" in str(page.events(model))
    assert WIDGET_MIME not in shown(cell)


def test_an_interrupt_stops_a_call_that_runs_after_the_cell(tmp_path):
    endless = "print('begun', flush=True)\nwhile True: pass"
    call = {"call": {"tool": "run_python", "args": {"code": endless}}}
    with widget_page(tmp_path, [call], ["never said"]) as page:
        cell, model, decision = asked(page)
        decide(page, model, **decision)
        page.until(lambda: "begun" in cell.text)
        page.interrupt()
        page.until(lambda: is_over(cell))
        assert "never said" not in str(page.events(model))
        assert "Stopped by you" in shown(cell)["text/markdown"]
        assert page.cell("print('alive')").text == "alive\n"


def test_a_call_is_not_lost_when_a_cell_before_it_fails(page):
    cell, model, decision = asked(page)
    page.start("import time; time.sleep(0.5); 1 / 0")
    page.start("print('aborted with it')")
    decide(page, model, **decision)
    page.until(lambda: is_over(cell))
    assert page.cell("print(x)").text == "42\n"


def test_a_page_that_is_loaded_later_reads_all_and_gets_what_stays(page):
    cell, model, decision = asked(page)
    page.send(model, method="request_state")
    page.until(lambda: page.models[model]["record"]["seq"] > 0)
    record = page.models[model]["record"]
    assert "pending" in str(record["replies"][0]["events"])
    decide(page, model, **decision)
    page.until(lambda: page.models[model].get("final"))
    assert set(page.models[model]["final"]) == {
        REPLY_MIME,
        "text/markdown",
        "text/plain",
    }
    (outputs,) = page.models[model]["outputs"].values()
    assert outputs[0]["text"] == "it ran\n"
    assert cell.outputs[1] == ("stream", "it ran\n")


def test_replies_that_are_over_can_be_read_for_a_while(page):
    cell = page.cell("%ask --no-tools hello?")
    model = page.fed()
    assert is_over(cell)
    page.send(model, method="request_state")
    page.until(lambda: page.models[model].get("final"))
    assert page.models[model]["final"] == shown(cell)


def test_only_the_last_replies_are_kept_for_late_pages(tmp_path):
    with widget_page(tmp_path, *[["Hello."]] * 3) as page:
        page.cell(
            "import jupyter_assistant.kernel.widget.models as m; m.MOST_RETIRED = 2"
        )
        for _ in range(3):
            page.cell("%ask --no-tools hello?")
        assert len([m for m in page.closed.values() if "record" in m]) == 1


def test_the_probe_leaves_nothing_that_a_page_would_wait_for(page):
    page.until(lambda: any("probe" in m for m in page.closed.values()))
    assert page.models == {}


def test_without_a_front_end_that_answered_replies_are_plain_displays(tmp_path):
    with widget_page(tmp_path, ["Hello."], ready=False) as page:
        cell = page.cell("%ask hello?")
        assert set(shown(cell)) == {REPLY_MIME, "text/markdown", "text/plain"}
        assert not [m for m in page.models.values() if "record" in m]


def test_where_nobody_watches_no_widget_is_made(tmp_path):
    with widget_page(tmp_path, ["Hello."], ready=False, stdin=False) as page:
        page.cell("%ask hello?", stdin=False)
        assert page.models == {}


def test_a_front_end_is_asked_again_with_the_next_questions(tmp_path):
    with widget_page(tmp_path, ["One."], ["Two."], ready=False, stdin=False) as page:
        page.cell("%ask one?")
        page.answer_probe()
        page.cell("%ask two?")
        assert page.fed()


def test_a_front_end_without_the_view_gets_its_code_once(tmp_path):
    with widget_page(tmp_path, ["One."], ["Two."], host=False) as page:
        page.cell("%ask one?")
        page.cell("%ask two?")
        libraries = {i: m for i, m in page.models.items() if "code" in m}
        assert len(libraries) == 1
        fed = [m for m in {**page.closed, **page.models}.values() if "record" in m]
        assert {m["lib"] for m in fed} == set(libraries)


def test_plain_text_needs_no_widget(page):
    cell = page.cell("%ask -f text --no-tools hello?")
    assert set(shown(cell)) == {"text/plain"}


def test_who_waits_is_asked_by_a_prompt_in_the_busy_cell(page):
    cell = page.start("%%ask --wait\nwhat?")
    prompt = page.client.get_stdin_msg(timeout=60)
    assert "[y]es" in prompt["content"]["prompt"]
    page.client.input("y")
    page.until(lambda: page.has_ended(cell))
    assert "It is 42." in cell.text
    assert "it ran" in cell.text


# The panel


def test_a_panel_answers_in_the_same_conversation_while_the_kernel_is_free(page):
    cell = page.cell("%assistant panel")
    model = page.fed()
    assert page.models[model]["panel"]
    assert "chat panel" in shown(cell)["text/markdown"]
    page.send(model, {"type": "ask", "text": "what?"})
    page.until(lambda: "pending" in page.kinds(model))
    assert page.models[model]["d1"]["begin"]["question"] == "what?"
    waiting = next(e for e in page.events(model) if e["type"] == "pending")["calls"][0]
    decision = {
        "call_id": waiting["call"]["call_id"],
        "answer": "approve",
        "args_digest": waiting["args_digest"],
    }
    page.send(model, {"type": "decide", "run_id": "", "decisions": [decision]})
    page.until(lambda: "done" in page.kinds(model))
    page.until(lambda: "it ran" in cell.text)
    history = page.cell("%assistant history").text
    assert "what?" in history
    assert "It is 42." in history


def test_a_panel_refuses_a_second_question_and_gives_the_text_back(page):
    page.cell("%assistant panel")
    model = page.fed()
    page.send(model, {"type": "ask", "text": "what?"})
    page.until(lambda: "pending" in page.kinds(model))
    page.send(model, {"type": "ask", "text": "and this?"})
    page.until(lambda: page.told)
    (_, told) = page.told[0]
    assert told["type"] == "refused"
    assert told["text"] == "and this?"


def test_a_question_that_cant_be_asked_comes_back(page):
    page.cell("%assistant panel")
    model = page.fed()
    page.send(model, {"type": "ask", "text": "  "})
    page.until(lambda: page.told)
    assert "The question is empty" in page.told[0][1]["message"]


def test_without_widgets_the_panel_says_what_to_do(tmp_path):
    with widget_page(tmp_path, ["Hello."], ready=False) as page:
        assert "%load_ext" in page.cell("%assistant panel").text
