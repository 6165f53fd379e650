import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { skipLine } from './skip-reasons.js';
import { pathOf, skipWithout } from './system-tools.js';

afterEach(() => vi.unstubAllEnvs());

test('a test is skipped for the programs that are not on the path, by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-'));
  writeFileSync(join(folder, 'jq'), '', { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  const notes: string[] = [];
  const context = { skip: (note: string) => void notes.push(note) };
  expect(pathOf('jq')).toBe(join(folder, 'jq'));
  skipWithout(context, 'jq');
  expect(notes).toEqual([]);
  skipWithout(context, 'openssl', 'jq', 'unzip');
  expect(notes).toEqual(['no openssl, no unzip on this machine']);
});

test('the line counts skipped tests by their reason', () => {
  expect(skipLine([])).toBe('');
  expect(skipLine(['no qpdf', 'no jq', 'no qpdf'])).toBe('Skipped tests, by reason: 1: no jq; 2: no qpdf.');
});
