import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', 'scripts', 'wire-types.mjs');

test('the types of the wire are those of the Python values', () => {
  const check = (): Buffer => execFileSync('node', [SCRIPT, '--check']);
  expect(check).not.toThrow();
});
