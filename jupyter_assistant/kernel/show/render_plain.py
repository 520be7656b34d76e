"""A reply as plain text: for `text/plain`, logs and pipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from jupyter_assistant.kernel.show.arguments import arguments, effect_words, reach_words
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.steps import Step, duration, wording
from jupyter_assistant.kernel.show.transcript import Block, Source, Thinking, Words
from jupyter_assistant.kernel.show.visible import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.conversation import CitationPart, ToolCallPart


def plain(blocks: Sequence[Block], byline: str) -> str:
    """Blocks as text, with a last line that says who wrote them."""
    pieces: list[str] = []
    previous: Block | None = None
    for block in blocks:
        text = _block(block).strip("\n")
        if text:
            close = _is_look(previous) and _is_look(block)
            pieces.append(("\n" if close else "\n\n") + text)
            previous = block
    if byline:
        pieces.append(f"\n\n[{byline}]")
    return printable("".join(pieces).strip("\n"))


def notice_plain(notice: Notice) -> str:
    """A card of ours without its marks."""
    return notice.text.replace("`", "")


def _is_look(block: Block | None) -> bool:
    return isinstance(block, Step) and not block.acts


def _block(block: Block) -> str:
    match block:
        case Words():
            return block.text
        case Thinking(seconds=seconds):
            return f"Thought for {duration(seconds)}" if seconds else ""
        case Step():
            return step_plain(block)
        case Notice():
            return notice_plain(block)
        case Source():
            return source_plain(block.citation)
        case _:
            assert_never(block)


def step_plain(step: Step) -> str:
    """A step: one line, and the arguments where it acts."""
    if not step.acts or step.state == "writing":
        return line_plain(step)
    if step.state == "waiting":
        to_do = wording(step.call).to_do
        reach = reach_words(step.effect)
        what = effect_words(step.effect) + (f": {reach}" if reach else "")
        head = f"{to_do[0].upper()}{to_do[1:]}? {what}"
    else:
        head = line_plain(step)
    return f"{head}\n{arguments_plain(step.call)}"


def line_plain(step: Step) -> str:
    """A step in one line."""
    verb, target, rest = step.line
    return " ".join(f"{verb} {target}".split()) + rest


def arguments_plain(call: ToolCallPart) -> str:
    """All arguments, indented."""
    lines: list[str] = []
    for argument in arguments(call):
        if argument.is_long:
            lines.extend([f"{argument.name}:"] if argument.name else [])
            lines.extend(argument.text.split("\n"))
        else:
            lines.append(f"{argument.name}: {argument.text}")
    return "\n".join(f"    {line}" if line else "" for line in lines)


def source_plain(citation: CitationPart) -> str:
    """Where an answer says it comes from."""
    name = citation.title or citation.filename
    where = f"{name} ({citation.url})" if name and citation.url else name
    return f"Source: {where or citation.url or 'a document'}"
