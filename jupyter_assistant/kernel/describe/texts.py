"""What a column or a list of texts holds: texts that look like numbers, odd ones."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from jupyter_assistant.kernel.describe.look import count, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jupyter_assistant.kernel.describe.look import Look

_NUMBER = re.compile(
    r"[-+(]?\s*[$€£¥]?\s*(?:\d[\d,.'\u2019 \u00a0\u202f]*|\.\d+)"
    r"(?:[eE][-+]?\d+)?\s*[%$€£¥)]?"
)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?\D*$")
_COMMA = re.compile(r"\d+,\d{1,2}\D*$|\d{1,3}(?:[.' \u00a0\u202f]\d{3})+,\d+\D*$")
_PADDED = re.compile(r"0\d+$")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?$"
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?: \d{1,2}:\d{2}.*)?$"
)
_MISSING = frozenset(
    {"", "-", "--", "?", "n/a", "na", "nan", "none", "null", "nil", "<na>", "n.a."}
    | {"#n/a", "#value!", "missing"}
)

ODD_SHARE = 0.1
"""If fewer than this do not look like the rest, they are the odd ones."""
ODD_SHOWN = 3


def text_facts(texts: Sequence[str], look: Look) -> Iterable[str]:
    """What is worth knowing of texts, besides a few of them; shows odd ones.

    Args:
        texts: whole, or a sample; only `str`.
        look: how texts are quoted.
    """
    held = Counter(texts)
    gaps = {t: n for t, n in held.items() if t.strip().lower() in _MISSING}
    if gaps:
        row = joined(f"{t!r} ({count(n)})" for t, n in list(gaps.items())[:4])
        yield f"stands for missing: {row}"
    rest = {t: n for t, n in held.items() if t not in gaps}
    if rest:
        yield from _form(rest, look)
        yield from _spaces(rest, look)
        yield from _variants(rest, look)


def _form(rest: dict[str, int], look: Look) -> Iterable[str]:
    """Texts that are numbers or dates in all but type, and those that are not."""
    for what, form in (("dates", _DATE), ("numbers", _NUMBER)):
        fits = {t for t in rest if form.fullmatch(t.strip())}
        odd = [t for t in rest if t not in fits]
        odd_share = sum(rest[t] for t in odd) / sum(rest.values())
        if not fits or odd_share > ODD_SHARE:
            continue
        but = ""
        if odd:
            shown = joined(map(look.quoted, odd[:ODD_SHOWN]))
            but = f" but {count(sum(rest[t] for t in odd))} ({shown})"
        detail = _number_form(fits) if what == "numbers" else ""
        yield f"all{but} look like {what}{detail}"
        return


def _number_form(fits: set[str]) -> str:
    stripped = [t.strip() for t in fits]
    if any(_GROUPED.search(t) for t in stripped):
        return ", with thousands separators"
    if any(_COMMA.search(t) for t in stripped):
        return ", with decimal commas"
    if any(_PADDED.match(t) for t in stripped):
        return ", some with leading zeros"
    return ""


def _spaces(rest: dict[str, int], look: Look) -> Iterable[str]:
    if padded := [t for t in rest if t != t.strip()]:
        shown = joined(map(look.quoted, padded[:ODD_SHOWN]))
        number = count(sum(rest[t] for t in padded))
        yield f"{number} with spaces at an end ({shown})"


def _variants(rest: dict[str, int], look: Look) -> Iterable[str]:
    """Texts that are the same but for case and inner spaces."""
    groups: dict[str, list[str]] = {}
    for text in rest:
        groups.setdefault(" ".join(text.casefold().split()), []).append(text)
    same = [group for group in groups.values() if len(group) > 1]
    if same:
        pair = " = ".join(map(look.quoted, same[0][:2]))
        more = f" and {count(len(same) - 1)} more" if len(same) > 1 else ""
        yield f"the same but for case or spaces: {pair}{more}"
