"""What a kernel sends to a page, counted from the frames of its WebSocket."""

import json
from dataclasses import dataclass, field
from itertools import pairwise
from struct import unpack_from

CHANNELS = "/channels"
_WORD = 8
"""Bytes of each number in a frame's table of offsets."""


@dataclass(kw_only=True)
class KernelTraffic:
    """Sizes of the kernel's messages since the last `clear`."""

    frame_bytes: int = 0
    content_bytes: dict[str, int] = field(default_factory=dict)
    """Of the messages' `content`, by type."""
    messages: dict[str, int] = field(default_factory=dict)

    def watch(self, page):
        """Count what comes to a page from now on."""
        page.on("websocket", self._opened)

    def clear(self):
        """Begin anew."""
        self.frame_bytes = 0
        self.content_bytes.clear()
        self.messages.clear()

    def of(self, *kinds):
        """Bytes of the contents of these types of messages."""
        return sum(self.content_bytes.get(kind, 0) for kind in kinds)

    def _opened(self, socket):
        if CHANNELS in socket.url:
            socket.on("framereceived", self._received)

    def _received(self, frame):
        data = frame if isinstance(frame, bytes) else frame.encode()
        kind, content = _message(data)
        self.frame_bytes += len(data)
        self.messages[kind] = self.messages.get(kind, 0) + 1
        self.content_bytes[kind] = self.content_bytes.get(kind, 0) + len(content)


def _message(data):
    """Type and content of a frame.

    Source: `v1.kernel.websocket.jupyter.org` in the documentation of jupyter_server: a
    number of offsets, the offsets, then channel, header, parent, metadata, content.
    """
    (count,) = unpack_from("<Q", data)
    offsets = unpack_from(f"<{count}Q", data, _WORD)
    parts = [data[a:b] for a, b in pairwise(offsets)]
    _channel, header, _parent, _metadata, content, *_ = parts
    return json.loads(header)["msg_type"], content
