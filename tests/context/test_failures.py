from cells import failed

from jupyter_assistant.context import Frame, Raised, error_text
from jupyter_assistant.context.failures import shown_chain

IPYTHON = """\
---------------------------------------------------------------------------
KeyError                                  Traceback (most recent call last)
Cell \x1b[92mIn[11]\x1b[39m, line 3\x1b[39m, in \x1b[36mplan\x1b[39m(order)
      2     try:
----> 3         days = lead_time(order["site"])
      4     except KeyError as error:

File ~/work/stock.py:7, in lead_time(site)
      6 def lead_time(site):
----> 7     return SITES[site]["lead_days"]

KeyError: 'RTM '

The above exception was the direct cause of the following exception:

ValueError                                Traceback (most recent call last)
Cell In[12], line 5, in <module>
      4     orders = load(file)
----> 5 nightly(orders)

File /usr/lib/python3.11/site-packages/pandas/core/frame.py:100, in apply(f)
     99 def apply(f):
--> 100     return f()

ValueError: no lead time
"""


def test_each_cause_is_told_with_its_own_frames_and_libraries_are_counted() -> None:
    cause = Raised(
        name="KeyError",
        message="'RTM '",
        frames=(
            Frame(place="In[3]", line=2, function="plan", code="lead(\norder)"),
            Frame(place="/x/site-packages/pandas/a.py", line=5, own=False),
            Frame(place="/x/site-packages/pandas/b.py", line=6, own=False),
            Frame(place="/x/lib/python3/csv.py", line=7, own=False),
        ),
        link="cause",
        notes=("seen in the second file",),
    )
    surfaced = Raised(name="StockError", frames=(Frame(place="In[4]", line=1),))

    told = error_text(failed("StockError", chain=(cause, surfaced)))
    assert told == (
        "KeyError: 'RTM '\n"
        "note: seen in the second file\n"
        "  In[3], line 2, in plan: lead( order)\n"
        "  … 3 frames in csv …\n"
        "which was the direct cause of\n"
        "StockError\n"
        "  In[4], line 1"
    )


def test_single_library_frame_is_told_in_the_singular() -> None:
    frame = Frame(place="C:\\x\\dist-packages\\numpy\\core.py", line=1, own=False)
    context = Raised(name="A", frames=(frame,), link="context")

    told = error_text(failed("B", chain=(context, Raised(name="B", message="b"))))
    assert told == "A\n  … 1 frame in numpy …\nand while that was handled\nB: b"


def test_recursion_is_told_once_with_its_depth() -> None:
    frames = tuple(
        Frame(place="In[1]", line=n, function="f", again=400) for n in (2, 3, 2)
    )
    told = error_text(
        failed("RecursionError", chain=(Raised(name="R", frames=frames),))
    )

    assert "line 2, in f\n  … the same call 801 more times …" in told


def test_of_many_frames_the_first_and_the_last_are_told() -> None:
    frames = tuple(Frame(place=f"In[{n}]", line=1) for n in range(40))
    told = error_text(failed("E", chain=(Raised(name="E", frames=frames),)))

    assert "In[0], line 1" in told
    assert "… 28 frames left out …\n  In[39], line 1" in told


def test_members_of_a_group_are_counted_and_each_kind_is_there() -> None:
    many = [(Raised(name="ValueError", message=f"row {n}"),) for n in range(20)]
    same = [(Raised(name="ValueError", message="row 0"),)] * 2
    other = (Raised(name="TypeError", message="row 17"),)
    group = Raised(name="ExceptionGroup", members=(*many, *same, other, ()))

    told = error_text(failed("ExceptionGroup", chain=(group,)))
    assert "  - 3 times ValueError: row 0\n" in told
    assert "  - TypeError: row 17\n" in told
    assert told.endswith("and 10 more, different ones")


def test_very_long_message_is_cut() -> None:
    told = error_text(failed("E", chain=(Raised(name="E", message="x" * 9000),)))

    assert len(told) < 1500


def test_displayed_traceback_tells_causes_places_and_lines() -> None:
    error = failed("ValueError", "no lead time", traceback=tuple(IPYTHON.split("\n")))
    first, second = shown_chain(error)

    assert (first.name, first.message, first.link) == ("KeyError", "'RTM '", "cause")
    assert first.frames == (
        Frame(
            place="In[11]",
            line=3,
            function="plan",
            code='days = lead_time(order["site"])',
        ),
        Frame(
            place="~/work/stock.py",
            line=7,
            function="lead_time",
            code='return SITES[site]["lead_days"]',
        ),
    )
    assert (second.name, second.message) == ("ValueError", "no lead time")
    assert [f.place for f in second.frames] == [
        "In[12]",
        "/usr/lib/python3.11/site-packages/pandas/core/frame.py",
    ]
    assert second.frames[0].code == "nightly(orders)"
    assert not second.frames[1].own


def test_pythons_own_traceback_is_read_too() -> None:
    text = (
        "Traceback (most recent call last):\n"
        '  File "tool.py", line 3, in <module>\n'
        "    run()\n"
        '  File "tool.py", line 2, in run\n'
        "KeyError: 1\n\n"
        "During handling of the above exception, another exception occurred:\n\n"
        '  File "tool.py", line 9\n'
        "    x = (\n"
        "SyntaxError: '(' was never closed"
    )
    error = failed("SyntaxError", "never closed (tool.py, line 9)", traceback=(text,))
    first, second = shown_chain(error)

    assert first.link == "context"
    assert first.frames == (
        Frame(place="tool.py", line=3, code="run()"),
        Frame(place="tool.py", line=2, function="run"),
    )
    assert second.message == "never closed"
    assert second.frames == (Frame(place="tool.py", line=9, code="x = ("),)


def test_frames_without_source_keep_their_places() -> None:
    text = "Cell In[1], line 1\nCell In[2], line 4, in <lambda>(x)\nKeyError: 1"
    (raised,) = shown_chain(failed("KeyError", "1", traceback=(text,)))

    assert raised.frames == (
        Frame(place="In[1]", line=1),
        Frame(place="In[2]", line=4, function="<lambda>"),
    )


def test_compiled_library_is_no_code_of_the_person() -> None:
    text = "File pandas/_libs/index.pyx:172, in IndexEngine.get_loc(key)\n'no source'"
    (raised,) = shown_chain(failed("KeyError", "'a'", traceback=(text,)))

    assert not raised.frames[0].own


def test_error_without_a_traceback_is_told_by_its_words() -> None:
    assert error_text(failed("KeyboardInterrupt")) == "KeyboardInterrupt"
    odd = "The above exception was the direct cause of the following exception:"
    assert error_text(failed("E", "m", traceback=("", odd, "a b c: d"))) == "E: m"
    unnamed = ("just some words here", odd, "E: m")
    assert error_text(failed("E", "m", traceback=unnamed)) == "E: m"
