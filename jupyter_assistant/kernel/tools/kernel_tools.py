"""The tools that a kernel offers a model: it looks at names and cells, and runs code.

`call` answers one call, on the main thread, and raises nothing but an interrupt. What
it returns is without secrets and bounded.
"""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, assert_never

import msgspec

from jupyter_assistant.conversation import args_object
from jupyter_assistant.kernel.select.held import knowing_secrets
from jupyter_assistant.tools.base import Tool, ToolOutcome, failed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jupyter_assistant.context import CellSeen
    from jupyter_assistant.conversation import ToolCallPart
    from jupyter_assistant.redaction import Redactor

log = logging.getLogger(__name__)

RESULT_CHARS = 8000
"""Of the text of any result."""


class Cells(Protocol):
    """What knows the cells: `kernel.recorder.Recorder`."""

    def cells(self) -> tuple[CellSeen, ...]:
        """The cells that ran, in the order of their runs."""
        ...


class Sharing(Protocol):
    """The setting that decides what may leave: `storage.Settings`."""

    @property
    def share_values(self) -> Literal["sample", "schema"]:
        """Whether values of rows and elements may be shown to a model."""
        ...


# ---- the arguments


class ListVariables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`list_variables`."""

    contains: str = ""


class InspectVariable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`inspect_variable`."""

    name: str


class ReadCells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`read_cells`."""

    first: int | None = None
    last: int | None = None
    ids: tuple[str, ...] = ()


class LookUpDocs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`look_up_docs`."""

    name: str
    source: bool = False


class RunPython(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`run_python`."""

    code: Annotated[str, msgspec.Meta(max_length=200_000)]


Arguments = ListVariables | InspectVariable | ReadCells | LookUpDocs | RunPython


def _object(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_TOOLS: tuple[tuple[Tool, type[Arguments]], ...] = (
    (
        Tool(
            name="list_variables",
            description=(
                "List the variables of the notebook's kernel: name, type, and shape, "
                "length or value on one line each. Functions, classes and modules come "
                "by name only. Nothing is computed."
            ),
            schema=_object(
                contains={
                    "type": "string",
                    "description": "Only names with this text in them.",
                }
            ),
            effect="read",
            source="kernel",
        ),
        ListVariables,
    ),
    (
        Tool(
            name="inspect_variable",
            description=(
                "Describe one value of the kernel: of a table its columns with types, "
                "missing values and ranges, of an array its shape, of a function its "
                "source, of an object its attributes. Nothing is computed: lazy tables "
                "are told by their schema, iterators are not advanced, properties of "
                "unknown classes are not read."
            ),
            schema=_object(
                ("name",),
                name={
                    "type": "string",
                    "description": (
                        "A variable, or one with attributes and keys such as "
                        "`df.columns`, `rows[0]` or `config['port']`."
                    ),
                },
            ),
            effect="read",
            source="kernel",
        ),
        InspectVariable,
    ),
    (
        Tool(
            name="read_cells",
            description=(
                "Read cells that ran in this kernel: source, outputs and errors. "
                "Without arguments the latest ones that fit."
            ),
            schema=_object(
                first={
                    "type": "integer",
                    "description": "The n of the first In[n] to read.",
                },
                last={
                    "type": "integer",
                    "description": "The n of the last In[n] to read.",
                },
                ids={
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Read the cells with these ids instead.",
                },
            ),
            effect="read",
            source="kernel",
        ),
        ReadCells,
    ),
    (
        Tool(
            name="look_up_docs",
            description=(
                "Signature and docstring of a function, class, method or module that "
                "the kernel has loaded, such as `pd.DataFrame.merge`. Nothing is "
                "imported."
            ),
            schema=_object(
                ("name",),
                name={"type": "string", "description": "A dotted name."},
                source={
                    "type": "boolean",
                    "description": "Also give the source code. Default: false.",
                },
            ),
            effect="read",
            source="kernel",
        ),
        LookUpDocs,
    ),
    (
        Tool(
            name="run_python",
            description=(
                "Run Python code in the notebook's kernel, as a cell: the person's "
                "variables are there, what you define stays, magics and top-level "
                "await work, figures are shown. The person sees the outputs; you get "
                "them as text and pictures, an error as its traceback. input() is not "
                "available. The person is asked before it runs."
            ),
            schema=_object(
                ("code",),
                code={"type": "string", "description": "The source of the cell."},
            ),
            effect="execute",
            source="kernel",
        ),
        RunPython,
    ),
)
KERNEL_TOOLS: tuple[Tool, ...] = tuple(tool for tool, _ in _TOOLS)


# ---- one call


def call(
    shell: Any,
    recorder: Cells,
    call: ToolCallPart,
    *,
    settings: Sharing,
    redactor: Redactor,
) -> ToolOutcome:
    """Answer a call of one of `KERNEL_TOOLS`; call it on the main thread.

    Whatever is wrong with the call or in the code is an outcome that says so in words
    the model can act on.

    Raises:
        KeyboardInterrupt: the person interrupted; while code ran, it is an
            `Interrupted` that carries the outcome.
    """
    try:
        arguments = _arguments(call)
    except ValueError as error:
        return failed(redactor(str(error)))
    try:
        return _answer(shell, recorder, arguments, settings, redactor)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a fault of a library, or of ours, ends one call
        log.exception("The kernel tool %s failed", call.tool)
        return failed(redactor(f"{call.tool} failed: {type(error).__name__}: {error}"))


def _arguments(call: ToolCallPart) -> Arguments:
    """The call's arguments.

    Raises:
        ValueError: what is wrong, in words for the model.
    """
    kinds = {tool.name: kind for tool, kind in _TOOLS}
    if call.tool not in kinds:
        raise ValueError(
            f"There is no tool {call.tool!r}. The tools are: {', '.join(kinds)}."
        )
    held = args_object(call)
    if held is None:
        raise ValueError(f"The arguments of {call.tool} must be one JSON object.")
    try:
        return msgspec.convert(held, kinds[call.tool])
    except msgspec.ValidationError as error:
        fields = ", ".join(kinds[call.tool].__struct_fields__)
        raise ValueError(
            f"The arguments of {call.tool} do not fit: {error}. They are: {fields}."
        ) from None


def _answer(
    shell: Any,
    recorder: Cells,
    arguments: Arguments,
    settings: Sharing,
    redactor: Redactor,
) -> ToolOutcome:
    # Only a call needs what describes values and shows code, not `%load_ext`.
    from jupyter_assistant.kernel.tools import lookups  # noqa: PLC0415
    from jupyter_assistant.kernel.tools.run_code import run_code  # noqa: PLC0415

    names, share = shell.user_ns, settings.share_values

    @functools.cache
    def knowing() -> Redactor:
        # Asked for after code ran: it may have set a secret.
        return _with_secrets_of(redactor, recorder, arguments, shell.user_ns)

    def redact(text: str) -> str:
        return knowing()(text)

    try:
        match arguments:
            case RunPython(code):
                return run_code(shell, code, share_values=share, redact=redact)
            case ListVariables(contains):
                text = lookups.variables(names, contains, share, redact)
            case InspectVariable(name):
                text = lookups.value(names, name, share, redact)
            case ReadCells(first, last, ids):
                span = (first, last)
                text = lookups.cells(recorder.cells(), span, ids, share, redact)
            case LookUpDocs(name, source):
                text = lookups.docs(names, name, source=source)
            case _:
                assert_never(arguments)
    except lookups.NotFoundError as error:
        return failed(redact(str(error)))
    return ToolOutcome(text=_bounded(redact(text)))


def _with_secrets_of(
    redactor: Redactor,
    recorder: Cells,
    arguments: Arguments,
    namespace: Mapping[str, Any],
) -> Redactor:
    """The redactor that also knows what this notebook and its process call secret."""
    sources = [cell.ran for cell in recorder.cells()]
    if isinstance(arguments, RunPython):
        sources.append(arguments.code)
    return knowing_secrets(redactor, sources, namespace)


def _bounded(text: str) -> str:
    if len(text) <= RESULT_CHARS:
        return text
    more = len(text) - RESULT_CHARS
    return f"{text[:RESULT_CHARS]}\n… {more:,} more characters …"
