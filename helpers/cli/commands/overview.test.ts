import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../configuration/usage-error.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { emptyFolder } from '../testing/command.js';
import { command as index } from './overview.js';

test('index writes into the folder that is named, and rejects an age that is none', async () => {
  const cwd = emptyFolder();
  expect(await index.run('index', ['--out', 'public', '--badge-max-age', '3'], { tested: fsapi, cwd, env: {} })).toBe(
    0,
  );
  expect(readFileSync(join(cwd, 'public', 'index.html'), 'utf8')).toContain('No run');
  for (const age of ['0', '1.5', 'week'])
    expect(() => index.run('index', ['--badge-max-age', age], { tested: fsapi, cwd, env: {} })).toThrow(UsageError);
});
