import type { ReportedRequirement } from '../../schemas/types.js';

/** What the sample run found, for every row that did not simply pass or stay unasked. */

type Outcome = Partial<ReportedRequirement> & {
  /** Members of the checks that did not pass; the others of the row pass. */
  readonly open?: readonly Partial<ReportedRequirement['checks'][number]>[];
  /** How many checks passed beside them. */
  readonly passing?: number;
  /** What was observed until the day of a change. */
  readonly earlier?: { readonly since: string; readonly observation: object };
};

const curl = (last: string) =>
  [
    "curl -i -X POST 'https://sandbox.payments.example/v1/customers'",
    '-H "Api-Key: $CONFORMANCE_API_KEY"',
    `--data-raw '${last}'`,
  ].join(' \\\n  ');

const body = (birth: string) =>
  `{"email":"probe-0388-7d1c@example.com","date_of_birth":"${birth}","address":{"city":"Madrid","country":"ES"}}`;

const retried = 'A gateway returned 504 to every retry, so a duplicate cannot be detected.';
const empty = 'The second tenant’s listing is empty, and an empty list shares nothing with any list.';

type Check = NonNullable<Outcome['open']>[number];

/** A failed requirement, with the finding of its first check. */
const failed = (since: string, passing: number, found: string, open: readonly Check[]): Outcome => ({
  ...{ verdict: 'fail', since, found, passing },
  open: open.map((check) => ({ verdict: 'fail', found, ...check })),
});
const undecided = (since: string, passing: number, reason: string, ...names: string[]): Outcome => ({
  ...{ verdict: 'inconclusive', since, reason, passing },
  open: names.map((name) => ({ name, verdict: 'inconclusive', reason })),
});
const attested = (expires: string, reason: string, evidence: string): Outcome => ({
  verdict: 'attested',
  decision: { kind: 'attest', by: 'the head of platform security', on: '2025-09-30', expires, reason, evidence },
});
const settled = (sentence: string, observation: object, reason: string): Outcome => ({
  ...{ verdict: 'pass', sentence, observation: observation as Outcome['observation'] },
  decision: { kind: 'settle', by: 'the API guild', on: '2025-10-02', reason },
});
const observed = (observation: object, ...sentences: string[]): Outcome => ({
  sentence: sentences.join(' '),
  sentences: { observed: sentences },
  observation: observation as Outcome['observation'],
});
const skipped = (reason: string): Outcome => ({ verdict: 'skipped', reason });
const duty = skipped('No request can test this. A named person has to confirm it.');
const request = 'POST /customers';
const lower = 'A state with a lower-case subdivision was accepted.';

export const outcomes: Readonly<Record<string, Outcome>> = {
  'AUTH-06': failed('2025-11-20', 9, 'Without a key, a body that is not JSON returned 400 instead of 401.', [
    {
      name: 'no key and malformed JSON',
      sent: { request, change: 'without Api-Key and with the body cut after 40 characters' },
      expected: '401',
      received: '400\nThe body names the parser’s position.',
      control: { request: 'the same body with the key', status: 400, exchange: 'x0002' },
      again: curl('{"first_name":"Fresh","last_name":"Probe').replace(/-H "Api-Key.*\n {2}/, ''),
    },
  ]),
  'IDEM-02': failed(
    '2025-11-17',
    5,
    'Two customers were created under one Idempotency-Key.',
    [1, 3, 7].map((burst) => ({
      name: `burst ${burst}, twelve tries at once`,
      sent: { request, change: 'twelve times at once under one Idempotency-Key' },
      expected: 'One customer.\nEvery success returns it; rejecting the later tries is fine too.',
      received: 'Two customers.\n201 for customer A ten times, 201 for customer B twice.',
      control: { request: 'one POST alone under another key', status: 201, outcome: 'one customer' },
      again: `seq 12 | xargs -P 12 -I{} ${curl(body('1990-02-28'))}`,
    })),
  ),
  'CUST-09': failed(
    '2025-11-02',
    15,
    '29 February 1990, which is no calendar date, was accepted as a date of birth.',
    ['1990-02-29', '2023-02-29', '1900-02-29', '1990-02-30'].map((date) => ({
      ...{ name: `${date} is no day`, basis: 'inferred', found: `${date} was accepted as a date of birth.` },
      sent: { request, change: `with "date_of_birth": "${date}"` },
      ...{ expected: 'rejection (any 4xx)', received: '201, and a new customer', again: curl(body(date)) },
      control: { request: 'a valid customer with `date_of_birth` `"1990-02-28"`', status: 201 },
    })),
  ),
  'IDEM-03': undecided('2025-11-20', 1, retried, 'cut after the request, retried at once'),
  'ACCT-02': undecided('2025-10-25', 0, empty, 'in turn', 'at the same time'),
  'CUST-15': {
    ...{ verdict: 'waived', since: '2025-10-25', found: lower, passing: 7 },
    open: [
      {
        ...{ name: 'lower case', verdict: 'waived', found: lower, expected: 'rejection (any 4xx)', received: '201' },
        sent: { request, change: 'with "state": "ES-m"' },
        control: { request: 'a valid customer with `state` `"ES-M"`', status: 201 },
      },
    ],
    decision: {
      ...{ kind: 'waive', by: 'the onboarding product owner', on: '2025-10-26', expires: '2026-01-31' },
      reason: 'States are normalised before they are stored; responses show it from release 41 on.',
      ticket: 'ONB-2207',
    },
  },
  'AUTH-09': skipped('No rotated-out key was given. Set `CONFORMANCE_REVOKED_KEY`.'),
  ...{ 'AUTH-10': duty, 'AUTH-16': duty },
  'EVENT-05': skipped('No webhook receiver was running. Pass `--webhook-port`.'),
  'AUTH-11': attested('2026-03-31', 'Rotation was walked through in both environments.', 'Audit minutes 2025-14'),
  'AUTH-12': attested('2025-12-15', 'Secret scanning covers every repository.', 'Scanner configuration, revision 88'),
  'HTTP-02': settled('301 to the https address.', { status: [301], body: false }, 'Old links have to lead on.'),
  'CUST-19': settled('201, always.', { status: [201] }, 'Clients test for it.'),
  'ERR-02': {
    ...observed({ statuses: [400, 422] }, '400, or 422 for members of the address.'),
    earlier: { since: '2025-11-14', observation: { statuses: [400] } },
  },
  'ACCT-07': {
    ...observed(
      { statuses: [200], schema: { items: { properties: { available_balance: { type: 'number' } } } } },
      'A listing returns 200.',
      'Accounts have `id`, `currency`, `balance`, `status` and `available_balance`.',
    ),
    earlier: {
      since: '2025-11-20',
      observation: { statuses: [200], schema: { items: { properties: {} } } },
    },
  },
  'AUTH-15': observed({ sentences: 1 }, '404, the same as with a key.'),
  'IDEM-06': observed({ sentences: 1 }, '400, and no customer was created.'),
  'VER-02': observed({ sentences: 1 }, 'Neither Deprecation nor Sunset is sent.'),
  'AUTH-13': { reason: 'No Public Key was given. Set `CONFORMANCE_PUBLIC_KEY`.' },
};

/** Why the other rows that the specification does not show were not observed. */
export function unasked(id: string): string {
  return id.startsWith('EVENT')
    ? 'No webhook receiver was running. Pass `--webhook-port`.'
    : 'The specification defines no operation for it.';
}
