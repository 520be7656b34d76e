"""The build backend of a checkout, which knows whether the bundles are up to date."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]
BACKEND = Path("build_backend") / "hatch_with_bundles.py"


def build_backend_of(root):
    """The module, as a build of the checkout at `root` imports it."""
    spec = importlib.util.spec_from_file_location("a_build_backend", root / BACKEND)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def are_up_to_date():
    """Whether a build of this checkout would have no JavaScript to build."""
    return not build_backend_of(ROOT).get_requires_for_build_sdist()
