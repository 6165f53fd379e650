import type { ReportedRequirement } from '../../schemas/types.js';

/** What the sample run found, for every row that did not simply pass or stay unasked. */

type Outcome = Partial<ReportedRequirement> & {
  /** Members of the checks that did not pass; the others of the row pass. */
  readonly open?: readonly Partial<ReportedRequirement['checks'][number]>[];
  /** How many checks passed beside them. */
  readonly passing?: number;
};

type Differences = NonNullable<ReportedRequirement['drift']>['differences'];

const curl = (last: string) =>
  [
    "curl -i -X POST 'https://sandbox.payments.example/v1/customers'",
    '-H "Api-Key: $CONFORMANCE_API_KEY"',
    '-H "x-tenant-id: $CONFORMANCE_TENANT_ID"',
    '-H "Idempotency-Key: $(uuidgen)"',
    "-H 'Content-Type: application/json'",
    `--data-raw '${last}'`,
  ].join(' \\\n  ');

const body = (birth: string) =>
  `{"first_name":"Fresh","last_name":"Probe","middle_name":"Only","email":"probe-0388-7d1c@example.com","phone":"+447700900388","type":"individual","gender":"female","date_of_birth":"${birth}","address":{"address_line1":"1 Test Street","city":"Madrid","country":"ES","postal_code":"28001","state":"ES-M"}}`;

const retried = 'A gateway returned 504 to every retry, so a duplicate cannot be detected.';
const empty = 'The second tenant’s listing is empty, and an empty list shares nothing with any list.';

export const outcomes: Readonly<Record<string, Outcome>> = {
  'AUTH-06': {
    verdict: 'fail',
    since: '2025-11-20',
    found: 'Without a key, a body that is not JSON returned 400 instead of 401.',
    passing: 9,
    open: [
      {
        name: 'no key and malformed JSON',
        verdict: 'fail',
        found: 'Without a key, a body that is not JSON returned 400 instead of 401.',
        sent: { request: 'POST /customers', change: 'without Api-Key and with the body cut after 40 characters' },
        expected: '401',
        received: '400\nThe body names the parser’s position.',
        control: { request: 'the same body with the key', status: 400, exchange: 'x0002' },
        again: curl('{"first_name":"Fresh","last_name":"Probe').replace(/-H "Api-Key.*\n {2}/, ''),
      },
    ],
  },
  'IDEM-02': {
    verdict: 'fail',
    since: '2025-11-17',
    found: 'Two customers were created under one Idempotency-Key.',
    passing: 5,
    open: [1, 3, 7].map((burst) => ({
      name: `burst ${burst}, twelve tries at once`,
      verdict: 'fail' as const,
      found: 'Two customers were created under one Idempotency-Key.',
      sent: { request: 'POST /customers', change: 'twelve times at once under one Idempotency-Key' },
      expected: 'One customer.\nEvery success returns it; rejecting the later tries is fine too.',
      received: 'Two customers.\n201 for customer A ten times, 201 for customer B twice.',
      control: { request: 'one POST alone under another key', status: 201, outcome: 'one customer' },
      again: `KEY=$(uuidgen); seq 12 | xargs -P 12 -I{} ${curl(body('1990-02-28')).replace('$(uuidgen)', '$KEY').replace('-i', '-sS')}`,
    })),
  },
  'CUST-09': {
    verdict: 'fail',
    since: '2025-11-02',
    found: '29 February 1990, which is no calendar date, was accepted as a date of birth.',
    passing: 15,
    open: ['1990-02-29', '2023-02-29', '1900-02-29', '1990-02-30'].map((date) => ({
      name: `${date} is no day`,
      basis: 'inferred' as const,
      verdict: 'fail' as const,
      found: `${date} was accepted as a date of birth.`,
      sent: { request: 'POST /customers', change: `with "date_of_birth": "${date}"` },
      expected: 'rejection (any 4xx)',
      received: '201, and a new customer',
      control: { request: 'a valid customer with `date_of_birth` `"1990-02-28"`', status: 201 },
      again: curl(body(date)),
    })),
  },
  'IDEM-03': {
    verdict: 'inconclusive',
    since: '2025-11-20',
    reason: retried,
    passing: 1,
    open: [{ name: 'cut after the request, retried at once', verdict: 'inconclusive', reason: retried }],
  },
  'ACCT-02': {
    verdict: 'inconclusive',
    since: '2025-10-25',
    reason: empty,
    passing: 0,
    open: [
      { name: 'in turn', verdict: 'inconclusive', reason: empty },
      { name: 'at the same time', verdict: 'inconclusive', reason: empty },
    ],
  },
  'CUST-15': {
    verdict: 'waived',
    since: '2025-10-25',
    found: 'A state with a lower-case subdivision was accepted.',
    passing: 7,
    open: [
      {
        name: 'lower case',
        verdict: 'waived',
        found: 'A state with a lower-case subdivision was accepted.',
        sent: { request: 'POST /customers', change: 'with "state": "ES-m"' },
        expected: 'rejection (any 4xx)',
        received: '201',
        control: { request: 'a valid customer with `state` `"ES-M"`', status: 201 },
      },
    ],
    decision: {
      kind: 'waive',
      by: 'the onboarding product owner',
      on: '2025-10-26',
      expires: '2026-01-31',
      reason: 'States are normalised before they are stored; responses show it from release 41 on.',
      ticket: 'ONB-2207',
    },
  },
  'AUTH-09': { verdict: 'skipped', reason: 'No rotated-out key was given. Set `CONFORMANCE_REVOKED_KEY`.' },
  'AUTH-10': { verdict: 'skipped', reason: 'No request can show this. A named person has to confirm it.' },
  'AUTH-16': { verdict: 'skipped', reason: 'No request can show this. A named person has to confirm it.' },
  'EVENT-05': { verdict: 'skipped', reason: 'No webhook receiver was running. Pass `--webhook-port`.' },
  'AUTH-11': {
    verdict: 'attested',
    decision: {
      kind: 'attest',
      by: 'the head of platform security',
      on: '2025-09-30',
      expires: '2026-03-31',
      reason: 'Rotation was walked through on both environments.',
      evidence: 'Audit minutes 2025-14, item 6',
    },
  },
  'AUTH-12': {
    verdict: 'attested',
    decision: {
      kind: 'attest',
      by: 'the head of platform security',
      on: '2025-09-30',
      expires: '2025-12-15',
      reason: 'Secret scanning covers every repository.',
      evidence: 'Scanner configuration, revision 88',
    },
  },
  'HTTP-02': {
    verdict: 'pass',
    sentence: '301 to the https address, without a body.',
    observation: { status: [301], body: false },
    decision: { kind: 'settle', by: 'the API guild', on: '2025-10-02', reason: 'Old links have to lead on.' },
  },
  'CUST-19': {
    verdict: 'pass',
    sentence: '201, always.',
    observation: { status: [201] },
    decision: { kind: 'settle', by: 'the API guild', on: '2025-10-02', reason: 'Clients test for it.' },
  },
  'ERR-02': {
    sentence: '400, or 422 for members of the address.',
    observation: { statuses: [400, 422] },
    drift: {
      since: '2025-11-14',
      sentence: 'statuses: 400; now 400 or 422.',
      differences: [{ at: '/statuses', before: [400], now: [400, 422] }] as unknown as Differences,
    },
  },
  'ACCT-07': {
    sentence: 'A listing returns 200. Accounts have `id`, `currency`, `balance`, `status` and `available_balance`.',
    sentences: [
      'A listing returns 200.',
      'Accounts have `id`, `currency`, `balance`, `status` and `available_balance`.',
    ],
    observation: {
      statuses: [200],
      schema: { type: 'array', items: { type: 'object', properties: { available_balance: { type: 'number' } } } },
    },
    drift: {
      since: '2025-11-20',
      sentence: 'member `[].available_balance` is new.',
      differences: [
        { at: '/schema/items/properties/available_balance', now: { type: 'number' } },
      ] as unknown as Differences,
    },
  },
  ...Object.fromEntries(
    Object.entries({
      'AUTH-15': ['404, the same as with a key.'],
      'IDEM-06': ['400, and no customer was created.'],
      'IDEM-08': ['409, and no second customer.'],
      'CUST-17': ['individual was accepted; business, company and an empty word were rejected.'],
      'CUST-18': ['male, female and other were accepted; unknown was rejected.'],
      'ERR-03': ['404.'],
      'LIMIT-01': ['No RateLimit header and no 429 with 8 requests in flight.'],
      'VER-02': ['Neither Deprecation nor Sunset is sent.'],
    }).map(([id, sentences]) => [
      id,
      { sentence: sentences.join(' '), sentences, observation: { sentences: sentences.length } },
    ]),
  ),
  'AUTH-13': { reason: 'No Public Key was given. Set `CONFORMANCE_PUBLIC_KEY`.' },
  'AUTH-14': { reason: 'No request of the defined operations can show it.' },
  'ERR-04': { reason: 'No response of this run was a conflict that differs from a rejection.' },
  'LIMIT-02': { reason: 'It sends large bodies, so it runs only by name (`--only LIMIT-02`).' },
};

/** Why the other rows that the specification does not show were not observed. */
export function unasked(id: string): string {
  return id.startsWith('EVENT')
    ? 'No webhook receiver was running. Pass `--webhook-port`.'
    : 'The specification defines no operation for it.';
}
