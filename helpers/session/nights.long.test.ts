import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOfRow } from '../../reports/wording/row.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { emptyFolder, reportIn, rowOf, runHere, variablesFor } from '../cli/testing/command.js';
import { type Forge, startForge } from '../cli/testing/forge.js';
import { runPipelineNight, runThatLeft } from '../cli/testing/pipeline.js';
import type { Middleware } from '../reference-server/changes.js';
import { customerFaults } from '../reference-server/faults/customers.js';
import { afterwards, all } from '../reference-server/middleware.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { rejection, withAnswerHeaders } from '../reference-server/state.js';

/** Nights of one operator, in order: each builds on the reports, decisions and issues that those before have left. */
const cwd = emptyFolder();
let forges: readonly Forge[];
let server: ReferenceServer;

beforeAll(async () => {
  forges = await Promise.all([startForge('github'), startForge('gitlab')]);
  server = await startReferenceServer({ https: false });
});
afterAll(async () => {
  await server.close();
  for (const { close } of forges) await close();
});

const leapDays = customerFaults.find(({ id }) => id === 'leap-day-in-any-year')?.middleware as Middleware;
const rejecting = (...days: readonly string[]): Middleware =>
  afterwards(
    ({ isCreation, members }) => isCreation && days.includes(String(members?.date_of_birth)),
    rejection(422, 'invalid', 'date_of_birth is no date.'),
  );
const deprecated = afterwards(
  () => true,
  (answer) => withAnswerHeaders(answer, { deprecation: '@1767225600' }),
);

const rejectedKey = { CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4nobodys' };
const oneTenant = { CONFORMANCE_OTHER_TENANT_ID: '', CONFORMANCE_OTHER_API_KEY: '' };

/** A day from today, YYYY-MM-DD. */
const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
const waive = (on: number, expires: number): DecisionEntry => {
  const by = 'the product owner';
  return { id: 'CUST-09', kind: 'waive', by, on: day(on), expires: day(expires), reason: 'Known.' };
};

type Issue = 'none' | 'opened' | 'commented' | 'silent' | 'closed';
/** No news, nothing open and status 0 unless given. */
type Night = Readonly<{
  change?: Middleware;
  env?: Record<string, string>;
  argv?: readonly string[];
  decisions?: readonly DecisionEntry[];
  /** So many requests are answered, then the target dies. */
  answers?: number;
  news?: readonly string[];
  open?: readonly string[];
  status?: number;
  /** The terminal's first line about the run. */
  says?: RegExp;
  issue: Issue;
  /** Whether `reports/latest` moves to it; it does unless given. */
  isLatest?: false;
  /** The pipelines are left out, to save time: several nights in a row are alike. */
  isAlike?: boolean;
}>;

let report: Report;

async function run({ change, env = {}, argv = [], decisions = [], answers }: Night) {
  const { port, world } = server;
  await server.close();
  server = await startReferenceServer({ https: false, port, world, ...(change && { change: { middleware: change } }) });
  let answered = 0;
  if (answers !== undefined)
    server.listener.on('request', () => {
      answered += 1;
      if (answered === answers) void server.close();
    });
  writeFileSync(join(cwd, 'decisions.json'), JSON.stringify(decisions));
  const variables = { ...variablesFor(server, cwd), CONFORMANCE_ENVIRONMENT: 'sandbox', ...env };
  const { status, stdout } = await runHere(
    ['--quiet', '--observe', 'cheap', '--format', 'html,md,junit', ...argv],
    variables,
    cwd,
  );
  const lines = stdout.split('\n');
  const path = lines.find((line) => /report\.html$/.test(line)) ?? expect.unreachable(stdout);
  const folder = join(cwd, 'reports', 'runs', basename(path.replace(/\/report\.html$/, '')));
  return { status: status ?? -1, line: lines[1] ?? '', folder };
}

/** What a night made of the forge's issue. */
function became(before: Forge['issues'], after: Forge['issues']): Issue {
  const [was, is] = [before.at(-1), after.at(-1)];
  if (!is) return 'none';
  if (is.isOpen && (!was?.isOpen || after.length > before.length)) return 'opened';
  if (!is.isOpen) return was?.isOpen ? 'closed' : 'none';
  return is.comments.length > (was?.comments.length ?? 0) ? 'commented' : 'silent';
}

async function nightOf(night: Night): Promise<void> {
  const { status, line, folder } = await run(night);
  report = reportIn(folder);
  const words = (list: Report['news'] | Report['open']) => list.map(({ id, kind }) => `${kind} ${id}`);
  const expected = { news: night.news ?? [], open: night.open ?? [], status: night.status ?? 0 };
  expect({ news: words(report.news), open: words(report.open), status }).toEqual(expected);
  expect(line).toMatch(night.says ?? /^NEW +Nothing\.$/);
  const isLatest = basename(readlinkSync(join(cwd, 'reports', 'latest'))) === basename(folder);
  expect(isLatest).toBe(night.isLatest ?? true);
  const [row = ''] = new RegExp(`<tr>(?:(?!</tr>).)*${basename(folder)}/.*?</tr>`, 's').exec(
    readFileSync(join(cwd, 'reports', 'index.html'), 'utf8'),
  ) ?? [''];
  for (const { id, kind } of report.news.filter((news) => news.kind !== 'target' && news.kind !== 'configuration'))
    expect(row, kind).toContain(id);
  if (night.isAlike) return;
  const outcomes = await Promise.all(
    forges.map(async (forge) => {
      const before = structuredClone(forge.issues);
      await runPipelineNight(forge, runThatLeft(folder, status));
      return became(before, forge.issues);
    }),
  );
  expect(outcomes).toEqual([night.issue, night.issue]);
}

const failing = { change: leapDays, status: 1 } as const;
const both = all(rejecting('2000-02-29'), leapDays);
const oneUndecided = all(rejecting('2000-02-29', '2000-02-28'), leapDays);
const fails = ['fails CUST-09'];
const begins: Night = { ...failing, news: fails, open: fails, says: /^NEW +CUST-09 fails\./, issue: 'opened' };
const goesOn: Night = { ...failing, open: fails, issue: 'silent' };
const ends: Night = { news: ['passes CUST-09'], says: /^NEW +CUST-09 passes/, issue: 'closed' };
const broken = (cause: string) => ({ open: [`target ${cause}`, ...fails], status: 3 });
const isRejected = { env: rejectedKey, ...broken('key-rejected') };
const ofKey = /^NEW +The configured API key was rejected: .*401.*CONFORMANCE_API_KEY/;

const first: readonly (readonly [name: string, night: Night])[] = [
  ['the first, CUST-09 failing', begins],
  ['it is mended', ends],
  ['another seed', { argv: ['--seed', '77'], issue: 'none' }],
  ['it fails again', begins],
  ['the same', goesOn],
  [
    'another check of it fails',
    { ...goesOn, change: both, news: ['fails-more CUST-09'], says: /^NEW +Another check/, issue: 'commented' },
  ],
  ['one of the two is undecided', { ...goesOn, change: oneUndecided }],
  ['both fail again', { ...goesOn, change: both }],
  [
    'the target dies midway',
    {
      ...broken('stopped-answering'),
      answers: 121,
      news: ['target stopped-answering'],
      says: /^NEW +The target stopped answering/,
      issue: 'commented',
    },
  ],
  ['the key is rejected', { ...isRejected, news: ['target key-rejected'], says: ofKey, issue: 'commented' }],
  ...[2, 3, 4, 5, 6, 7].map((nth) => {
    const night: Night = { ...isRejected, issue: 'silent', isAlike: nth < 7 };
    return [`the key is rejected, night ${nth}`, night] as const;
  }),
  ['a filtered run', { argv: ['--only', 'VER-01'], open: fails, issue: 'silent', isLatest: false }],
  ['the key works', goesOn],
];

const waived = { change: leapDays, issue: 'closed' } as const;
const differs = ['differs VER-02'];
const then: readonly (readonly [name: string, night: Night])[] = [
  ['waived for a month', { ...waived, decisions: [waive(-1, 30)] }],
  [
    'the first of its last 14 nights',
    {
      change: leapDays,
      decisions: [waive(-17, 14)],
      news: ['waiver-ends CUST-09'],
      open: ['waiver-ends CUST-09'],
      says: /^NEW +The waiver of CUST-09 by the product owner ends on/,
      issue: 'opened',
    },
  ],
  ['renewed on its last day', { ...waived, decisions: [waive(0, 90)] }],
  [
    'the waiver is over',
    {
      ...failing,
      decisions: [waive(-31, -1)],
      news: ['waiver-ended CUST-09'],
      open: [...fails, 'decision CUST-09'],
      says: /^NEW +The waiver of CUST-09 by the product owner has ended/,
      issue: 'opened',
    },
  ],
  ['mended, the entry still there', { ...ends, decisions: [waive(-31, -1)], open: ['decision CUST-09'] }],
  ['a header comes', { change: deprecated, news: differs, open: differs, says: /VER-02 differs/, issue: 'opened' }],
  ['it stays', { change: deprecated, open: differs, issue: 'silent' }],
  ['it goes', { issue: 'closed' }],
  ['it comes back', { change: deprecated, open: differs, issue: 'opened' }],
];

test.each([...first, ...then])('a night: %s', (_, night) => nightOf(night));

test('nights of decisions on what differs: accepted; settled and broken; the settlement revoked', async () => {
  const by = { by: 'API board', on: day(-1), reason: 'Announced.' };
  const observation = digestOfRow(rowOf(report, 'VER-02'));
  const accepted: DecisionEntry = { id: 'VER-02', kind: 'accept', ...by, observation };
  const settled: DecisionEntry = { id: 'VER-02', kind: 'settle', ...by, schema: { type: 'string' } };
  const quiet = { change: deprecated, decisions: [accepted], issue: 'closed' } as const;
  await nightOf(quiet);
  const breaks = { ...quiet, decisions: [accepted, settled], status: 1, news: ['fails VER-02'] } as const;
  await nightOf({ ...breaks, open: breaks.news, says: /^NEW +VER-02 fails/, issue: 'opened' });
  await nightOf(quiet);
});

test('nights without a second tenant say so once, and leave open what was', async () => {
  const less = { news: ['configuration second-tenant'], open: fails, status: 1, issue: 'silent' } as const;
  const change = all(deprecated, leapDays);
  await nightOf({ ...begins, change, says: /CUST-09 fails/ });
  await nightOf({ change, ...less, env: oneTenant, says: /asks less.*second tenant/ });
  await nightOf({ ...goesOn, change });
});

test('a night of a newer suite: a check that the earlier one did not have says so, and what differs stays open', async () => {
  // Since it was accepted, the header has become usual.
  const opened = ['fails CUST-09', ...differs];
  const change = leapDays;
  await nightOf({ change, news: differs, open: opened, status: 1, says: /VER-02 differs/, issue: 'commented' });
  const older = reportIn(join(cwd, 'reports', 'latest'));
  const row = rowOf(older, 'CUST-09');
  const later = row.lastDecided?.failing?.shift();
  row.checks = row.checks.filter(({ name }) => name !== later);
  const text = JSON.stringify(older).replaceAll(older.run.exam, 'f'.repeat(64));
  writeFileSync(join(cwd, 'reports', 'latest', 'report.json'), text);
  const says = /^NEW +Another check of CUST-09 fails\. The suite of the run before did not have this check\.$/;
  await nightOf({ change, news: ['fails-more CUST-09'], open: opened, status: 1, says, issue: 'commented' });
});

test('a night whose memory is lost is as a first one', async () => {
  rmSync(join(cwd, 'reports'), { recursive: true });
  await nightOf({ ...begins, says: /CUST-09 fails/, issue: 'commented' });
});

test('a first night with what it cannot decide has no news, and an issue', async () => {
  rmSync(join(cwd, 'reports'), { recursive: true });
  const undecided = { change: rejecting('2000-02-29', '2000-02-28'), open: ['undecided CUST-09'], status: 3 } as const;
  await nightOf({ ...undecided, says: /^OPEN +CUST-09 is not decided/, issue: 'silent' });
});
