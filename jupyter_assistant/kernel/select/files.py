"""Files that the person asks for with `-c`: how they begin, how large they are."""

from __future__ import annotations

import base64
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from jupyter_assistant.context import clean_text, shorten, text_part
from jupyter_assistant.conversation import ImagePart, Selection
from jupyter_assistant.errors import SettingInvalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from jupyter_assistant.conversation import TextPart

FILE_CHARS = 4000
WHOLE_BYTES = 1_000_000
"""Up to this size a file is read whole; of a larger one its start and its end."""
END_BYTES = 64_000
MAX_IMAGE_BYTES = 5_000_000
_IMAGES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
}
_NO_DATA = frozenset(
    {".py", ".md", ".rst", ".r", ".jl", ".sql", ".sh", ".toml", ".cfg", ".ini", ".js"}
    | {".ts", ".css", ".html", ".c", ".cpp", ".h", ".rs", ".go", ".java", ".tex"}
)
"""Kinds of files that hold no rows: shown whatever `share_values` says."""


def _here() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return "a folder that is gone"


def file_part(
    name: str, *, share_rows: bool, redact: Callable[[str], str]
) -> TextPart | ImagePart:
    """A file as context.

    Args:
        name: as the person wrote it, relative to the notebook's folder.
        share_rows: whether values may leave; else only the first line and the size do.
        redact: takes secrets out of a text, before it is cut.

    Raises:
        SettingInvalid: it can't be read; says why.
    """
    path = Path(name)
    with suppress(RuntimeError):  # a person whose home is unknown: a name like others
        path = path.expanduser()
    try:
        if path.is_dir():
            raise SettingInvalid(f"-c {name}: that is a folder; name a file in it")
        size = path.stat().st_size
        media_type = _IMAGES.get(path.suffix.lower())
        if media_type and size <= MAX_IMAGE_BYTES and share_rows:
            return _image(name, media_type, path.read_bytes())
        head, tail = _ends(path, size)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise SettingInvalid(
            f"-c {name}: {reason} (looked in {_here()}); name a file or a variable"
        ) from None
    text = _as_text(head, tail, size)
    if text is None:
        return text_part(f"{name}: no text, {size:,} bytes.", "file", name, name)
    text = redact(clean_text(text))
    heading = f"{name}, {_count(text, size)}"
    if not share_rows and path.suffix.lower() not in _NO_DATA:
        first = shorten(text.partition("\n")[0], FILE_CHARS).text
        told = f"{heading}; its first line, values are not shared:\n{first}"
        return text_part(told, "file", name, name, truncated=True)
    short = shorten(text, FILE_CHARS)
    cut = bool(short.left_out) or size > WHOLE_BYTES
    return text_part(f"{heading}:\n{short.text}", "file", name, name, truncated=cut)


def _ends(path: Path, size: int) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        if size <= WHOLE_BYTES:
            return file.read(WHOLE_BYTES), b""
        head = file.read(END_BYTES)
        file.seek(-END_BYTES, 2)
        return head, file.read(END_BYTES)


def _as_text(head: bytes, tail: bytes, size: int) -> str | None:
    """The file's text; None where it is none."""
    if b"\0" in head:
        return None
    text = head.decode("utf-8-sig", "replace")
    if text.count("\ufffd") > len(text) // 20 + 1:
        text = head.decode("latin-1")
    if not tail:
        return text
    between = size - len(head) - len(tail)
    return f"{text}\n… {between:,} bytes left out …\n{tail.decode('utf-8', 'replace')}"


def _count(text: str, size: int) -> str:
    if size > WHOLE_BYTES:
        return f"{size:,} bytes"
    return (
        f"{size:,} bytes, {text.count(chr(10)) + (not text.endswith(chr(10))):,} lines"
    )


def _image(name: str, media_type: str, data: bytes) -> ImagePart:
    return ImagePart(
        media_type=media_type,
        data=base64.b64encode(data).decode("ascii"),
        name=name,
        alt=name,
        context=Selection(type="image", label=name, ref=name),
    )
