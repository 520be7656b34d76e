"""A reply as a Markdown document and as plain text, readable without us.

All that comes from outside goes through `safe_markdown`; the only HTML is our own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from jupyter_assistant.kernel.show.arguments import (
    HIDDEN,
    arguments,
    effect_words,
    hides_something,
    reach_words,
)
from jupyter_assistant.kernel.show.notices import Notice
from jupyter_assistant.kernel.show.safe_markdown import (
    code_span,
    escaped,
    fenced,
    safe_markdown,
)
from jupyter_assistant.kernel.show.steps import Step, duration, wording
from jupyter_assistant.kernel.show.transcript import Block, Source, Thinking, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jupyter_assistant.conversation import CitationPart, ToolCallPart
    from jupyter_assistant.kernel.ask.options import Format

FOLD_FROM = 4
"""So many look-ups in a row become one line that opens."""


def markdown(blocks: Sequence[Block], byline: str, form: Format = "markdown") -> str:
    """Blocks as Markdown, with a last line that says who wrote them."""
    pieces: list[str] = []
    looks: list[Step] = []
    for block in blocks:
        if isinstance(block, Step) and not block.acts:
            looks.append(block)
            continue
        pieces.extend(_look_ups(looks))
        looks.clear()
        pieces.append(_block(block, form))
    pieces.extend(_look_ups(looks))
    if byline:
        pieces.append(f"<sub>{escaped(byline)}</sub>")
    return "\n\n".join(piece.strip("\n").rstrip() for piece in pieces if piece.strip())


def notice_markdown(notice: Notice) -> str:
    """A card of ours: a quotation, its first words bold."""
    quote = f" It says: “{escaped(notice.quote)}”" if notice.quote else ""
    body = f" {_one_line(notice.body)}" if notice.body else ""
    if notice.level == "info":
        return f"*{_one_line(notice.title)}*{quote}{body}"
    return f"> **{_one_line(notice.title)}**{quote}{body}"


def _block(block: Block, form: Format) -> str:
    match block:
        case Words():
            return safe_markdown(_formed(block.text, form))
        case Thinking(seconds=None):
            return ""  # the status says so; what moves can't be read
        case Thinking(seconds=seconds):
            took = f"Thought for {duration(seconds or 0)}" if seconds else "Thought"
            return _folded(took, safe_markdown(block.text))
        case Step():
            return _act(block)
        case Notice():
            return notice_markdown(block)
        case Source():
            return f"Source: {_source(block.citation)}"
        case _:
            assert_never(block)


def _formed(text: str, form: Format) -> str:
    """Code and data stand in a block, also where the model forgot it."""
    if form in ("code", "json") and "```" not in text and text.strip():
        return fenced(text.strip("\n"), "json" if form == "json" else "python")
    return text


def _act(step: Step) -> str:
    """A call that does something: its arguments, whole, then what became of it."""
    code = _arguments(step.call)
    words = wording(step.call)
    title = f"{_capital(words.to_do)} {code_span(words.target)}".strip()
    hidden = f" {escaped(HIDDEN)}" if hides_something(step.call) else ""
    match step.state:
        case "writing":
            return f"*{_line(step)} …*"
        case "waiting":
            reach = reach_words(step.effect)
            what = effect_words(step.effect) + (f" · {reach}" if reach else "")
            return f"**{title}?** {what}.{hidden}\n\n{code}"
        case "running":
            return f"**{_line(step)} …**{hidden}\n\n{code}"
        case "done" | "failed":
            mark = "✓" if step.state == "done" else "✗"
            done = f"**{words.done} {code_span(words.target)}".rstrip()
            below = f" · {step.shown}" if step.outputs else ""
            record = (
                f"{mark} {escaped(step.record[0].upper() + step.record[1:])}{below}"
            )
            return f"{done}**{hidden}\n\n{code}\n\n{record}"
        case "not_run":
            return _folded(_line(step), code)


def _arguments(call: ToolCallPart) -> str:
    pieces: list[str] = []
    for argument in arguments(call):
        if argument.is_long:
            name = f"{code_span(argument.name)}:\n\n" if argument.name else ""
            pieces.append(f"{name}{fenced(argument.text, argument.language)}")
        else:
            pieces.append(f"- {code_span(argument.name)}: {code_span(argument.text)}")
    return "\n\n".join(pieces)


def _look_ups(steps: Sequence[Step]) -> Iterable[str]:
    if not steps:
        return
    lines = "\n".join(f"- {_line(step)}" for step in steps)
    over = all(step.state in ("done", "failed", "not_run") for step in steps)
    if over and len(steps) >= FOLD_FROM:
        took = duration(sum(step.duration_s for step in steps))
        yield _folded(f"{len(steps)} look-ups · {took}", lines)
    else:
        yield lines


def _line(step: Step) -> str:
    verb, target, rest = step.line
    return f"{verb} {code_span(target)}".rstrip() + escaped_tail(rest)


def escaped_tail(rest: str) -> str:
    """What follows the words of a step, with its leading mark."""
    return f"{' ' * rest.startswith(' ')}{escaped(rest)}" if rest else ""


def _source(citation: CitationPart) -> str:
    title = escaped(citation.title or citation.url or citation.filename or "a document")
    if citation.url.startswith(("https://", "http://")):
        return safe_markdown(f"[{title}](<{citation.url}>)")
    return title


def _folded(summary: str, inner: str) -> str:
    """A part that opens; the blank lines keep its inside Markdown everywhere."""
    return f"<details><summary>{summary}</summary>\n\n{inner}\n\n</details>"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _one_line(text: str) -> str:
    return safe_markdown(" ".join(text.split()))
