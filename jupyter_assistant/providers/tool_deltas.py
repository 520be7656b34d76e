"""Which call a fragment of a tool call belongs to.

Servers tell it by `index`, by `id`, by place, or not at all; see `tests/data` for all
the ways that are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(slots=True)
class OpenCall:
    """A call whose fragments are arriving; `key` names it for the `TurnBuilder`."""

    key: int
    call_id: str
    name: str = ""
    pieces: list[str] = field(default_factory=list[str])

    def is_whole(self) -> bool:
        """Whether the arguments so far are an object, so that no more can follow."""
        return is_object("".join(self.pieces))


@dataclass(slots=True)
class ToolDeltas:
    """The calls of one answer, in the order in which they began."""

    calls: list[OpenCall] = field(default_factory=list[OpenCall])
    _by_index: dict[int, OpenCall] = field(default_factory=dict[int, OpenCall])
    _by_place: dict[int, OpenCall] = field(default_factory=dict[int, OpenCall])

    def find(
        self,
        *,
        index: int | None,
        call_id: str,
        name: str,
        args: str | dict[str, Any] | None,
        place: int | None,
    ) -> OpenCall:
        """The call of this fragment, a new one where it begins one.

        Args:
            index: as sent, None where the server sends none.
            call_id: empty where there is none.
            name: empty where there is none.
            args: as sent.
            place: of the fragment in its delta, None where it is alone there.
        """
        call = self._known(index, call_id, name, args, place)
        if call is None:
            call = OpenCall(len(self.calls), call_id)
            self.calls.append(call)
        if index is not None:
            self._by_index[index] = call
        self._by_place[place or 0] = call
        call.name = call.name or name
        call.call_id = call.call_id or call_id
        if isinstance(args, dict):
            args = msgspec.json.encode(args).decode()
        if args:
            call.pieces.append(args)
        return call

    def _known(
        self,
        index: int | None,
        call_id: str,
        name: str,
        args: str | dict[str, Any] | None,
        place: int | None,
    ) -> OpenCall | None:
        if index is not None:
            call = self._by_index.get(index)
            if call is not None and call_id and call.call_id:
                return call if call.call_id == call_id else None
            return None if _begins_another(call, name, args) else call
        if call_id:
            return next((c for c in self.calls if c.call_id == call_id), None)
        last = self.calls[-1] if self.calls else None
        call = last if place is None else self._by_place.get(place)
        return None if _begins_another(call, name, args) else call

    def repaired(self) -> Iterator[tuple[OpenCall, str]]:
        """Calls whose arguments arrived twice or wrapped, and what was meant."""
        for call in self.calls:
            meant = _meant(call.pieces)
            if meant is not None:
                yield call, meant


def is_object(text: str) -> bool:
    """Whether this is a whole JSON object."""
    return isinstance(_json(text), dict)


def _begins_another(
    call: OpenCall | None, name: str, args: str | dict[str, Any] | None
) -> bool:
    """Whether a fragment without an id of its own can't belong to this call."""
    if call is None or not name or not call.name or not call.pieces:
        return False
    return (name != call.name or bool(args)) and call.is_whole()


def _meant(pieces: list[str]) -> str | None:
    """The object behind arguments that are none as they stand."""
    text = "".join(pieces)
    if not text or is_object(text):
        return None
    inner = _json(text)
    if isinstance(inner, str) and is_object(inner):
        return inner
    # An empty object that a server begins with, before the true one.
    if text.startswith("{}") and is_object(text[2:]):
        return text[2:]
    # The whole once more at the end.
    last = pieces[-1]
    if is_object(last) and "".join(pieces[:-1]) == last:
        return last
    return None


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
