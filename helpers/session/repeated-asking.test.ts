import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import { runConformance } from '../api/run-conformance.js';
import { startFor } from '../reference-server/testing/run-against.js';
import { steady } from './repeated-asking.js';

const finding = (change: Partial<CheckFinding>): CheckFinding => ({
  ...{ kind: 'check', id: 'CUST-09', name: 'a check', exchanges: ['x0001'], durationMs: 1, retried: 0 },
  verdict: 'pass',
  ...change,
});

describe('several passes', () => {
  test('that agree give their verdict, and how often it came', () => {
    expect(steady([[finding({})], [finding({})]])).toMatchObject([{ verdict: 'pass', verdicts: { pass: 2 } }]);
  });

  test('that differ never pass: one failure is a fail, with how often it came and every exchange', () => {
    const failed = finding({ verdict: 'fail', found: 'It was accepted.', exchanges: ['x0007'] });
    const [one] = steady([[finding({})], [failed], [finding({})]]);
    expect(one).toMatchObject({
      verdict: 'fail',
      found: 'Unstable: pass 2 of 3 times, fail 1 of 3 times. It was accepted.',
      verdicts: { pass: 2, fail: 1 },
      exchanges: ['x0007', 'x0001'],
    });
    const open = finding({ verdict: 'inconclusive', reason: 'It returned 409.' });
    expect(steady([[finding({})], [open]])).toMatchObject([
      { verdict: 'inconclusive', reason: 'Unstable: pass 1 of 2 times, inconclusive 1 of 2 times. It returned 409.' },
    ]);
  });

  test('of which one had no response count without it', () => {
    const silent = finding({ verdict: 'inconclusive', reason: 'It was reset.', unanswered: true });
    expect(steady([[silent], [finding({})]])).toMatchObject([{ verdict: 'pass', verdicts: { pass: 1 } }]);
    expect(steady([[silent], [silent]])).toMatchObject([{ verdict: 'inconclusive', reason: 'It was reset.' }]);
  });
});

test('a service that accepts an invalid value now and then fails there, and is steady elsewhere', async () => {
  const server = await startFor({});
  let times = 0;
  const listener: RequestListener = async (request, response) => {
    const body = await text(request);
    const isInvalid = body.includes('"1990-02-29"');
    if (isInvalid) times += 1;
    const accepts = isInvalid && times === 2;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
    ) as Record<string, string>;
    const url = `${new URL(server.baseUrl).origin}${request.url}`;
    const honest = await fetch(url, { method: request.method ?? 'GET', headers, ...(body && { body }) });
    response.statusCode = accepts ? 201 : honest.status;
    response.setHeader('content-type', 'application/json');
    response.end(accepts ? JSON.stringify({ id: 'cus_of_29_february', ...JSON.parse(body) }) : await honest.text());
  };
  const { otherApiKey, ...keys } = server.credentials;
  const { report, exitStatus } = await runConformance({
    ...{ listener: createServer(listener), ...keys, ...(otherApiKey && { otherApiKey }) },
    ...{ only: ['CUST-09'], repeat: 3, seed: 1 },
  });
  await server.close();
  const checks = report.requirements.find(({ id }) => id === 'CUST-09')?.checks ?? [];
  const unstable = checks.filter(({ verdicts }) => Object.keys(verdicts ?? {}).length > 1);
  expect(unstable).toMatchObject([{ verdict: 'fail', verdicts: { pass: 2, fail: 1 } }]);
  expect(unstable[0]?.found).toMatch(/^Unstable: pass 2 of 3 times, fail 1 of 3 times\. The service accepted/);
  const others = checks.filter((check) => !unstable.includes(check));
  expect(others.every(({ verdicts, verdict }) => verdict === 'pass' && verdicts?.pass === 3)).toBe(true);
  expect([report.run.repeat, report.summary.verdict, exitStatus]).toEqual([3, 'nonconformant', 1]);
  // Numbers of exchanges and customers of all passes are their own.
  const ids = checks.flatMap(({ exchanges }) => exchanges);
  expect(Math.max(...ids.map((id) => Number(id.slice(1))))).toBeLessThanOrEqual(report.summary.requests);
  for (const pass of ['p2', 'p3']) expect(report.created.some(({ email }) => email.includes(`${pass}.`))).toBe(true);
});
