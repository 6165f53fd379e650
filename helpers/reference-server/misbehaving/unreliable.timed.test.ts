import { expect, test } from 'vitest';
import type { Evidence, Report } from '../../../schemas/types.js';
import { rowOf, withVerdict } from '../../cli/testing/command.js';
import { bytesOf, type Manner, type Moment, startFront } from './front.fixture.js';
import { measured } from './measured.fixture.js';

const verdicts = ({ requirements }: Report) => requirements.map(({ id, verdict }) => `${id} ${verdict}`);
const honest: Manner = ({ socket, honest: answer }) => void socket.write(bytesOf(answer));
const weather = (status: number, ...headers: [string, string][]): Manner => {
  return ({ socket, honest: answer }) =>
    void socket.write(bytesOf(answer, { status, headers: [['Content-Type', 'text/html'], ...headers], body: '<h1>' }));
};

async function under(manner: Manner, argv: readonly string[] = []) {
  const front = await startFront(manner);
  return measured(front, argv).finally(front.close);
}

test.concurrent('one answer in ten is a 503 or a reset, its work done or not: no verdict changes', async () => {
  const good = await under(honest, ['--observe', 'cheap']);
  const bad = await under(
    (moment) => {
      if (moment.number % 20 === 3) weather(503)(moment);
      else if (moment.number % 20 === 13) moment.socket.destroy();
      else honest(moment);
    },
    ['--observe', 'cheap'],
  );
  expect(verdicts(bad.report)).toEqual(verdicts(good.report));
  expect(bad.status).toBe(0);
  const { retried, requests } = bad.report.summary;
  expect(retried).toBeGreaterThan(requests / 20);
  // A first failure stands in the evidence, and beside its check.
  const { log } = JSON.parse(bad.files['evidence.har'] ?? '') as Evidence;
  expect(log.entries.filter(({ response }) => response.status === 503).length).toBeGreaterThan(10);
  expect(log.entries.filter(({ response }) => response._error?.includes('reset')).length).toBeGreaterThan(10);
  const checks = bad.report.requirements.flatMap((row) => row.checks);
  expect(checks.filter((one) => (one as { retried?: number }).retried).length).toBeGreaterThan(5);
});

test.concurrent.each<[said: string, headers: [string, string][]]>([
  ['with', [['Retry-After', '1']]],
  ['without', []],
])(
  'a limit of 60 a second, %s Retry-After: it is kept, and the verdicts are those of good weather',
  async (_, headers) => {
    let [second, count, late] = [0, 0, 0];
    const limit: Manner = (moment) => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      if (count <= 60) return honest(moment);
      late += 1;
      weather(429, ...headers)(moment);
    };
    const { report, status } = await under(limit, ['--observe', 'cheap']);
    expect(status).toBe(0);
    expect(withVerdict(report, 'inconclusive')).toEqual([]);
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(report.summary.requests / 3);
  },
);

test.concurrent('asked to be left alone for longer than the run may take, it gets no further requests', async () => {
  const { report, status, seconds } = await under(weather(503, ['Retry-After', '3600']), ['--deadline', '60']);
  expect(status).toBe(3);
  expect(withVerdict(report, 'fail')).toEqual([]);
  expect(rowOf(report, 'ACCT-01').reason).toMatch(/kept out|consecutive/);
  expect(report.summary.requests).toBeLessThan(120);
  expect(seconds).toBeLessThan(60);
});

test.concurrent('a write without an Idempotency-Key that broke is not sent again', async () => {
  const bodies: string[] = [];
  const isBare = ({ asked: { method, isKeyless, headers } }: Moment) =>
    method === 'POST' && !isKeyless && !headers.has('idempotency-key');
  await under(
    (moment) => {
      if (!isBare(moment)) return honest(moment);
      bodies.push(moment.asked.body);
      moment.socket.destroy();
    },
    ['--observe', 'all', '--only', 'IDEM-06'],
  );
  expect(bodies.length).toBeGreaterThan(0);
  expect(new Set(bodies).size).toBe(bodies.length);
});
