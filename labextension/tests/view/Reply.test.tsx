import { fireEvent, screen, within } from '@testing-library/react';
import { callOf, DONE, lookUp, messageOf, pendingOf, recordOf, show } from './scene';

const reply = (): HTMLElement => screen.getByRole('article', { name: 'Reply' });

describe('a reply that is written', () => {
  it('shows words as they come and is busy until it is over', async () => {
    const { come } = await show(recordOf());
    expect(reply().getAttribute('aria-busy')).toBe('true');
    await come({ type: 'text', text: 'Units ' }, { type: 'text', text: 'fall.' });
    expect(reply().textContent).toContain('Units fall.');
    await come(messageOf({ kind: 'text', text: 'Units fall.' }), DONE);
    expect(reply().getAttribute('aria-busy')).toBe('false');
  });

  it('touches nothing but the words that grow', async () => {
    const { come, container } = await show(
      recordOf([...lookUp('a', 'df'), { type: 'text', text: 'Units' }])
    );
    const watched = container.querySelectorAll(
      '.jp-Assistant-steps, .jp-Assistant-byline'
    );
    expect(watched).toHaveLength(2);
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver(records => changes.push(...records));
    watched.forEach(node =>
      observer.observe(node, { subtree: true, childList: true, characterData: true })
    );
    await come({ type: 'text', text: ' fall' });
    await come({ type: 'text', text: ' in March' });
    expect(reply().textContent).toContain('Units fall in March');
    expect(changes).toEqual([]);
  });

  it('keeps the node of what is already there when more comes', async () => {
    const { come } = await show(recordOf(lookUp('a', 'df')));
    const line = screen.getByText(/Inspected/);
    await come({ type: 'text', text: 'It is fine.' });
    expect(screen.getByText(/Inspected/)).toBe(line);
  });

  it('has Stop as long as it goes on, and then leaves its place empty', async () => {
    const stop = jest.fn();
    const { come } = await show(recordOf(), { stop });
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(stop).toHaveBeenCalledTimes(1);
    await come({ type: 'done', reason: 'cancelled' });
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(reply().textContent).toContain('Stopped by you');
    expect(reply().textContent).toContain('What arrived is kept');
  });

  it('stops with Ctrl or Cmd and a full stop', async () => {
    const stop = jest.fn();
    await show(recordOf(), { stop });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Stop' }), {
      key: '.',
      ctrlKey: true
    });
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('has no Stop where nobody could hear it', async () => {
    await show(recordOf());
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });
});

describe('a reply that is over', () => {
  const finished = recordOf([
    {
      type: 'usage',
      usage: { input_tokens: 3912, output_tokens: 412, reasoning_tokens: 128 }
    },
    messageOf({ kind: 'text', text: 'First.' }),
    messageOf({ kind: 'text', text: 'Second.' }),
    DONE
  ]);

  it('names who wrote it and opens what it has cost', async () => {
    await show(finished);
    expect(reply().textContent).toContain('gpt-5.1');
    expect(reply().textContent).toContain('4,324 tokens');
    expect(screen.queryByText('128 of it reasoning')).toBeNull();
    const usage = screen.getByRole('button', { name: 'Usage in detail' });
    fireEvent.click(usage);
    expect(usage.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('128 of it reasoning')).toBeTruthy();
  });

  it('copies the whole answer as it was written', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    Object.assign(navigator, { clipboard: { writeText } });
    await show(finished);
    fireEvent.click(screen.getByRole('button', { name: 'Copy the answer' }));
    expect(writeText).toHaveBeenCalledWith('First.\n\nSecond.');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  it('says so if nothing could be copied', async () => {
    const writeText = jest.fn().mockRejectedValue(new Error('not allowed'));
    Object.assign(navigator, { clipboard: { writeText } });
    document.execCommand = () => false;
    await show(finished);
    fireEvent.click(screen.getByRole('button', { name: 'Copy the answer' }));
    expect(await screen.findByRole('button', { name: 'Not copied' })).toBeTruthy();
  });

  it('lists each source once, and links only addresses of the web', async () => {
    const page = { kind: 'citation', type: 'url', title: 'Docs' } as const;
    await show(
      recordOf([
        messageOf(
          { kind: 'text', text: 'See the docs.' },
          { ...page, url: 'https://example.org/docs' },
          { ...page, url: 'https://example.org/docs' },
          { ...page, title: 'Trap', url: 'javascript:alert(1)' },
          { kind: 'citation', type: 'file', filename: 'promotions.md' }
        ),
        DONE
      ])
    );
    const sources = within(screen.getByRole('list', { name: 'Sources' }));
    expect(sources.getAllByRole('listitem')).toHaveLength(3);
    const links = sources.getAllByRole('link');
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      'https://example.org/docs'
    ]);
    expect(links[0].getAttribute('rel')).toContain('noopener');
  });

  it('has no headings, which would enter the outline of the notebook', async () => {
    await show(finished);
    expect(screen.queryAllByRole('heading')).toEqual([]);
  });
});

describe('a reply that fails', () => {
  const failure = {
    type: 'error',
    kind: 'rate_limit',
    status: 429,
    message: 'Rate limit reached.'
  } as const;

  it('is an alert when it happens', async () => {
    const { come } = await show(recordOf());
    await come({ type: 'retrying', attempt: 2, wait_s: 4, reason: 'is slow' });
    expect(screen.queryByRole('alert')).toBeNull();
    await come(failure);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('openai is limiting requests (429).');
    expect(alert.textContent).toContain('It says: “Rate limit reached.”');
  });

  it('is none when a saved reply is opened', async () => {
    await show(recordOf([failure]));
    expect(reply().textContent).toContain('Rate limit reached.');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('announcements', () => {
  const call = callOf('p', 'run_python', { code: 'plot()' });

  it('tell once what waits and that it is finished, and nothing of what is streamed', async () => {
    const { come, announced } = await show(recordOf());
    await come({ type: 'text', text: 'I will plot it.' });
    expect(announced).toEqual([]);
    await come(messageOf(call), pendingOf(call));
    await come({ type: 'usage', usage: { input_tokens: 5 } });
    expect(announced).toEqual(['Waiting for you: run Python in sales.ipynb']);
    await come(DONE);
    expect(announced.slice(1)).toEqual(['Reply finished']);
  });

  it('tell that it was stopped', async () => {
    const { come, announced } = await show(recordOf());
    await come({ type: 'done', reason: 'cancelled' });
    expect(announced).toEqual(['Stopped']);
  });

  it('do not tell what was saved', async () => {
    const { announced } = await show(recordOf([DONE]));
    expect(announced).toEqual([]);
  });
});

describe('a call that was decided', () => {
  const call = callOf('p', 'run_python', { code: 'a = 1\nb = 2' });
  const decided = {
    type: 'decided',
    call_id: 'p',
    answer: 'approve',
    at: '2026-12-01T14:03:00Z'
  } as const;
  const ran = {
    type: 'tool_result',
    result: { kind: 'tool_result', call_id: 'p', tool: 'run_python', text: 'ok' }
  } as const;

  it('is one line in a saved reply, which opens to its code', async () => {
    await show(
      recordOf([
        messageOf(call),
        pendingOf(call),
        { ...decided, by: 'person' },
        ran,
        DONE
      ])
    );
    const line = screen.getByText(/Ran Python, 2 lines · approved/);
    expect(reply().textContent).not.toContain('b = 2');
    fireEvent.click(line);
    expect(await screen.findByText(/b = 2/)).toBeTruthy();
  });

  it('stays a card where it was decided', async () => {
    const { come } = await show(recordOf());
    await come(messageOf(call), pendingOf(call));
    await come({ ...decided, by: 'person' }, ran, { type: 'text', text: 'Done.' });
    expect(
      screen.getByRole('group', { name: /Ran this Python/ }).textContent
    ).toContain('b = 2');
  });

  it('is one line at once if nobody was asked', async () => {
    const { come } = await show(recordOf());
    await come(messageOf(call), { ...decided, by: 'conversation' }, ran);
    expect(screen.getByText(/allowed in this conversation/)).toBeTruthy();
    expect(screen.queryByRole('group', { name: /Python/ })).toBeNull();
  });
});
