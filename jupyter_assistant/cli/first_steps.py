"""`jupyter assistant try`: from nothing to the quick start in JupyterLab."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from jupyter_assistant.cli.say import complain, plain, say
from jupyter_assistant.errors import NotConfigured, ProviderError, SettingInvalid
from jupyter_assistant.providers.connections import PRESETS, is_loopback
from jupyter_assistant.providers.local_model import (
    INSTALL,
    LIBRARY,
    SMALL_MODEL,
    TINY_MODEL_NOTE,
    fetch_small_model,
    has_small_model,
)
from jupyter_assistant.wiring import open_assistant

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from jupyter_assistant.providers.base import Connection, ModelInfo
    from jupyter_assistant.wiring import Assistant, ConnectionStatus

OLLAMA = "ollama"
NOTEBOOK = "quickstart.ipynb"
_MODELS_SHOWN = 30


@dataclass(slots=True, frozen=True, kw_only=True)
class Offer:
    """A way to a model; `take` sets it up and says which model it is."""

    title: str
    needs_network: bool
    take: Callable[[], str]


def run(args: Namespace) -> int:
    """Choose a model, copy the notebook, open it."""
    if not args.yes and not sys.stdin.isatty():
        return complain("there is no terminal to ask in; add --yes", 2)
    with closing(open_assistant()) as assistant:
        offers = _offers(assistant, asks=not args.yes)
        offer = _without_network(offers) if args.yes else _ask_which(offers)
        say(f"Set up: {plain(offer.take())}")
    notebook = _copy_notebook()
    if args.no_open:
        say(f"Open it with `jupyter lab {notebook.name}`.")
        return 0
    return _open(notebook, args.lab_arguments)


# What there is


def _offers(assistant: Assistant, *, asks: bool) -> list[Offer]:
    """What is in use, keys in the environment, Ollama, the small model."""
    offers: list[Offer] = []
    for status in assistant.connections():
        if status.current:
            offers.append(
                Offer(
                    title=f"{assistant.model()}: what you use now",
                    needs_network=not _is_here(status),
                    take=assistant.model,
                )
            )
        elif status.needs_key and status.has_key:
            offers.append(
                Offer(
                    title=f"{status.name}: a key for it is in the environment",
                    needs_network=True,
                    take=partial(_use_keyed, assistant, status, asks=asks),
                )
            )
    ollama = _ollama_models(assistant)
    if ollama:
        offers.append(
            Offer(
                title="ollama: it runs on this machine",
                needs_network=False,
                take=partial(_use_ollama, assistant, ollama, asks=asks),
            )
        )
    if assistant.settings.model != f"local/{SMALL_MODEL}":
        offers.append(_small_model(assistant))
    return offers


def _connection(assistant: Assistant, name: str) -> Connection:
    """As the person set it, else as it is known."""
    return assistant.settings.connections.get(name) or PRESETS[name]


def _is_here(status: ConnectionStatus) -> bool:
    return status.kind in ("local", "scripted") or is_loopback(status.address)


def _ollama_models(assistant: Assistant) -> tuple[ModelInfo, ...]:
    assistant.use_once(OLLAMA, _connection(assistant, OLLAMA))
    try:
        return assistant.models(OLLAMA)
    except ProviderError:
        return ()


def _small_model(assistant: Assistant) -> Offer:
    size = "it is here" if has_small_model() else "93 MB to download"
    return Offer(
        title=f"local: {SMALL_MODEL}, which needs no key and no network ({size})",
        needs_network=False,
        take=partial(_use_small, assistant),
    )


# Taking it


def _use_keyed(assistant: Assistant, status: ConnectionStatus, *, asks: bool) -> str:
    """Choosing it is the consent to ask it for its models."""
    assistant.use_once(status.name, _connection(assistant, status.name))
    listed = assistant.models(status.name)
    return assistant.use(status.name, model=_which(listed, asks=asks))


def _use_ollama(
    assistant: Assistant, listed: tuple[ModelInfo, ...], *, asks: bool
) -> str:
    return assistant.use(OLLAMA, model=_which(listed, asks=asks))


def _use_small(assistant: Assistant) -> str:
    if importlib.util.find_spec(LIBRARY) is None:
        raise NotConfigured(f"the library that runs local models is missing: {INSTALL}")
    if not has_small_model():
        say(f"Fetching {SMALL_MODEL} …")
        fetch_small_model()
    say(TINY_MODEL_NOTE)
    return assistant.use("local", model=SMALL_MODEL)


# Asking


def _without_network(offers: Sequence[Offer]) -> Offer:
    return next(offer for offer in offers if not offer.needs_network)


def _ask_which(offers: Sequence[Offer]) -> Offer:
    say("Which model shall answer?")
    for number, offer in enumerate(offers, 1):
        say(f"  {number}  {plain(offer.title)}")
    numbers = [str(number) for number in range(1, len(offers) + 1)]
    return offers[int(_answer("Number", numbers, default="1")) - 1]


def _which(listed: Sequence[ModelInfo], *, asks: bool) -> str:
    """One of the listed models, the first where nobody can be asked."""
    names = [model.id for model in listed]
    if not names:
        raise SettingInvalid("it lists no models")
    if len(names) == 1 or not asks:
        return names[0]
    say("Its models: " + plain(", ".join(names[:_MODELS_SHOWN])))
    if len(names) > _MODELS_SHOWN:
        say(f"  and {len(names) - _MODELS_SHOWN} more")
    return _answer("Model", names, default=names[0])


def _answer(what: str, allowed: Sequence[str], *, default: str) -> str:
    """What the person types, asked again until it is one of the allowed."""
    while True:
        say(f"{what} [{plain(default)}]: ", end="")
        line = sys.stdin.readline()
        if not line:
            raise SettingInvalid("nothing was chosen, nothing was changed")
        answer = line.strip() or default
        if answer in allowed:
            return answer
        say(f"{plain(answer)!r} is none of them.")


# The notebook


def _copy_notebook() -> Path:
    """The quick start in this folder; one that is there stays as it is."""
    target = Path(NOTEBOOK)
    try:
        with target.open("xb") as file:
            file.write(_notebook())
        say(f"Copied {NOTEBOOK} into this folder.")
    except FileExistsError:
        say(f"{NOTEBOOK} is in this folder already and stays as it is.")
    except OSError as error:
        raise SettingInvalid(
            f"{target} can't be written: {error.strerror}. Go to a folder of yours "
            "and run it again"
        ) from None
    return target


def _notebook() -> bytes:
    """From the installed package, or from the checkout it was installed from."""
    package = resources.files("jupyter_assistant")
    carried = package / "notebooks" / NOTEBOOK
    if not carried.is_file():
        carried = package / ".." / "notebooks" / NOTEBOOK
    return carried.read_bytes()


def _open(notebook: Path, arguments: Sequence[str]) -> int:
    """JupyterLab in the foreground, in place of this process where that exists."""
    if importlib.util.find_spec("jupyterlab") is None:
        return complain(
            'JupyterLab is not installed here: `pip install "jupyter_assistant[lab]"`, '
            f"then `jupyter lab {notebook.name}`. The model is set up"
        )
    # -P: as the command `jupyter lab` does, not from the person's folder.
    command = [sys.executable, "-P", "-m", "jupyterlab", notebook.name, *arguments]
    if sys.platform == "win32":
        return subprocess.call(command)  # noqa: S603 (our own interpreter)
    return os.execv(sys.executable, command)  # noqa: S606 (our own interpreter)
