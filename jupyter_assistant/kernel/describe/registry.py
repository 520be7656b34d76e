"""Which family describes an object: by module and name of the classes it inherits from.

No library is imported to find out; a library that an object is from is loaded already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_assistant.kernel.describe.arrays import ARRAYS
from jupyter_assistant.kernel.describe.arrow_tables import ARROW
from jupyter_assistant.kernel.describe.code import CODE
from jupyter_assistant.kernel.describe.containers import CONTAINERS
from jupyter_assistant.kernel.describe.errors import ERRORS
from jupyter_assistant.kernel.describe.estimators import ESTIMATORS
from jupyter_assistant.kernel.describe.expressions import EXPRESSIONS
from jupyter_assistant.kernel.describe.figures import FIGURES
from jupyter_assistant.kernel.describe.identity import (
    mro,
    root_of,
    short_name,
    type_name,
)
from jupyter_assistant.kernel.describe.labelled_arrays import LABELLED_ARRAYS
from jupyter_assistant.kernel.describe.lazy_tables import LAZY_TABLES
from jupyter_assistant.kernel.describe.literals import LITERALS
from jupyter_assistant.kernel.describe.objects import OBJECT
from jupyter_assistant.kernel.describe.pandas_tables import PANDAS
from jupyter_assistant.kernel.describe.polars_tables import POLARS
from jupyter_assistant.kernel.describe.single_use import SINGLE_USE
from jupyter_assistant.kernel.describe.widgets import WIDGETS

if TYPE_CHECKING:
    from jupyter_assistant.kernel.describe.look import Family, Look

_FAMILIES: dict[tuple[str, str], Family] = {
    **LITERALS,
    **CONTAINERS,
    **CODE,
    **SINGLE_USE,
    **ERRORS,
    **ARRAYS,
    **PANDAS,
    **POLARS,
    **ARROW,
    **ESTIMATORS,
    **EXPRESSIONS,
    **FIGURES,
    **LABELLED_ARRAYS,
    **WIDGETS,
    **LAZY_TABLES,
}


def family_of(value: Any) -> Family:
    """The family of the nearest class that is known."""
    for cls in mro(type(value)):
        if found := _FAMILIES.get((root_of(cls), short_name(cls))):
            return found
    return OBJECT


def head(value: Any, look: Look) -> str:
    """What fits on one line, type aside; never fails."""
    try:
        return family_of(value).head(value, look)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 (libraries raise what they like, also panics)
        return OBJECT.head(value, look)


def short(value: Any, look: Look) -> str:
    """A value among others: written out where it is small, else its type and size."""
    said = head(value, look)
    if said.startswith("= "):
        return said.removeprefix("= ")
    name = type_name(type(value))
    return f"<{name} {said}>" if said else f"<{name}>"
