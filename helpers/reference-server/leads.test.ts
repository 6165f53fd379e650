import { describe, expect, test } from 'vitest';
import type { ReportedRequirement } from '../../schemas/types.js';
import type { ConformanceOptions } from '../api/run-conformance.js';
import { runAgainst, startFor, type Which } from './testing/run-against.js';

/** A requirement, asked of a faulty or a conforming server. */
async function asked(id: string, which: Which, options: ConformanceOptions = {}): Promise<ReportedRequirement> {
  const server = await startFor(which);
  const { report } = await runAgainst(server, { observe: 'none', only: [id], ...options });
  await server.close();
  const found = report.requirements.find((one) => one.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

/** The texts of the checks that failed, or of all. */
const failed = ({ checks }: ReportedRequirement) => checks.filter(({ verdict }) => verdict === 'fail');
const textsOf = (checks: ReportedRequirement['checks']) =>
  checks
    .map(({ found, reason, received, likelyCause }) => [found, reason, received, likelyCause].join('\n'))
    .join('\n');

// One after another; that of a fault with a clock is in `leads.timed.test.ts`.
describe('a finding of retries leads to the cause', () => {
  test.each<[fault: string, said: readonly RegExp[]]>([
    [
      'keys-in-the-memory-of-two-instances',
      [/(every second retry|\d of 8 retries) right away/, /ach instance keeps keys in its own memory/],
    ],
    ['keys-kept-for-the-connection', [/retr.* right away/, /differs from the first response/]],
    ['key-goes-with-the-order-of-members', [/the retry with the members in another order/, /digest/]],
    ['retry-after-the-answer-creates', [/every retry right away/, /ignores the key/]],
  ])('IDEM-01: %s', async (fault, said) => {
    const texts = textsOf(failed(await asked('IDEM-01', { fault })));
    for (const one of said) expect(texts).toMatch(one);
  });
});

describe.concurrent('a finding leads to the cause', () => {
  test.each<[id: string, fault: string, verdict: string, said: RegExp]>([
    // Their owners are left out: the failure stays, and names them.
    ['AUTH-06', 'missing-key-crashes', 'fail', /without Api-Key.* returned 500 instead of 401 \(AUTH-0[12]\)/],
    ['AUTH-09', 'any-key-accepted', 'fail', /with a random Api-Key.* returned 20\d instead of 401 \(AUTH-0[34]\)/],
    [
      'AUTH-08',
      'retry-after-a-rejection-crashes',
      'fail',
      /under the same `Idempotency-Key` returned 500, 3 times out of 3/,
    ],
    ['AUTH-01', 'missing-key-crashes', 'fail', /returned 500 instead of 401, 3 times out of 3\./],
  ])('%s: %s', async (id, fault, verdict, said) => {
    const requirement = await asked(id, { fault });
    expect([requirement.verdict, textsOf(requirement.checks)]).toEqual([verdict, expect.stringMatching(said)]);
  });

  test('a listing that a cache gives out is requested once more past the cache', async () => {
    const [check] = failed(await asked('AUTH-02', { fault: 'cache-does-not-look-at-the-key' }));
    expect(check?.received).toMatch(/`age: 7`.*past.*another query.*401/is);
  });

  test('a server error on an invalid value names the value, and how often', async () => {
    const [check] = failed(await asked('CUST-09', { fault: 'month-13-crashes' }));
    expect(check?.found).toMatch(/rejecting an invalid .*1990-13.*returned 500, 3 times out of 3/);
  });

  test('a rejection of the valid customer is quoted, and the file that helps is given', async () => {
    const { checks } = await asked('CUST-01', { variant: 'one-country-and-its-phones' });
    const texts = textsOf(checks);
    expect(texts).toContain('not one that is taken here.');
    const [, file = ''] = /content: `([^`]*)`/.exec(texts) ?? [];
    const customer = JSON.parse(file) as Record<string, unknown>;
    expect(customer).toMatchObject({ phone: '+3363998{fresh:4}', address: { country: 'FR' } });
    const { verdict } = await asked('CUST-01', { variant: 'one-country-and-its-phones' }, { customer });
    expect(verdict).toBe('pass');
  });

  test('a wrong tenant id is one cause, and asks for no other customer', async () => {
    const server = await startFor({});
    const only = ['ACCT-01', 'CUST-01', 'CUST-02', 'AUTH-01'];
    const { report } = await runAgainst(server, { observe: 'none', only, tenantId: 'tnt_unknown' });
    await server.close();
    const rows = report.requirements.filter(({ id }) => only.includes(id));
    expect(rows.map(({ verdict }) => verdict)).toEqual(only.map(() => 'inconclusive'));
    const causes = rows.map(({ checks }) => checks[0]?.unmet);
    expect(causes[0]).toMatch(/\w/);
    expect(causes).toEqual(only.map(() => causes[0]));
    const texts = rows.map(({ checks }) => textsOf(checks)).join('\n');
    expect(texts).toContain('CONFORMANCE_TENANT_ID');
    expect(texts).not.toContain('CONFORMANCE_CUSTOMER');
  });

  test('keys that nothing reads are one finding, named once', async () => {
    const server = await startFor({ fault: 'idempotency-key-ignored' });
    const { report } = await runAgainst(server, { observe: 'none', only: ['IDEM', 'HTTP-06'] });
    await server.close();
    const failing = report.requirements.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'fail'));
    expect(failing.map(({ name }) => name)).toEqual(['eight retries, some on connections of their own']);
    const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    // What rests on repeats has no witness, and says whose finding that is.
    expect(open.map(({ id }) => id)).toEqual(['IDEM-05']);
    expect(open[0]?.reason).toContain('IDEM-01');
  });

  test('a pass after a broken connection says what it did not show, and how soon the retry left', async () => {
    const { verdict, checks } = await asked('IDEM-03', { variant: 'replay-422' });
    expect(verdict).toBe('pass');
    expect(textsOf(checks)).toMatch(/customer of the lost try was not shown/);
    expect(textsOf(checks)).toMatch(/first retry left \d+ ms after the break/);
  });
});
