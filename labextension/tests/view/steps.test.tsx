import { fireEvent, screen } from '@testing-library/react';
import { drawn, lookUp, messageOf, recordOf, show } from './scene';

const openOf = (words: RegExp): boolean =>
  screen.getByText(words).closest('details')?.open === true;

async function toggle(words: RegExp): Promise<void> {
  fireEvent.click(screen.getByText(words));
  await drawn();
}

describe('reasoning', () => {
  it('is closed, and stays as the person left it', async () => {
    const { come } = await show(recordOf());
    await come({ type: 'reasoning', text: 'The gaps ' });
    expect(openOf(/Thinking ·/)).toBe(false);
    expect(screen.queryByText(/The gaps/)).toBeNull();

    await toggle(/Thinking ·/);
    expect(screen.getByText(/The gaps/)).toBeTruthy();
    await come({ type: 'reasoning', text: 'count.' });
    expect(screen.getByText(/The gaps count./)).toBeTruthy();

    await come(
      messageOf({ kind: 'reasoning', text: 'The gaps count.' }),
      ...lookUp('a', 'df'),
      { type: 'text', text: 'So.' }
    );
    expect(openOf(/Thought for/)).toBe(true);
  });

  it('says only that there was some where nobody measured it', async () => {
    await show(recordOf([messageOf({ kind: 'reasoning', text: 'Hm.' })]));
    expect(screen.getByText('Thought')).toBeTruthy();
  });
});

describe('a look-up', () => {
  it('is one line, which opens to its result with nothing hidden', async () => {
    await show(recordOf(lookUp('a', 'df', 'a\u200bb')));
    expect(screen.queryByText(/U\+200B/)).toBeNull();
    await toggle(/Inspected/);
    expect(screen.getByLabelText('Result').textContent).toBe('a[U+200B]b');
  });

  it('shows what went in if its line does not say all of it', async () => {
    const call = { call_id: 'x', tool: 'read_file' };
    const result = {
      ...call,
      kind: 'tool_result',
      text: 'no such file',
      is_error: true
    };
    await show(
      recordOf([
        messageOf({ ...call, kind: 'tool_call', args: '{"path": "old.csv"}' }),
        { type: 'tool_result', result: { ...result, kind: 'tool_result' } }
      ])
    );
    await toggle(/Could not call/);
    expect(screen.getByText('old.csv')).toBeTruthy();
  });

  it('is one of a line that opens to a line each, from four on', async () => {
    const { come } = await show(
      recordOf(['a', 'b', 'c'].flatMap(name => lookUp(name, name)))
    );
    expect(screen.getAllByText(/Inspected/)).toHaveLength(3);
    await come(...lookUp('d', 'd'));
    expect(screen.queryByText(/Inspected/)).toBeNull();
    await toggle(/4 look-ups/);
    expect(screen.getAllByText(/Inspected/)).toHaveLength(4);
  });

  it('is still open when it has become one of several', async () => {
    const { come } = await show(
      recordOf(['a', 'b', 'c'].flatMap(name => lookUp(name, name)))
    );
    fireEvent.click(screen.getAllByText(/Inspected/)[0]);
    await drawn();
    await come(...lookUp('d', 'd'));
    await toggle(/4 look-ups/);
    expect(screen.getByText('a is fine')).toBeTruthy();
  });
});
