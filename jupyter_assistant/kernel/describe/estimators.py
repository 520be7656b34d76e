"""scikit-learn: which parameters were set, whether it is fitted, what it learnt."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    known_base,
    on_class,
    own_dict,
    short_name,
    type_name,
)
from jupyter_assistant.kernel.describe.look import Family, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

LEARNT_SHOWN = 20
STEPS_SHOWN = 30
_SAID_ALREADY = ("n_features_in_", "feature_names_in_", "classes_")


def _estimator(value: Any, look: Look) -> str:
    held = own_dict(value)
    fitted = "fitted" if _learnt(held) or _fitted_inside(held) else "not fitted"
    params = _params(value, look)
    facts = [", ".join(params)] if params else []
    if look.depth:
        inner = joined(params[:6], more=max(0, len(params) - 6))
        return f"= {short_name(type(value))}({inner})"
    return ", ".join([*facts, fitted])


def _learnt(held: dict[str, Any]) -> list[str]:
    return [n for n in held if n.endswith("_") and not n.startswith("_")]


def _fitted_inside(held: dict[str, Any]) -> bool:
    return any(_learnt(own_dict(step)) for _, step in _steps(held))


def _params(value: Any, look: Look) -> list[str]:
    """Parameters that are not as the class sets them."""
    held = own_dict(value)
    changed: list[str] = []
    for name, default in _defaults(type(value)).items():
        if name not in held or _is_composite(name, held[name]):
            continue
        if held[name] is default or _same(held[name], default):
            continue
        if not look.values:
            changed.append(f"{name}: {type_name(type(held[name]))}")
            continue
        with look.inside(value):
            changed.append(f"{name}={look.named(name, look.short(held[name]))}")
    return changed


def _is_composite(name: str, held: Any) -> bool:
    """Steps are told on lines of their own."""
    return name in ("steps", "transformers", "transformer_list", "estimators") and (
        type(held) is list
    )


def _defaults(cls: type) -> dict[str, Any]:
    init = on_class(cls, "__init__")
    if not inspect.isfunction(init):
        return {}
    parameters = list(inspect.signature(init).parameters.values())[1:]
    return {p.name: p.default for p in parameters if p.kind not in (2, 4)}


def _same(held: Any, default: Any) -> bool:
    """Equal plain values; anything else with an equality of its own is a change."""
    plain = (int, float, str, bool, tuple)
    if type(held) not in plain or type(default) not in plain:
        return False
    return held == default or (held != held and default != default)


def _steps(held: dict[str, Any]) -> list[tuple[str, Any]]:
    """The named parts of a pipeline, a union or a column transformer."""
    for name in ("steps", "transformers", "transformer_list", "estimators"):
        steps = held.get(name)
        if type(steps) is list and all(
            type(s) is tuple and len(s) >= 2 and type(s[0]) is str for s in steps
        ):
            return [(s[0], s[1]) for s in steps]
    return []


def _columns_of(held: dict[str, Any], name: str, look: Look) -> str:
    """The columns that a part of a column transformer is for."""
    for entry in held.get("transformers", ()):
        if len(entry) == 3 and entry[0] == name:
            if type(entry[2]) is list and len(entry[2]) > 8:
                return f" for {len(entry[2])} columns"
            with look.inside(None):
                return f" for {look.short(entry[2])}"
    return ""


def _estimator_body(value: Any, look: Look) -> Iterable[str]:
    held = own_dict(value)
    with look.inside(value):
        for name, step in _steps(held)[:STEPS_SHOWN]:
            yield f"{name}: {_step(step, look)}{_columns_of(held, name, look)}"
    yield from _learnt_lines(held, look)


def _step(step: Any, look: Look) -> str:
    """`'passthrough'`, or an estimator with what was set."""
    if type(step) is str:
        return repr(step)
    if known_base(step, "sklearn", "BaseEstimator") and not look.values:
        return f"{short_name(type(step))}({', '.join(_params(step, look))})"
    return look.short(step)


def _learnt_lines(held: dict[str, Any], look: Look) -> Iterable[str]:
    features = held.get("n_features_in_")
    if type(features) is int:
        yield f"fitted on {features} features{_feature_names(held, look)}"
    learnt = [n for n in _learnt(held) if n not in _SAID_ALREADY]
    with look.inside(None):
        if "classes_" in held:
            yield f"classes_: {_array_text(held['classes_'], look)}"
        for name in learnt[:LEARNT_SHOWN]:
            yield f"{name}: {_array_text(held[name], look)}"
    if more := learnt[LEARNT_SHOWN:]:
        yield f"and {joined(more[:20])}"


def _feature_names(held: dict[str, Any], look: Look) -> str:
    names = held.get("feature_names_in_")
    if names is None:
        return ""
    first = [look.quoted(str(n)) for n in list(names)[:12]]
    return f": {joined(first, more=max(0, len(names) - len(first)))}"


def _array_text(value: Any, look: Look) -> str:
    """Small arrays whole, others by shape."""
    if known_base(value, "numpy", "ndarray") and look.values and value.size <= 12:
        return look.short(value.tolist())
    return look.short(value)


ESTIMATORS: dict[tuple[str, str], Family] = {
    ("sklearn", "BaseEstimator"): Family(_estimator, _estimator_body),
}
