"""Which pictures a question is about: mostly none, else the latest or a named one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from jupyter_assistant.context.cells import RichSeen
from jupyter_assistant.context.mentions import mentioned_cells, words
from jupyter_assistant.context.outputs import picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jupyter_assistant.context.cells import CellSeen

MAX_PICTURES = 4
MAX_BASE64_CHARS = 6_600_000
"""Providers take pictures of up to 5 MB."""

_NOUN = (
    r"(?:(?:sub|box|bar|line|scatter|violin|area|pair|count|joint|contour|density|kde"
    r"|roc)?\s?-?plots?|charts?|graphs?|figures?|fig|histograms?|heat ?maps?|diagrams?"
    r"|pictures?|images?|photos?|scatter|maps?|curves?|pies?|colou?r ?bars?)"
)
_THE = (
    r"(?:this|that|these|those|the|my|our|its|his|her|last|latest|previous|first|second"
    r"|third|fourth|left|right|upper|lower|above|both|all|each|which|what|two|three)"
)
_DEFINITE = re.compile(rf"(?i)\b{_THE}\s+(?:[\w-]+\s+){{0,2}}?{_NOUN}\b")
_NUMBERED = re.compile(rf"(?i)\b{_NOUN}\s+(?:\d+|above|below|of\b|in\b|from\b)")
_SEEN = re.compile(
    r"(?i)\b(?:legend|x-?axis|y-?axis|axes|axis|tick ?(?:mark|label)s?|outliers?|peaks?"
    r"|spikes?|bumps?|dips?|overlap\w*|you see|look(?:s|ing)? like"
    r"|visible|visually|shape of)\b"
)
_OTHER_LANGUAGES = re.compile(
    r"(?i)グラフ|図|画像|プロット|图|圖|그래프|그림|график|рисун|диаграмм|رسم|صورة|شكل"
    r"|\b(?:diagramm|grafik|abbildung|bild|kurve|graphique|courbe|image|gr[aá]fic[oa]"
    r"|figura|imagen|imagem|immagine|wykres)\w*\b"
)
_MAKING = re.compile(
    r"(?i)\b(?:save|export|write|download|savefig|draw|make|create|add|generate|animate)"
    rf"\b[^.?!]*\b{_NOUN}\b|\bdpi\b|\bhow (?:do|can|would|to)\b[^.?!]*\bplot\b"
)
_WHAT_IS_THERE = re.compile(
    r"(?i)\b(?:what|explain|describe|interpret|read|tell|mean\w*|show\w*|happen\w*)\b"
)
_POINTING = re.compile(r"(?i)\b(?:this|that|here|these|it)\b")
_SEVERAL = re.compile(r"(?i)\b(?:both|two|compare\w*|difference\w*|between)\b")
_ALL = re.compile(rf"(?i)\b(?:all|every|each)\b[^.?!]*\b{_NOUN}\b")
_ORDINALS = ("first", "second", "third", "fourth")

_KINDS: dict[str, str] = {
    "hist": r"\.hist\(|histplot|histogram",
    "box": r"boxplot|\.box\(",
    "bar": r"\.barh?\(|barplot|countplot",
    "scatter": r"scatter",
    "pie": r"\.pie\(",
    "heat": r"heatmap|imshow|matshow|pcolor",
    "violin": r"violin",
    "contour": r"contour",
    "map": r"imshow|geo|basemap|folium",
    "line": r"\.plot\(|lineplot",
}


class Shown(NamedTuple):
    """One picture of the notebook."""

    cell: CellSeen
    number: int
    """Which of the cell's pictures, from 0."""
    media_type: str
    data: str


def all_pictures(cells: Sequence[CellSeen]) -> list[Shown]:
    """The pictures on the page, in its order."""
    shown: list[Shown] = []
    for cell in cells:
        rich = (o for o in cell.outputs if isinstance(o, RichSeen))
        found = [p for p in map(picture, rich) if p]
        shown += [Shown(cell, n, *p) for n, p in enumerate(found)]
    return shown


def wanted_pictures(question: str, cells: Sequence[CellSeen]) -> list[Shown]:
    """The pictures above that the question is about."""
    shown = [p for p in all_pictures(cells) if len(p.data) <= MAX_BASE64_CHARS]
    named = mentioned_cells(question)
    if not shown or not _is_about_picture(question, cells):
        return []
    if of_named := [p for p in shown if p.cell.execution_count in named]:
        return of_named[-MAX_PICTURES:]
    if _ALL.search(question):
        return shown[-MAX_PICTURES:]
    scores = [_likeness(question, p) for p in shown]
    best = max(scores)
    if _SEVERAL.search(question) and len(shown) > 1:
        alike = [p for p, score in zip(shown, scores, strict=True) if score > 0]
        return (alike if len(alike) > 1 else shown)[-2:]
    if best == 0 and (nth := _ordinal(question)) is not None and nth < len(shown):
        return [shown[nth]]
    return [p for p, score in zip(shown, scores, strict=True) if score == best][-1:]


def asks_to_look(question: str) -> bool:
    """Whether a question speaks of a picture that is there, not of making one."""
    if _MAKING.search(question):
        return False
    patterns = (_DEFINITE, _NUMBERED, _OTHER_LANGUAGES)
    return any(pattern.search(question) for pattern in patterns)


def _is_about_picture(question: str, cells: Sequence[CellSeen]) -> bool:
    if asks_to_look(question):
        return True
    code = [c for c in cells if c.cell_type == "code"]
    if _MAKING.search(question) or not all_pictures(code[-1:]):
        return False
    if _SEEN.search(question):
        return True
    return bool(_WHAT_IS_THERE.search(question) and _POINTING.search(question))


def _likeness(question: str, shown: Shown) -> int:
    """How well a question's words fit the code that drew a picture."""
    asked = words(question)
    lowered = question.lower()
    kinds = [k for k in _KINDS if re.search(rf"\b{k}", lowered)]
    fits = sum(bool(re.search(_KINDS[k], shown.cell.ran)) for k in kinds)
    text = " ".join(re.findall(r"""["']([^"']+)["']""", shown.cell.ran))
    generic = {"plot", "figure", "chart", "picture", "graph"}
    return 3 * fits + len((words(text) & asked) - generic)


def _ordinal(question: str) -> int | None:
    lowered = question.lower()
    found = [
        n for n, word in enumerate(_ORDINALS) if re.search(rf"\b{word}\b", lowered)
    ]
    return found[0] if found else None
