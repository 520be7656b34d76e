"""Matplotlib's figures and axes, and pictures that are held as they are."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from jupyter_assistant.conversation import ImagePart
from jupyter_assistant.kernel.describe.identity import own_dict, short_name
from jupyter_assistant.kernel.describe.look import Family, count, joined, plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

ARTISTS_SHOWN = 8
IMAGE_BYTES = 1_500_000
_SIGNATURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def _figure(value: Any, look: Look) -> str:
    width, height = value.get_size_inches()
    head = f"{plural(len(value.axes), 'axes').replace('axess', 'axes')}"
    title = own_dict(value).get("_suptitle")
    named = f", title {look.quoted(title.get_text())}" if title and look.values else ""
    return f"{head}, {width:g} x {height:g} inches{named}"


def _figure_body(value: Any, look: Look) -> Iterable[str]:
    with look.inside(value):
        for number, axes in enumerate(value.axes[:12]):
            yield f"axes {number}: {_axes(axes, look)}"
            yield from (f"  {line}" for line in _axes_body(axes, look))


def _axes(value: Any, look: Look) -> str:
    facts = [type(value).__name__] if look.depth else []
    for what, text in (
        ("title", value.get_title()),
        ("x", value.get_xlabel()),
        ("y", value.get_ylabel()),
    ):
        if text and look.values:
            facts.append(f"{what} {look.quoted(text)}")
    for what, scale in (("x", value.get_xscale()), ("y", value.get_yscale())):
        if scale != "linear":
            facts.append(f"{what} {scale}")
    return ", ".join(facts)


def _axes_body(value: Any, look: Look) -> Iterable[str]:
    for line in value.lines[:ARTISTS_SHOWN]:
        yield f"line{_label(line, look)}, {_line(line, look)}"
    if len(value.lines) > ARTISTS_SHOWN:
        yield f"… {count(len(value.lines) - ARTISTS_SHOWN)} more lines"
    rest = [
        plural(len(artists), noun)
        for noun, artists in (
            ("patch", value.patches),
            ("collection", value.collections),
            ("image", value.images),
            ("text", value.texts),
        )
        if len(artists)
    ]
    if rest:
        yield ", ".join(rest).replace("patchs", "patches")
    for container in value.containers[:ARTISTS_SHOWN]:
        name = short_name(type(container)).removesuffix("Container").lower()
        yield f"{name} container of {len(container)}{_label(container, look)}"
    if value.get_legend() is not None and look.values:
        texts = [look.quoted(t.get_text()) for t in value.get_legend().get_texts()[:12]]
        yield f"legend: {joined(texts)}"


def _label(artist: Any, look: Look) -> str:
    label = artist.get_label()
    if type(label) is not str or label.startswith("_") or not look.values:
        return ""
    return f" {look.quoted(label)}"


def _line(line: Any, look: Look) -> str:
    x, y = line.get_xdata(orig=True), line.get_ydata(orig=True)
    points = plural(len(x), "point")
    if not look.values:
        return points
    return f"{points}{_range('x', x, look)}{_range('y', y, look)}"


def _range(name: str, data: Any, look: Look) -> str:
    """Where the data lie, if they are plain numbers or dates."""
    kind = getattr(getattr(data, "dtype", None), "kind", "")
    if kind not in "iufM" or not kind or not len(data):
        return ""
    present = data[data == data]
    if not len(present):
        return f", {name} has no values"
    gaps = len(data) - len(present)
    with look.inside(None):
        low, high = look.short(present.min()), look.short(present.max())
    return f", {name} {low} to {high}" + (f" ({count(gaps)} missing)" if gaps else "")


def _artist(value: Any, look: Look) -> str:
    return f"an artist{_label(value, look)}"


# ---- pictures


def _shown_image(value: Any, look: Look) -> str:  # noqa: ARG001
    data = own_dict(value).get("data")
    return (
        f"a picture of {count(len(data))} bytes" if type(data) is bytes else "a picture"
    )


def _shown_image_part(value: Any, look: Look) -> ImagePart | None:
    """The bytes themselves: nothing is decoded or drawn."""
    data = own_dict(value).get("data")
    if not look.values or type(data) is not bytes or len(data) > IMAGE_BYTES:
        return None
    for signature, media_type in _SIGNATURES.items():
        if data.startswith(signature):
            return ImagePart(
                media_type=media_type, data=base64.b64encode(data).decode()
            )
    return None


def _pillow(value: Any, look: Look) -> str:  # noqa: ARG001
    width, height = value.size
    return f"{width} x {height} pixels, mode {value.mode}, format {value.format}"


FIGURES: dict[tuple[str, str], Family] = {
    ("matplotlib", "FigureBase"): Family(_figure, _figure_body),
    ("matplotlib", "Figure"): Family(_figure, _figure_body),
    ("matplotlib", "_AxesBase"): Family(_axes, _axes_body),
    ("matplotlib", "Artist"): Family(_artist),
    ("IPython", "Image"): Family(_shown_image, image=_shown_image_part),
    ("PIL", "Image"): Family(_pillow),
}
