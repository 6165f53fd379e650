import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, emptyFolder, variablesFor } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';
import { announce } from './concurrent-runs.js';

const about = { startedAt: new Date('2026-11-21T13:00:00Z'), deadlineSeconds: 1e9 };
const folderOf = (cwd: string) => join(cwd, 'reports', 'running');
const notice =
  "Another run against this target has been under way since 2026-11-21T13:00:00Z: what each sees may be the other's doing.";

/** The mark of another run, made of the own one. */
function leaveMark(cwd: string, change: object): string {
  const own = announce(cwd, 'sandbox https://a.example/v1/', about);
  const [name = ''] = readdirSync(folderOf(cwd));
  const mark = JSON.parse(readFileSync(join(folderOf(cwd), name), 'utf8'));
  own.leave();
  const file = join(folderOf(cwd), 'other.json');
  writeFileSync(file, JSON.stringify({ ...mark, ...change }));
  return file;
}

test.each<[name: string, change: object, reported: string[]]>([
  // The parent of this process goes on for as long as it does.
  ['goes on', { pid: process.ppid }, [notice]],
  ['has ended', { pid: 2 ** 22 + 1 }, []],
  ['goes on elsewhere, as far as anybody knows', { host: 'elsewhere', pid: 2 ** 22 + 1 }, [notice]],
  ['must have ended elsewhere', { host: 'elsewhere', until: '2026-11-21T13:10:00Z' }, []],
  ['asks another target', { pid: process.ppid, target: '0123456789abcdef' }, []],
  ['is no run', { pid: -1 }, []],
])('a run that %s', (_, change, described) => {
  const cwd = emptyFolder();
  leaveMark(cwd, change);
  const { notices, leave } = announce(cwd, 'sandbox https://a.example/v1/', about);
  expect(notices).toEqual(described);
  leave();
  const left = 'target' in change || described.length > 0 ? ['other.json'] : [];
  expect(readdirSync(folderOf(cwd))).toEqual(left);
});

test('a mark names neither address nor key, and one that cannot be made keeps nobody from running', () => {
  const cwd = emptyFolder();
  const { leave } = announce(cwd, 'sandbox https://a.example/v1/', about);
  const [name = ''] = readdirSync(folderOf(cwd));
  const text = readFileSync(join(folderOf(cwd), name), 'utf8');
  expect(Object.keys(JSON.parse(text))).toEqual(['pid', 'host', 'target', 'startedAt', 'until']);
  expect(text).not.toContain('example');
  expect(JSON.parse(text)).toMatchObject({ pid: process.pid, host: hostname() });
  leave();
  const full = emptyFolder();
  mkdirSync(join(full, 'reports'));
  writeFileSync(join(full, 'reports', 'running'), '');
  expect(announce(full, 'sandbox https://a.example/v1/', about).notices).toEqual([]);
});

test('two at once, into one folder and against one target, take nothing from each other, and the output says so', async () => {
  const target = await startReferenceServer();
  const cwd = emptyFolder();
  const env = { ...variablesFor(target, cwd), CONFORMANCE_SEED: '7' };
  const both = await Promise.all([call(['--format', 'json,har'], env, cwd), call(['--format', 'json,har'], env, cwd)]);
  await target.close();
  expect(both.map(({ stderr }) => stderr)).toEqual(['', '']);
  expect(both.map(({ status }) => status)).toEqual([0, 0]);
  const described = both.filter(({ stdout }) =>
    stdout.includes('Another run against this target has been under way since'),
  );
  expect(described.length).toBeGreaterThanOrEqual(1);

  const ids = readdirSync(join(cwd, 'reports', 'runs')).sort();
  expect(ids).toHaveLength(2);
  const lines = readFileSync(join(cwd, 'reports', 'history.ndjson'), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(ids);
  expect(ids.map((id) => join('runs', id))).toContain(readlinkSync(join(cwd, 'reports', 'latest')));
  expect(readdirSync(folderOf(cwd))).toEqual([]);
  for (const id of ids)
    expect((await call(['verify', join('reports', 'runs', id), '--allow-unsigned'], {}, cwd)).status).toBe(0);
}, 60_000);
