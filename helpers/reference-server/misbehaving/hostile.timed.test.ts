import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import { validator } from '../../../schemas/validate.js';
import { serve } from '../../api/listener.js';
import { rowOf, withVerdict } from '../../cli/testing/command.js';
import type { ReferenceServer } from '../server.js';
import { bytesOf, startFront } from './front.fixture.js';
import { type Kind, type KindName, kinds } from './kinds.fixture.js';
import { type MeasuredRun, measured } from './measured.fixture.js';

/** Beside a heap of 192 MiB: buffers, code and young generation, 140 MiB in the worst of 30 targets. */
const mostMiB = 400;
/** Newlines, and tabs, are what a file may hold of characters that act. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

function expectWhole({ report, printed, files, peakMiB }: MeasuredRun): void {
  const valid = validator('report');
  expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
  expect(report.requirements.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  expect(Object.values(report.summary.counts).reduce((sum, one) => sum + one, 0)).toBe(catalogue.length);
  for (const { id, verdict, reason } of report.requirements) {
    if (verdict === 'inconclusive') expect(reason, id).toMatch(/\w+ .+\./);
  }
  expect(peakMiB).toBeGreaterThan(50);
  expect(peakMiB).toBeLessThan(mostMiB);
  expect(printed).not.toMatch(acting);
  expect(printed).not.toContain('superagent');
  const names = 'created.json evidence.har junit.xml manifest.json report.html report.json summary.md';
  expect(Object.keys(files).sort().join(' ')).toBe(names);
  for (const [name, text] of Object.entries(files)) expect(acting.test(text), name).toBe(false);
}

interface Expected {
  readonly argv: readonly string[];
  /** Exit status of the run. Default 3. */
  readonly status?: number;
  readonly fails?: readonly string[];
  readonly stopped?: RegExp;
  readonly baseUrl?: string;
}

async function run(
  front: ReferenceServer | Promise<ReferenceServer>,
  { argv, status = 3, fails = [], stopped, baseUrl }: Expected,
): Promise<MeasuredRun> {
  const here = await front;
  const ran = await measured(here, argv, baseUrl).finally(() => here.close());
  expectWhole(ran);
  expect([ran.status, withVerdict(ran.report, 'fail')]).toEqual([status, fails]);
  if (stopped) expect(ran.report.run.stopped).toMatch(stopped);
  return ran;
}

function front(name: KindName, from?: number): Promise<ReferenceServer> {
  const { manner, onConnection }: Kind = kinds[name];
  return startFront(manner, { onConnection, from });
}

describe.concurrent('a target that gives no answer: status 3, and it says when it stopped asking', () => {
  test.each<[KindName, RegExp]>([
    ['never answers', /within 1000 ms/],
    ['drips its body for ever', /within 1000 ms/],
    ['headers without end', /HPE_HEADER_OVERFLOW/],
    ['broken chunking', /not HTTP/],
    ['gzip within gzip', /content coding/],
    ['1xx without end', /within 1000 ms|not HTTP/],
  ])('%s', async (name, stopped) => {
    const { report, seconds } = await run(front(name), { argv: ['--deadline', '20', '--timeout', '1000'], stopped });
    expect(report.run).toMatchObject({ complete: true, unavailable: { whole: true } });
    expect(report.run.stopped).toMatch(/^Stopped after \d\d consecutive transport errors: /);
    expect(report.summary.requests).toBeLessThan(60);
    expect(seconds).toBeLessThan(22);
  });

  test('the deadline ends it, whatever is still awaited', async () => {
    const argv = ['--deadline', '2', '--timeout', '60000'];
    const ran = await run(front('drips its head'), { argv, stopped: /deadline of 2 s/ });
    const { startedAt, finishedAt } = ran.report.run;
    // Long before the time-out: two seconds, and what a busy machine needs for the reports.
    expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeLessThan(15_000);
    expect(rowOf(ran.report, 'ACCT-05').reason).toContain('deadline');
  });

  test('accepts and closes', async () => {
    const ran = await run(front('accepts and closes'), { argv: ['--deadline', '20'] });
    // A connection that is open for a moment may be taken for one that stays: then it is the requests that break.
    expect(ran.report.summary.requests).toBeLessThan(60);
    expect(rowOf(ran.report, 'AUTH-01').reason).toMatch(/is unreachable|transport errors|did not answer/);
  });

  test('accepts TCP and agrees on no TLS', async () => {
    const silent = await startFront(() => {}, { onConnection: (socket) => socket.pause() });
    const baseUrl = silent.baseUrl.replace('http:', 'https:');
    const ran = await run(silent, { argv: ['--deadline', '20', '--timeout', '500'], baseUrl });
    expect(ran.report.summary.requests).toBe(0);
    expect(rowOf(ran.report, 'HTTP-01').verdict).toBe('inconclusive');
    expect(rowOf(ran.report, 'AUTH-01').reason).toMatch(/unreachable/);
  });

  test.each<[string, KindName]>([
    ['hangs', 'never answers'],
    ['resets', 'closes on the request'],
  ])('answers 120 requests as it should, and then %s', async (_, name) => {
    const argv = ['--deadline', '20', '--timeout', '1000'];
    const { report } = await run(front(name, 121), { argv, stopped: /consecutive transport errors/ });
    expect(withVerdict(report, 'pass').length).toBeGreaterThan(1);
  });
});

/** Of those that keep both sides busy a few seconds show as much as all. */
const heavy = { status: 3, deadline: 5 };
const noJson = ['HTTP-03', 'HTTP-04', 'ACCT-01'];

describe.concurrent('a target that answers, and not as one should', () => {
  test.each<[KindName, { status: number; fails?: string[]; from?: number; deadline?: number }]>([
    ['sends 2 GB', heavy],
    ['brotli bomb', heavy],
    ['gzip without end', { ...heavy, from: 150 }],
    ['Set-Cookie storm', { status: 0 }],
    ['JSON nested 100,000 deep', heavy],
    ['a number of a million digits', heavy],
    ['300,000 accounts', heavy],
    // A body that is no JSON under a success, or under a 401, is the fault of exactly these.
    ['a million quotes', { status: 1, fails: noJson }],
    ['NUL and escape sequences, as they are', { status: 1, fails: noJson }],
    ['NUL and escape sequences, escaped', { status: 0 }],
    ['bidi marks and tags', { status: 0 }],
    ['escape sequences in the reason', { status: 0 }],
    // No 2xx: what has to be a success is none.
    ['status 999', { status: 1, fails: ['CUST-01', 'ACCT-01'] }],
    ['answers before it was asked', { status: 3 }],
    ['answers twice at once', { status: 0 }],
  ])('%s', async (name, { from, deadline = 30, ...expected }) => {
    await run(front(name, from), { argv: ['--deadline', String(deadline), '--timeout', '2000'], ...expected });
  });

  test.each(['answers again 20 ms later', 'closes 1 ms after each answer, unsaid'] as const)(
    '%s: what cannot be distinguished is left undecided',
    async (name) => {
      const here = await front(name);
      const ran = await measured(here, ['--deadline', '30']).finally(() => here.close());
      expectWhole(ran);
      expect(withVerdict(ran.report, 'fail')).toEqual([]);
      const undecided = ran.report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
      expect(ran.status).toBe(undecided.length === 0 ? 0 : 3);
      // What stays open is chance, but the report says so.
      for (const { reason } of undecided) expect(reason).toMatch(/\w{3}/);
    },
  );

  test('redirects elsewhere: no key follows, nor anything else', async () => {
    const elsewhere: unknown[] = [];
    const other = await serve((request, response) => {
      elsewhere.push(request.headers);
      response.end();
    }, '/v1/');
    const location = `${other.baseUrl}accounts`;
    const redirects = startFront(({ socket, honest, number }) => {
      const headers = [['Location', number % 2 ? location : '/v1/accounts']] as const;
      socket.write(bytesOf(honest, { status: 307, headers }));
    });
    await run(redirects, { argv: ['--deadline', '30'], status: 1, fails: ['CUST-01', 'ACCT-01'] });
    await other.close();
    expect(elsewhere).toEqual([]);
  });
});
