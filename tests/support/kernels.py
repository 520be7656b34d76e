"""Kernels of several ipykernels beside each other, for one server.

Each is this environment's Python with a folder before its path that holds one ipykernel
and what only that needs. All else is the same, so a difference between two kernels is
one of ipykernel's.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NEEDS = {
    "6.31.0": ("nest-asyncio",),
    "7.3.0": (),
    "7.4.0": (),
}
"""What a version needs that later ones don't."""
NEWEST = "7.4.0"
CACHE = Path(__file__).parents[2] / ".venv-kernels"


def write_kernelspecs(folder):
    """Kernelspecs named as `spec_name` says."""
    for version in NEEDS:
        path = folder / spec_name(version) / "kernel.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(_spec(version)))


def spec_name(version):
    """The kernelspec with this ipykernel."""
    return f"ipykernel-{version}"


def _spec(version):
    launch = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    return {
        "argv": launch,
        "display_name": f"Python 3 (ipykernel {version})",
        "language": "python",
        "interrupt_mode": "signal",
        "env": {"PYTHONPATH": str(_installed(version))},
    }


def _installed(version):
    """The folder of one version; several processes may ask for it at once."""
    wanted = CACHE / version
    if wanted.exists():
        return wanted
    CACHE.mkdir(exist_ok=True)
    made = tempfile.mkdtemp(dir=CACHE)
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"),
            *("--disable-pip-version-check", "--target", made),
            *(f"ipykernel=={version}", *NEEDS[version]),
        ],
        check=True,
    )
    try:
        Path(made).rename(wanted)
    except OSError:  # another process was first
        shutil.rmtree(made)
    return wanted
