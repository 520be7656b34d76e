import types

import pytest
from shells import new_shell, run

from jupyter_assistant.context import error_text
from jupyter_assistant.kernel.watch.failure import error_seen, is_own, message


@pytest.fixture
def shell():
    with new_shell() as made:
        yield made


def told(shell, *sources):
    result = run(shell, *sources)
    error = result.error_in_exec or result.error_before_exec
    return error_text(error_seen(shell, error))


def test_all_causes_are_told_with_the_lines_that_led_to_them(shell):
    text = told(
        shell,
        "def lead(site):\n    return {'ams': 2}[site]\n\n"
        "def plan(order):\n    try:\n        return lead(order)\n"
        "    except KeyError as error:\n"
        "        raise ValueError('no lead time') from error",
        "try:\n    plan('rtm')\nexcept ValueError:\n    1 / 0",
    )

    assert text == (
        "KeyError: 'rtm'\n"
        "  In[1], line 6, in plan: return lead(order)\n"
        "  In[1], line 2, in lead: return {'ams': 2}[site]\n"
        "which was the direct cause of\n"
        "ValueError: no lead time\n"
        "  In[2], line 2: plan('rtm')\n"
        "  In[1], line 8, in plan: raise ValueError('no lead time') from error\n"
        "and while that was handled\n"
        "ZeroDivisionError: division by zero\n"
        "  In[2], line 4: 1 / 0"
    )


def test_context_that_was_suppressed_is_not_told(shell):
    text = told(
        shell, "try:\n    1 / 0\nexcept ArithmeticError:\n    raise OSError from None"
    )

    assert text == "OSError\n  In[1], line 4: raise OSError from None"


def test_statement_over_several_lines_is_told_whole(shell):
    assert "max( [1, 'a'], key=len )" in told(shell, "max(\n  [1, 'a'],\n  key=len\n)")


def test_frames_of_libraries_are_counted_and_ipythons_own_left_out(shell):
    text = told(shell, "import json\njson.loads('{')")

    assert "  In[1], line 2: json.loads('{')\n  … 3 frames in decoder …" in text
    assert "interactiveshell" not in text


def test_recursion_keeps_its_depth(shell):
    text = told(shell, "def r(n):\n    return r(n + 1)\nr(0)")

    assert "In[1], line 2, in r: return r(n + 1)\n  … the same call" in text


def test_calls_that_take_turns_in_a_recursion_are_told_once_each(shell):
    text = told(shell, "def a():\n    return b()\ndef b():\n    return a()\na()")

    assert text.count("in a: return b()") == 1
    assert len(text) < 400


def test_syntax_error_points_at_its_line(shell):
    assert told(shell, "x = {\n  'NOK' 11.62,\n}").split("\n")[1] == (
        "  In[1], line 2: 'NOK' 11.62,"
    )


def test_file_of_the_person_is_named_from_the_notebooks_folder(
    shell, tmp_path, monkeypatch
):
    (tmp_path / "own_tool.py").write_text("def go():\n    return 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    assert "  own_tool.py, line 2, in go: return 1 / 0" in told(
        shell, "import own_tool\nown_tool.go()"
    )


def test_notes_and_members_of_a_group_are_kept(shell):
    text = told(
        shell,
        "error = ValueError('a')\nerror.add_note('row 3')\n"
        "raise ExceptionGroup('two', [error, ExceptionGroup('in', [KeyError(1)])])",
    )

    assert "- ValueError: a\n    note: row 3\n" in text
    assert "KeyError: 1" in text


def test_groups_within_groups_end_somewhere(shell):
    group = ValueError("deep")
    for n in range(40):
        group = ExceptionGroup(str(n), [group])

    assert error_text(error_seen(shell, group)).count("ExceptionGroup") < 8


def test_chain_that_leads_back_to_itself_ends(shell):
    first, second = ValueError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first

    assert len(error_seen(shell, first).chain) == 2


def test_notes_that_are_none_are_left_out(shell):
    error = ValueError("a")
    error.__notes__ = "no list"

    assert error_seen(shell, error).chain[0].notes == ()


def test_message_is_kept_short_and_never_breaks():
    class MuteError(Exception):
        def __str__(self):
            raise RuntimeError

    assert message(MuteError()) == "(its text can't be had: RuntimeError)"
    assert "6,000 characters" in message(ValueError("x" * 10_000))


def test_code_without_source_is_nobodys(shell):
    code = compile("1 / 0", "<frozen x>", "exec")
    with pytest.raises(ZeroDivisionError) as caught:
        exec(code, {})

    frame = error_seen(shell, caught.value).chain[0].frames[-1]
    assert not frame.own
    assert not is_own("<string>")
    assert not is_own("/nowhere/made_by_cython.pyx")
    assert not is_own(types.__file__)
    assert not is_own("/x/dist-packages/y.py")


def test_shell_that_names_no_code_shows_the_path():
    shell = types.SimpleNamespace(compile=object())
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018

    place = error_seen(shell, caught.value).chain[0].frames[0].place
    assert place.endswith("test_failure.py")
