import { Panel, Widget } from '@lumino/widgets';
import { WidgetSlot } from '../../src/lab/slot';
import { WIDGET_MIME } from '../../src/widget/protocol';

/** A registry whose factories draw a widget each that remembers its data. */
function registry() {
  const drawn: { renderer: Widget; data: unknown }[] = [];
  let factory: object | undefined;
  return {
    drawn,
    register: () => {
      factory = {};
    },
    getFactory: () => factory,
    createModel: ({ data }: { data: unknown }) => ({ data }),
    createRenderer: () => {
      const renderer = new Widget();
      const renderModel = async (model: { data: unknown }): Promise<void> => {
        drawn.push({ renderer, data: model.data });
      };
      return Object.assign(renderer, { renderModel });
    }
  };
}

function open() {
  const rendermime = registry();
  const parent = new Panel();
  const slot = new WidgetSlot(rendermime as never, parent, 'widget-1');
  return { rendermime, parent, slot };
}

test('nothing is drawn where nobody draws widgets', () => {
  const { slot, parent } = open();
  slot.open();
  expect(parent.widgets).toHaveLength(0);
});

test('the widget is drawn out of sight, once', () => {
  const { slot, parent, rendermime } = open();
  rendermime.register();
  slot.open();
  slot.open();
  expect(parent.widgets).toHaveLength(1);
  expect(parent.widgets[0].isHidden).toBe(true);
  expect(rendermime.drawn.map(({ data }) => data)).toEqual([
    { [WIDGET_MIME]: { version_major: 2, version_minor: 0, model_id: 'widget-1' } }
  ]);
});

test('it is drawn again when another factory has come', () => {
  const { slot, parent, rendermime } = open();
  rendermime.register();
  slot.open();
  rendermime.register();
  slot.open();
  expect(rendermime.drawn).toHaveLength(2);
  expect(parent.widgets).toEqual([rendermime.drawn[1].renderer]);
});

test('nothing of it is left', () => {
  const { slot, parent, rendermime } = open();
  rendermime.register();
  slot.open();
  slot.dispose();
  expect(parent.widgets).toHaveLength(0);
});
