"""xarray: dimensions, coordinates and variables; what is not loaded stays so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import known_base, root_of
from jupyter_assistant.kernel.describe.look import Family, joined, plural, size_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

SHOWN = 40
RANGE_CELLS = 50_000_000


def _sizes(value: Any) -> str:
    return joined(f"{name}: {size:,}" for name, size in value.sizes.items())


def _dataset(value: Any, look: Look) -> str:
    head = f"dimensions ({_sizes(value)}), {plural(len(value.data_vars), 'variable')}"
    return (
        head if look.depth or look.brief else f"{head}, {size_text(int(value.nbytes))}"
    )


def _dataset_body(value: Any, look: Look) -> Iterable[str]:
    yield from _coordinates(value, look)
    for name in list(value.data_vars)[:SHOWN]:
        yield f"{name}: {_variable(value.variables[name], look)}"
    yield from _attributes(value.attrs, look)


def _array(value: Any, look: Look) -> str:
    named = f"{value.name}, " if value.name is not None else ""
    return f"{named}({_sizes(value)}), {_variable(value.variable, look, dims=False)}"


def _array_body(value: Any, look: Look) -> Iterable[str]:
    yield from _coordinates(value, look)
    yield from _attributes(value.attrs, look)


def _coordinates(value: Any, look: Look) -> Iterable[str]:
    for name in list(value.coords)[:SHOWN]:
        yield f"coordinate {name}: {_variable(value.coords[name].variable, look)}"


def _variable(variable: Any, look: Look, *, dims: bool = True) -> str:
    """One variable; its range only where the numbers are in memory."""
    data = variable._data  # noqa: SLF001 (`data` may load it)
    facts = [f"({', '.join(map(str, variable.dims))})"] if dims else []
    facts.append(str(variable.dtype))
    units = variable.attrs.get("units")
    if type(units) is str:
        facts.append(f"units {look.quoted(units)}")
    if not _in_memory(data):
        kind = "Dask chunks" if root_of(type(data)) == "dask" else "not loaded"
        facts.append(kind)
    elif look.values and variable.size and not (look.brief or look.depth):
        facts += _range(variable, look)
    return ", ".join(facts)


def _in_memory(data: Any) -> bool:
    if known_base(data, "numpy", "ndarray"):
        return True
    return bool(known_base(data, "xarray", "PandasIndexingAdapter"))


def _range(variable: Any, look: Look) -> Iterable[str]:
    values = variable.values
    with look.inside(None):
        if values.dtype.kind in "iufM" and values.size <= RANGE_CELLS:
            present = values[values == values]
            if present.size:
                yield f"{look.short(present.min())} to {look.short(present.max())}"
            if gaps := values.size - present.size:
                yield f"{gaps:,} missing"
        elif values.ndim == 1:
            first = [look.short(v) for v in values[:4]]
            yield joined(first, more=max(0, values.size - 4))


def _attributes(attrs: Any, look: Look) -> Iterable[str]:
    if not attrs:
        return
    with look.inside(None):
        row = [
            f"{k}={look.named(k, look.short(v))}" if look.values else str(k)
            for k, v in list(attrs.items())[:10]
        ]
    yield f"attributes: {joined(row, more=max(0, len(attrs) - 10))}"


LABELLED_ARRAYS: dict[tuple[str, str], Family] = {
    ("xarray", "Dataset"): Family(_dataset, _dataset_body),
    ("xarray", "DataArray"): Family(_array, _array_body),
}
