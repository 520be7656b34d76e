"""What a view must show of a reply: the contract between the kernel and the browser.

The kernel's own fold of a log says what to show; the view's fold is written anew in
another language and must say the same. Run as a program, this writes the files in
`tests/data/replies` that the tests of both go by.
"""

import re
from pathlib import Path

import msgspec
from replies import Clock
from reply_logs import AT, LOGS, TOOLS, after_snapshot, before_snapshot

from jupyter_assistant.conversation import (
    Fallback,
    ReplyRecord,
    Retrying,
    RunEvent,
    Selection,
)
from jupyter_assistant.kernel.show.notices import Notice, from_event
from jupyter_assistant.kernel.show.steps import Step
from jupyter_assistant.kernel.show.transcript import Source, Thinking, Transcript, Words
from jupyter_assistant.kernel.widget.feed import Feed

FOLDER = Path(__file__).parents[1] / "data" / "replies"
EVENT_S = 0.5
"""Between two events of a log."""
SENT = (
    Selection("cell", "In[3]", estimated_tokens=140),
    Selection("dataframe", "df", estimated_tokens=500),
)


def contract(name):
    """A log, the ways in which it reaches a view, and what is shown in the end."""
    log = LOGS[name]()
    clock = Clock()
    begun = _transcript(clock)
    record = begun.record()
    batches = []
    feed = Feed(send=lambda batch: batches.extend(batch.values()), clock=clock)
    feed.begin(begun)
    for event in log:
        clock.now += EVENT_S if len(batches) % 2 else 0.0
        feed.apply(begun, event)
    feed.flush()
    seen = begun if name != "snapshot" else _seen_from_the_start()
    return {
        "record": msgspec.to_builtins(record),
        "events": msgspec.to_builtins(log),
        "feed": batches,
        "saved": msgspec.to_builtins(begun.record()),
        "late": _late(log),
        "expected": shown(seen),
        "status": _status(seen),
        "byline": begun.byline,
    }


def _late(log):
    """The reply as somebody finds it who comes in the middle, and what they miss."""
    half = len(log) // 2
    found = folded(log[:half]).record()
    return msgspec.to_builtins({"record": found, "rest": log[half:]})


def shown(transcript):
    """The blocks of a reply, each with the texts that stand in it.

    Without how a retry or a fallback goes on: a view that lives says what came of it.
    """
    passing = {
        notice.title
        for event in transcript.log
        if isinstance(event, (Fallback, Retrying))
        and (notice := from_event(event, transcript.model))
    }
    return [
        _shown(block)
        for block in transcript.blocks
        if not (isinstance(block, Notice) and block.title in passing)
    ]


def folded(events):
    """A log in the kernel's fold."""
    transcript = _transcript(Clock())
    for event in events:
        transcript.apply(event)
    return transcript


def _shown(block):
    match block:
        case Words():
            return {"kind": "words", "text": block.text}
        case Thinking():
            return {"kind": "thinking", "text": block.text}
        case Step():
            return {
                "kind": "step",
                "tool": block.call.tool,
                "state": block.state,
                "line": [_without_time(text) for text in block.line],
                "outputs": block.outputs,
            }
        case Notice():
            return {
                "kind": "notice",
                "title": block.title,
                "quote": block.quote,
                "body": block.body,
            }
        case Source(citation=citation):
            return {"kind": "source", "citation": msgspec.to_builtins(citation)}


def _without_time(text):
    """It depends on where the reader is."""
    return re.sub(r"\b\d\d:\d\d\b", "HH:MM", text)


def _status(transcript):
    ended = transcript.state.ended
    if ended is None:
        return transcript.status
    return getattr(ended, "reason", "error")


def _transcript(clock):
    return Transcript(
        run_id="r",
        model="test/m",
        effects={tool.name: tool.effect for tool in TOOLS},
        sent=SENT,
        clock=clock,
        started_at=AT,
    )


def _seen_from_the_start():
    """Who joins late sees what who was there from the start sees."""
    return folded((*before_snapshot(), *after_snapshot()))


def path_of(name):
    """Where a contract is kept."""
    return FOLDER / f"{name}.json"


def events_of(saved):
    """The events of a kept contract."""
    return msgspec.convert(saved["events"], tuple[RunEvent, ...])


def record_of(saved):
    """The reply of a kept contract as a notebook keeps it."""
    return msgspec.convert(saved["saved"], ReplyRecord)


def _write():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in LOGS:
        text = msgspec.json.format(msgspec.json.encode(contract(name)), indent=1)
        path_of(name).write_bytes(text + b"\n")


if __name__ == "__main__":
    _write()
