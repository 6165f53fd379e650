import { describe, expect, test } from 'vitest';
import type { ReportedRequirement } from '../../schemas/types.js';
import type { ConformanceOptions } from '../api/run-conformance.js';
import type { ReferenceOptions } from './server.js';
import { checksWith, runOf } from './testing/run-against.js';

async function asked(only: readonly string[], which: ReferenceOptions, options: ConformanceOptions = {}) {
  const { report } = await runOf(which, { observe: 'none', only, ...options });
  return { report, rows: report.requirements.filter(({ id }) => only.includes(id)) };
}

const textsOf = (checks: ReportedRequirement['checks']) =>
  checks
    .map(({ found, reason, received, likelyCause }) => [found, reason, received, likelyCause].join('\n'))
    .join('\n');

async function leads(id: string, fault: string, said: readonly RegExp[]): Promise<void> {
  const { rows, report } = await asked([id], { fault });
  expect(rows.map(({ verdict }) => verdict)).toEqual(['fail']);
  const texts = textsOf(checksWith(report, 'fail'));
  for (const one of said) expect(texts).toMatch(one);
}

// One after another; that of a fault with a clock is in `leads.timed.test.ts`.
test.each([
  ['keys-in-the-memory-of-two-instances', [/right away, [1-7] of 8 responses/, /ach instance keeps keys in its own/]],
  ['keys-kept-for-the-connection', [/again right away/, /` differs/]],
  ['key-goes-with-the-order-of-members', [/again with the members in another order/, /exact bytes/]],
  ['retry-after-the-answer-creates', [/right away, 8 of 8 responses/, /ignores the key/]],
])('a finding of retries leads to the cause: %s', (fault, said) => leads('IDEM-01', fault, said));

describe.concurrent('a finding leads to the cause', () => {
  test.each([
    // Their owners are left out: the failure stays, and names them.
    ['AUTH-06', 'missing-key-crashes', /without Api-Key.* returned 500 instead of 401 \(AUTH-0[12]\)/],
    ['AUTH-09', 'any-key-accepted', /with a random Api-Key.* returned 20\d instead of 401 \(AUTH-0[34]\)/],
    ['AUTH-08', 'retry-after-a-rejection-crashes', /under the same `Idempotency-Key` returned 500, 3 times out of 3/],
    ['AUTH-01', 'missing-key-crashes', /returned 500 instead of 401, 3 times out of 3\./],
    ['CUST-09', 'month-13-crashes', /returned 500 for an invalid .*1990-13.*, 3 times out of 3/],
  ])('%s: %s', (id, fault, said) => leads(id, fault, [said]));

  test('a rejection of the valid customer is quoted, and the file that helps is given', async () => {
    const which = { variant: 'one-country-and-its-phones' };
    const texts = textsOf((await asked(['CUST-01'], which)).rows.flatMap(({ checks }) => checks));
    expect(texts).toContain('not one that is taken here.');
    const [, file = ''] = /names: `([^`]*)`/.exec(texts) ?? [];
    const customer = JSON.parse(file) as Record<string, unknown>;
    expect(customer).toMatchObject({ phone: '+3363998{fresh:4}', address: { country: 'FR' } });
    expect((await asked(['CUST-01'], which, { customer })).rows).toMatchObject([{ verdict: 'pass' }]);
  });

  test('a wrong tenant id is one cause, and asks for no other customer', async () => {
    const only = ['ACCT-01', 'CUST-01', 'CUST-02', 'AUTH-01'];
    const { rows } = await asked(only, {}, { tenantId: 'tnt_unknown' });
    expect(rows.map(({ verdict }) => verdict)).toEqual(only.map(() => 'inconclusive'));
    const causes = rows.map(({ checks }) => checks[0]?.unmet);
    expect(causes).toEqual(only.map(() => expect.stringMatching(/\w/)));
    expect(new Set(causes).size).toBe(1);
    const texts = textsOf(rows.flatMap(({ checks }) => checks));
    expect(texts).toContain('CONFORMANCE_TENANT_ID');
    expect(texts).not.toContain('CONFORMANCE_CUSTOMER');
  });

  test('keys that nothing reads are one finding, named once', async () => {
    const { report } = await asked(['IDEM', 'HTTP-06'], { fault: 'idempotency-key-ignored' });
    const name = 'eight retries, some on connections of their own';
    expect(checksWith(report, 'fail')).toMatchObject([{ name }]);
    const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    // What rests on repeats has no witness, and says whose finding that is.
    expect(open).toMatchObject([{ id: 'IDEM-05', reason: expect.stringContaining('IDEM-01') }]);
  });

  test('a pass after a broken connection says what it did not show, and how soon the retry left', async () => {
    const { rows } = await asked(['IDEM-03'], { variant: 'replay-422' });
    expect(rows).toMatchObject([{ verdict: 'pass' }]);
    const texts = textsOf(rows.flatMap(({ checks }) => checks));
    expect(texts).toMatch(/no response showed the customer of the lost request/);
    expect(texts).toMatch(/first retry left \d+ ms after the break/);
  });

  test('a repeat that is forbidden shows nothing of the customer: something in front may have stopped it', async () => {
    const { rows } = await asked(['IDEM-01'], { variant: 'replay-403' });
    expect(rows).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  test('a day that was echoed is a day that was accepted', async () => {
    const { rows } = await asked(['CUST-09'], { variant: 'creation-repeats-what-was-sent' });
    const leapDay = rows.flatMap(({ checks }) => checks.filter(({ name }) => name.includes('2000')));
    expect(leapDay).toMatchObject([{ verdict: 'pass' }]);
  });
});
