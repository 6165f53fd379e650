import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats } from '../../reports/formats/formats.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { startReferenceServer } from '../reference-server/server.js';
import {
  type EarlierVersion,
  earlierVersions,
  runsOf,
  workingFolderOf,
  writtenBy,
} from '../run-folder/testing/earlier-versions.js';
import { seededCredentials } from './commands/serve.js';
import { call, conformance, emptyFolder, variablesFor } from './testing/command.js';

const json = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const everyRun = earlierVersions.flatMap((version) => runsOf(version).map((run) => [version, run] as const));

const names = formats.map(({ name }) => name).filter((name) => name !== 'json' && String(name) !== 'pdf');

test.each(everyRun)('a run of %s without a signature is intact, too: %s', async (version, run) => {
  const { status, stdout } = await call(
    ['verify', writtenBy(version, `${run}.zip`), '--allow-unsigned'],
    {},
    emptyFolder(),
  );
  expect([status, stdout]).toEqual([0, expect.not.stringMatching(/MODIFIED|CONTRADICTED/)]);
});

test.each(everyRun)('render makes every format of a run of %s: %s', async (version, run) => {
  const { cwd, runs } = workingFolderOf(version);
  const folder = runs[run] ?? '';
  const before = readFileSync(join(folder, 'report.json'), 'utf8');
  // Evidence is written from evidence: a run that kept none has no such file.
  const made = existsSync(join(folder, 'evidence.har')) ? names : names.filter((name) => name !== 'har');
  const out = join(cwd, 'rendered');
  const { status, stderr } = await call(['render', folder, '--format', made.join(','), '--out', out], {}, cwd);
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/undefined|NaN/)]);
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe(before);
  for (const { file } of formats.filter(({ name }) => made.includes(name)))
    expect(readFileSync(join(out, file), 'utf8').includes('[object Object]'), file).toBe(false);
  const { run: of } = json<Report>(join(folder, 'report.json'));
  expect(readFileSync(join(out, 'report.html'), 'utf8').includes(of.id)).toBe(true);
});

describe('the night after', () => {
  /** A run of today against the service of the last night, whose history calls it by the address that it has now. */
  const nextNight = async (version: EarlierVersion, argv: readonly string[] = []) => {
    const { cwd, runs } = workingFolderOf(version);
    const server = await startReferenceServer({ fault: 'february-has-30-days', credentials: seededCredentials(1) });
    const history = join(cwd, 'reports', 'history.ndjson');
    writeFileSync(history, readFileSync(history, 'utf8').replaceAll('https://127.0.0.1:3199/v1/', server.baseUrl));
    const file = join(cwd, 'decisions.json');
    writeFileSync(file, JSON.stringify(json<DecisionEntry[]>(file).map(asOfToday)));
    cpSync(runs['night-3'] ?? '', join(cwd, 'last'), { recursive: true });
    const ended = await conformance(variablesFor(server, cwd), cwd, argv);
    await server.close();
    return ended;
  };
  /** How long the slowest response took is the machine's. */
  const drifted = (report: Report) => report.requirements.filter(({ id, drift }) => drift && id !== 'LIMIT-03');

  test.each(['0.1', '0.2'] as const)(
    'nothing drifts by the version alone, and what was decided under %s holds',
    async (version) => {
      const { status, report } = await nextNight(version);
      expect(report.schemaVersion).toBe('1.1');
      expect(drifted(report)).toEqual([]);
      const verdicts = Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]));
      expect(verdicts).toMatchObject({
        'CUST-09': 'waived',
        'ERR-03': 'pass',
        'AUTH-10': 'attested',
        'CUST-19': 'pending',
      });
      expect(status).toBe(0);
      const nights = report.history.filter(({ partial }) => !partial);
      expect(nights.map(({ verdicts }) => verdicts['CUST-09'])).toEqual(['pass', 'fail', 'waived', 'waived']);
    },
    60_000,
  );

  test('the first 0.1 noted no tenants: its nights are shown, its decisions hold, and its observations are not compared', async () => {
    const { status, report } = await nextNight('first-0.1');
    expect([status, drifted(report), report.history.length]).toEqual([0, [], 4]);
    expect(report.requirements.flatMap(({ id, verdict }) => (verdict === 'waived' ? [id] : []))).toEqual(['CUST-09']);
  }, 60_000);

  test('a run of the first 0.1 that is named as the baseline is read', async () => {
    const { report } = await nextNight('first-0.1', ['--baseline', 'last']);
    expect(report.comparison).toMatchObject({ baseline: { suiteVersion: '0.1.0' }, newFailures: [], fixed: [] });
  }, 60_000);

  test.each(['0.1', '0.2'] as const)(
    'a run of %s that is named as the baseline is read',
    async (version) => {
      const { status, report, folder } = await nextNight(version, ['--baseline', 'last']);
      expect([status, drifted(report)]).toEqual([0, []]);
      expect((await call(['diff', join(folder, '..', 'last'), folder], {}, emptyFolder())).stdout).toMatch(/^SAME/);
    },
    60_000,
  );
});

/** The entry as if it had been made this day, so that no test ends with it. */
function asOfToday(entry: DecisionEntry): DecisionEntry {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  return { ...entry, on: day(0), ...(entry.expires !== undefined && { expires: day(200) }) };
}
