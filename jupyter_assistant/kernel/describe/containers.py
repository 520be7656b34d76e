"""Lists, dicts and the like: how many of what, and a few of them.

Read by the methods of the built-in class itself, so a subclass runs no code of its own.
"""

from __future__ import annotations

import itertools
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.identity import (
    MISSING,
    class_dict,
    is_a,
    mro,
    on_class,
    own,
    short_name,
)
from jupyter_assistant.kernel.describe.look import Family, count, joined, plural

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
NESTED_SHOWN = (12, 8, 4, 3, 2)
"""Elements shown, by depth."""


def type_counts(items: Iterable[Any]) -> Counter[str]:
    """How often each type occurs among the first elements."""
    first = itertools.islice(items, TYPES_SEEN)
    return Counter(short_name(type(item)) for item in first)


def types_text(items: Iterable[Any], length: int) -> str:
    """`int`, or `mixed types: 998 int, 2 str`."""
    counts = type_counts(items).most_common(5)
    if len(counts) == 1:
        return counts[0][0]
    seen = "" if length <= TYPES_SEEN else f" among the first {count(TYPES_SEEN)}"
    return f"mixed types{seen}: " + joined(f"{count(n)} {t}" for t, n in counts)


# ---- sequences and sets


def _base(value: Any, *classes: type) -> Any:
    return next(c for c in mro(type(value)) if c in classes)


def _sequence_type(value: Any) -> Any:
    return _base(value, list, tuple, set, frozenset, deque)


def _brackets(value: Any) -> tuple[str, str]:
    if is_a(value, list):
        return "[", "]"
    if is_a(value, tuple):
        return "(", ")"
    return ("deque([", "])") if is_a(value, deque) else ("{", "}")


def _sequence(value: Any, look: Look) -> str:
    base = _sequence_type(value)
    length = base.__len__(value)
    if not length:
        return "empty"
    if not look.values:
        return f"{plural(length, 'item')} of {types_text(base.__iter__(value), length)}"
    whole = _elements(value, look)
    if look.depth or (len(whole) <= WHOLE_CHARS and " more" not in whole):
        return f"= {whole}"
    return ", ".join(_sequence_facts(value, base, length))


def _sequence_facts(value: Any, base: Any, length: int) -> Iterable[str]:
    yield f"{plural(length, 'item')} of {types_text(base.__iter__(value), length)}"
    if length <= RANGE_SEEN and set(map(type, base.__iter__(value))) <= {int, float}:
        low, high = min(base.__iter__(value)), max(base.__iter__(value))
        yield f"{low!r} to {high!r}"
    if lengths := _inner_lengths(value, base):
        yield lengths


def _inner_lengths(value: Any, base: Any) -> str:
    """How long the inner lists are: a ragged table is seen at once."""
    inner = list(itertools.islice(base.__iter__(value), TYPES_SEEN))
    if not all(type(item) in (list, tuple) for item in inner):
        return ""
    lengths = Counter(map(len, inner))
    if len(lengths) == 1:
        return f"each of {next(iter(lengths))}"
    return "of lengths " + joined(f"{n} ({c}×)" for n, c in lengths.most_common(4))


def _sequence_body(value: Any, look: Look) -> Iterable[str]:
    base = _sequence_type(value)
    length = base.__len__(value)
    if not look.values:
        if keys := shared_keys(value, base):
            yield f"keys of each: {joined(keys[:40], more=max(0, len(keys) - 40))}"
        return
    if _sequence(value, look).startswith(("= ", "empty")):
        return
    with look.inside(value):
        first = [_short(v, look) for v in itertools.islice(base.__iter__(value), 8)]
        if all(len(item) < 16 for item in first):
            yield joined(first, more=length - len(first))
            return
        yield from first[:LINES_SHOWN]
        if length > LINES_SHOWN:
            yield f"… {count(length - LINES_SHOWN)} more"


def shared_keys(value: Any, base: Any) -> list[str]:
    """The keys that all dicts of a list have: the fields of records."""
    first = list(itertools.islice(base.__iter__(value), 50))
    if len(first) < 2 or not all(type(item) is dict for item in first):
        return []
    keys = list(first[0])
    same = all(list(item) == keys for item in first)
    return keys if same and all(type(k) is str for k in keys) else []


def _elements(value: Any, look: Look) -> str:
    base = _sequence_type(value)
    opening, closing = _brackets(value)
    length = base.__len__(value)
    fields = _field_names(value)
    with look.inside(value) as goes_on:
        if not goes_on:
            return f"{opening}…{closing}"
        shown = NESTED_SHOWN[min(look.depth - 1, len(NESTED_SHOWN) - 1)]
        items = [_short(v, look) for v in itertools.islice(base.__iter__(value), shown)]
    if fields:
        pairs = zip(fields, items, strict=False)
        items = [f"{k}={look.named(k, v)}" for k, v in pairs]
        opening = f"{short_name(type(value))}("
    elif length == 1 and is_a(value, tuple):
        closing = ",)"
    return f"{opening}{joined(items, more=length - len(items))}{closing}"


def _field_names(value: Any) -> tuple[str, ...]:
    """The fields of a named tuple."""
    if not is_a(value, tuple) or type(value) is tuple:
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
    if not look.values:
        return f"{plural(length, 'key')} ({kinds}){made}"
    whole = _pairs(value, look)
    if look.depth or (len(whole) <= WHOLE_CHARS and " more" not in whole):
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


def _dict_body(value: Any, look: Look) -> Iterable[str]:
    if not look.values or _dict(value, look).startswith(("= ", "empty")):
        return
    length = dict.__len__(value)
    limit = 24 if length <= 24 else LINES_SHOWN
    with look.inside(value):
        for key, held in itertools.islice(_items(value), limit):
            yield f"{_short(key, look)}: {look.named(key, _short(held, look))}"
    if length > limit:
        yield f"… {count(length - limit)} more"


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
        shown = NESTED_SHOWN[min(look.depth - 1, len(NESTED_SHOWN) - 1)]
        items = [
            f"{_short(key, look)}: {look.named(key, _short(held, look))}"
            for key, held in itertools.islice(_items(value), shown)
        ]
    return "{" + joined(items, more=length - len(items)) + "}"


def _dict_view(value: Any, look: Look) -> str:  # noqa: ARG001
    return f"a view of {count(len(value))} entries of a dict"


def _chain_map(value: Any, look: Look) -> str:
    maps = own(value, "maps")
    if type(maps) is not list:
        return ""
    with look.inside(value):
        return f"over {joined(_short(m, look) for m in maps[:4])}"


def _proxy(value: Any, look: Look) -> str:  # noqa: ARG001
    return "a read-only view of a mapping"


def _namespace(value: Any, look: Look) -> str:
    held = own(value, "__dict__")
    del held
    return ""


def _short(value: Any, look: Look) -> str:
    from jupyter_assistant.kernel.describe.registry import short  # noqa: PLC0415

    return short(value, look)


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
    ("builtins", "mappingproxy"): Family(_proxy),
    ("collections", "ChainMap"): Family(_chain_map),
}
_ = class_dict
