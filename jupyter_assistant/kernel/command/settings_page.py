"""`%assistant settings` and `%assistant tools`: what is set, and how it is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.kernel.ask.optionline import words_of
from jupyter_assistant.kernel.show.arguments import effect_words
from jupyter_assistant.kernel.show.places import show_document
from jupyter_assistant.kernel.show.safe_markdown import code_span, escaped
from jupyter_assistant.kernel.show.tables import table
from jupyter_assistant.storage import BOUNDS, Limits, SettingsFile, ShareValues
from jupyter_assistant.tools.policy import Mode, Policy

if TYPE_CHECKING:
    from jupyter_assistant.kernel.session import Session

_SHARE = "share_values"
_PLAIN = ("model", _SHARE)
_VARIABLE = "JUPYTER_ASSISTANT_MAX_TOOL_ROUNDS"


def settings(session: Session, rest: str) -> None:
    """Show all settings, or change one.

    Raises:
        SettingInvalid: there is no such setting, or it can't have this value.
    """
    words = words_of(rest)
    match words:
        case []:
            _show_settings(session)
        case [name, value]:
            _change(session, name, value)
        case _:
            raise SettingInvalid(
                "%assistant settings NAME VALUE changes a setting, such as "
                "%assistant settings max_tool_rounds 20"
            )


def _show_settings(session: Session) -> None:
    file, now = session.assistant.file, session.assistant.settings
    rows = [
        (
            code_span("model"),
            code_span(now.model or "none yet"),
            file.source("model"),
            "",
        ),
        (code_span(_SHARE), now.share_values, file.source(_SHARE), "sample or schema"),
    ]
    for name, (least, most) in BOUNDS.items():
        value = f"{getattr(now.limits, name):,g}"
        bounds = f"{least:,} to {most:,}"
        rows.append((code_span(name), value, file.source(name), bounds))
    document = table(("Setting", "Value", "From", "Can be"), rows)
    show_document(
        session,
        f"{document}\n\nThey are kept in {code_span(str(file.path))}. "
        f"{code_span('%assistant settings max_tool_rounds 20')} changes one; a "
        f"variable such as {code_span(_VARIABLE)} goes before it.",
    )


def _change(session: Session, name: str, value: str) -> None:
    assistant = session.assistant
    if name == "model":
        value = assistant.set_model(value)
    elif name == _SHARE:
        if value not in get_args(ShareValues):
            raise SettingInvalid(f"{_SHARE} is {value!r}; it must be sample or schema")
        assistant.file.change(share_values=value)
    elif name in BOUNDS:
        # What the environment says about other limits is not to be stored.
        stored = SettingsFile(assistant.file.path, {}).read().limits
        assistant.file.change(limits=_with_limit(stored, name, value))
    else:
        known = ", ".join((*_PLAIN, *BOUNDS))
        raise SettingInvalid(f"There is no setting {name!r}. The settings are: {known}")
    text = f"{code_span(name)} is {escaped(value)} from now on."
    if assistant.file.source(name) == "environment":
        text = f"{code_span(name)} is saved, but a variable of the environment wins."
    show_document(session, text)


def _with_limit(limits: Limits, name: str, text: str) -> Limits:
    try:
        value = float(text) if name.endswith("_s") else int(text.replace(",", ""))
    except ValueError:
        least, most = BOUNDS[name]
        raise SettingInvalid(
            f"{name} is {text!r}; it must be a number between {least} and {most}"
        ) from None
    return msgspec.structs.replace(limits, **{name: value})


def tools(session: Session, rest: str) -> None:
    """Show the tools of this kernel, or set whether one asks.

    Raises:
        SettingInvalid: there is no such mode.
    """
    words = words_of(rest)
    match words:
        case []:
            _show_tools(session)
        case [name, mode] if mode in get_args(Mode):
            file, rules = session.assistant.file, session.assistant.settings.tool_rules
            file.change(tool_rules={**rules, name: mode})
            show_document(session, f"{code_span(name)}: {_MODES[mode]}.")
        case _:
            raise SettingInvalid(
                "%assistant tools NAME MODE, where the mode is auto, ask or off: "
                "%assistant tools run_python off"
            )


_MODES = {
    "auto": "runs without asking",
    "ask": "asks before it runs",
    "off": "never runs",
}


def _show_tools(session: Session) -> None:
    from jupyter_assistant.kernel.tools.kernel_tools import KERNEL_TOOLS  # noqa: PLC0415 (heavy)

    policy = Policy(settings=session.assistant.settings.tool_rules)
    rows = [
        (
            code_span(tool.name),
            effect_words(tool.effect),
            _MODES[policy.mode(tool.name, tool.effect)],
            escaped(tool.description.partition(". ")[0]),
        )
        for tool in KERNEL_TOOLS
    ]
    show_document(session, table(("Tool", "", "", "What it does"), rows))
