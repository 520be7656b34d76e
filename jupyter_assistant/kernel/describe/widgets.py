"""Widgets and other objects with traits: what was set, without asking a property."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import own_dict, short_name
from jupyter_assistant.kernel.describe.look import Family, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

TELLING = ("value", "description", "options", "index", "min", "max", "step", "disabled")
CHILDREN_SHOWN = 10


def _widget(value: Any, look: Look) -> str:
    held = _traits(value)
    with look.inside(value):
        facts = [
            f"{name}={look.named(_named(value, name), look.short(held[name]))}"
            for name in TELLING
            if look.values and _is_telling(name, held.get(name))
        ]
    children = held.get("children")
    if type(children) is tuple and children:
        kinds = [short_name(type(child)) for child in children[:CHILDREN_SHOWN]]
        more = max(0, len(children) - CHILDREN_SHOWN)
        facts.append(f"children: {joined(kinds, more=more)}")
    return ", ".join(facts)


def _named(value: Any, trait: str) -> str:
    """What a trait holds; the value of a `Password` is one."""
    return short_name(type(value)) if trait == "value" else trait


def _is_telling(name: str, held: Any) -> bool:
    if name == "disabled":
        return held is True
    return held is not None and not (type(held) in (str, tuple) and not held)


def _traits(value: Any) -> dict[str, Any]:
    held = own_dict(value).get("_trait_values")
    return held if type(held) is dict else {}


def _has_traits(value: Any, look: Look) -> str:  # noqa: ARG001
    return ""


def _has_traits_body(value: Any, look: Look) -> Iterable[str]:
    with look.inside(value):
        for name, held in list(_traits(value).items())[:24]:
            if not name.startswith("_"):
                yield f".{name}: {look.named(name, look.short(held))}"


WIDGETS: dict[tuple[str, str], Family] = {
    ("ipywidgets", "Widget"): Family(_widget),
    ("traitlets", "HasTraits"): Family(_has_traits, _has_traits_body),
}
