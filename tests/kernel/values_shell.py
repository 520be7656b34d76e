"""A shell of this process in which somebody worked, and a call of a tool in it."""

from __future__ import annotations

import json

import pandas as pd
from IPython.core.interactiveshell import InteractiveShell

from jupyter_assistant.context import (
    CellSeen,
    ErrorSeen,
    Frame,
    Raised,
    RichSeen,
    StreamSeen,
)
from jupyter_assistant.conversation import ToolCallPart
from jupyter_assistant.kernel import tools
from jupyter_assistant.redaction import Redactor
from jupyter_assistant.storage.settings import Settings

CELLS = (
    CellSeen(id="a1", source="import pandas as pd", execution_count=1),
    CellSeen(
        id="b2",
        source="print(key)\ndf",
        execution_count=2,
        outputs=(
            StreamSeen(text="key sk-proj-Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa\n"),
            RichSeen(data={"text/plain": "  name\n0  Ana"}, is_result=True),
        ),
    ),
    CellSeen(
        id="c3",
        source="1 / 0",
        execution_count=3,
        outputs=(
            ErrorSeen(
                name="ZeroDivisionError",
                chain=(
                    Raised(
                        name="ZeroDivisionError",
                        message="division by zero",
                        frames=(Frame(place="In[3]", line=1, code="1 / 0"),),
                    ),
                ),
            ),
        ),
    ),
)


class Seen:
    """A recorder that saw these cells."""

    def __init__(self, *cells: CellSeen) -> None:
        self._cells = cells

    def cells(self) -> tuple[CellSeen, ...]:
        return self._cells


def new_shell() -> InteractiveShell:
    """A shell in which somebody worked."""
    shell = InteractiveShell()
    shell.user_ns.update(
        df=pd.DataFrame({"total": [1.5, 2.5], "city": ["Ghent", "Bruges "]}),
        config={"port": 5432, "password": "plum-orchard-41"},
        rows=[{"id": 7}],
        pd=pd,
        DB_URL="postgresql://reporter:Gr33n-Heron-88@db3/sales",
    )
    shell.run_cell("def net(gross):\n    'Without tax.'\n    return gross / 1.21")
    return shell


def ask(shell, tool, share_values="sample", cells=CELLS, **args):
    return tools.call(
        shell,
        Seen(*cells),
        ToolCallPart(call_id="c", tool=tool, args=json.dumps(args)),
        settings=Settings(share_values=share_values),
        redactor=Redactor(),
    )
