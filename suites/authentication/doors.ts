import { context } from '../../helpers/client/context.js';
import { mayWrite, readOnly } from '../../helpers/client/live-guard.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Skipped } from '../../helpers/client/verdicts.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import type { Target } from '../../helpers/runner/target.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { createCustomer, type FsapiOperation, headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { isIdempotentByKey, type Operation } from '../../schemas/operation.js';
import { randomTenantId } from '../accounts/tenant-ids.js';
import { createsCustomer } from '../creation.js';
import { creationBaseline } from '../creation-baseline.js';
import { againOf } from '../idempotency/tries.js';
import { resolved, type Variation } from '../variation.js';
import { randomOfShape } from './invalid-keys.js';

const knocked = fixtures<Response>();

/** The response to an operation without any key, on a connection of its own: no request before it can have opened it. */
export function withoutKey(operation: Operation): Promise<Response> {
  return knocked(operation.name, () => knock(operation, null));
}

const knock = (operation: Operation, apiKey: string | null) =>
  send(operation, { apiKey, fresh: true, purpose: apiKey === null ? 'without Api-Key' : 'with a random Api-Key' });

/**
 * An operation needs a key, and a valid one. Where it is open without, nothing else in the place of a key says anything;
 * where the same request without any other change gets no 401 either, that is the finding.
 */
const closedDoor = (operation: FsapiOperation, owner: string, key: () => string | null): Fact => ({
  name: `${operation.activity} needs a key`,
  owner,
  establish: async (_, explained) => {
    const response = explained ? await knock(operation, key()) : await withoutKey(operation);
    const returned = `${describeResponse(response)} returned ${response.status}`;
    if (!explained && isSuccess(response))
      throw new Skipped(
        `${code(`${operation.method} ${operation.path}`)} needs no key at all (${owner}), so this request shows nothing about keys.`,
      );
    // What the service accepts is no consequence of another rejection.
    const isMore = explained?.response && isSuccess(explained.response) && !isSuccess(response);
    if (explained && response.status !== 401 && !isMore)
      throw new Failed({
        found: `${returned} instead of 401.`,
        expected: '401',
        received: String(response.status),
        response,
      });
    return { sentence: `${returned}.`, responses: [response] };
  },
});

/** By operation: its requests without a key, and with a random one, return 401. */
export const needsKey = {
  [createCustomer.name]: closedDoor(createCustomer, 'AUTH-01', () => null),
  [listAccounts.name]: closedDoor(listAccounts, 'AUTH-02', () => null),
} as const;
export const needsValidKey = {
  [createCustomer.name]: closedDoor(createCustomer, 'AUTH-03', () => randomOfShape(context().configuration.apiKey)),
  [listAccounts.name]: closedDoor(listAccounts, 'AUTH-04', () => randomOfShape(context().configuration.apiKey)),
} as const;

/** Sends a request right behind a valid one, on the same connection. */
export async function behindAValidOne(operation: Operation, change: RequestChange): Promise<Response> {
  const agent = context().connection.ownAgent();
  try {
    await send(listAccounts, { agent, purpose: 'just before another on the same connection' });
    return await send(operation, { ...change, agent });
  } finally {
    agent.destroy();
  }
}

/** The key of a request decides, not that of the first request on its connection: the failed request again, both ways. */
export const keyDecides: Fact = {
  name: 'the key decides, not the connection',
  owner: 'AUTH-07',
  establish: async (_, explained) => {
    const { operation, change } = explained?.response?.request ?? { operation: listAccounts, change: { apiKey: null } };
    const holds = (response: Response) => ({
      sentence: `${describeResponse(response)} returned ${response.status}.`,
      responses: [response],
    });
    let behind: Response | undefined;
    // Several times: of two instances of a service one may be right, and answer by chance.
    for (let round = 0; round < 3; round += 1) {
      const alone = await send(operation, { ...change, fresh: true });
      if (alone.status !== 401) return holds(alone);
      behind = await behindAValidOne(operation, change);
      if (behind.status === 401) return holds(behind);
    }
    throw new Failed({
      found: 'The same request returned 401 on a new connection: the connection decides, not the key.',
      expected: '401',
      received: `${behind?.status} behind a valid request`,
      response: behind as Response,
    });
  },
};

const without = (name: string, reason: () => Skipped | undefined): Fact => ({
  name,
  establish: async () => {
    const skipped = reason();
    if (skipped) throw skipped;
    return { sentence: 'The configuration allows it.', responses: [] };
  },
});

/** A run that writes. */
export const mayWriteHere = without('the run writes', () => (mayWrite(context()) ? undefined : readOnly(context())));

/** On live a valid key stands in no other place than its header. */
export const keyMayStandElsewhere = without('a valid key may stand elsewhere', () =>
  context().configuration.environment === 'live'
    ? new Skipped(
        'A service may log or store a key outside the `Api-Key` header, so on live the suite sends it nowhere else. Test this against Sandbox.',
      )
    : undefined,
);

/** Beyond loopback a valid key stands where services log or store it only where that is allowed. */
export const keyMayBeKept = without('a valid key may stand where services log or store it', () => {
  const { configuration, connection } = context();
  if (configuration.allowKeyElsewhere || isLoopback(connection.base.hostname)) return undefined;
  return new Skipped(
    `${code(connection.base.host)} may log or store what stands in the query, the path, the body, ${code(headers.tenant)} and ${code(headers.idempotencyKey)}. Set ${code('CONFORMANCE_ALLOW_KEY_ELSEWHERE=true')} to send a valid key there too.`,
  );
});

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
    door('the Origin null', { headers: [['Origin', 'null']] }),
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

/** A change without a tenant, and under another tenant's id: a guard of tenants may stand behind a door that is open. */
export function underOtherTenants(change: RequestChange): { readonly where: string; readonly change: RequestChange }[] {
  const { tenantId, otherTenantId } = context().configuration;
  const another = change.tenant === undefined ? otherTenantId : tenantId;
  return [null, another].flatMap((tenant) => {
    if (tenant === undefined) return [];
    const where = tenant === null ? 'without x-tenant-id' : 'with the id of another tenant';
    return { where, change: { ...change, tenant, purpose: `${change.purpose}, ${where}` } };
  });
}
