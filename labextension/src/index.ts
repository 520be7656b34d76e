/** The plugins of the extension for JupyterLab and Notebook 7. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { INotebookTracker } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { registerIn, registerInNotebook } from './lab/factories';
import { createRendermimeMarkdown } from './markdown/rendermime';
import { draw, type IOffer } from './widget/draw';
import { FEED_VERSION, HELLO_EVENT, MOUNT_EVENT } from './widget/protocol';

/** Draws replies in all documents; in notebooks they live. */
const replies: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-assistant:replies',
  description: 'Renders the replies of the assistant.',
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [INotebookTracker, ITranslator],
  activate: (
    _app: JupyterFrontEnd,
    rendermime: IRenderMimeRegistry,
    notebooks: INotebookTracker | null,
    translator: ITranslator | null
  ) => {
    const trans = (translator ?? nullTranslator).load('jupyter_assistant');
    registerIn(rendermime, trans);
    notebooks?.forEach(panel => registerInNotebook(panel, trans));
    notebooks?.widgetAdded.connect((_, panel) => registerInNotebook(panel, trans));
  }
};

/** Draws the widgets that no output takes, and says so before a kernel sends the view. */
const widgets: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-assistant:widgets',
  description: 'Draws the widgets of the assistant.',
  autoStart: true,
  requires: [IRenderMimeRegistry],
  activate: (_app: JupyterFrontEnd, rendermime: IRenderMimeRegistry) => {
    const markdown = createRendermimeMarkdown(rendermime);
    window.addEventListener(HELLO_EVENT, event => {
      const { version } = (event as CustomEvent<{ version: number }>).detail;
      if (version === FEED_VERSION) {
        event.preventDefault();
      }
    });
    window.addEventListener(MOUNT_EVENT, event => {
      event.preventDefault();
      draw((event as CustomEvent<IOffer>).detail, markdown);
    });
  }
};

export default [replies, widgets];
