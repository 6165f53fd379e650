import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import type { Target } from '../../helpers/runner/target.js';
import { createCustomer, type FsapiOperation, headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { isIdempotentByKey } from '../../schemas/operation.js';
import { randomTenantId } from '../accounts/tenant-ids.js';
import { createsCustomer } from '../creation.js';
import { creationBaseline } from '../creation-baseline.js';
import { againOf } from '../idempotency/tries.js';
import { resolved, type Variation } from '../variation.js';

/** The same variations with another key, or none. @param name of the key, in words that complete "with …" */
export const withKey = (name: string, rows: readonly Variation[], key: () => string | null): readonly Variation[] =>
  rows.map((row) => ({
    ...row,
    name: `${name}, and ${row.name}`,
    change: async (target: Target) => ({ ...(await resolved(row.change, target)), apiKey: key() }),
  }));

/** A way to an operation that a filter for keys, or for tenants, may have missed. */
interface Door extends Variation {
  readonly change: RequestChange;
}

const door = (name: string, change: RequestChange): Door => ({ name, change, front: true });

/** Other spellings of an operation's address, and what a filter for keys may take for a reason to let a request pass. */
function otherSpellings({ path: address }: FsapiOperation): readonly Door[] {
  const path = address.slice(1);
  const fromHere = ['X-Forwarded-For', 'X-Real-IP'].map((name) => [name, '127.0.0.1'] as const);
  return [
    door('a slash at the end', { path: `${path}/` }),
    door('a doubled slash', { path: address }),
    door('the path in capitals', { path: path.toUpperCase() }),
    door('the path capitalised', { path: path.slice(0, 1).toUpperCase() + path.slice(1) }),
    door('an encoded letter', { path: `%${path.charCodeAt(0).toString(16)}${path.slice(1)}` }),
    door('an encoded slash at the end', { path: `${path}%2F` }),
    door('a matrix parameter', { path: `${path};v=1` }),
    door('a semicolon at the end', { path: `${path};` }),
    door('the extension .json', { path: `${path}.json` }),
    door('a query', { query: 'limit=100' }),
    door('headers that name this machine', { headers: fromHere }),
  ];
}

/** Addresses below the operation's own, and what a guard that spares browsers looks at. */
function doorsOfBrowsers({ path, method }: FsapiOperation): readonly Variation[] {
  const preflight: RequestChange['headers'] = [
    ['Origin', 'http://localhost:3000'],
    ['Access-Control-Request-Method', method],
    ['Access-Control-Request-Headers', headers.tenant],
  ];
  return [
    door('a segment at the end', { path: `${path.slice(1)}/x` }),
    {
      name: 'an Origin',
      change: () => ({ headers: ['Origin', 'Referer'].map((name) => [name, context().connection.base.origin]) }),
      front: true,
    },
    door('an Origin, and the headers of a preflight', { headers: preflight }),
  ];
}

/** Ways to a listing by other methods, addresses and forms. */
export const waysToListings: readonly Door[] = [
  door('the method HEAD', { method: 'HEAD' }),
  door('the method OPTIONS', { method: 'OPTIONS' }),
  ...otherSpellings(listAccounts),
  door('a listing for spreadsheets', { headers: [['Accept', 'text/csv']] }),
  door('a method override', { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] }),
  door('a method override on a GET', { headers: [['X-HTTP-Method-Override', 'HEAD']] }),
];

/** Ways to each operation without a key. */
export const doorsOfListings: readonly Variation[] = [...waysToListings, ...doorsOfBrowsers(listAccounts)];
export const doorsOfCreations: readonly Variation[] = [
  ...otherSpellings(createCustomer),
  ...doorsOfBrowsers(createCustomer),
];

const form = { text: 'first_name=Ada', contentType: 'application/x-www-form-urlencoded' };

/** What else can be wrong with a request of an operation, beside its key. */
export function mistakes(operation: FsapiOperation): readonly Variation[] {
  const ofBodies: readonly Variation[] = [
    { name: 'malformed JSON', change: { text: '{"first_name": "Ada", ' } },
    { name: 'an empty body', change: { text: '' } },
    { name: 'another content type', change: form },
  ];
  const ofCreations: readonly Variation[] = [
    { name: 'an invalid customer', change: { text: '{"first_name": 7, "email": "ada", "address": []}' } },
    { name: 'a used idempotency key', change: async () => againOf((await creationBaseline()).original) },
  ];
  return [
    ...(operation.body === undefined ? [] : ofBodies),
    ...(createsCustomer(operation) ? ofCreations : []),
    ...(isIdempotentByKey(operation) ? [{ name: 'no idempotency key', change: { idempotencyKey: null } }] : []),
    { name: 'no tenant id', change: { tenant: null } },
    { name: 'an unknown tenant id', change: () => ({ tenant: randomTenantId(), guess: true }) },
  ];
}
