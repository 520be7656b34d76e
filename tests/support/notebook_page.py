"""A notebook in a real front end, as a person sees and uses it."""

import re
import time

import nbformat
from kernels import NEWEST, spec_name
from playwright.sync_api import Locator, Page, expect

LOAD = "%load_ext jupyter_assistant"
LIMIT_MS = 60_000
LIMIT_S = LIMIT_MS / 1000
FRONT_END = (
    "get_ipython().magics_manager.magics['line']['assistant']"
    ".__self__.session.front_end.is_ready"
)
"""Whether the kernel has heard that its front end draws widgets."""
NOTEBOOK = "jupyterapp.shell.currentWidget"
KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"


class NotebookPage:
    """One notebook that is open in JupyterLab or Notebook 7."""

    def __init__(self, page: Page, jupyter, front_end):
        """Nothing is opened yet."""
        self.page = page
        self.jupyter = jupyter
        self.front_end = front_end
        self.name = ""

    @property
    def path(self):
        """The notebook's file."""
        return self.jupyter.notebooks / self.name

    # Opening and closing

    def open(self, cells, *, name="asked.ipynb", kernel=NEWEST):
        """Write a notebook and open it; a cell is its source or a whole cell."""
        new = nbformat.v4.new_code_cell
        made = [new(cell) if isinstance(cell, str) else cell for cell in cells]
        spec = {"name": spec_name(kernel), "display_name": "", "language": "python"}
        self.name = name
        notebook = nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": spec})
        nbformat.write(notebook, self.path)
        self.show()

    def show(self):
        """Open the notebook as it lies on the disk."""
        self.page.goto(self.jupyter.address(self.front_end, self.name))
        self._wait_for_kernel("status === 'idle'")

    def show_without_kernel(self):
        """Open the notebook where its kernel is not installed, and take none."""
        self.jupyter.stop_kernels()
        notebook = self.saved()
        notebook.metadata.kernelspec.name = "not-installed"
        nbformat.write(notebook, self.path)
        self.page.goto(self.jupyter.address(self.front_end, self.name))
        dialog = self.page.locator(".jp-Dialog")
        dialog.get_by_role("button", name="No Kernel").click(timeout=LIMIT_MS)

    def reload(self):
        """What the browser's reload button does; the kernel may be busy."""
        self.page.reload()
        self._wait_for_kernel("connectionStatus === 'connected'")

    def save(self):
        """Save, and wait until it is on the disk."""
        self.command("docmanager:save")

    def saved(self):
        """The notebook on the disk."""
        return nbformat.read(self.path, 4)

    def _wait_for_kernel(self, wanted):
        splash = self.page.locator("#jupyterlab-splash")
        splash.wait_for(state="detached", timeout=LIMIT_MS)
        self.page.wait_for_function(f"() => {KERNEL}?.{wanted}", timeout=LIMIT_MS)

    # Cells

    def cell(self, index) -> Locator:
        """A cell as it is on the page."""
        return self.page.locator(f'.jp-Cell[data-windowed-list-index="{index}"]')

    def load(self, index=0):
        """Run the cell that loads us, and wait until the kernel knows its front end."""
        self.run_to_end(index)
        self.wait_for_value(FRONT_END, "True")

    def run(self, index):
        """Run a cell, and go on while it runs."""
        self.page.evaluate(
            f"""index => {{
                {NOTEBOOK}.content.activeCellIndex = index;
                void jupyterapp.commands.execute('notebook:run-cell');
            }}""",
            index,
        )

    def run_to_end(self, *indices):
        """Run cells one after the other, and wait for the end of each."""
        for index in indices:
            self.run(index)
            self.expect_ended(index)

    def start_all(self):
        """Run All, and go on while it runs."""
        self.page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")

    def expect_running(self, index):
        """The front end shows that the cell runs."""
        expect(self._prompt(index)).to_have_text("[*]:")

    def expect_ended(self, index):
        """The front end shows the number of the cell's run."""
        expect(self._prompt(index)).to_have_text(re.compile(r"^\[\d+\]:$"))

    def prompt(self, index):
        """What stands beside a cell, such as `[2]:`."""
        return self._prompt(index).inner_text()

    def _prompt(self, index):
        return self.cell(index).locator(".jp-InputArea-prompt")

    def outputs(self, index):
        """The outputs in the notebook's model, as they would be saved."""
        return self.page.evaluate(
            f"index => {NOTEBOOK}.model.cells.get(index).toJSON().outputs", index
        )

    # Replies

    def reply(self, index) -> Locator:
        """Our view of the reply in a cell."""
        return self.cell(index).locator(".jp-Assistant-reply")

    def card(self, index, number=0) -> Locator:
        """A call in full with its buttons or its record."""
        return self.reply(index).locator(".jp-Assistant-card").nth(number)

    def button(self, index, name, card=0) -> Locator:
        """A button of a call."""
        return self.card(index, card).get_by_role("button", name=name)

    def approve(self, index, card=0):
        """Let a call run."""
        self.button(index, "Approve", card).click()

    def press_until_heard(self, key, wanted: Locator):
        """Press a key until what it should do is there.

        A card ignores keys that come just after it appeared.
        """
        deadline = time.monotonic() + LIMIT_S
        while not wanted.is_visible() and time.monotonic() < deadline:
            self.page.keyboard.press(key)
        expect(wanted).to_be_visible()

    # The kernel

    def restart_kernel(self):
        """Start the kernel anew, and wait until it is there."""
        self.page.evaluate(f"{NOTEBOOK}.sessionContext.session.kernel.restart()")

    def value(self, expression):
        """What an expression is in the kernel, between two cells."""
        return self.page.evaluate(
            f"""async expression => {{
                const kernel = {NOTEBOOK}.sessionContext.session.kernel;
                const reply = await kernel.requestExecute({{
                    code: '', silent: true, user_expressions: {{ it: expression }}
                }}).done;
                const it = reply.content.user_expressions.it;
                return it.data ? it.data['text/plain'] : it.ename;
            }}""",
            expression,
        )

    def wait_for_value(self, expression, wanted):
        """Return when an expression has this value in the kernel."""
        deadline = time.monotonic() + LIMIT_S
        while (found := self.value(expression)) != wanted:
            if time.monotonic() > deadline:
                raise AssertionError(f"{expression} is {found}, not {wanted}")

    def command(self, name, **arguments):
        """Run one of the front end's commands to its end."""
        return self.page.evaluate(
            "([name, args]) => jupyterapp.commands.execute(name, args).then(() => {})",
            [name, arguments],
        )
