"""Cells and values to selection parts: pure, no I/O."""

from jupyter_assistant.context.cells import (
    CellSeen,
    ErrorSeen,
    Frame,
    Notebook,
    OutputSeen,
    Raised,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.context.choose import NOTES, Variants, choose
from jupyter_assistant.context.clean import clean_text
from jupyter_assistant.context.code import is_assistants, without_assistant
from jupyter_assistant.context.failures import error_text
from jupyter_assistant.context.interest import ASKED, Interest, NameSeen, interest
from jupyter_assistant.context.known import Known
from jupyter_assistant.context.outputs import outputs_text
from jupyter_assistant.context.parts import (
    error_part,
    image_part,
    outputs_part,
    source_part,
    text_part,
)
from jupyter_assistant.context.pictures import asks_to_look, wanted_pictures
from jupyter_assistant.context.redacted import redacted_cell
from jupyter_assistant.context.truncate import Shortened, shorten
from jupyter_assistant.context.wants import Wants, parse_wants

__all__ = [
    "ASKED",
    "NOTES",
    "CellSeen",
    "ErrorSeen",
    "Frame",
    "Interest",
    "Known",
    "NameSeen",
    "Notebook",
    "OutputSeen",
    "Raised",
    "RichSeen",
    "Shortened",
    "StreamSeen",
    "Variants",
    "Wants",
    "asks_to_look",
    "choose",
    "clean_text",
    "error_part",
    "error_text",
    "image_part",
    "interest",
    "is_assistants",
    "outputs_part",
    "outputs_text",
    "parse_wants",
    "redacted_cell",
    "shorten",
    "source_part",
    "text_part",
    "wanted_pictures",
    "without_assistant",
]
