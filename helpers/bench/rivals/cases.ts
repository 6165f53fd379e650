import { randomInt, randomUUID } from 'node:crypto';
import { madeUpCustomer } from '../../../reports/openapi/made-up.js';

/**
 * What a competent engineer writes by hand in an afternoon, from the same specification: one table, of which the tools
 * that take workflows each get their own spelling. Everything fresh is made here, as fixtures of a run usually are.
 */

/** What tools are told of a server. */
export interface Target {
  /** Ends with a slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly tenantId: string;
  readonly otherApiKey: string;
  readonly otherTenantId: string;
}

/** One request, and what is expected of its answer. */
export interface Step {
  readonly operation: 'createCustomer' | 'listAccounts';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `2XX` with a JSON body, `4XX`, or the one status. */
  readonly expects: '2XX' | '4XX' | '401';
  /** The identity in the answer is kept under this name, */
  readonly keeps?: string;
  /** has to be the one that was kept, */
  readonly is?: string;
  /** or must not be it. */
  readonly isNot?: string;
}

/** Steps that follow each other. */
export interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Where the identity stands. It is not shown; this is where the server has it that the cases are written against. */
export const identityOf = { createCustomer: ['id'], listAccounts: ['data', '0', 'id'] } as const;

/** One malformed value for each member of the specification's table, and for the date two more. */
export const malformed: readonly (readonly [member: string, value: unknown])[] = [
  ['first_name', 7],
  ['last_name', ['Up']],
  ['middle_name', true],
  ['email', 'nobody'],
  ['phone', '2025550143'],
  ['type', 7],
  ['gender', 'Female'],
  ['date_of_birth', '28-02-1990'],
  ['date_of_birth', '1990-02-30'],
  ['date_of_birth', '1990-13-01'],
  ['address', '1 Test Street, Los Angeles'],
  ['address.address_line1', 7],
  ['address.city', true],
  ['address.country', 'us'],
  ['address.postal_code', 90012],
  ['address.state', 'CA'],
];

/** A customer that is well-formed, with an address and a number of its own. */
export const customer = () => ({
  ...madeUpCustomer,
  email: `made.up.${randomUUID().slice(0, 13)}@example.com`,
  phone: `+1${randomInt(201, 989)}55501${randomInt(10, 99)}`,
});

function bent(member: string, value: unknown): unknown {
  const whole = customer();
  const [, inner] = member.split('.');
  return inner === undefined
    ? { ...whole, [member]: value }
    : { ...whole, address: { ...whole.address, [inner]: value } };
}

/** The cases for one server. */
export function casesFor(target: Target): readonly Case[] {
  const own = { 'Api-Key': target.apiKey, 'x-tenant-id': target.tenantId };
  const write = (more: Record<string, string> = own) => ({ ...more, 'Idempotency-Key': randomUUID() });
  const withoutKey = { 'x-tenant-id': target.tenantId };
  const withBadKey = { 'Api-Key': 'sk_sandbox_of_nobody', 'x-tenant-id': target.tenantId };
  const theirs = { 'Api-Key': target.otherApiKey, 'x-tenant-id': target.otherTenantId };
  const first = { operation: 'createCustomer', headers: write(), body: customer(), expects: '2XX' } as const;
  const creation = (headers: Step['headers'], body: unknown, expects: Step['expects']): Step[] => [
    { operation: 'createCustomer', headers, body, expects },
  ];
  const listing = (headers: Step['headers'], expects: Step['expects']): Step[] => [
    { operation: 'listAccounts', headers, expects },
  ];
  return [
    {
      name: 'a retry is the same customer and another key another',
      steps: [
        { ...first, keeps: 'first' },
        { ...first, is: 'first' },
        { ...first, headers: write(), body: customer(), isNot: 'first' },
      ],
    },
    { name: 'accounts are listed', steps: listing(own, '2XX') },
    { name: 'creation without a key', steps: creation(write(withoutKey), customer(), '401') },
    { name: 'creation with a bad key', steps: creation(write(withBadKey), customer(), '401') },
    { name: 'listing without a key', steps: listing(withoutKey, '401') },
    { name: 'listing with a bad key', steps: listing(withBadKey, '401') },
    {
      name: 'the key does not open the accounts of another tenant',
      steps: [
        { operation: 'listAccounts', headers: theirs, expects: '2XX', keeps: 'theirs' },
        { operation: 'listAccounts', headers: own, expects: '2XX', isNot: 'theirs' },
        { operation: 'listAccounts', headers: { ...own, 'x-tenant-id': target.otherTenantId }, expects: '4XX' },
      ],
    },
    ...malformed.map(([member, value], at) => ({
      name: `malformed ${at + 1} ${member}`,
      steps: creation(write(), bent(member, value), '4XX'),
    })),
  ];
}
