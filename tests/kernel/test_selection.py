import base64
from datetime import UTC, datetime

import pytest
from cells import png
from shells import new_shell, run

from jupyter_assistant.context import parse_wants
from jupyter_assistant.conversation import ImagePart, Message, TextPart
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.select.selection import select
from jupyter_assistant.kernel.watch.link import Page, PageCell
from jupyter_assistant.kernel.watch.recorder import Recorder
from jupyter_assistant.redaction import Redactor
from jupyter_assistant.storage import Settings


class Asker:
    """A shell and a recorder; asks without a model."""

    def __init__(self, shell):
        self.shell = shell
        self.recorder = Recorder(shell)
        self.recorder.start()

    def parts(self, question="?", *options, history=(), share="sample", **more):
        return select(
            self.shell,
            self.recorder,
            question,
            wants=parse_wants(options),
            history=history,
            settings=Settings(share_values=share),
            redactor=Redactor(),
            **more,
        )

    def told(self, *args, **more):
        parts = self.parts(*args, **more)
        return "\n".join(p.text for p in parts if isinstance(p, TextPart))


@pytest.fixture
def asker(monkeypatch):
    monkeypatch.delenv("JUPYTER_ASSISTANT_URL", raising=False)
    with new_shell() as shell:
        made = Asker(shell)
        yield made
        made.recorder.stop()


def picture():
    return f"{{'image/png': __import__('base64').b64decode('{png()}')}}"


def show_picture(asker):
    run(
        asker.shell,
        "from IPython.display import display",
        f"display({picture()}, raw=True)  # plt.hist(x)",
    )


def test_context_comes_first_and_the_question_last(asker):
    run(asker.shell, "data = [1, 2]", "sum(data)")
    parts = asker.parts("Why 3?")

    assert [p.context.label for p in parts[:-1]] == ["In[1]", "In[2]", "Out[2]"]
    assert parts[-1] == TextPart(text="Why 3?")


def test_named_values_are_looked_at(asker):
    run(asker.shell, "import json", "data = json.loads('{\"port\": 8080}')", "x = 1")

    assert "data: dict = {'port': 8080}" in asker.told("Which port is in data?")


def test_small_value_in_the_question_is_written_out(asker):
    run(asker.shell, "season = {w: w / 8 for w in range(1, 53)}", "season[1]")

    assert "29: 3.625, 30: 3.75" in asker.told("Which week is best in season?")
    assert "29: 3.625" not in asker.told("Which week is best?")
    assert "29: 3.625" not in asker.told("Is season right?", share="schema")


def test_what_ran_for_us_is_no_context(asker):
    run(asker.shell, "y = 5", "# %load_ext\n%load_ext jupyter_assistant", "%%ask\nQ")
    run(asker.shell, "x = 1\n%ask why")

    told = asker.told()
    assert "y = 5" in told
    assert "x = 1" in told
    assert "ask" not in told


def test_large_value_in_braces_goes_beside_the_question(asker):
    run(asker.shell, "rows = list(range(1000))", "n = 5")
    parts = asker.parts("Are {rows} more than {n}?", "none")

    assert [p.context and p.context.label for p in parts] == ["rows", None]
    assert parts[0].context.type == "variable"
    assert "1,000" in parts[0].text
    assert parts[1].text == "Are rows more than 5?"


def test_cells_outputs_and_errors_in_braces_are_sent(asker):
    run(asker.shell, "print('hi')", "1 / 0", "[7, 8]")
    told = asker.told(
        "{In[1]} {Out[1]} {Err[2]} {Out[3]} {Out[3][0]} {In[-1]} {In[9]} {Err[1]} "
        "{In['x']} {In[1].x} {Out[2]}",
        "none",
    )

    assert "In[1]:\nprint('hi')" in told
    assert "Output of In[1]:\nhi" in told
    assert "ZeroDivisionError: division by zero" in told
    assert told.endswith(
        "In[1] Out[1] Err[2] [7, 8] 7 In[-1] {In[9]} {Err[1]} "
        "{In['x']} {In[1].x} Out[2]"
    )


def test_options_add_values_and_files(asker, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "notes").write_text("a note")
    run(asker.shell, "data = [1, 2]", "hidden = 5")
    told = asker.told("?", "none", "data", "./a.csv", "notes", "In[2]")

    assert "data: list" in told
    assert "x,y\n1,2" in told
    assert "a note" in told
    assert "In[2]:\nhidden = 5" in told
    assert "data = [1, 2]" not in told


def test_option_that_names_nothing_is_refused_with_what_is_like_it(asker):
    run(asker.shell, "orders = 1")

    with pytest.raises(SettingInvalid, match=r"-c ordrs: .*did you mean orders"):
        asker.parts("?", "ordrs")
    with pytest.raises(SettingInvalid, match="is it spelled so"):
        asker.parts("?", "zzzzzz")


def test_secrets_of_the_notebook_and_the_environment_are_masked(asker, monkeypatch):
    monkeypatch.setenv("REPORT_DB_PASSWORD", "plum-orchard-41")
    run(
        asker.shell,
        "token = 'tulip-meadow-77'",
        "print('tulip-meadow-77', 'plum-orchard-41', 'visible')",
        "raise ValueError('tulip-meadow-77')",
    )
    told = asker.told(
        "Is tulip-meadow-77 right, and what is in token? {token}", "token"
    )

    assert "tulip-meadow" not in told
    assert "plum-orchard" not in told
    assert "visible" in told


def test_values_stay_where_they_must_not_leave(asker):
    show_picture(asker)
    run(asker.shell, "import pandas as pd\ndf = pd.DataFrame({'name': ['Lea']})\ndf")
    run(asker.shell, "print('Lea')", "1 / 0")
    parts = asker.parts("What does this plot of df show?", share="schema")

    told = "\n".join(p.text for p in parts if isinstance(p, TextPart))
    assert told.count("Lea") == 2  # in the sources
    assert "Output of" not in told
    assert "ZeroDivisionError" in told
    assert "name" in told
    assert not any(isinstance(p, ImagePart) for p in parts)


def test_picture_is_sent_if_the_question_is_about_one(asker):
    show_picture(asker)
    about = asker.parts("What does this histogram show?")
    other = asker.parts("Is x right?")

    (image,) = [p for p in about if isinstance(p, ImagePart)]
    assert image.context.label == "Out[2]"
    assert base64.b64decode(image.data).startswith(b"\x89PNG")
    assert not any(isinstance(p, ImagePart) for p in other)


def test_picture_that_is_a_value_is_sent_where_none_is_shown(asker):
    run(
        asker.shell,
        "from IPython.display import Image",
        f"photo = Image(data=__import__('base64').b64decode('{png()}'))\nnumber = 5",
    )
    named = asker.parts("What is in this picture, photo?")
    braces = asker.parts("Look at {photo}", "none")
    none = asker.parts("What is in this picture, number?")

    assert [p.media_type for p in named if isinstance(p, ImagePart)] == ["image/png"]
    assert [p.media_type for p in braces if isinstance(p, ImagePart)] == ["image/png"]
    assert not any(isinstance(p, ImagePart) for p in none)


def test_nothing_is_sent_twice_in_a_conversation(asker):
    show_picture(asker)
    first = asker.parts("What does this plot show?")
    history = (Message("m", "user", first, datetime.now(UTC)),)
    second = asker.parts("And this plot?", history=history)

    assert [p.text for p in second] == [
        "Unchanged since they were shown earlier: In[2], Out[2].",
        "And this plot?",
    ]


def test_page_of_the_front_end_is_what_the_notebook_is(asker):
    run(asker.shell, "limit = 5", cell_id="a")

    class Tab:
        def page(self):
            note = PageCell(cell_type="markdown", id="m", source="# Limits")
            cell = PageCell(cell_type="code", id="a", source="limit = 7")
            return Page(cells=[note, cell])

    told = asker.told("?", link=Tab())
    assert "# Limits" in told
    assert "limit = 7\nWhat ran in place of the edited lines:\nlimit = 5" in told


def test_room_of_the_model_is_kept(asker):
    run(asker.shell, *[f"value_{n} = {n}" for n in range(50)])

    assert len(asker.told(max_tokens=40)) < 400


def test_strange_objects_break_nothing(asker):
    run(
        asker.shell,
        "class Odd:\n"
        "    def __getattr__(self, name):\n"
        "        raise SystemExit(name)\n"
        "    def __repr__(self):\n"
        "        raise KeyboardInterrupt\n"
        "    __module__ = property(lambda self: 1 / 0)\n"
        "    __class__ = 5\n",
        "odd = Odd()",
    )

    assert "odd" in asker.told("What is odd?")


def test_many_names_share_the_room(asker):
    names = [f"v{n}" for n in range(9)]
    run(asker.shell, *[f"{name} = dict(enumerate(range(500)))" for name in names])
    run(asker.shell, "print(" + ", ".join(f"len({name})" for name in names) + ")")

    told = asker.told("Compare " + ", ".join(names[:5]))
    assert all(f"{name}: dict" in told for name in names[:5])
    assert len(told) < 6000
