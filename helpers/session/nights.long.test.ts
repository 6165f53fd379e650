import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOfRow } from '../../reports/wording/row.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { emptyFolder, rowOf, runHere, variablesFor } from '../cli/testing/command.js';
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
const waive = (on: number, expires: number): DecisionEntry => ({
  id: 'CUST-09',
  kind: 'waive',
  by: 'the product owner',
  on: day(on),
  expires: day(expires),
  reason: 'Known.',
});

type Issue = 'none' | 'opened' | 'commented' | 'silent' | 'closed';
type Night = Readonly<{
  change?: Middleware;
  env?: Record<string, string>;
  argv?: readonly string[];
  decisions?: readonly DecisionEntry[];
  /** So many requests are answered, then the target dies. */
  answers?: number;
  news: readonly string[];
  open: readonly string[];
  status: number;
  /** The terminal's first line about the run. */
  says: RegExp;
  issue: Issue;
  /** Whether `reports/latest` moves to it; it does unless given. */
  isLatest?: false;
  /** The pipelines are left out, to save time: several nights in a row are alike. */
  isAlike?: boolean;
}>;

let report: Report;
const reportOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;

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
  report = reportOf(folder);
  const words = (list: Report['news'] | Report['open']) => list.map(({ id, kind }) => `${kind} ${id}`);
  expect({ news: words(report.news), open: words(report.open), status }).toEqual({
    news: night.news,
    open: night.open,
    status: night.status,
  });
  expect(line).toMatch(night.says);
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
const nothing = /^NEW +Nothing\.$/;
const fails = ['fails CUST-09'];
const target = (cause: string) => [`target ${cause}`];

const first: readonly (readonly [name: string, night: Night])[] = [
  [
    'the first, CUST-09 failing',
    { ...failing, news: fails, open: fails, says: /^NEW +CUST-09 fails\./, issue: 'opened' },
  ],
  ['it is mended', { news: ['passes CUST-09'], open: [], status: 0, says: /^NEW +CUST-09 passes/, issue: 'closed' }],
  ['another seed', { argv: ['--seed', '77'], news: [], open: [], status: 0, says: nothing, issue: 'none' }],
  ['it fails again', { ...failing, news: fails, open: fails, says: /^NEW +CUST-09 fails\./, issue: 'opened' }],
  ['the same', { ...failing, news: [], open: fails, says: nothing, issue: 'silent' }],
  [
    'another check of it fails',
    {
      ...failing,
      change: both,
      news: ['fails-more CUST-09'],
      open: fails,
      says: /^NEW +Another check/,
      issue: 'commented',
    },
  ],
  [
    'one of the two is undecided',
    { ...failing, change: oneUndecided, news: [], open: fails, says: nothing, issue: 'silent' },
  ],
  ['both fail again', { ...failing, change: both, news: [], open: fails, says: nothing, issue: 'silent' }],
  [
    'the target dies midway',
    {
      answers: 60,
      news: target('stopped-answering'),
      open: [...target('stopped-answering'), ...fails],
      status: 3,
      says: /^NEW +The target stopped answering/,
      issue: 'commented',
    },
  ],
  [
    'the key is rejected',
    {
      env: rejectedKey,
      news: target('key-rejected'),
      open: [...target('key-rejected'), ...fails],
      status: 3,
      says: /^NEW +The configured API key was rejected: .*401.*CONFORMANCE_API_KEY/,
      issue: 'commented',
    },
  ],
  ...[2, 3, 4, 5, 6, 7].map((nth) => {
    const open = [...target('key-rejected'), ...fails];
    const isAlike = nth < 7;
    const still: Night = { env: rejectedKey, news: [], open, status: 3, says: nothing, issue: 'silent', isAlike };
    return [`the key is rejected, night ${nth}`, still] as const;
  }),
  [
    'a filtered run',
    {
      argv: ['--only', 'VER-01'],
      news: [],
      open: [...fails],
      status: 0,
      says: nothing,
      issue: 'silent',
      isLatest: false,
    },
  ],
  ['the key works', { ...failing, news: [], open: fails, says: nothing, issue: 'silent' }],
];

const waived = { change: leapDays, status: 0 } as const;
const differs = ['differs VER-02'];
const then: readonly (readonly [name: string, night: Night])[] = [
  ['waived for a month', { ...waived, decisions: [waive(-1, 30)], news: [], open: [], says: nothing, issue: 'closed' }],
  [
    'the first of its last 14 nights',
    {
      ...waived,
      decisions: [waive(-17, 14)],
      news: ['waiver-ends CUST-09'],
      open: ['waiver-ends CUST-09'],
      says: /^NEW +The waiver of CUST-09 by the product owner ends on/,
      issue: 'opened',
    },
  ],
  [
    'renewed on its last day',
    { ...waived, decisions: [waive(0, 90)], news: [], open: [], says: nothing, issue: 'closed' },
  ],
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
  [
    'mended, the entry still there',
    {
      decisions: [waive(-31, -1)],
      news: ['passes CUST-09'],
      open: ['decision CUST-09'],
      status: 0,
      says: /^NEW +CUST-09 passes/,
      issue: 'closed',
    },
  ],
  [
    'a header comes',
    { change: deprecated, news: differs, open: differs, status: 0, says: /VER-02 differs/, issue: 'opened' },
  ],
  ['it stays', { change: deprecated, news: [], open: differs, status: 0, says: nothing, issue: 'silent' }],
  ['it goes', { news: [], open: [], status: 0, says: nothing, issue: 'closed' }],
  ['it comes back', { change: deprecated, news: [], open: differs, status: 0, says: nothing, issue: 'opened' }],
];

test.each(first)('a night: %s', (_, night) => nightOf(night));
test.each(then)('a night: %s', (_, night) => nightOf(night));

test('nights of decisions on what differs: accepted; settled and broken; the settlement revoked', async () => {
  const by = { by: 'API board', on: day(-1), reason: 'Announced.' };
  const accepted: DecisionEntry = {
    id: 'VER-02',
    kind: 'accept',
    ...by,
    observation: digestOfRow(rowOf(report, 'VER-02')),
  };
  const settled: DecisionEntry = { id: 'VER-02', kind: 'settle', ...by, schema: { type: 'string' } };
  const quiet = { change: deprecated, news: [], open: [], status: 0, says: nothing } as const;
  await nightOf({ ...quiet, decisions: [accepted], issue: 'closed' });
  const broken = ['fails VER-02'];
  const breaks = { change: deprecated, decisions: [accepted, settled], status: 1 } as const;
  await nightOf({ ...breaks, news: broken, open: broken, says: /^NEW +VER-02 fails/, issue: 'opened' });
  await nightOf({ ...quiet, decisions: [accepted], issue: 'closed' });
});

test('nights without a second tenant say so once, and leave open what was', async () => {
  const less = { news: ['configuration second-tenant'], open: fails, status: 1, issue: 'silent' } as const;
  const change = all(deprecated, leapDays);
  await nightOf({ change, status: 1, news: fails, open: fails, says: /CUST-09 fails/, issue: 'opened' });
  await nightOf({ change, ...less, env: oneTenant, says: /asks less.*second tenant/ });
  await nightOf({ change, status: 1, news: [], open: fails, says: nothing, issue: 'silent' });
});

test('a night of a newer suite: a check that the earlier one did not have says so, and what differs stays open', async () => {
  // Since it was accepted, the header has become usual.
  const opened = ['fails CUST-09', ...differs];
  const change = leapDays;
  await nightOf({ change, news: differs, open: opened, status: 1, says: /VER-02 differs/, issue: 'commented' });
  const file = join(cwd, 'reports', 'latest', 'report.json');
  const older = reportOf(join(cwd, 'reports', 'latest'));
  const exam = 'f'.repeat(64);
  const row = rowOf(older, 'CUST-09');
  const [later] = row.lastDecided?.failing ?? [];
  row.checks = row.checks.filter(({ name }) => name !== later);
  const text = JSON.stringify(older).replaceAll(older.run.exam, exam);
  const without = JSON.parse(text) as Report;
  const failingBefore = rowOf(without, 'CUST-09').lastDecided?.failing ?? [];
  failingBefore.splice(0, 1);
  writeFileSync(file, JSON.stringify(without));
  const says = /^NEW +Another check of CUST-09 fails\. The suite of the run before did not have this check\.$/;
  await nightOf({ change, news: ['fails-more CUST-09'], open: opened, status: 1, says, issue: 'commented' });
});

test('a night whose memory is lost is as a first one', async () => {
  rmSync(join(cwd, 'reports'), { recursive: true });
  await nightOf({ ...failing, news: fails, open: fails, says: /CUST-09 fails/, issue: 'commented' });
});

test('a first night with what it cannot decide has no news, and an issue', async () => {
  rmSync(join(cwd, 'reports'), { recursive: true });
  const undecided = { change: rejecting('2000-02-29', '2000-02-28'), open: ['undecided CUST-09'], status: 3 } as const;
  await nightOf({ ...undecided, news: [], says: /^OPEN +CUST-09 is not decided/, issue: 'silent' });
});
