"""The only place that builds objects from settings: providers, loops, the runner.

`open_assistant()` gives what the kernel and the command line work with.
"""

from __future__ import annotations

import os
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir
from msgspec.structs import replace

from jupyter_assistant.agent.engine import Engine
from jupyter_assistant.agent.local_runner import LocalRunner
from jupyter_assistant.agent.loop import Loop
from jupyter_assistant.agent.prompt import system_prompt
from jupyter_assistant.errors import NotConfigured, SettingInvalid
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.providers.connections import (
    PRESETS,
    find_key,
    key_variable,
    needs_key,
    resolve,
)
from jupyter_assistant.providers.create import create_provider
from jupyter_assistant.providers.retry import with_retries
from jupyter_assistant.redaction import Redactor, secret_values
from jupyter_assistant.storage import MemoryHistory, Settings, SettingsFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jupyter_assistant.agent.runner import RunRequest
    from jupyter_assistant.conversation import Message
    from jupyter_assistant.providers.base import ModelInfo, ProbeResult, Provider
    from jupyter_assistant.tools.base import Toolbox

NO_MODEL = (
    "No model is set up yet. Run `jupyter assistant try` in a terminal, or "
    "`%assistant use openai` with a key in OPENAI_API_KEY, or `%assistant use local` "
    "for the small model that needs no key and no network."
)
CONTEXT_SHARE = 4
"""The notebook's context may take one part in this many of a model's window."""
MAX_CONTEXT_TOKENS = 8000


@dataclass(slots=True, frozen=True, kw_only=True)
class ConnectionStatus:
    """What is known of a connection without a call."""

    name: str
    kind: str
    address: str
    """Empty where the kind's own address is meant or there is none."""
    needs_key: bool
    has_key: bool
    chosen: bool
    """Whether the person chose it by name, so that it may be used."""
    current: bool
    """Whether the model in use is one of its."""


def open_assistant(
    environ: Mapping[str, str] | None = None, settings_path: Path | None = None
) -> Assistant:
    """The assistant of this process, with the person's settings.

    Args:
        environ: the variables to read; the process's own if not given.
        settings_path: the settings file; in Jupyter's configuration folder if not
            given.
    """
    path = settings_path or Path(jupyter_config_dir()) / "assistant" / "settings.json"
    environ = os.environ if environ is None else environ
    return Assistant(SettingsFile(path, environ), environ)


class Assistant:
    """Settings, providers and the runner of one process."""

    def __init__(self, file: SettingsFile, environ: Mapping[str, str]) -> None:
        """Nothing is read or started yet."""
        self.file = file
        self._environ = environ
        self._extra: dict[str, Connection] = {}
        self._providers: dict[tuple[str, bytes, str | None], Provider] = {}
        self.retries = 2
        """How often a call that failed early is tried again."""
        self.timeout_s: float | None = None
        """Seconds for one call, retries included; None: as in the settings."""
        self.engine = Engine()
        self.history = MemoryHistory()
        self.runner = LocalRunner(
            engine=self.engine,
            history=self.history,
            new_loop=self._new_loop,
            tool_rules=lambda: self.settings.tool_rules,
            max_runs_per_minute=lambda: self.settings.limits.max_runs_per_minute,
        )

    @property
    def settings(self) -> Settings:
        """The settings in force, read anew so that a change counts at once.

        Raises:
            SettingInvalid: the file or a variable can't be used.
        """
        return self.file.read()

    @property
    def redactor(self) -> Redactor:
        """Takes secrets out of what leaves this process."""
        secrets = secret_values(self._environ)
        return Redactor(secrets, self.settings.redact_patterns)

    # Choosing

    def use(
        self,
        name: str,
        *,
        base_url: str | None = None,
        model: str | None = None,
        key_env: str | None = None,
    ) -> str:
        """Choose a connection by name: the consent that it may be used from now on.

        Returns:
            The model in use, as `connection/model`.

        Raises:
            SettingInvalid: no such connection, a bad address or no model; nothing is
                changed.
        """
        settings = self.settings
        wanted = _known(name, settings)
        if wanted is None and base_url is None:
            raise SettingInvalid(_no_such(name, settings))
        wanted = wanted or Connection()
        if base_url is not None:
            wanted = replace(wanted, base_url=base_url)
        if key_env is not None:
            wanted = replace(wanted, key_env=key_env)
        wanted = resolve(name, wanted)
        current, _, used = (settings.model or "").partition("/")
        if model is None and name == current:
            model = used
        if model is None:
            model = self._only_model(name, wanted)
        self.file.change(
            model=f"{name}/{model}",
            connections={**settings.connections, name: wanted},
            chosen=(*(c for c in settings.chosen if c != name), name),
        )
        return self.model()

    def _only_model(self, name: str, wanted: Connection) -> str:
        """The model of a connection that has just one."""
        listed = self.engine.submit(self._build(name, wanted).models()).result()
        if len(listed) == 1:
            return listed[0].id
        some = ", ".join(model.id for model in listed[:10]) or "none that it lists"
        raise SettingInvalid(
            f"Which model of {name}? Say %assistant use {name} --model NAME. "
            f"It has {len(listed)}: {some}{', …' if len(listed) > 10 else ''}"
        )

    def use_once(self, name: str, connection: Connection) -> None:
        """A connection for this process only, such as one of the command line."""
        resolve(name, connection)
        self._extra[name] = connection

    def model(self) -> str:
        """The model in use, as `connection/model`.

        Raises:
            NotConfigured: none was chosen yet.
        """
        chosen = self.settings.model
        if chosen is None:
            raise NotConfigured(NO_MODEL)
        return chosen

    def set_model(self, model: str) -> str:
        """Use another model: of the same connection, or written `connection/model`.

        Raises:
            SettingInvalid: its connection was not chosen by name.
        """
        settings = self.settings
        name, slash, rest = model.partition("/")
        known = slash and (name in settings.connections or name in PRESETS)
        if not known:
            name, rest = self.model().partition("/")[0], model
        if name not in settings.chosen:
            raise NotConfigured(_not_chosen(name))
        self.file.change(model=f"{name}/{rest}")
        return f"{name}/{rest}"

    # What there is

    def connections(self) -> tuple[ConnectionStatus, ...]:
        """Every connection that is known, the chosen ones first."""
        settings = self.settings
        names = dict.fromkeys((*settings.chosen, *settings.connections, *PRESETS))
        current = (settings.model or "").partition("/")[0]
        return tuple(self._status(name, settings, current) for name in names)

    def _status(self, name: str, settings: Settings, current: str) -> ConnectionStatus:
        connection = resolve(name, _known(name, settings) or Connection())
        return ConnectionStatus(
            name=name,
            kind=connection.kind,
            address=connection.endpoint_url or connection.base_url or "",
            needs_key=needs_key(connection),
            has_key=find_key(connection, self._environ) is not None,
            chosen=name in settings.chosen,
            current=name == current,
        )

    def models(self, connection: str | None = None) -> tuple[ModelInfo, ...]:
        """The models that a connection lists, of the one in use if none is named.

        Raises:
            NotConfigured: the connection was not chosen.
            ProviderError: it does not answer.
        """
        name = connection or self.model().partition("/")[0]
        return self.engine.submit(self.provider(name).models()).result()

    def probe(self, model: str | None = None) -> ProbeResult:
        """Look whether a model would answer, without spending tokens.

        Raises:
            NotConfigured: its connection was not chosen.
        """
        name, _, rest = (model or self.model()).partition("/")
        return self.engine.submit(self.provider(name).probe(rest)).result()

    def context_tokens(self, model: str | None = None) -> int:
        """How much context a question may bring along.

        Raises:
            NotConfigured: no model was chosen.
        """
        provider = self.provider((model or self.model()).partition("/")[0])
        window = provider.profile.window_tokens
        if window is None:
            return MAX_CONTEXT_TOKENS
        return min(MAX_CONTEXT_TOKENS, window // CONTEXT_SHARE)

    def provider(self, name: str) -> Provider:
        """The provider behind a connection that the person chose.

        Raises:
            NotConfigured: it was not chosen, or its key is missing.
            SettingInvalid: it can't be used as it is set.
        """
        settings = self.settings
        wanted = self._extra.get(name) or _known(name, settings)
        if wanted is None:
            raise NotConfigured(_no_such(name, settings))
        if name not in settings.chosen and name not in self._extra:
            raise NotConfigured(_not_chosen(name))
        return self._build(name, wanted)

    def _build(self, name: str, wanted: Connection) -> Provider:
        """The provider of a connection; one for each that was ever asked for."""
        connection = resolve(name, wanted)
        key = find_key(connection, self._environ)
        if key is None and needs_key(connection):
            raise NotConfigured(
                f"No key for {name}. Nothing was sent. Set "
                f"{key_variable(connection)} in the environment, or name another "
                f"variable: %assistant use {name} --key-env NAME"
            )
        known = (name, msgspec.json.encode(connection), key)
        if known not in self._providers:
            data_dir = Path(jupyter_data_dir()) / "assistant"
            self._providers[known] = create_provider(
                name, connection, key, data_dir=data_dir
            )
        return with_retries(
            self._providers[known],
            retries=self.retries,
            timeout_s=self.timeout_s or self.settings.limits.call_timeout_s,
            name=name,
        )

    # Conversations

    def messages(self, conversation_id: str) -> tuple[Message, ...]:
        """The conversation so far; empty if it is new."""
        return self.history.messages(conversation_id)

    def reset(self, conversation_id: str) -> None:
        """Stop what runs in a conversation and forget it."""
        self.runner.forget(conversation_id)

    def close(self) -> None:
        """Stop what runs."""
        self.engine.close()

    def _new_loop(self, request: RunRequest, toolbox: Toolbox) -> Loop:
        name, _, model = request.model.partition("/")
        provider = self.provider(name)
        tools = toolbox.defs() if provider.profile.supports_tools else ()
        return Loop(
            provider=provider,
            model=model,
            label=request.model,
            system=system_prompt(tools),
            toolbox=toolbox,
            limits=self.settings.limits,
            params=request.params,
            conversation_id=request.conversation_id,
            run_id=uuid.uuid4().hex,
            redact=self.redactor,
            reports_calls=request.reports_calls,
        )


def _known(name: str, settings: Settings) -> Connection | None:
    return settings.connections.get(name) or PRESETS.get(name)


def _no_such(name: str, settings: Settings) -> str:
    known = ", ".join(dict.fromkeys((*settings.connections, *PRESETS)))
    return (
        f"There is no connection {name!r}. Known are: {known}. Another one needs its "
        f"address: %assistant use {name} --base-url URL --model NAME"
    )


def _not_chosen(name: str) -> str:
    return (
        f"{name} was not chosen yet, so nothing was sent. "
        f"`%assistant use {name}` chooses it."
    )
