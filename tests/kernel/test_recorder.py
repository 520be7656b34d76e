import sys

import pytest
from shells import new_shell, run

from jupyter_assistant.context import ErrorSeen, RichSeen, StreamSeen, error_text
from jupyter_assistant.kernel.watch import recorder as recorder_module
from jupyter_assistant.kernel.watch.capture import Printed, Tap
from jupyter_assistant.kernel.watch.recorder import Recorder


@pytest.fixture
def shell():
    with new_shell() as made:
        yield made


@pytest.fixture
def recorder(shell):
    made = Recorder(shell)
    made.start()
    yield made
    made.stop()


def test_source_printed_text_result_and_error_of_a_cell_are_seen(shell, recorder):
    run(shell, "import sys\nprint('out')\nprint('err', file=sys.stderr)\n5", "1 / 0")

    first, second = recorder.cells()
    assert first.source.endswith("\n5")
    assert first.execution_count == 1
    assert first.outputs == (
        StreamSeen(text="out\n"),
        StreamSeen(name="stderr", text="err\n"),
        RichSeen(data={"text/plain": "5"}, is_result=True),
    )
    assert [type(o) for o in second.outputs] == [ErrorSeen]
    assert error_text(second.error) == (
        "ZeroDivisionError: division by zero\n  In[2], line 1: 1 / 0"
    )


def test_what_the_person_sees_is_what_it_was_without_us(shell, capfd):
    cells = ("print('a')\n5", "1 / 0", "x = (", "%nothing_of_that_name")
    run(shell, *cells)
    before = capfd.readouterr()
    recorder = Recorder(shell)
    recorder.start()
    shell.execution_count = 1
    run(shell, *cells)
    recorder.stop()
    after = capfd.readouterr()

    assert after == before
    assert [c.error.name for c in recorder.cells()[-4:] if c.error] == [
        "ZeroDivisionError",
        "SyntaxError",
        "UsageError",
    ]


def test_stopping_leaves_no_trace_in_the_shell(shell):
    def state():
        parts = (shell, shell.display_pub, shell.displayhook, sys.stdout, sys.stderr)
        events = shell.events.callbacks
        return [dict(vars(p)) for p in parts], {k: list(v) for k, v in events.items()}

    before = state()
    recorder = Recorder(shell)
    recorder.start()
    recorder.start()
    recorder.stop()
    recorder.stop()

    assert state() == before


def test_tap_that_somebody_put_another_on_is_left_alone():
    class Stream:
        def write(self, text):
            return text

    stream = Stream()
    tap = Tap(stream, "write", lambda write: lambda text: write(text) + "!")
    stream.write = theirs = lambda text: text
    tap.remove()

    assert stream.write is theirs


def test_tap_on_a_tap_is_taken_off_down_to_the_one_below():
    class Stream:
        def write(self, text):
            return text

    stream = Stream()
    first = Tap(stream, "write", lambda write: lambda text: "1" + write(text))
    second = Tap(stream, "write", lambda write: lambda text: "2" + write(text))
    assert stream.write("x") == "21x"
    second.remove()
    assert stream.write("x") == "1x"
    first.remove()
    assert vars(stream) == {}


def test_cell_that_ran_again_replaces_its_earlier_run(shell, recorder):
    run(shell, "x = 1", cell_id="a")
    run(shell, "y = 1", cell_id="b")
    run(shell, "x = 2", cell_id="a")

    assert [(c.id, c.source, c.execution_count) for c in recorder.cells()] == [
        ("b", "y = 1", 2),
        ("a", "x = 2", 3),
    ]


def test_cells_from_before_are_taken_from_what_ipython_kept(shell):
    run(shell, "print('early')", "40 + 2", "1 / 0", "'text'")
    recorder = Recorder(shell)
    recorder.start()
    run(shell, "x = 1")
    recorder.stop()

    early = recorder.cells()
    assert [c.execution_count for c in early] == [1, 2, 3, 4, 5]
    assert early[0].outputs == (StreamSeen(text="early\n"),)
    assert early[1].outputs[0].data["text/plain"] == "42"
    assert "In[3], line 1: 1 / 0" in error_text(early[2].error)


def test_result_of_a_plain_type_is_enough_where_nothing_else_was_kept(shell):
    run(shell, "40 + 2", "object()", "1 / 0", "[][0]")
    shell.history_manager.outputs.clear()
    recorder = Recorder(shell)
    recorder.start()
    recorder.stop()

    first, second, third, fourth = recorder.cells()
    assert first.outputs == (RichSeen(data={"text/plain": "42"}, is_result=True),)
    assert second.outputs == ()
    assert "ZeroDivisionError" in "".join(third.error.traceback)
    assert fourth.error.chain


def test_last_error_is_enough_where_ipython_keeps_no_others(shell, monkeypatch):
    run(shell, "1 / 0", "2 / 0", "x = 1")
    monkeypatch.delattr(type(shell.history_manager), "exceptions", raising=False)
    shell.history_manager.__dict__.pop("exceptions", None)
    recorder = Recorder(shell)
    recorder.start()
    recorder.stop()

    first, second, third = recorder.cells()
    assert first.error is None
    assert "In[2], line 1: 2 / 0" in error_text(second.error)
    assert third.error is None
    monkeypatch.delattr(sys, "last_exc", raising=False)
    monkeypatch.delattr(sys, "last_value", raising=False)
    assert all(cell.error is None for cell in recorder.cells())


def test_displays_and_syntax_errors_from_before_are_known_too(shell):
    run(shell, "from IPython.display import display\ndisplay('x')\n5", "x = (")
    recorder = Recorder(shell)
    recorder.start()
    recorder.stop()

    shown, broken = recorder.cells()
    assert [o.is_result for o in shown.outputs] == [False, True]
    assert broken.error.chain[0].frames[0].line == 1


def test_loading_in_a_cell_starts_with_the_next_one(shell):
    recorder = Recorder(shell)
    shell.user_ns["begin"] = recorder.start
    run(shell, "begin()\nprint('not heard')", "print('heard')")
    recorder.stop()

    assert [c.execution_count for c in recorder.cells()] == [1, 2]
    assert recorder.cells()[1].outputs == (StreamSeen(text="heard\n"),)


def test_code_that_a_cell_runs_as_a_cell_belongs_to_it(shell, recorder):
    run(shell, "get_ipython().run_cell('print(1)')\nprint(2)")

    (cell,) = recorder.cells()
    assert cell.outputs == (StreamSeen(text="1\n2\n"),)


def test_code_that_is_not_stored_is_no_cell(shell, recorder):
    shell.run_cell("print(1)", store_history=False)
    shell.run_cell("print(1)", silent=True)

    assert recorder.cells() == ()
    assert recorder.running == ""


def test_running_cell_is_known_while_it_runs(shell, recorder):
    shell.user_ns["which"] = lambda: recorder.running
    result = run(shell, "which()", cell_id="abc")

    assert result.result == "abc"
    assert recorder.running == ""


def test_displays_are_seen_updated_and_cleared(shell, recorder):
    run(
        shell,
        "from IPython.display import display, clear_output, update_display\n"
        "display('one', display_id='d')\n"
        "_ = display({'text/plain': 'two', 'image/png': b'x', 'n': 5}, raw=True)",
        "update_display('changed', display_id='d')",
        "print('gone')\nclear_output()\nprint('stays')",
        "print('old')\nclear_output(wait=True)\nprint('new')",
    )

    first, second, third, fourth = recorder.cells()
    assert first.outputs[0].data["text/plain"] == "'changed'"
    assert first.outputs[1].data == {"text/plain": "two", "image/png": "eA=="}
    assert second.outputs == ()
    assert third.outputs == (StreamSeen(text="stays\n"),)
    assert fourth.outputs == (StreamSeen(text="new\n"),)


def test_displays_between_cells_belong_to_none(shell, recorder):
    shell.display_pub.publish({"text/plain": "x"})
    shell.display_pub.publish({"text/plain": "x"}, update=True)
    shell.display_pub.clear_output()
    shell.displayhook.write_format_data({"text/plain": "x"})
    recorder._take_display("no bundle", None, update=False)
    recorder._take_printed("stdout", "x")
    recorder._take_error(ValueError("x"))
    shell.showtraceback((ValueError, ValueError("x"), None))

    assert recorder.cells() == ()


def test_captured_output_is_not_shown_and_not_seen(shell, recorder):
    run(shell, "%%capture got\nprint('hidden')", "print('seen')")

    hidden, seen = recorder.cells()
    assert hidden.outputs == ()
    assert seen.outputs == (StreamSeen(text="seen\n"),)


def test_error_while_a_value_is_shown_is_seen(shell, recorder):
    run(
        shell,
        "class Pump:\n    def __repr__(self):\n        raise RuntimeError('no pump')",
        "Pump()",
    )

    assert "RuntimeError: no pump" in error_text(recorder.cells()[1].error)


def test_group_of_exceptions_is_seen_with_its_members(shell, recorder):
    run(shell, "raise ExceptionGroup('two', [ValueError('a'), TypeError('b')])")

    (cell,) = recorder.cells()
    assert [type(o) for o in cell.outputs] == [ErrorSeen]
    assert "- TypeError: b" in error_text(cell.error)


def test_exception_that_can_not_be_read_breaks_nothing(shell, recorder, caplog):
    class OddError(Exception):
        @property
        def __notes__(self):
            raise KeyError(1)

    shell.user_ns.update(OddError=OddError, take=recorder._take_error)
    run(shell, "raise OddError('IPython itself fails to show it')", "print('next')")
    run(shell, "take(OddError('x'))")

    assert [c.outputs for c in recorder.cells()][1:] == [
        (StreamSeen(text="next\n"),),
        (),
    ]
    assert "can't be read" in caplog.text


def test_of_an_endless_stream_start_and_end_are_kept(shell, recorder):
    run(shell, "for n in range(60):\n    print(str(n % 10) * 99_999)")

    ((stream,),) = [c.outputs for c in recorder.cells()]
    assert len(stream.text) < 1_100_000
    assert stream.text.startswith("0" * 99_999)
    assert stream.text.endswith("9" * 99_999 + "\n")
    assert "characters not kept" in stream.text


def test_outputs_of_the_oldest_cells_are_forgotten_first(shell, recorder, monkeypatch):
    monkeypatch.setattr(recorder_module, "TOTAL_CHARS", 2500)
    run(shell, *[f"print('{n}' * 999)" for n in range(5)])

    assert [bool(c.outputs) for c in recorder.cells()] == [False] * 3 + [True] * 2


def test_displayed_value_that_is_too_large_is_not_kept(shell, recorder, monkeypatch):
    monkeypatch.setattr(recorder_module, "RICH_CHARS", 100)
    run(shell, "'x' * 1000")

    assert recorder.cells()[0].outputs == (RichSeen(data={}, is_result=True),)


def test_cell_whose_run_was_cancelled_is_over(shell, recorder):
    info = type("Info", (), {"store_history": True, "raw_cell": "x", "cell_id": "a"})()
    recorder._before(info)
    recorder._after(None)
    recorder._after(None)

    assert recorder.running == ""
    assert recorder.cells()[0].execution_count is not None


def test_stream_without_room_for_attributes_is_left_alone(shell, recorder, monkeypatch):
    class Bare:
        __slots__ = ()

        def write(self, text):
            return len(text)

        def flush(self): ...

    info = type("Info", (), {"store_history": True, "raw_cell": "x", "cell_id": "a"})()
    monkeypatch.setattr(sys, "stdout", Bare())
    recorder._before(info)
    sys.stdout.write("x")
    recorder._after(None)

    assert recorder.cells()[0].outputs == ()


def test_printed_text_is_whole_until_it_is_too_long():
    printed = Printed(name="stdout")
    printed.add("a")
    printed.add("b")

    assert (printed.text, printed.size, printed.left_out) == ("ab", 2, 0)
