"""What `%load_ext jupyter_assistant` costs over a bare IPython shell.

Run it as `python benchmarks/load_ext.py`; it exits 1 when a budget is exceeded. Each
measurement is a process of its own; medians are compared, because machines are noisy.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys

MAX_MS = 50.0
MAX_MB = 8.0
FORBIDDEN = (
    "httpx2",
    "httpx",
    "requests",
    "aiohttp",
    "urllib3",
    "h11",
    "openai",
    "ssl",
)

MEASURE = """
import json, sys, time
from IPython.core.interactiveshell import InteractiveShell

def resident_mb():
    with open("/proc/self/statm") as statm:
        pages = int(statm.read().split()[1])
    import resource
    return pages * resource.getpagesize() / 1e6

shell = InteractiveShell.instance()
shell.run_cell("1 + 1")
before_modules = set(sys.modules)
before_mb = resident_mb()
before = time.perf_counter()
shell.run_line_magic("load_ext", "jupyter_assistant")
ms = (time.perf_counter() - before) * 1000
assert shell.find_line_magic("ask") and shell.find_cell_magic("ask")
print(json.dumps({
    "ms": ms,
    "mb": resident_mb() - before_mb,
    "modules": sorted(set(sys.modules) - before_modules),
}))
"""


def measure() -> dict:
    """One fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Measure, tell, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = [measure() for _ in range(parser.parse_args().runs)]
    ms = statistics.median(run["ms"] for run in runs)
    mb = statistics.median(run["mb"] for run in runs)
    http = sorted(m for m in runs[0]["modules"] if m.partition(".")[0] in FORBIDDEN)
    print(f"time    {ms:6.1f} ms   budget {MAX_MS:.0f} ms")
    print(f"memory  {mb:6.1f} MB   budget {MAX_MB:.0f} MB")
    count = len(runs[0]["modules"])
    print(f"modules {count:6d}      network: {', '.join(http) or 'none'}")
    return int(ms > MAX_MS or mb > MAX_MB or bool(http))


if __name__ == "__main__":
    sys.exit(main())
