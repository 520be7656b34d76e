import { fireEvent, screen } from '@testing-library/react';
import { DONE, messageOf, recordOf, show } from './scene';

const code = (language: string): ReturnType<typeof recordOf> =>
  recordOf([
    messageOf({ kind: 'text', text: `So:\n\n\`\`\`${language}\nplot()\n\`\`\`\n` }),
    DONE
  ]);

describe('the bar of code', () => {
  it('copies the code and nothing else', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    Object.assign(navigator, { clipboard: { writeText } });
    await show(code('python'));
    fireEvent.click(screen.getByRole('button', { name: 'Copy this code' }));
    expect(writeText).toHaveBeenCalledWith('plot()');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  it('offers what the place can do with it', async () => {
    const insertBelow = jest.fn();
    const runBelow = jest.fn();
    await show(code('python'), { insertBelow, runBelow });
    fireEvent.click(screen.getByRole('button', { name: 'Insert below' }));
    fireEvent.click(screen.getByRole('button', { name: 'Run' }));
    expect(insertBelow).toHaveBeenCalledWith('plot()');
    expect(runBelow).toHaveBeenCalledWith('plot()');
  });

  it('offers nothing that the place can not do', async () => {
    await show(code('python'));
    expect(screen.queryByRole('button', { name: 'Insert below' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
  });

  it('runs nothing that is not Python', async () => {
    await show(code('bash'), { insertBelow: jest.fn(), runBelow: jest.fn() });
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
  });

  it('comes when a fence is closed', async () => {
    const { come } = await show(recordOf());
    await come({ type: 'text', text: 'So:\n\n```python\nplot()\n' });
    expect(screen.queryByRole('button', { name: 'Copy this code' })).toBeNull();
    await come({ type: 'text', text: '```\n\nAnd more.' });
    expect(screen.getByRole('button', { name: 'Copy this code' })).toBeTruthy();
  });
});
