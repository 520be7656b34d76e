"""axe on a page in a browser."""

from pathlib import Path

AXE = Path(__file__).parents[2] / "labextension/node_modules/axe-core/axe.min.js"
RUN = """
scope => axe.run({ include: [[scope]] }, { resultTypes: ['violations'] }).then(
  found => found.violations.map(one =>
    [one.impact, one.id, ...one.nodes.map(node => node.html.slice(0, 200))]))
"""
SERIOUS = ("serious", "critical")


def serious_faults(page, scope):
    """What axe finds inside of every element that a selector names."""
    if not AXE.exists():
        raise FileNotFoundError(f"{AXE} comes with `jlpm install` in labextension/")
    page.add_script_tag(path=AXE)
    return [fault for fault in page.evaluate(RUN, scope) if fault[0] in SERIOUS]
