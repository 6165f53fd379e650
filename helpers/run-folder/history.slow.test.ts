import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { digestOf } from '../../schemas/observation.js';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { appendHistory, readHistory, targetName } from './history.js';

const sandbox = 'sandbox https://a.example/v1/';
const scope = { tenants: 'ours', keys: 'today' };
const file = (cwd: string) => join(cwd, 'reports', 'history.ndjson');

/** A night as a run leaves it: of the report only what the history reads. */
interface Left {
  readonly target?: string;
  readonly folder?: string;
  readonly partial?: boolean;
  readonly isBehind?: boolean;
}

function leave(cwd: string, at: number, change: Left = {}): void {
  const requirements = [
    { id: 'AUTH-01', verdict: 'pass' },
    { id: 'CUST-19', verdict: 'pending', observation: { statuses: [201, 200] } },
  ];
  const run = { id: `run-${at}`, startedAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString() };
  const { partial, ...elsewhere } = change;
  // What this run tested in part, the last row of its own report says.
  const history = [{ ...run, verdicts: {}, ...(partial && { partial }) }];
  appendHistory(cwd, {
    report: { run, requirements, history, summary: {} } as unknown as Report,
    text: `report ${at}`,
    ...{ target: sandbox, scope, remembered: new Map(), decisions: [] },
    folder: join(cwd, 'reports', 'runs', run.id),
    ...elsewhere,
  });
}

test('the runs of one target, oldest first', () => {
  const cwd = emptyFolder();
  expect(readHistory(cwd, sandbox).rows).toEqual([]);
  for (let at = 0; at < 10; at += 1) leave(cwd, at);
  leave(cwd, 11, { target: 'embedded' });
  const nights = readHistory(cwd, sandbox).rows;
  expect(nights.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `run-${at}`));
});

test('a row holds verdicts, digests of the observations, and the folder of the run', () => {
  const cwd = emptyFolder();
  leave(cwd, 1);
  leave(cwd, 2, { folder: join(cwd, '..', 'elsewhere'), partial: true });
  const left = {
    target: sandbox,
    verdicts: { 'AUTH-01': 'pass', 'CUST-19': 'pending' },
    scope,
    observations: { 'CUST-19': digestOf({ statuses: [200, 201] }) },
    open: {},
    report: expect.stringMatching(/^[0-9a-f]{64}$/),
  };
  const [one, two] = ['2026-01-02', '2026-01-03'].map((day) => ({ ...left, startedAt: `${day}T00:00:00.000Z` }));
  expect(readHistory(cwd, sandbox).rows).toEqual([
    { ...one, id: 'run-1', folder: join('reports', 'runs', 'run-1') },
    { ...two, id: 'run-2', folder: join('..', 'elsewhere'), partial: true },
  ]);
});

test('lines of the first version are read, with their one folder', () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'reports'));
  const old = {
    id: 'a',
    startedAt: '2026-01-01T00:00:00Z',
    target: sandbox,
    verdicts: { 'AUTH-01': 'pass' },
    report: 'a'.repeat(64),
  };
  writeFileSync(file(cwd), `${JSON.stringify(old)}\n`);
  expect(readHistory(cwd, sandbox).rows).toEqual([{ ...old, folder: join('reports', 'runs', 'a') }]);
});

test('one night whose clock was ahead, and the one after it, are left out; the others are not', () => {
  const cwd = emptyFolder();
  const ids = (now: string) => readHistory(cwd, sandbox, new Date(now)).rows.map(({ id }) => id);
  for (const at of [1, 2, 100]) leave(cwd, at);
  expect(readHistory(cwd, sandbox, new Date('2026-01-04')).after?.id).toBe('run-100');
  expect(ids('2026-01-04')).toEqual(['run-1', 'run-2']);
  leave(cwd, 3, { isBehind: true });
  expect(readHistory(cwd, sandbox, new Date('2026-01-05')).after).toBeUndefined();
  leave(cwd, 4);
  expect(ids('2026-01-06')).toEqual(['run-1', 'run-2', 'run-4']);
});

test('a damaged file loses only its damaged lines', () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(
    file(cwd),
    'not json\n{"id": 1}\n{"id":"a","startedAt":"never","target":"t","report":"r","verdicts":{}}\n',
  );
  leave(cwd, 1);
  appendFileSync(file(cwd), '{"id":"cut');
  leave(cwd, 2);
  appendFileSync(file(cwd), '{"id":"cut');
  expect(readHistory(cwd, sandbox).rows.map(({ id }) => id)).toEqual(['run-1', 'run-2']);
});

test('of a history without end the last 64 MiB are read', () => {
  const cwd = emptyFolder();
  leave(cwd, 1);
  appendFileSync(file(cwd), `${'x'.repeat(2 ** 20)}\n`.repeat(64));
  leave(cwd, 2);
  expect(readHistory(cwd, sandbox).rows.map(({ id }) => id)).toEqual(['run-2']);
});

test.each(['\n', '{\n', '{'])('a history of %j alone costs no more than the reading of it', (line) => {
  const cwd = emptyFolder();
  leave(cwd, 1);
  appendFileSync(file(cwd), line.repeat(2 ** 22 / line.length));
  const before = process.cpuUsage();
  expect(readHistory(cwd, sandbox).rows).toHaveLength(1);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('concurrent writers do not tear each other’s lines', async () => {
  const cwd = emptyFolder();
  const module = new URL('.build/helpers/run-folder/history.js', packageRoot).href;
  const rows = Array.from({ length: 400 }, (_, at) => ({ id: `ROW-${at}`, verdict: 'pass', observation: { at } }));
  const left = { text: 't', target: sandbox, scope, decisions: [], folder: cwd };
  const script = `
    import { appendHistory } from ${JSON.stringify(module)};
    const requirements = ${JSON.stringify(rows)};
    for (let at = 0; at < 25; at += 1) {
      const run = { id: process.argv[1] + '-' + at, startedAt: new Date().toISOString() };
      appendHistory(${JSON.stringify(cwd)}, { ...${JSON.stringify(left)}, remembered: new Map(), report: { run, requirements, history: [], summary: {} } });
    }`;
  const writers = ['a', 'b', 'c', 'd'].map(
    (name) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script, name], {
          cwd: fileURLToPath(packageRoot),
          stdio: 'inherit',
        });
        child.on('close', resolve);
      }),
  );
  expect(await Promise.all(writers)).toEqual([0, 0, 0, 0]);
  const lines = readFileSync(file(cwd), 'utf8').split('\n').filter(Boolean);
  expect(lines).toHaveLength(100);
  expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(100);
});

test('address and environment identify a target; the embedded one is identified as embedded', () => {
  const target = { baseUrl: 'https://127.0.0.1:4711/v1/', environment: 'sandbox', embedded: true };
  expect(targetName(target)).toBe(targetName({ ...target, baseUrl: 'https://127.0.0.1:4712/v1/' }));
  expect(targetName({ ...target, embedded: false })).not.toBe(
    targetName({ ...target, environment: 'live', embedded: false }),
  );
  // Two mocks on one port are two.
  const started = (start: string) =>
    targetName({ ...target, embedded: false, start }, (text) => text.replace('s3', '***'));
  expect(started('node a.js s3')).toBe('sandbox https://127.0.0.1:4711/v1/ (node a.js ***)');
  expect(started('node a.js')).not.toBe(started('node b.js'));
});
