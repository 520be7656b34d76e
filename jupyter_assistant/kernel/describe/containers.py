"""Lists, dicts and the like: how many of what, and a few of them.

Read by the methods of the built-in class itself, so a subclass runs no code of its own.
"""

from __future__ import annotations

import itertools
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    MISSING,
    is_a,
    mro,
    on_class,
    own,
    short_name,
)
from jupyter_assistant.kernel.describe.look import Family, count, joined, plural
from jupyter_assistant.kernel.describe.texts import text_facts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jupyter_assistant.kernel.describe.look import Look

TYPES_SEEN = 1000
"""Elements whose types are counted."""
RANGE_SEEN = 1_000_000
"""Numbers whose least and greatest are found."""
WHOLE_CHARS = 160
"""A container that fits is shown whole, on one line."""
LINES_SHOWN = 4
ROW_SHOWN = 8
NESTED_SHOWN = (12, 8, 4, 3, 2)
"""Elements shown, by depth."""
DICT_LINES = 24
_ORDERED = (list, tuple, deque)


def types_text(items: Iterable[Any], length: int) -> str:
    """`int`, or `mixed types: 998 int, 2 str`."""
    first = itertools.islice(items, TYPES_SEEN)
    counts = Counter(short_name(type(item)) for item in first).most_common(5)
    if len(counts) == 1:
        return counts[0][0]
    seen = "" if length <= TYPES_SEEN else f" among the first {count(TYPES_SEEN)}"
    return f"mixed types{seen}: " + joined(f"{count(n)} {t}" for t, n in counts)


def _shown(look: Look) -> int:
    return NESTED_SHOWN[min(look.depth - 1, len(NESTED_SHOWN) - 1)]


# ---- sequences and sets


def _base(value: Any) -> Any:
    """The built-in class that the elements are read with."""
    known = (list, tuple, set, frozenset, deque)
    return next(c for c in mro(type(value)) if c in known)


def _first(value: Any, limit: int) -> list[Any]:
    """The first elements; those of a set in an order that stays."""
    base = _base(value)
    items = base.__iter__(value)
    if base in (set, frozenset) and base.__len__(value) <= TYPES_SEEN:
        whole = list(items)
        if len(set(map(type, whole))) == 1 and type(whole[0]) in (str, int, float):
            return sorted(whole)[:limit]
        return whole[:limit]
    return list(itertools.islice(items, limit))


def _brackets(base: Any) -> tuple[str, str]:
    return {list: ("[", "]"), tuple: ("(", ")"), deque: ("deque([", "])")}.get(
        base, ("{", "}")
    )


def _whole(value: Any, look: Look) -> str | None:
    """All elements on one line, None where that would be long."""
    row = _elements(value, look)
    return row if len(row) <= WHOLE_CHARS and " more" not in row else None


def _sequence(value: Any, look: Look) -> str:
    base = _base(value)
    length = base.__len__(value)
    if not length:
        return f"= {''.join(_brackets(base))}" if base in (list, tuple) else "empty"
    kinds = f"{plural(length, 'item')} of {types_text(base.__iter__(value), length)}"
    if not look.values:
        return kinds
    if look.depth:
        return f"= {_elements(value, look)}"
    if whole := _whole(value, look):
        return f"= {whole}"
    return ", ".join([kinds, *(() if look.brief else _facts(value, base, look))])


def _facts(value: Any, base: Any, look: Look) -> Iterable[str]:
    if base.__len__(value) > RANGE_SEEN:
        return
    kinds = set(map(type, base.__iter__(value)))
    if kinds <= {int, float}:
        yield f"{min(base.__iter__(value))!r} to {max(base.__iter__(value))!r}"
    elif kinds == {str}:
        yield from text_facts(_first(value, TYPES_SEEN), look)
    elif kinds <= {list, tuple}:
        lengths = Counter(map(len, base.__iter__(value))).most_common(4)
        row = joined(f"{n} ({count(c)})" for n, c in lengths)
        yield f"each of {lengths[0][0]}" if len(lengths) == 1 else f"of lengths {row}"


def _sequence_body(value: Any, look: Look) -> Iterable[str]:
    base = _base(value)
    length = base.__len__(value)
    if not look.values:
        if keys := _shared_keys(value, base):
            yield f"keys of each: {joined(keys[:40], more=max(0, len(keys) - 40))}"
        return
    if not length or _whole(value, look):
        return
    with look.inside(value):
        first = [look.short(item) for item in _first(value, ROW_SHOWN)]
        last = [look.short(base.__getitem__(value, -1))] if base in _ORDERED else []
        others = [look.short(item) for item in _one_of_each(value, base)]
    on_one_line = all(len(item) < 16 for item in first)
    rows = first[: ROW_SHOWN if on_one_line else LINES_SHOWN]
    left_out = length - len(rows) - len(last)
    if left_out > 0:
        rows = [*rows, f"… {count(left_out)} more", *last]
    else:
        rows = [*rows, *last][:length]
    yield from [", ".join(rows)] if on_one_line else rows
    if others:
        yield f"of the other types: {joined(others)}"


def _one_of_each(value: Any, base: Any) -> list[Any]:
    """Where types are mixed, one element of each but the first's."""
    found: dict[type, Any] = {}
    for item in itertools.islice(base.__iter__(value), TYPES_SEEN):
        found.setdefault(type(item), item)
    return list(found.values())[1:5]


def _shared_keys(value: Any, base: Any) -> list[str]:
    """The keys that all dicts of a list have: the fields of its records."""
    first = list(itertools.islice(base.__iter__(value), 50))
    if len(first) < 2 or not all(type(item) is dict for item in first):
        return []
    keys = list(first[0])
    same = all(list(item) == keys for item in first)
    named = all(type(key) is str and key.isidentifier() for key in keys)
    return keys if same and named else []


def _elements(value: Any, look: Look) -> str:
    base = _base(value)
    opening, closing = _brackets(base)
    length = base.__len__(value)
    with look.inside(value) as goes_on:
        if not goes_on:
            return f"{opening}…{closing}"
        items = [look.short(item) for item in _first(value, _shown(look))]
    if fields := _field_names(value):
        pairs = zip(fields, items, strict=False)
        items = [f"{name}={look.named(name, item)}" for name, item in pairs]
        opening = f"{short_name(type(value))}("
    elif length == 1 and base is tuple:
        closing = ",)"
    return f"{opening}{joined(items, more=length - len(items))}{closing}"


def _field_names(value: Any) -> tuple[str, ...]:
    """The fields of a named tuple."""
    if type(value) is tuple or not is_a(value, tuple):
        return ()
    found = on_class(type(value), "_fields")
    return found if type(found) is tuple and all(type(f) is str for f in found) else ()


# ---- mappings


def _dict(value: Any, look: Look) -> str:
    length = dict.__len__(value)
    made = _default_factory(value)
    if not length:
        return f"empty{made}"
    kinds = f"{_types_of(value, dict.keys)} → {_types_of(value, dict.values)}"
    if look.values:
        if look.depth:
            return f"= {_pairs(value, look)}"
        if whole := _whole_pairs(value, look):
            return f"= {whole}{made}"
    return f"{plural(length, 'key')} ({kinds}){made}"


def _types_of(value: Any, view: Any) -> str:
    return types_text(view(value), dict.__len__(value))


def _default_factory(value: Any) -> str:
    slot = on_class(type(value), "default_factory")
    if slot is MISSING or "defaultdict" not in map(short_name, mro(type(value))):
        return ""
    factory = slot.__get__(value)
    name = short_name(factory) if type(factory) is type else short_name(type(factory))
    return f", missing keys made by {name}"


def _whole_pairs(value: Any, look: Look) -> str | None:
    row = _pairs(value, look)
    return row if len(row) <= WHOLE_CHARS and " more" not in row else None


def _dict_body(value: Any, look: Look) -> Iterable[str]:
    length = dict.__len__(value)
    if not look.values or not length or _whole_pairs(value, look):
        return
    limit = DICT_LINES if length <= DICT_LINES else LINES_SHOWN
    with look.inside(value):
        for key, held in itertools.islice(_items(value), limit):
            yield _pair(key, held, look)
    if length > limit:
        yield f"… {count(length - limit)} more"


def _pair(key: Any, held: Any, look: Look) -> str:
    return f"{look.short(key)}: {look.named(key, look.short(held))}"


def _items(value: Any) -> Iterable[tuple[Any, Any]]:
    """Key and value, the most frequent of a counter first."""
    if is_a(value, Counter) and set(map(type, dict.values(value))) == {int}:
        return sorted(dict.items(value), key=lambda item: -item[1])
    base = OrderedDict if is_a(value, OrderedDict) else dict
    return base.items(value)


def _pairs(value: Any, look: Look) -> str:
    length = dict.__len__(value)
    with look.inside(value) as goes_on:
        if not goes_on:
            return "{…}"
        first = itertools.islice(_items(value), _shown(look))
        items = [_pair(key, held, look) for key, held in first]
    return "{" + joined(items, more=length - len(items)) + "}"


def _dict_view(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"a view of a dict with {plural(len(value), 'key')}"


def _chain_map(value: Any, look: Look) -> str:
    maps = own(value, "maps")
    if type(maps) is not list:
        return ""
    with look.inside(value):
        return f"over {joined(look.short(m) for m in maps[:4])}"


def _environ(value: Any, look: Look) -> str:  # noqa: ARG001
    """Names of environment variables; their values are nobody's business."""
    held = own(value, "_data")
    if type(held) is not dict:
        return ""
    names = sorted(n.decode(errors="replace") for n in held if type(n) is bytes)
    return f"{plural(len(held), 'variable')}, values not shown: {joined(names[:60])}"


CONTAINERS: dict[tuple[str, str], Family] = {
    **{
        (root, name): Family(_sequence, _sequence_body)
        for root, name in (
            ("builtins", "list"),
            ("builtins", "tuple"),
            ("builtins", "set"),
            ("builtins", "frozenset"),
            ("collections", "deque"),
        )
    },
    ("builtins", "dict"): Family(_dict, _dict_body),
    ("builtins", "dict_keys"): Family(_dict_view),
    ("builtins", "dict_values"): Family(_dict_view),
    ("builtins", "dict_items"): Family(_dict_view),
    ("collections", "ChainMap"): Family(_chain_map),
    ("os", "_Environ"): Family(_environ),
}
