import type { NotebookPanel } from '@jupyterlab/notebook';
import { OutputModel } from '@jupyterlab/rendermime/lib/outputmodel';
import { Signal } from '@lumino/signaling';
import type { Session } from './session';

interface ICell {
  readonly source: string;
  readonly model: {
    readonly type: string;
    executionState: string;
    readonly outputs: { length: number; get(index: number): OutputModel };
  };
  readonly outputArea: { future: object | undefined };
}

/** As much of a notebook as a reply sees: code cells with an output each. */
export class NotebookStandIn {
  readonly cells: ICell[] = [];
  readonly pathChanged = new Signal<this, string>(this);
  readonly saveState = new Signal<this, string>(this);
  path = 'reports/sales.ipynb';
  activeCellIndex = 0;

  constructor(readonly session: Session) {}

  add(source: string, data: object = {}, index = this.cells.length): OutputModel {
    const value = { output_type: 'display_data', data, metadata: {} };
    const output = new OutputModel({ value: value as never });
    this.cells.splice(index, 0, {
      source,
      model: {
        type: 'code',
        executionState: 'idle',
        outputs: { length: 1, get: () => output }
      },
      outputArea: { future: undefined }
    });
    return output;
  }

  get panel(): NotebookPanel {
    const { cells } = this;
    const insertCell = (index: number, cell: { source: string }): void => {
      this.add(cell.source, {}, index);
    };
    const content = {
      widgets: cells,
      rendermime: { getFactory: () => undefined },
      model: { sharedModel: { insertCell } },
      deselectAll: () => undefined,
      get activeCell() {
        return cells[content.activeCellIndex];
      },
      activeCellIndex: 0
    };
    const context = {
      path: this.path,
      pathChanged: this.pathChanged,
      saveState: this.saveState,
      model: { collaborative: false }
    };
    const { context: sessionContext } = this.session;
    return { content, context, sessionContext } as unknown as NotebookPanel;
  }
}
