"""Scripts for the `scripted` provider, as a person would write them."""

import json


def script_file(folder, *turns):
    """The path of a file with these turns; a step is a text or an object."""
    path = folder / "script.json"
    path.write_text(json.dumps(list(turns)), "utf-8")
    return str(path)
