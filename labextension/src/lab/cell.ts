import type { CodeCell } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime } from '@jupyterlab/rendermime';

/** The cell whose output a reply is, found anew each time: cells move and go. */
export class ReplyCell {
  /** `output` gives the model of the reply's output as it is now. */
  constructor(
    readonly panel: NotebookPanel,
    private readonly _output: () => IRenderMime.IMimeModel | null
  ) {}

  /** The code cell of the panel, null if the output is gone from it. */
  get cell(): CodeCell | null {
    const output = this._output();
    for (const cell of this.panel.content.widgets) {
      if (cell.model.type === 'code') {
        const { outputs } = (cell as CodeCell).model;
        for (let index = 0; index < outputs.length; index++) {
          if (outputs.get(index) === output) {
            return cell as CodeCell;
          }
        }
      }
    }
    return null;
  }

  /** Whether it was started in this page and has not ended. */
  get isRunning(): boolean {
    return this.cell?.model.executionState === 'running';
  }

  /** Whether what its run prints comes to this panel: not after a reload. */
  get isFollowed(): boolean {
    return Boolean(this.cell?.outputArea.future);
  }

  /** Put code into a new cell below, which becomes the active one. */
  readonly insertBelow = (code: string): void => {
    const { cell } = this;
    const { content } = this.panel;
    if (cell && content.model) {
      const index = content.widgets.indexOf(cell) + 1;
      content.model.sharedModel.insertCell(index, {
        cell_type: 'code',
        source: code,
        metadata: { trusted: true }
      });
      content.activeCellIndex = index;
      content.deselectAll();
    }
  };

  /** The same, and run it. */
  readonly runBelow = (code: string): void => {
    const { content, sessionContext } = this.panel;
    if (this.cell) {
      this.insertBelow(code);
      const added = content.activeCell;
      if (added) {
        void NotebookActions.runCells(content, [added], sessionContext);
      }
    }
  };
}
