"""`%assistant`: set it up and look after it."""

from __future__ import annotations

import difflib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from jupyter_assistant.conversation import Usage, text_of
from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.ask.optionline import (
    HelpWanted,
    Option,
    read_options,
    words_of,
)
from jupyter_assistant.kernel.command import settings_page
from jupyter_assistant.kernel.show.places import show_document
from jupyter_assistant.kernel.show.safe_markdown import code_span, escaped
from jupyter_assistant.kernel.show.tables import table
from jupyter_assistant.storage import to_json, to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.kernel.session import Session
    from jupyter_assistant.wiring import ConnectionStatus

HELP = """\
Set the assistant up and look after it.

  %assistant                     what is in use, and what it would send where
  %assistant use openai --model gpt-5.1     choose a connection by name: from then on
                                 questions and their context may go there. The key comes
                                 from the environment, here OPENAI_API_KEY
  %assistant use NAME --base-url URL [--model M] [--key-env VARIABLE]
                                 any server that speaks OpenAI's API
  %assistant use local           the small model: no key, no network
  %assistant use --local         answer in this kernel, although a server is there
  %assistant models [NAME]       the models of a connection
  %assistant model NAME          use another model
  %assistant panel               a chat in this cell, in the same conversation
  %assistant probe [MODEL]       look whether it would answer, without spending tokens
  %assistant tools [NAME auto|ask|off]      what the model may do, and what asks first
  %assistant settings [NAME VALUE]          see or change a setting
  %assistant history             the conversation so far
  %assistant export [FILE]       save it: .md to read, .json to keep
  %assistant usage               what it cost in tokens
  %assistant reset               forget the conversation and begin a new one

%ask --help shows how to ask.
"""

_USE = (
    Option(("--base-url",), "--base-url http://localhost:8000/v1"),
    Option(("--model",), "--model gpt-5.1"),
    Option(("--key-env",), "--key-env MY_API_KEY"),
)


def run(session: Session, line: str) -> None:
    """Do what one line of `%assistant` says.

    Raises:
        AssistantError: it can't be done; says why.
        HelpWanted: the person asked for the help text.
    """
    name, _, rest = line.strip().partition(" ")
    if name in ("help", "-h", "--help") or rest.strip() in ("-h", "--help"):
        raise HelpWanted
    command = _COMMANDS.get(name or "status")
    if command is None:
        close = difflib.get_close_matches(name, _COMMANDS, n=1)
        hint = f"Did you mean %assistant {close[0]}? " if close else ""
        raise SettingInvalid(
            f"%assistant has no command {name!r}. {hint}%assistant help lists them"
        )
    command(session, rest.strip())


# What is in use


def _status(session: Session, rest: str) -> None:
    _no_words("status", rest)
    assistant = session.assistant
    model = assistant.model()
    name = model.partition("/")[0]
    used = next(status for status in assistant.connections() if status.name == name)
    rows = [
        ("Model", code_span(model)),
        ("Address", code_span(used.address) or "on this machine"),
        ("Key", _key(has=used.has_key, needs=used.needs_key)),
        ("Row values of data", _SHARED[assistant.settings.share_values]),
        ("Conversation", _size(session)),
    ]
    show_document(session, table(("Assistant", ""), rows))


IN_KERNEL = (
    "Questions are answered in this kernel from now on, with the keys of its "
    "environment. The history is kept in memory; `%assistant export` saves it."
)

_SHARED = {
    "sample": "a few are shown to the model",
    "schema": "never shown to the model, only names and types",
}


def _key(*, has: bool, needs: bool) -> str:
    return "set" if has else "missing" if needs else "none needed"


def _size(session: Session) -> str:
    messages = session.assistant.messages(session.conversation_id)
    questions = sum(bool(text_of(m.parts)) for m in messages if m.role == "user")
    return f"{questions} question{'s' * (questions != 1)} so far"


def _use(session: Session, rest: str) -> None:
    if rest == "--local":
        session.in_kernel = True
        show_document(session, IN_KERNEL)
        return
    name, _, options = rest.partition(" ")
    if not name or name.startswith("-"):
        raise SettingInvalid(
            "Which connection? %assistant use openai, or %assistant use local. Known "
            f"are: {', '.join(s.name for s in session.assistant.connections())}"
        )
    found = read_options(options, _USE, "%assistant use")
    if found.rest:
        raise SettingInvalid(
            f"{found.rest!r} can't be read. Options follow the name: "
            f"%assistant use {name} --model NAME"
        )
    model = session.assistant.use(
        name,
        base_url=found.last("--base-url"),
        model=found.last("--model"),
        key_env=found.last("--key-env"),
    )
    used = next(s for s in session.assistant.connections() if s.name == name)
    text = f"{code_span(model)} answers from now on. {_destination(used)}"
    if used.needs_key and not used.has_key:
        text += f"\n\n> **No key for {escaped(name)} yet.** %assistant help says where."
    show_document(session, text)


def _destination(used: ConnectionStatus) -> str:
    """Where questions go, which the person agreed to by naming the connection."""
    at = f" at {code_span(used.address)}" if used.address else ""
    if used.kind in _IN_PROCESS or urlsplit(used.address).hostname in _LOOPBACK:
        return f"It runs on this machine{at}: nothing leaves it."
    what = "Questions and the context that goes along"
    return f"{what} are sent to {escaped(used.name)}{at}."


_IN_PROCESS = ("local", "scripted")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def _models(session: Session, rest: str) -> None:
    listed = session.assistant.models(rest or None)
    name = rest or session.assistant.model().partition("/")[0]
    rows = [
        (
            code_span(f"{name}/{model.id}"),
            escaped(model.name),
            f"{model.window_tokens:,}" if model.window_tokens else "",
        )
        for model in listed
    ]
    if not rows:
        show_document(session, f"{escaped(name)} lists no models.")
        return
    show_document(session, table(("Model", "Name", "Window in tokens"), rows))


def _model(session: Session, rest: str) -> None:
    if not rest:
        show_document(session, f"{code_span(session.assistant.model())} answers.")
        return
    model = session.assistant.set_model(rest)
    show_document(session, f"{code_span(model)} answers from now on.")


def _probe(session: Session, rest: str) -> None:
    found = session.assistant.probe(rest or None)
    rows = [
        ("Address", code_span(found.base_url)),
        ("Answers", _yes_no(found.endpoint_reachable)),
        ("Accepts the key", _yes_no(found.auth_ok)),
        ("Has the model", _yes_no(found.model_visible)),
        ("Takes tools", _yes_no(found.tools_ok)),
    ]
    notes = [f"> **{escaped(issue)}**" for issue in found.issues]
    notes += [f"*{escaped(warning)}*" for warning in found.warnings]
    document = table((code_span(found.model) or "Model", ""), rows)
    show_document(session, "\n\n".join([document, *notes]))


def _yes_no(known: bool | None) -> str:  # noqa: FBT001 (a value, no switch)
    return "not tried" if known is None else "yes" if known else "no"


# The conversation


def _reset(session: Session, rest: str) -> None:
    _no_words("reset", rest)
    session.assistant.reset(session.conversation_id)
    session.start_new_conversation()
    show_document(session, "The next question begins a new conversation.")


def _panel(session: Session, rest: str) -> None:
    _no_words("panel", rest)
    if not session.is_notebook:
        raise SettingInvalid("%assistant panel is for notebooks; here, ask with %ask")
    from jupyter_assistant.kernel.widget.panel import show_panel  # noqa: PLC0415

    show_panel(session)


def _history(session: Session, rest: str) -> None:
    _no_words("history", rest)
    messages = session.assistant.messages(session.conversation_id)
    rows = [
        (
            f"{message.created_at.astimezone():%H:%M}",
            "you" if message.role == "user" else code_span(message.model or "?"),
            escaped(_shortened(text)),
        )
        for message in messages
        if (text := text_of(message.parts).strip())
    ]
    if not rows:
        show_document(session, "Nothing was asked yet in this conversation.")
        return
    show_document(session, table(("", "Who", "What"), rows))


def _shortened(text: str, chars: int = 100) -> str:
    text = " ".join(text.split())
    return text if len(text) <= chars else f"{text[:chars]}…"


def _export(session: Session, rest: str) -> None:
    messages = session.assistant.messages(session.conversation_id)
    if not messages:
        raise SettingInvalid("There is nothing to export: nothing was asked yet")
    names = words_of(rest) or [f"assistant-{messages[0].created_at:%Y-%m-%d-%H%M}.md"]
    path = Path(" ".join(names))
    with suppress(RuntimeError):  # a person whose home is unknown: a name like others
        path = path.expanduser()
    if path.suffix not in (".md", ".json"):
        raise SettingInvalid(f"{path} must end in .md, to read, or .json, to keep")
    text = to_json(messages)
    if path.suffix == ".md":
        text = to_markdown(messages).encode("utf-8", "replace")
    try:
        with path.open("xb") as file:
            file.write(text)
    except FileExistsError:
        raise SettingInvalid(f"{path} exists already; give another name") from None
    except OSError as error:
        raise SettingInvalid(f"{path} can't be written: {error.strerror}") from None
    except ValueError as error:  # such as a NUL in it
        raise SettingInvalid(f"{str(path)!r} is no file name: {error}") from None
    show_document(session, f"{_size(session)[:-7]} saved in {code_span(str(path))}.")


def _usage(session: Session, rest: str) -> None:
    _no_words("usage", rest)
    used: dict[str, Usage] = {}
    for message in session.assistant.messages(session.conversation_id):
        if message.model and message.usage:
            used[message.model] = used.get(message.model, Usage()) + message.usage
    if not used:
        show_document(session, "Nothing was used yet in this conversation.")
        return
    rows = [
        (
            code_span(model),
            f"{usage.input_tokens:,}",
            f"{usage.cache_read_tokens:,}",
            f"{usage.output_tokens:,}",
            "" if usage.cost_usd is None else f"${usage.cost_usd:.3f}",
        )
        for model, usage in used.items()
    ]
    head = ("This conversation", "Input tokens", "of these cached", "Output", "Cost")
    show_document(session, table(head, rows))


def _no_words(command: str, rest: str) -> None:
    if rest:
        raise SettingInvalid(f"%assistant {command} takes nothing more, not {rest!r}")


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "status": _status,
    "use": _use,
    "models": _models,
    "model": _model,
    "panel": _panel,
    "probe": _probe,
    "reset": _reset,
    "history": _history,
    "export": _export,
    "usage": _usage,
    "tools": settings_page.tools,
    "settings": settings_page.settings,
}
