import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from './command-for-tests.js';
import { appendHistory, readHistory, targetName } from './history.js';

function folder(): string {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'reports'));
  return cwd;
}

const night = (at: number, target = 'sandbox https://a.example/v1/') => ({
  id: `run-${at}`,
  startedAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
  target,
  verdicts: { 'AUTH-01': 'pass' as const },
});

test('nights of one target, oldest first, the last of them only', () => {
  const cwd = folder();
  expect(readHistory(cwd, 'sandbox https://a.example/v1/')).toEqual([]);
  for (let at = 0; at < 40; at += 1) appendHistory(cwd, night(at), `report ${at}`);
  appendHistory(cwd, night(41, 'embedded'), 'another');
  const nights = readHistory(cwd, 'sandbox https://a.example/v1/');
  expect(nights.map(({ id }) => id)).toEqual(Array.from({ length: 29 }, (_, at) => `run-${at + 11}`));
  expect(nights[0]?.report).toMatch(/^[0-9a-f]{64}$/);
});

test('a damaged file loses its damaged lines only', () => {
  const cwd = folder();
  writeFileSync(
    join(cwd, 'reports', 'history.ndjson'),
    'not json\n{"id": 1}\n{"id":"a","startedAt":"never","target":"t","report":"r","verdicts":{}}\n',
  );
  appendHistory(cwd, night(1), 'report');
  appendFileSync(join(cwd, 'reports', 'history.ndjson'), '{"id":"cut');
  expect(readHistory(cwd, night(1).target).map(({ id }) => id)).toEqual(['run-1']);
});

test('a target is told by its address and environment, the embedded one by being embedded', () => {
  const target = { baseUrl: 'https://127.0.0.1:4711/v1/', environment: 'sandbox', embedded: true };
  expect(targetName(target)).toBe(targetName({ ...target, baseUrl: 'https://127.0.0.1:4712/v1/' }));
  expect(targetName({ ...target, embedded: false })).not.toBe(
    targetName({ ...target, environment: 'live', embedded: false }),
  );
});
