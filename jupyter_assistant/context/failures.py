"""An error in few words: every cause, the person's own frames, little of the rest."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Literal

import msgspec

from jupyter_assistant.context.cells import Frame, Raised
from jupyter_assistant.context.clean import clean_text
from jupyter_assistant.context.truncate import shorten, shorten_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jupyter_assistant.context.cells import ErrorSeen

MAX_OWN_FRAMES = 12
MAX_MEMBERS = 12
"""Of a group, that are told in words; the rest are counted."""
MESSAGE_CHARS = 1200
CODE_CHARS = 240

_Link = Literal["", "cause", "context"]
_LINKS = {
    "cause": "which was the direct cause of",
    "context": "and while that was handled",
    "": "",
}
_HEADER = re.compile(r"^(?P<name>[\w.]+)\s+Traceback \(most recent call last\)\s*$")
_FRAME = re.compile(
    r"^\s*(?:Cell )?(?P<cell>In ?\[\d+\]),? line (?P<line>\d+)"
    r"|^File (?P<file>.+?):(?P<file_line>\d+)"
    r'|^\s*File "(?P<quoted>[^"]+)", line (?P<quoted_line>\d+)'
)
_FUNCTION = re.compile(r", in (?P<name>[\w.<>]+)")
_ARROW = re.compile(r"^-+> ?\d+ ?(?P<code>.*)$")
_SYNTAX_PLACE = re.compile(r" \([^()]*, line \d+\)$")
_LIBRARY = re.compile(
    r"site-packages|dist-packages|[/\\]lib[/\\]python\d|<frozen|<string>|\.p(?:yx|xi)$"
)


def error_text(error: ErrorSeen, max_chars: int = 3000) -> str:
    """What a model reads of an error: its causes in the order of their happening."""
    chain = error.chain or shown_chain(error)
    return shorten("\n".join(_chain_lines(chain)), max_chars).text


def _chain_lines(chain: Sequence[Raised], indent: str = "") -> Iterator[str]:
    for raised in chain:
        head = f"{raised.name}: {raised.message}" if raised.message else raised.name
        head = shorten(clean_text(head), MESSAGE_CHARS).text
        yield from (f"{indent}{line}" for line in head.splitlines() or [raised.name])
        for note in raised.notes:
            yield f"{indent}note: {shorten_line(note, CODE_CHARS)}"
        for line in _frame_lines(raised.frames):
            yield f"{indent}  {line}"
        yield from _member_lines(raised, indent)
        if raised.link:
            yield f"{indent}{_LINKS[raised.link]}"


def _member_lines(raised: Raised, indent: str) -> Iterator[str]:
    """The exceptions of a group; those that say the same are counted."""
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for member in raised.members:
        text = "\n".join(_chain_lines(member, f"{indent}    "))
        names[text] = member[-1].name if member else ""
        counts[text] += 1
    for text, count in _one_of_each_first(counts, names)[:MAX_MEMBERS]:
        times = f"{count} times " if count > 1 else ""
        yield f"{indent}  - {times}{text.lstrip()}"
    if len(counts) > MAX_MEMBERS:
        yield f"{indent}  and {len(counts) - MAX_MEMBERS} more, different ones"


def _one_of_each_first(
    counts: Counter[str], names: dict[str, str]
) -> list[tuple[str, int]]:
    """So that the one member of another type is not among those left out."""
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, str, int]] = []
    for text, count in counts.items():
        ranked.append((seen[names[text]], text, count))
        seen[names[text]] += 1
    ranked.sort(key=lambda member: member[0])
    return [(text, count) for _, text, count in ranked]


def _frame_lines(frames: Sequence[Frame]) -> Iterator[str]:
    """Own frames with their source; those of libraries only counted."""
    runs = [(own, list(group)) for own, group in groupby(frames, lambda f: f.own)]
    shown = 0
    for own, group in runs:
        if not own:
            yield f"… {_counted(len(group), 'frame')} in {_library(group[-1].place)} …"
            continue
        different = _without_repeats(group)
        for frame, again in different[: MAX_OWN_FRAMES - shown]:
            yield _frame_line(frame)
            if again:
                yield f"… the same call {again:,} more times …"
        missing = len(different) - max(0, MAX_OWN_FRAMES - shown)
        if missing > 0:
            yield f"… {_counted(missing, 'frame')} left out …"
            yield _frame_line(different[-1][0])
        shown += len(different)


def _without_repeats(frames: Sequence[Frame]) -> list[tuple[Frame, int]]:
    """A recursion's frames once each, and how often they came again."""
    counts: dict[Frame, int] = {}
    for frame in frames:
        counts[frame] = counts.get(frame, -1) + 1 + frame.again
    return list(counts.items())


def _frame_line(frame: Frame) -> str:
    place = f"{frame.place}, line {frame.line}"
    if frame.function:
        place += f", in {frame.function}"
    code = shorten_line(" ".join(frame.code.split("\n")), CODE_CHARS)
    return f"{place}: {code}" if code else place


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _library(path: str) -> str:
    """`pandas` of its file's path."""
    parts = re.split(r"[/\\]", path)
    for root in ("site-packages", "dist-packages"):
        if root in parts[:-1]:
            return parts[parts.index(root) + 1]
    return parts[-1].removesuffix(".py")


def shown_chain(error: ErrorSeen) -> tuple[Raised, ...]:
    """The chain as far as the displayed traceback tells it.

    Reads IPython's and Python's own formats; the last exception is always there.
    """
    blocks = _blocks(clean_text("\n".join(error.traceback)).split("\n"))
    chain: list[Raised] = []
    for number, (lines, link) in enumerate(blocks):
        last = number == len(blocks) - 1
        name, message = _words(lines)
        if last:
            name, message = error.name, _SYNTAX_PLACE.sub("", error.message)
        if name:
            frames = tuple(_shown_frames(lines))
            chain.append(Raised(name=name, message=message, frames=frames, link=link))
    return tuple(chain) or (Raised(name=error.name, message=error.message),)


def _blocks(lines: Sequence[str]) -> list[tuple[list[str], _Link]]:
    """The exceptions of a traceback, each with how it led to the next."""
    blocks: list[tuple[list[str], _Link]] = []
    current: list[str] = []
    for line in lines:
        if line.startswith("The above exception was the direct cause"):
            blocks.append((current, "cause"))
            current = []
        elif line.startswith("During handling of the above exception"):
            blocks.append((current, "context"))
            current = []
        else:
            current.append(line)
    return [*blocks, (current, "")]


def _words(lines: Sequence[str]) -> tuple[str, str]:
    """Name and message of an exception: what follows its last frame."""
    said = [line for line in lines if line.strip()]
    if not said:
        return "", ""
    header = next((m["name"] for line in lines if (m := _HEADER.match(line))), "")
    start = len(said) - 1
    for n in range(len(said) - 1, -1, -1):
        if header and said[n].startswith(f"{header}:"):
            start = n
            break
    name, _, message = "\n".join(said[start:]).partition(":")
    return (name.strip(), message.strip()) if " " not in name.strip() else ("", "")


def _shown_frames(lines: Sequence[str]) -> Iterator[Frame]:
    """The frames that a traceback shows, with the line its arrow points at."""
    waiting: Frame | None = None
    for n, text in enumerate(lines):
        if found := _FRAME.match(text):
            if waiting:
                yield waiting
            waiting = _shown_frame(found, text)
            if _has_code(lines[n + 1 : n + 2], text):
                yield _with_code(waiting, lines[n + 1])
                waiting = None
        elif waiting and (arrow := _ARROW.match(text)):
            yield _with_code(waiting, arrow["code"])
            waiting = None
    if waiting:
        yield waiting


def _has_code(following: Sequence[str], head: str) -> bool:
    """Whether the source stands right below, as in Python's own tracebacks."""
    return head.startswith(" ") and any(x.startswith("    ") for x in following)


def _shown_frame(found: re.Match[str], text: str) -> Frame:
    place = found["cell"] or found["file"] or found["quoted"]
    named = _FUNCTION.search(text)
    function = named["name"] if named and named["name"] != "<module>" else ""
    return Frame(
        place=place.replace("In [", "In["),
        line=int(found["line"] or found["file_line"] or found["quoted_line"]),
        function=function,
        own=not _LIBRARY.search(place),
    )


def _with_code(frame: Frame, code: str) -> Frame:
    if not frame.own:
        return frame
    return msgspec.structs.replace(frame, code=code.strip())
