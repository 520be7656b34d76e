"""What a message is made of: frozen, tagged values, stored and sent as they are.

`kind` is the tag in JSON. A part that a later version wrote becomes `UnknownPart`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SelectionType = Literal[
    "cell",
    "output",
    "error",
    "variable",
    "dataframe",
    "image",
    "file",
    "resource",
    "rule",
    "history",
]
CallProblem = Literal["not_json", "truncated", "no_name"]
InfoLevel = Literal["info", "warning", "error"]


class Selection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a context part comes from: the chip that the person sees."""

    type: SelectionType
    label: str
    """What the person and the model call it: `In[3]`, `df`, `data.csv`."""
    ref: str = ""
    """Identity across questions: a cell id, a variable's name, a path, a URI."""
    truncated: bool = False
    estimated_tokens: int = 0


class Part(
    msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True
):
    """The common root of all parts; never used itself."""


class TextPart(Part, frozen=True, tag="text"):
    """Words of the person or the model, or with `context` what the notebook put in."""

    text: str
    context: Selection | None = None


class ImagePart(Part, frozen=True, tag="image"):
    """A picture: an upload or a cell's output."""

    media_type: str
    data: str
    """Base64, without line breaks."""
    name: str = ""
    alt: str = ""
    context: Selection | None = None


class FilePart(Part, frozen=True, tag="file"):
    """A file that is neither text nor a picture, such as a PDF."""

    media_type: str
    data: str
    """Base64, without line breaks."""
    name: str = ""
    alt: str = ""
    context: Selection | None = None


class ReasoningPart(Part, frozen=True, tag="reasoning"):
    """Thinking, shown apart and collapsed."""

    text: str


class ToolCallPart(Part, frozen=True, tag="tool_call"):
    """A call the model asks for; `conversation.calls` reads its arguments."""

    call_id: str
    tool: str
    args: str = "{}"
    """Always valid JSON: an object, or a JSON string with what else the model wrote."""
    problem: CallProblem | None = None
    """Why this call must not run."""


class ToolResultPart(Part, frozen=True, tag="tool_result"):
    """What a call gave; each call has exactly one."""

    call_id: str
    tool: str
    text: str
    is_error: bool = False
    images: tuple[ImagePart, ...] = ()
    edited_args: str | None = None
    """JSON of the arguments that ran in place of the model's; the text says so too."""
    structured: Any = None
    """For the front end only, never sent to the model; so are `ui` and `outputs`."""
    ui: dict[str, Any] | None = None
    outputs: tuple[dict[str, Any], ...] = ()
    """The outputs of run code in nbformat's shape."""


class CitationPart(Part, frozen=True, tag="citation"):
    """A source the answer names."""

    type: Literal["url", "file", "document"]
    title: str = ""
    url: str = ""
    file_id: str = ""
    filename: str = ""
    cited_text: str = ""


class Origin(msgspec.Struct, frozen=True):
    """Who wrote an opaque block, and so the only one who may have it back."""

    kind: str
    address: str
    model: str


class OpaquePart(Part, frozen=True, tag="opaque"):
    """A block its provider wants back byte for byte: signatures, encrypted thinking."""

    raw: Any
    origin: Origin
    call_id: str | None = None
    """The call it belongs to, where the provider ties it to one."""


class InfoPart(Part, frozen=True, tag="info"):
    """A card of ours (fallback, limit reached): stored and shown, never sent."""

    text: str
    level: InfoLevel = "info"


class UnknownPart(Part, frozen=True, tag="unknown"):
    """A part of a later version: kept as it came, shown as "not supported here"."""

    raw: Any


AnyPart = (
    TextPart
    | ImagePart
    | FilePart
    | ReasoningPart
    | ToolCallPart
    | ToolResultPart
    | CitationPart
    | OpaquePart
    | InfoPart
    | UnknownPart
)
