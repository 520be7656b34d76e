"""What a request told the model, held against what a situation asks for."""

from __future__ import annotations

import base64
import io
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PIL import Image

if TYPE_CHECKING:
    from situation_notebook import Notebook

Body = dict[str, Any]
CHARS_PER_TOKEN = 4
ALIKE = 20.0
"""How much the pixels of a picture may differ after a change of size, of 255."""


@dataclass
class Verdict:
    """Whether a situation was met, and what it cost."""

    complaints: list[str] = field(default_factory=list)
    facts: int = 0
    found: int = 0
    leaks: int = 0
    tokens: int = 0
    whole: int = 0
    """Tokens of the whole notebook as text."""
    cells_asked: int = 0
    """How often the kernel asked the tab for its cells."""


def judge(
    situation: dict[str, Any],
    question: str,
    notebook: Notebook,
    bodies: list[Body],
    fixed: frozenset[str],
    *,
    with_tab: bool,
) -> Verdict:
    """Judge what was sent for the last question.

    Args:
        situation: what is needed and forbidden.
        question: the person's words.
        notebook: the cells and what they showed.
        bodies: the requests, the one of the question first.
        fixed: lines of instructions that an empty notebook gets too.
        with_tab: whether facts count that only a front end knows.
    """
    body = bodies[0]
    texts = [said(m) for m in body["messages"] if not _instructs(m)]
    mine = [line for line in instructions(body) if line not in fixed]
    text = "\n".join([*mine, *texts])
    verdict = Verdict(
        tokens=max(0, len(text) - len(question)) // CHARS_PER_TOKEN,
        whole=len(as_text(notebook.shown(None, None))) // CHARS_PER_TOKEN,
    )
    if verdict.tokens > situation["max_tokens"]:
        said_so = f"{verdict.tokens} tokens of {situation['max_tokens']}"
        verdict.complaints.append(said_so)
    for need in situation["needs"]:
        if with_tab or not need.get("front_end"):
            there = text
            if "role" in need:
                by_role = (m for m in body["messages"] if m["role"] == need["role"])
                there = "\n".join(map(said, by_role))
            _count(verdict, bool(re.search(need["regex"], there)), need["why"])
    everything = "\n".join(map(_whole, bodies))
    for rule in situation["forbids"]:
        if with_tab or not rule.get("front_end"):
            there = text if rule["kind"] == "duplicate" else everything
            if re.search(rule["regex"], there):
                verdict.leaks += rule["kind"] == "secret"
                verdict.complaints.append(f"{rule['kind']}: {rule['why']}")
    _judge_pictures(situation, notebook, body, verdict)
    return verdict


def _count(verdict: Verdict, found: bool, what: str) -> None:
    verdict.facts += 1
    verdict.found += found
    if not found:
        verdict.complaints.append(f"missing: {what}")


def said(message: Any) -> str:
    """Every text in a message, pictures left out."""
    return "\n".join(_leaves(message))


def instructions(body: Body) -> list[str]:
    """The lines that tell the model what it is."""
    told = (said(m) for m in body["messages"] if _instructs(m))
    return [line for text in told for line in text.splitlines()]


def _instructs(message: dict[str, Any]) -> bool:
    return message["role"] in ("system", "developer")


def _leaves(value: Any) -> list[str]:
    if isinstance(value, str):
        return [] if value.startswith("data:image/") else [value]
    if isinstance(value, list):
        return [text for item in value for text in _leaves(item)]
    if isinstance(value, dict):
        skip = ("role", "type", "id", "detail")
        return [t for k, item in value.items() if k not in skip for t in _leaves(item)]
    return []


def _whole(body: Body) -> str:
    """All that left: as text and as it stands in the JSON, pictures left out."""
    texts = "\n".join(map(said, body["messages"]))
    raw = json.dumps(body["messages"], ensure_ascii=False)
    return re.sub(r"data:image/[a-z+]+;base64,[\w+/=]+", "", f"{texts}\n{raw}")


def _judge_pictures(
    situation: dict[str, Any], notebook: Notebook, body: Body, verdict: Verdict
) -> None:
    rule = situation.get("images", {})
    found = _pictures(body["messages"])
    cells = {_nearest(picture, notebook) for picture in found}
    needed = situation["needs_image"]
    for index in rule.get("from", ()) if needed else ():
        _count(verdict, index in cells, f"the picture of cell {index}")
    wrong = cells & set(rule.get("not_from", ()))
    verdict.complaints += [f"noise: the picture of cell {n}" for n in wrong]
    if len(found) > rule.get("max", 4 if needed else 0):
        verdict.complaints.append(f"noise: {len(found)} pictures")


def _pictures(value: Any) -> list[bytes]:
    if isinstance(value, str) and value.startswith("data:image/"):
        return [base64.b64decode(value.partition(",")[2])]
    items = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        return [picture for item in items for picture in _pictures(item)]
    return []


def _nearest(picture: bytes, notebook: Notebook) -> int | None:
    """The cell whose picture this is."""
    wanted = _small(picture)
    best: tuple[float, int | None] = (ALIKE, None)
    for index, ran in notebook.ran.items():
        for output in ran.outputs:
            if png := output.get("data", {}).get("image/png"):
                other = _small(base64.b64decode(png))
                apart = sum(abs(a - b) for a, b in zip(wanted, other, strict=True))
                best = min(best, (apart / len(wanted), index), key=lambda b: b[0])
    return best[1]


def _small(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).convert("RGB").resize((32, 32)).tobytes()


def as_text(cells: list[dict[str, Any]]) -> str:
    """Cells as plain text: sources, streams, text/plain, tracebacks."""
    texts = []
    for cell in cells:
        texts.append(cell["source"])
        for output in cell.get("outputs", ()):
            traceback = "\n".join(output.get("traceback", ()))
            plain = output.get("data", {}).get("text/plain")
            shown = output.get("text") or plain or traceback
            texts.append(re.sub(r"\x1b\[[\d;]*m", "", shown))
    return "\n".join(texts)
