"""The person's settings: one validated document, and where each value comes from.

Read from a file, overridden by `JUPYTER_ASSISTANT_…` variables of the environment.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.providers.base import Connection
from jupyter_assistant.storage.limits import BOUNDS, Limits
from jupyter_assistant.tools.policy import Mode

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
ShareValues = Literal["sample", "schema"]
Source = Literal["default", "file", "environment"]

PREFIX = "JUPYTER_ASSISTANT_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a person can set."""

    v: int = VERSION
    model: str | None = None
    """`connection/model`; None until one was chosen."""
    connections: dict[str, Connection] = {}
    """What the person set of each; presets fill in the rest."""
    chosen: tuple[str, ...] = ()
    """Connections that the person chose by name: only these are ever used."""
    limits: Limits = Limits()
    share_values: ShareValues = "sample"
    """Whether row values of data are shown to a model, or only its schema."""
    tool_rules: dict[str, Mode] = {}
    """Tool names or patterns such as `github__*`, and whether they ask."""
    redact_patterns: tuple[str, ...] = ()
    """More regular expressions of what must never leave."""

    def checked(self) -> Settings:
        """These settings, if they can be used.

        Raises:
            SettingInvalid: naming the setting, its value and the remedy.
        """
        self.limits.checked()
        if self.model is not None and not all(self.model.partition("/")[::2]):
            raise SettingInvalid(
                f"model is {self.model!r}; it must be written connection/model, "
                "such as openai/gpt-5.1"
            )
        for pattern in self.redact_patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise SettingInvalid(
                    f"redact_patterns has {pattern!r}, which is no regular "
                    f"expression: {error}"
                ) from None
        return self


class SettingsFile:
    """The document on disk, and what the environment puts in its place."""

    def __init__(self, path: Path, environ: Mapping[str, str]) -> None:
        """Nothing is read yet.

        Args:
            path: where the document is; it need not exist.
            environ: the variables of this process.
        """
        self.path = path
        self._environ = environ

    def read(self) -> Settings:
        """The settings in force.

        Raises:
            SettingInvalid: the file or a variable can't be used; it is left as it is.
        """
        return self._with_environment(self._from_disk()).checked()

    def source(self, name: str) -> Source:
        """Where the value of a setting or a limit comes from."""
        if PREFIX + name.upper() in self._environ:
            return "environment"
        stored = self._from_disk()
        there = stored.limits if name in BOUNDS else stored
        default = Limits() if name in BOUNDS else Settings()
        return "default" if getattr(there, name) == getattr(default, name) else "file"

    def change(self, **changes: Any) -> Settings:
        """Store what the person changed; the settings then in force.

        Raises:
            SettingInvalid: nothing was written.
        """
        changed = msgspec.structs.replace(self._from_disk(), **changes).checked()
        _write(self.path, msgspec.json.format(msgspec.json.encode(changed), indent=2))
        return self.read()

    def _from_disk(self) -> Settings:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            raise SettingInvalid(
                f"The settings in {self.path} can't be read: {error.strerror}"
            ) from None
        try:
            return msgspec.json.decode(data, type=Settings)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise SettingInvalid(
                f"The settings in {self.path} can't be used: {error}. "
                "Mend the file or move it away"
            ) from None

    def _with_environment(self, settings: Settings) -> Settings:
        values = {
            name: self._environ[PREFIX + name.upper()]
            for name in ("model", "share_values", *BOUNDS)
            if PREFIX + name.upper() in self._environ
        }
        for name, text in values.items():
            settings = _set(settings, name, text)
        return settings


def _set(settings: Settings, name: str, text: str) -> Settings:
    """One variable of the environment as a setting."""
    if name in BOUNDS:
        try:
            number = float(text) if name.endswith("_s") else int(text)
        except ValueError:
            raise SettingInvalid(
                f"{PREFIX}{name.upper()} is {text!r}; it must be a number"
            ) from None
        limits = msgspec.structs.replace(settings.limits, **{name: number})
        return msgspec.structs.replace(settings, limits=limits)
    if name == "share_values" and text not in get_args(ShareValues):
        raise SettingInvalid(
            f"{PREFIX}SHARE_VALUES is {text!r}; it must be sample or schema"
        )
    if name == "model":
        # Naming the model in the environment chooses its connection by name.
        chosen = (*settings.chosen, text.partition("/")[0])
        settings = msgspec.structs.replace(settings, chosen=chosen)
    return msgspec.structs.replace(settings, **{name: text})


def _write(path: Path, data: bytes) -> None:
    """Replace the file whole, readable by its owner only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data + b"\n")
        Path(name).replace(path)
    except OSError as error:
        raise SettingInvalid(
            f"The settings could not be saved in {path}: {error.strerror}"
        ) from None
