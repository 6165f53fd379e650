import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyFolder } from '../../helpers/cli/testing/command.js';
import { skipLine } from './skip-reasons.js';
import { skipWithout } from './system-tools.js';

test('a test is skipped for the programs that are not on the path, by name; the line counts by reason', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = emptyFolder();
  writeFileSync(join(folder, 'jq'), '', { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  const notes: string[] = [];
  for (const tools of [['jq'], ['openssl', 'jq', 'unzip']])
    skipWithout({ skip: (note) => void notes.push(note) }, ...tools);
  expect(notes).toEqual(['no openssl, no unzip on this machine']);
  expect(skipLine([])).toBe('');
  expect(skipLine(['no qpdf', 'no jq', 'no qpdf'])).toBe('Skipped tests, by reason: 1: no jq; 2: no qpdf.');
});
