import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { conformance, emptyFolder, variablesFor } from '../cli/testing/command.js';
import { keyOf, withHeader } from '../reference-server/asked.js';
import type { Change } from '../reference-server/middleware.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

/** Probing of what is not shown, by the executable against a server of its own. */
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

const row = (report: Report, id: string) => report.requirements.find((one) => one.id === id);
const observed = (report: Report) =>
  report.requirements.filter(({ observation }) => observation !== undefined).map(({ id }) => id);

async function asked(argv: readonly string[], cwd = emptyFolder()) {
  return conformance(variablesFor(server, cwd), cwd, argv);
}

describe.concurrent('observing on purpose', { timeout: 120_000 }, () => {
  test('every row that a request can teach something about carries an observation', async () => {
    const { report, status } = await asked([]);
    expect(status).toBe(0);
    const open = report.requirements.filter(
      ({ basis, observation }) => basis === 'not-shown' && observation === undefined,
    );
    expect(open.map(({ id }) => id).filter((id) => !/^(AREA|RES|STATE|EVENT)-/.test(id))).toEqual([
      'AUTH-14',
      'IDEM-09',
      'ERR-05',
      'LIMIT-02',
    ]);
    expect(row(report, 'IDEM-06')).toMatchObject({
      verdict: 'pending',
      observation: { status: 400, became: 'rejected' },
      sentence: expect.stringMatching(/Idempotency-Key.*400/),
    });
    expect(row(report, 'CUST-16')?.observation).toMatchObject({ required: ['/email', '/first_name', '/last_name'] });
  });

  test('cheap creates no customer beyond those of the checks, none asks nothing', async () => {
    const [none, cheap] = [await asked(['--observe', 'none']), await asked(['--observe', 'cheap'])];
    expect(observed(none.report)).toEqual([]);
    expect(row(none.report, 'HTTP-07')?.reason).toContain('--observe none');
    expect(observed(cheap.report)).toContain('HTTP-07');
    expect(row(cheap.report, 'CUST-16')?.reason).toContain('--observe all');
    expect(cheap.report.summary.customersCreated).toBe(none.report.summary.customersCreated);
  });

  test('how long the slowest response took', async () => {
    let listings = 0;
    const change: Change = {
      middleware: (honest) => async (request) => {
        listings += request.method === 'GET' ? 1 : 0;
        if (listings === 1) await sleep(10_200);
        return honest(request);
      },
    };
    const longest = async (of: ReferenceServer) => {
      const options = { only: ['ACCT-01', 'LIMIT-03'], timeoutMs: 20_000 } as const;
      return row((await runAgainst(of, options)).report, 'LIMIT-03')?.sentence;
    };
    const slow = await startReferenceServer({ change, https: false });
    expect(await longest(slow)).toBe('The slowest response took under 30 s.');
    expect(await longest(slow)).toBe('The slowest response took under 10 s.');
    await slow.close();
  });

  test('what would go beyond the budget of customers is left out, and the report lists all that were made', async () => {
    const { report } = await asked(['--max-customers', '60']);
    const { customersCreated } = report.summary;
    expect(customersCreated).toBeGreaterThan(30);
    expect(customersCreated).toBeLessThanOrEqual(60);
    expect(report.created).toHaveLength(customersCreated);
    expect(report.requirements.some(({ reason }) => reason?.includes('--max-customers 60'))).toBe(true);
    expect(report.created.every(({ identity }) => identity)).toBe(true);
    expect(new Set(report.created.map(({ identity }) => identity)).size).toBe(customersCreated);
  });

  test('large bodies are sent only where LIMIT-02 is named', async () => {
    const { report } = await asked(['--only', 'LIMIT-02']);
    expect(row(report, 'LIMIT-02')).toMatchObject({
      observation: { acceptedKiB: 1024, refusedKiB: 8192, status: 413 },
    });
  });
});

describe.concurrent('a key of an earlier run', { timeout: 120_000 }, () => {
  /** A run against a server, compared with the one before it in the same folder. */
  const night = async (of: ReferenceServer, cwd: string, name: string, before?: string, more: string[] = []) => {
    const compared = before === undefined ? [] : ['--baseline', join(before, 'report.json')];
    const argv = ['--only', 'IDEM-09', ...compared, ...more];
    const { report } = await conformance(variablesFor(of, cwd), cwd, argv, name);
    return { report, requirement: row(report, 'IDEM-09') };
  };

  test('is known the next night where the service keeps it: the same customer', async () => {
    const cwd = emptyFolder();
    const { report: first, requirement } = await night(server, cwd, 'first');
    expect(requirement).toMatchObject({ verdict: 'pending', reason: 'There is no earlier run to compare with.' });
    const { report: second, requirement: known } = await night(server, cwd, 'second', 'first');
    expect(known).toMatchObject({ verdict: 'pending', observation: { kept: { atLeastSeconds: 0 } } });
    expect(known?.sentence).toMatch(/^A key of an earlier run was still known after \d+ s\.$/);
    expect(second.run.seed).not.toBe(first.run.seed);
    const again = second.created.filter(({ idempotencyKey }) =>
      first.created.some((one) => one.idempotencyKey === idempotencyKey),
    );
    expect(again).toEqual([first.created.find(({ idempotencyKey }) => idempotencyKey === again[0]?.idempotencyKey)]);
    expect(second.requirements.filter(({ drift }) => drift)).toEqual([]);
    const { requirement: third } = await night(server, cwd, 'third', 'second');
    expect(third).toMatchObject({ observation: { kept: { atLeastSeconds: 0 } } });
  });

  test('is forgotten where the service has dropped it since: another customer', async () => {
    const cwd = emptyFolder();
    let day = 1;
    const change: Change = {
      // The keys of one day mean nothing on the next.
      middleware: (honest) => (request) => {
        const key = keyOf(request);
        return honest(key ? withHeader(request, 'idempotency-key', `${key} ${day}`) : request);
      },
    };
    const forgetful = await startReferenceServer({ change });
    const { report: first } = await night(forgetful, cwd, 'first');
    day = 2;
    const { report: second, requirement } = await night(forgetful, cwd, 'second', 'first');
    await forgetful.close();
    expect(requirement).toMatchObject({ verdict: 'pending', observation: { kept: { atMostSeconds: 3600 } } });
    expect(requirement?.sentence).toMatch(/^A key of an earlier run was forgotten after \d+ s\.$/);
    const keys = new Set(first.created.map(({ idempotencyKey }) => idempotencyKey));
    const again = second.created.filter(({ idempotencyKey }) => keys.has(idempotencyKey));
    expect(again).toHaveLength(1);
    const earlier = first.created.find(({ idempotencyKey }) => idempotencyKey === again[0]?.idempotencyKey);
    expect(again[0]?.email).toBe(earlier?.email);
    expect(again[0]?.identity).not.toBe(earlier?.identity);
  });

  test.each<[string, (report: Report) => void, string[], RegExp]>([
    ['another suite', ({ run }) => Object.assign(run, { exam: 'a'.repeat(64) }), [], /another suite/],
    ['another configuration', () => {}, ['--concurrency', '7'], /another configuration/],
    ['no creation', (report) => Object.assign(report, { created: [] }), [], /lists no customer/],
  ])('is not sent again where the run compared with had %s', async (_, change, more, reason) => {
    const cwd = emptyFolder();
    await night(server, cwd, 'first');
    const file = join(cwd, 'first', 'report.json');
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    change(report);
    writeFileSync(file, JSON.stringify(report));
    const { requirement } = await night(server, cwd, 'second', 'first', more);
    expect(requirement).toMatchObject({ verdict: 'pending', reason: expect.stringMatching(reason) });
    expect(requirement?.observation).toBeUndefined();
  });
});
