"""NumPy arrays and scalars, sparse matrices, and tensors of other libraries."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    known_base,
    root_of,
    short_name,
    via,
)
from jupyter_assistant.kernel.describe.look import (
    Family,
    count,
    joined,
    plural,
    size_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

EXACT_CELLS = 50_000_000
MAPPED_CELLS = 10_000
"""Of an array on disk, so few are read."""
WHOLE_CELLS = 24
FIRST_CELLS = 5
OBJECT_CELLS = 1000


def _numpy() -> Any:
    return sys.modules["numpy"]


def _plain(value: Any) -> Any:
    """The same memory as a plain array: a subclass's own code is not run."""
    numpy = _numpy()
    return numpy.ndarray.view(value, numpy.ndarray)


def _shape(shape: Iterable[Any]) -> str:
    sizes = tuple(map(str, shape))
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


# ---- arrays


def _array(value: Any, look: Look) -> str:
    array = _plain(value)
    head = f"shape {_shape(array.shape)}, {_dtype(array.dtype)}"
    if look.depth or look.brief:
        return head
    facts = [head, size_text(array.nbytes)]
    if known_base(value, "numpy", "memmap"):
        facts.append("mapped from a file")
    if known_base(value, "numpy", "MaskedArray"):
        facts.append("masked")
    return ", ".join(facts)


def _dtype(dtype: Any) -> str:
    if dtype.names:
        fields = [f"{n}: {dtype.fields[n][0]}" for n in dtype.names[:20]]
        return f"fields {joined(fields, more=max(0, len(dtype.names) - 20))}"
    return str(dtype)


def _array_body(value: Any, look: Look) -> Iterable[str]:
    array = _plain(value)
    if known_base(value, "numpy", "MaskedArray"):
        mask = via(_numpy().ma.MaskedArray, value, "_mask")
        if type(mask) is _numpy().ndarray and mask.any():
            yield f"{count(int(mask.sum()))} masked, told without them:"
            array = array[~mask]
    if not array.size or not look.values:
        return
    if array.dtype.hasobject and array.dtype.names is None:
        yield from _object_lines(array, look)
    elif array.size <= WHOLE_CELLS:
        yield f"values: {_rows(array, look)}"
    else:
        mapped = bool(known_base(value, "numpy", "memmap"))
        seen = _spread(array, MAPPED_CELLS if mapped else EXACT_CELLS)
        facts = list(_facts(seen, look))
        if facts and seen.size != array.size:
            facts.append(f"seen in {count(seen.size)} evenly spread cells")
        if facts:
            yield ", ".join(facts)
        first = array[tuple(slice(0, FIRST_CELLS) for _ in array.shape)].ravel()
        with look.inside(None):
            items = [look.short(v) for v in first[:FIRST_CELLS]]
        yield f"first values: {joined(items)}, …"


def _spread(array: Any, limit: int) -> Any:
    """A view of evenly spread cells, of the whole array where that is small enough."""
    if array.size <= limit:
        return array
    step = math.ceil((array.size / limit) ** (1 / array.ndim))
    return array[tuple(slice(None, None, min(step, n) or 1) for n in array.shape)]


def _facts(array: Any, look: Look) -> Iterable[str]:
    """Least and greatest, and what is no number."""
    numpy, kind = _numpy(), array.dtype.kind
    with look.inside(None):
        if kind == "b":
            true = int(array.sum())
            yield f"True ({count(true)}), False ({count(array.size - true)})"
        elif kind in "iu":
            yield f"{array.min()} to {array.max()}"
        elif kind in "mM":
            gaps = numpy.isnat(array)
            present = array[~gaps]
            if present.size:
                yield f"{present.min()} to {present.max()}"
            if gaps.any():
                yield f"{count(int(gaps.sum()))} NaT"
        elif kind == "f":
            yield from _float_facts(array, look)
        elif kind == "c":
            finite = numpy.isfinite(array)
            if not finite.all():
                yield f"{count(int((~finite).sum()))} not finite"


def _float_facts(array: Any, look: Look) -> Iterable[str]:
    numpy = _numpy()
    finite = numpy.isfinite(array)
    if finite.all():
        yield f"{look.short(array.min())} to {look.short(array.max())}"
        return
    if finite.any():
        present = array[finite]
        yield f"{look.short(present.min())} to {look.short(present.max())}"
    nan = int(numpy.isnan(array).sum())
    infinite = int(array.size - finite.sum()) - nan
    if nan:
        yield f"{count(nan)} NaN"
    if infinite:
        yield f"{count(infinite)} infinite"


def _object_lines(array: Any, look: Look) -> Iterable[str]:
    first = list(array.flat[:OBJECT_CELLS])
    kinds: dict[str, Any] = {}
    for item in first:
        kinds.setdefault(short_name(type(item)), item)
    with look.inside(None):
        shown = [f"{kind}: {look.short(v)}" for kind, v in list(kinds.items())[:5]]
    yield f"objects, one of each type: {joined(shown)}"


def _rows(array: Any, look: Look) -> str:
    """A small array as nested brackets."""
    if array.ndim == 0:
        with look.inside(None):
            return look.short(array[()])
    return "[" + ", ".join(_rows(part, look) for part in _parts(array)) + "]"


def _parts(array: Any) -> list[Any]:
    return [_numpy().asarray(part) for part in array]


# ---- scalars and the rest of NumPy


def _scalar(value: Any, look: Look) -> str:
    if not look.values:
        return ""
    kind = value.dtype.kind
    if kind in "biufc":
        with look.inside(None):
            return f"= {look.short(value.item())}"
    if kind in "US":
        return f"= {look.quoted(str(value))}"
    return f"= {str(value)[:80]}"


def _dtype_head(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"= {_dtype(value)[:200]}"


def _ufunc(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"{value.__name__}, {value.nin} in, {value.nout} out"


def _npz(value: Any, look: Look) -> str:  # noqa: ARG001
    names = list(via(type(value), value, "files"))
    more = max(0, len(names) - 20)
    return f"arrays in a file, none loaded: {joined(names[:20], more=more)}"


# ---- sparse matrices


def _sparse(value: Any, look: Look) -> str:  # noqa: ARG001
    shape, stored = value.shape, int(value.nnz)
    cells = math.prod(shape)
    share = f" ({100 * stored / cells:.3g}%)" if cells else ""
    return (
        f"shape {_shape(shape)}, {value.dtype}, format {value.format}, "
        f"{plural(stored, 'stored value')}{share}"
    )


# ---- tensors


def _tensor(value: Any, look: Look) -> str:
    """Shape, type and device; values only where they lie in this computer's memory."""
    facts = [f"shape {_shape(value.shape)}", str(value.dtype)]
    device = str(getattr(value, "device", "") or "")
    facts += [f"on {device}"] if device else []
    if root_of(type(value)) == "torch" and value.requires_grad:
        grad = getattr(value, "grad_fn", None)
        facts.append(f"requires grad{f' ({short_name(type(grad))})' if grad else ''}")
    if look.values and device == "cpu" and 0 < math.prod(value.shape) <= FIRST_CELLS:
        with look.inside(None):
            facts.append(f"values {look.short(value.detach().tolist())}")
    return ", ".join(facts)


def _torch_module(value: Any, look: Look) -> str:
    held = via(known_base(value, "torch", "Module") or object, value, "__dict__")
    training = "training" if held.get("training") else "evaluating"
    return f"{_parameters(value)}, {training}" if not look.depth else _parameters(value)


def _parameters(value: Any) -> str:
    total = sum(math.prod(p.shape) for p in _all_parameters(value, set()))
    return plural(total, "parameter")


def _all_parameters(module: Any, seen: set[int]) -> Iterable[Any]:
    if id(module) in seen:
        return
    seen.add(id(module))
    held = module.__dict__
    yield from (p for p in held.get("_parameters", {}).values() if p is not None)
    for inner in held.get("_modules", {}).values():
        if inner is not None:
            yield from _all_parameters(inner, seen)


def _torch_module_body(value: Any, look: Look) -> Iterable[str]:
    for name, inner in list(value.__dict__.get("_modules", {}).items())[:40]:
        if inner is not None:
            yield f"{name}: {short_name(type(inner))}, {_parameters(inner)}"
    for name, own in list(value.__dict__.get("_parameters", {}).items())[:20]:
        if own is not None:
            yield f"{name}: {_tensor(own, look)}"


ARRAYS: dict[tuple[str, str], Family] = {
    ("numpy", "ndarray"): Family(_array, _array_body),
    ("numpy", "generic"): Family(_scalar),
    ("numpy", "dtype"): Family(_dtype_head),
    ("numpy", "ufunc"): Family(_ufunc),
    ("numpy", "NpzFile"): Family(_npz),
    ("scipy", "_spbase"): Family(_sparse),
    ("scipy", "spmatrix"): Family(_sparse),
    ("scipy", "sparray"): Family(_sparse),
    ("torch", "Tensor"): Family(_tensor),
    ("torch", "Module"): Family(_torch_module, _torch_module_body),
    ("jaxlib", "ArrayImpl"): Family(_tensor),
    ("jaxlib", "Array"): Family(_tensor),
    ("jax", "Array"): Family(_tensor),
    ("cupy", "ndarray"): Family(_tensor),
    ("tensorflow", "Tensor"): Family(_tensor),
    ("tensorflow", "EagerTensor"): Family(_tensor),
    ("tensorflow", "BaseResourceVariable"): Family(_tensor),
    ("mlx", "array"): Family(_tensor),
}
