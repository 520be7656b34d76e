"""The option line of `%%ask`: options first, then words that stay as they are."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from typing import Literal, get_args

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.ask.optionline import Option, read_options

Format = Literal["markdown", "code", "json", "text"]

MAX_QUESTION_CHARS = 400_000
"""About 100,000 tokens: longer texts belong into a variable or a file."""

HELP = """\
Ask the assistant. The options come first, then the question, word for word.

  %ask what is the difference between loc and iloc?

  %%ask -c cells:3 -c df
  Why do the units drop in March? Plot it.

{name}, {df.columns} or {Out[3]} in a question become their values.

  -m, --model CONNECTION/MODEL  the model for this question: -m openai/gpt-5.1
  -c, --context WHAT  what goes along in place of the cells above; may be repeated:
                      -c cells:3   -c df   -c ./data.csv   -c none
  -f, --format FORM   markdown, text, json, or code, which goes into the next cell
  --schema WHAT       a JSON Schema for -f json: a variable or a .json file
  -o, --output NAME   keep the reply under this name as well
  -y, --yes           for this question, run without asking what would need your yes
  --wait              keep the cell busy until you decided; a prompt always does
  --no-tools          the model only answers: it can look at nothing and run nothing
  --new               start a new conversation
  --                  ends the options, before a question that starts with a dash

The reply is in _ and Out[n] too: .text .code .json() .usage .messages
%assistant help shows how to choose a model.
"""

_OPTIONS = (
    Option(("-m", "--model"), "-m openai/gpt-5.1"),
    Option(("-c", "--context"), "-c df, -c cells:3 or -c none"),
    Option(("-f", "--format"), "-f markdown, code, json or text"),
    Option(("--schema",), "--schema schema.json"),
    Option(("-o", "--output"), "-o answer"),
    Option(("-y", "--yes")),
    Option(("--wait",)),
    Option(("--no-tools",)),
    Option(("--new",)),
)


_SHELLS_OWN = ("get_ipython", "In", "Out", "__builtins__", "__name__")
"""A notebook whose magics or history lost these names no longer works."""


@dataclass(slots=True, kw_only=True)
class AskOptions:
    """What the option line said, and the question."""

    question: str
    model: str | None = None
    """`connection/model`; None: the one in the settings."""
    context: tuple[str, ...] = ()
    format: Format = "markdown"
    schema: str | None = None
    """A variable's name or a file's path."""
    output: str | None = None
    yes: bool = False
    wait: bool = False
    tools: bool = True
    new: bool = False


def parse_ask(line: str, cell: str | None) -> AskOptions:
    """Read `%ask LINE`, or `%%ask LINE` with the body of the cell.

    Words behind the options of `%%ask` are the question's first line.

    Raises:
        SettingInvalid: an option or the question can't be used.
        HelpWanted: `--help`.
    """
    found = read_options(line, _OPTIONS, "%ask" if cell is None else "%%ask")
    question = "\n".join(text for text in (found.rest, cell) if text).strip("\n")
    form = _format(found.last("--format") or "markdown")
    if found.has("--schema") and form != "json":
        raise SettingInvalid("--schema is for JSON: give -f json as well")
    _check_question(question)
    return AskOptions(
        question=question,
        model=found.last("--model"),
        context=tuple(found.values.get("--context", ())),
        format=form,
        schema=found.last("--schema"),
        output=_variable(found.last("--output")),
        yes=found.has("--yes"),
        wait=found.has("--wait"),
        tools=not found.has("--no-tools"),
        new=found.has("--new"),
    )


def _format(text: str) -> Format:
    for known in get_args(Format):
        if text == known:
            return known
    raise SettingInvalid(
        f"-f {text} is no format; it must be {', '.join(get_args(Format))}"
    )


def _variable(name: str | None) -> str | None:
    if name is None:
        return None
    if not name.isidentifier() or keyword.iskeyword(name):
        raise SettingInvalid(f"-o {name} is no name of a variable; try -o answer")
    if name in _SHELLS_OWN:
        raise SettingInvalid(f"-o {name} is a name of IPython's own; try -o answer")
    return name


def _check_question(question: str) -> None:
    if not question.strip():
        raise SettingInvalid(
            "The question is empty. Write it behind %ask, or below a line with %%ask"
        )
    if len(question) > MAX_QUESTION_CHARS:
        raise SettingInvalid(
            f"The question has {len(question):,} characters; {MAX_QUESTION_CHARS:,} "
            "is the most. Keep the long part in a variable or a file and name it: "
            "-c df or -c ./notes.txt"
        )
