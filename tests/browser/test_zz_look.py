import threading
import pytest
from chat_server import answer, chunk, python
from jupyter import PATHS
from notebook_page import LOAD
from playwright.sync_api import expect

PLOT = "import matplotlib.pyplot as plt\n# a longer comment that should wrap because it is quite long and goes on and on and on until the edge of the card is reached\nlines = plt.plot([1, 3, 2])\nran = 'it ran'"
TEXT = """Units fall to **2,310 in March**. Two things stand out in `df`:

1. The north region has no rows after 9 March.
2. Prices did not change, $E = mc^2$ and

$$\\int_0^1 x^2 dx = \\frac13$$

| a | b |
|---|---|
| 1 | 2 |

```python
daily = df.set_index("date").groupby("region").units.resample("D").sum(min_count=1)
```

Done."""

@pytest.mark.parametrize("front_end", PATHS)
def test_look(notebook, model, page, front_end):
    go_on = threading.Event()
    model.replies = [[chunk({"content": TEXT[:120]}), go_on.wait, *answer(TEXT[120:])],
                     [chunk({"content": "I'll plot it."}), *python(PLOT)], answer("That is the plot."),
                     [*python("1/0")], answer("It failed.")]
    page.set_viewport_size({"width": 1100, "height": 1500})
    notebook.open([LOAD, "%%ask\nhello", "%%ask\nplot it", "%%ask\nfail please"], kernel="7.4.0")
    notebook.load(); notebook.run(1)
    expect(notebook.reply(1)).to_contain_text("2,310")
    page.screenshot(path=f"/tmp/look_{front_end}_1.png")
    go_on.set(); notebook.expect_ended(1)
    notebook.run_to_end(2)
    notebook.card(2)
    expect(notebook.reply(2)).to_contain_text("Approve")
    page.wait_for_timeout(600)
    page.screenshot(path=f"/tmp/look_{front_end}_2.png")
    notebook.approve(2)
    expect(notebook.reply(2)).to_contain_text("That is the plot.")
    notebook.run_to_end(3)
    notebook.button(3, "Deny").click()
    page.wait_for_timeout(600)
    page.screenshot(path=f"/tmp/look_{front_end}_3.png")
    notebook.save()
    notebook.reload()
    page.wait_for_timeout(3000)
    page.screenshot(path=f"/tmp/look_{front_end}_4.png")
