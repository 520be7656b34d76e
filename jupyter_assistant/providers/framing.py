"""Bytes of a stream to whole events: server-sent events and lines of JSON.

Pure and incremental: any cutting of the same bytes gives the same events, in time
linear in the bytes and memory bounded by one event. Lines end only at LF, CRLF and CR;
U+2028 and its kin are part of a text.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from jupyter_assistant.errors import ProviderError

MAX_EVENT_BYTES = 64 * 1024 * 1024
"""One event may be this long; a longer one is no answer of a model."""
_BOM = b"\xef\xbb\xbf"


class ServerSentEvent(msgspec.Struct, frozen=True, gc=False):
    """An event that carries data."""

    data: bytes
    """The data lines, joined with LF; never blank."""
    event: str = ""
    """Its name, empty where the stream gave none."""


@dataclass(slots=True, kw_only=True)
class _Lines:
    """Cuts bytes into lines; the one that is not whole yet waits."""

    max_bytes: int
    carriage_returns: bool
    pending: bytearray = field(default_factory=bytearray)
    in_comment: bool = False
    """Whether the waiting line is a comment: then it need not wait anywhere."""
    skip_lf: bool = False
    """Whether the bytes so far ended with a CR, whose LF may come next."""
    head: bytes | None = b""
    """The stream's first bytes while they may be a BOM, then None."""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are whole now, without their ends."""
        if self.head is not None:
            data = self._without_bom(data)
        if not data:
            return []
        if self.carriage_returns and (self.skip_lf or b"\r" in data):
            data = self._with_lf_only(data)
        lines = data.split(b"\n")
        rest = lines.pop()
        if lines:
            if self.in_comment:
                lines[0] = b":"
                self.in_comment = False
            elif self.pending:
                lines[0] = bytes(self.pending) + lines[0]
                self.pending.clear()
        if rest:
            self._wait(rest)
        return lines

    def close(self) -> bytes:
        """The last line, if it had no end."""
        if self.head:
            self._wait(self.head)
        last = bytes(self.pending)
        self.pending.clear()
        return last

    def _wait(self, rest: bytes) -> None:
        if self.in_comment:
            return
        if self.carriage_returns and not self.pending and rest.startswith(b":"):
            self.in_comment = True
            return
        self.pending += rest
        check_size(len(self.pending), self.max_bytes)

    def _without_bom(self, data: bytes) -> bytes:
        head = (self.head or b"") + data
        if len(head) < len(_BOM) and _BOM.startswith(head):
            self.head = head
            return b""
        self.head = None
        return head.removeprefix(_BOM)

    def _with_lf_only(self, data: bytes) -> bytes:
        if self.skip_lf and data.startswith(b"\n"):
            data = data[1:]
            self.skip_lf = False
        if data:
            self.skip_lf = data.endswith(b"\r")
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


@dataclass(slots=True, kw_only=True)
class SseFramer:
    """One stream of server-sent events."""

    max_bytes: int = MAX_EVENT_BYTES
    _lines: _Lines = field(init=False)
    _data: list[bytes] = field(default_factory=list[bytes])
    _size: int = 0
    _event: str = ""

    def __post_init__(self) -> None:
        """Begin before the first byte."""
        self._lines = _Lines(max_bytes=self.max_bytes, carriage_returns=True)

    def feed(self, data: bytes) -> list[ServerSentEvent]:
        """The events that are whole with these bytes.

        Raises:
            ProviderError: one event is longer than `max_bytes`.
        """
        return self._take(self._lines.feed(data))

    def close(self) -> list[ServerSentEvent]:
        """The last event, also when the stream ended before its blank line."""
        return self._take([self._lines.close(), b""])

    def _take(self, lines: list[bytes]) -> list[ServerSentEvent]:
        events: list[ServerSentEvent] = []
        for line in lines:
            if not line:
                if self._data:
                    self._dispatch(events)
                self._event = ""
            elif line.startswith(b"data:"):
                self._add(line[6:] if line.startswith(b"data: ") else line[5:])
            elif not line.startswith(b":"):
                self._field(line)
        return events

    def _add(self, value: bytes) -> None:
        self._data.append(value)
        self._size += len(value)
        check_size(self._size, self.max_bytes)

    def _field(self, line: bytes) -> None:
        """A line that is neither data with a colon nor a comment."""
        name, _, value = line.partition(b":")
        if name == b"event":
            self._event = value.removeprefix(b" ").decode("utf-8", "replace")
        elif name == b"data":
            self._add(b"")

    def _dispatch(self, events: list[ServerSentEvent]) -> None:
        data = self._data[0] if len(self._data) == 1 else b"\n".join(self._data)
        self._data.clear()
        self._size = 0
        # Blank data is a heartbeat.
        if data and not data.isspace():
            events.append(ServerSentEvent(data, self._event))


@dataclass(slots=True, kw_only=True)
class NdjsonFramer:
    """One stream of JSON values, each on a line of its own."""

    max_bytes: int = MAX_EVENT_BYTES
    _lines: _Lines = field(init=False)

    def __post_init__(self) -> None:
        """Begin before the first byte."""
        self._lines = _Lines(max_bytes=self.max_bytes, carriage_returns=False)

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are whole with these bytes; blank ones left out.

        Raises:
            ProviderError: one line is longer than `max_bytes`.
        """
        return [line for raw in self._lines.feed(data) if (line := raw.strip())]

    def close(self) -> list[bytes]:
        """The last line, if it had no end."""
        last = self._lines.close().strip()
        return [last] if last else []


def check_size(size: int, max_bytes: int) -> None:
    """Refuse what no model sends.

    Raises:
        ProviderError: it is too long.
    """
    if size > max_bytes:
        raise ProviderError(
            "protocol",
            f"One event of the stream is longer than {max_bytes} bytes; the rest was "
            "not read.",
        )
