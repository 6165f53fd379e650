import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import {
  type EarlierVersion,
  earlierVersions,
  workingFolderOf,
  writtenBy,
} from '../run-folder/testing/earlier-versions.js';
import { call, emptyFolder } from './testing/command.js';

const json = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
/** The day after the fixtures were made, whatever day it is. */
const theDayAfter = new Date('2026-11-24T12:00:00Z');

afterEach(() => vi.useRealTimers());

describe.each(earlierVersions)('a signed run of %s', (version) => {
  const zip = writtenBy(version, 'night-3.zip');
  const key = writtenBy(version, 'key.pub');
  const cwd = emptyFolder();

  test('is intact for whoever has the key, packed or not', async () => {
    const { cwd, runs } = workingFolderOf(version);
    for (const run of [zip, runs['night-3'] ?? '']) {
      const { status, stdout } = await call(['verify', run, '--public-key', key], {}, cwd);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^INTACT /)]);
    }
  });

  test('is vouched for by nobody without a key, and not by another', async () => {
    const { status, stdout } = await call(['verify', zip], {}, cwd);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^UNVERIFIED /)]);
    const other = writtenBy(version === '0.2' ? '0.1' : '0.2', 'key.pub');
    expect((await call(['verify', zip, '--public-key', other], {}, cwd)).status).toBe(1);
  });

  test.each(['report.json', 'evidence.har'])('is modified once one byte of %s is another', async (file) => {
    const { cwd, runs } = workingFolderOf(version);
    const path = join(runs['night-3'] ?? '', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"CUST-09', '"CUST-08'));
    const { status, stdout } = await call(['verify', runs['night-3'] ?? '', '--public-key', key], {}, cwd);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^MODIFIED .*\n.*/)]);
    expect(stdout).toContain(file);
  });
});

test.each(['0.1', '0.2'] as const)('a run of %s that was merged of shards holds its signature', async (version) => {
  const argv = ['verify', writtenBy(version, 'merged.zip'), '--public-key', writtenBy(version, 'key.pub')];
  const { status, stdout } = await call(argv, {}, emptyFolder());
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^INTACT /)]);
});

describe('rejudge', () => {
  const judged = async (version: EarlierVersion, run: string) =>
    call(['rejudge', writtenBy(version, `${run}.zip`), '--json'], {}, emptyFolder());

  test.each([
    ['0.1', 'night-3'],
    ['0.1', 'cases'],
    ['0.1', 'bailed'],
    ['0.1', 'merged'],
    ['0.2', 'night-3'],
    ['0.2', 'cases'],
    ['0.2', 'bailed'],
    ['0.2', 'merged'],
  ] as const)('contradicts nothing of %s: %s', async (version, run) => {
    const { status, stdout, stderr } = await judged(version, run);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ contradicted: false });
    expect([0, 1]).toContain(status);
  });

  test.each([
    ['0.1', 'merged'],
    ['0.2', 'night-3'],
    ['0.2', 'cases'],
    ['0.2', 'bailed'],
    ['0.2', 'merged'],
  ] as const)('writes a report of today about a run of %s: %s', async (version, run) => {
    const cwd = emptyFolder();
    await call(['rejudge', writtenBy(version, `${run}.zip`), '--out', 'again'], {}, cwd);
    const report = json<Report>(join(cwd, 'again', 'report.json'));
    expect(report).toMatchObject({ schemaVersion: '1.1', run: { rejudged: { suiteVersion: `${version}.0` } } });
    expect((await call(['verify', 'again', '--allow-unsigned'], {}, cwd)).stdout).not.toContain('MODIFIED');
  });

  test.each([
    ['first-0.1', 'night-3', 'an earlier version made it'],
    ['0.2', 'repeated', 'Its checks ran several times (`--repeat`)'],
    ['0.2', 'night-1', 'evidence.har is not in the folder'],
  ] as const)('says why it cannot judge a run of %s: %s', async (version, run, reason) => {
    const { status, stderr } = await judged(version, run);
    expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe('diff', () => {
  test('finds 0.1 and 0.2 the same where the service was', async () => {
    const runs = (['0.1', '0.2'] as const).map((version) => workingFolderOf(version).runs['night-3'] ?? '');
    const { status, stdout } = await call(['diff', ...runs], {}, emptyFolder());
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^SAME {2}Nothing differs; \d+ observations were/)]);
  });

  test.each(earlierVersions)('finds what changed between two nights of %s', async (version) => {
    const { cwd, runs } = workingFolderOf(version);
    const { status, stdout } = await call(['diff', runs['night-1'] ?? '', runs['night-2'] ?? ''], {}, cwd);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/CUST-09[\s\S]*CUST-19/)]);
  });

  test('compares the first 0.1 with 0.2', async () => {
    const runs = (['first-0.1', '0.2'] as const).map((version) => workingFolderOf(version).runs['night-3'] ?? '');
    expect((await call(['diff', ...runs], {}, emptyFolder())).status).toBe(1);
  });
});

test.each(earlierVersions)('index shows the three nights of %s', async (version) => {
  const { cwd, runs } = workingFolderOf(version);
  const { status, stderr } = await call(['index'], {}, cwd);
  expect([status, stderr]).toEqual([0, '']);
  const page = readFileSync(join(cwd, 'reports', 'index.html'), 'utf8');
  for (const text of [basename(runs['night-3'] ?? ''), 'CUST-09', 'https://127.0.0.1:3199/v1/'])
    expect(page.includes(text), text).toBe(true);
  expect(page).not.toMatch(/\[object Object\]/);
});

describe.each(earlierVersions)('decisions of %s', (version) => {
  test('are in force', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: theDayAfter });
    const { cwd, runs } = workingFolderOf(version);
    const { status, stdout } = await call(['decisions', '--report', runs['night-3'] ?? ''], {}, cwd);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/No decision has expired\.\n/)]);
    const kinds = json<DecisionEntry[]>(join(cwd, 'decisions.json')).map(({ kind }) => kind);
    expect(kinds).toEqual(['settle', 'attest', ...(version === 'first-0.1' ? [] : ['accept']), 'waive']);
  });
});
