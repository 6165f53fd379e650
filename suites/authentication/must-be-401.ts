import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isServerError, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { accountPointer, readListing } from '../../helpers/identity/listing.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import type { Established, Fact } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { type FsapiOperation, listAccounts, type OperationName, operations } from '../../schemas/fsapi/operations.js';
import type { Operation } from '../../schemas/operation.js';
import { noSuchPath } from '../baselines.js';
import { creationBaseline } from '../creation-baseline.js';
import { baselineListing, createsCustomer } from '../requests.js';
import { disclosed, inBoth, isChance, knownIdentities } from '../traces.js';
import { type Beside, expectFromService, sendVariation } from '../variation.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

const shownBy = (response: Response): Established => ({ sentence: `${returned(response)}.`, responses: [response] });

/**
 * A request without a valid key returns 401, beside the same with the valid one, which the service accepted.
 * @throws Failed otherwise; Skipped, Inconclusive where something other than the key may be the cause of another rejection
 */
export async function mustBe401(response: Response, beside: Beside<Keyless>): Promise<Proof> {
  const { control, after, row, target } = beside;
  if (after) await mustNotBeLockedOut(after);
  const expected = row.isLenient ? '401, or the same rejection as for a random key there' : '401';
  const sides = { expected, control: { request: 'with the valid key', response: control }, response };
  if (response.status === 401) return sides;
  const found = `${returned(response)} instead of 401`;
  const failure = new Failed({ found: `${found}.`, ...sides });
  const { operation, change } = response.request;
  const isOpen = opens(response, control);
  if (isOpen && change.path === undefined) throw failure;
  // On a connection of its own: one that authenticated once may let anything pass.
  const decoy = row.decoy && (await sendVariation(operation, row.decoy, target, { fresh: true }));
  const unlikeDecoy = (one: Response, how: string): Failed =>
    new Failed({
      found: `${found}, and ${how}.`,
      expected: '401, as for a random key',
      ...(decoy && { control: { request: 'the same with a random key', response: decoy } }),
      response: one,
    });
  if (isOpen && decoy && opens(decoy, control))
    throw new Skipped(`${returned(decoy)} too: this path needs no key at all (AUTH-07), so none in it can be tested.`);
  if (isOpen) throw failure;
  if (row.isLenient) {
    // The same rejection twice, and a 401 for a random key in the same place.
    if (decoy?.status !== 401 || (await send(operation, change)).status !== response.status) return sides;
    throw unlikeDecoy(response, 'with a random key 401: the service reads a key there');
  }
  if (!row.isOdd) expectFromService(response, control);
  const isSame = decoy?.status === response.status;
  if (decoy && isSame && (row.isOdd ? decoy.isJson === response.isJson : !(await isByTheService(response))))
    throw new Skipped(
      `${returned(decoy)} too, so something in front of the service rejects such requests whatever their key.`,
    );
  if (decoy && row.isOdd) {
    // Not rejected for its text: the service took the key for somebody's (catalogue, AUTH-03).
    const opened = (await underOtherTenants(response, { fresh: true })).find((one) => opens(one, control));
    if (opened) throw unlikeDecoy(opened, returned(opened));
    throw new Inconclusive(
      `${found}, and a random key got ${decoy.status}. The responses do not show how the service read the key.`,
    );
  }
  // A firewall that blocks the client blocks the valid key as well, if it blocks it still.
  if (isRejection(response))
    await mustNotBeLockedOut(await send(listAccounts, { purpose: 'with the valid key, right after' }));
  if ([403, 404].includes(response.status) && (await send(operation, change)).status === 401)
    throw new Inconclusive(
      `${found}, and the same request 401 right after: the client may have been blocked for a moment.`,
    );
  throw failure;
}

/** Whether the service accepted a request: a firewall's page is none of the service's, whatever its status. */
export function isAccepted(response: Response, control: Response): boolean {
  return isSuccess(response) && (response.isJson || !control.isJson || response.text === '');
}

const opens = (response: Response, control: Response) => isAccepted(response, control) || isServerError(response);

/** Whether a rejection is that of a validator, or of a request without any key. */
const isByTheService = async (response: Response): Promise<boolean> =>
  (response.isJson && [400, 422].includes(response.status)) ||
  (await withoutKey(response.request.operation)).status === response.status;

/** A request again without a tenant, and under another tenant's id: a guard of tenants may stand behind a door that is open. */
export function underOtherTenants({ request }: Response, more: RequestChange = {}): Promise<Response[]> {
  const { operation, change } = request;
  const { tenantId, otherTenantId } = context().configuration;
  const another = change.tenant === undefined ? otherTenantId : tenantId;
  const tenants = another === undefined ? [null] : [null, another];
  return Promise.all(
    tenants.map((tenant) => {
      const purpose = `${change.purpose}, ${tenant === null ? 'without x-tenant-id' : 'with the id of another tenant'}`;
      return send(operation, { ...change, ...more, tenant, purpose });
    }),
  );
}

/** @param after the listing with the valid key, after requests without it @throws Inconclusive where it is now rejected */
async function mustNotBeLockedOut(after: Response): Promise<void> {
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  throw new Inconclusive(
    `After the invalid keys the valid key returned ${after.status}: the target seems to lock out clients after several invalid keys, or a cache returned the rejection of another request, so its rejections prove nothing.`,
  );
}

/**
 * A response without a valid key shows nothing of the tenant, and its request did not what the operation does. A 403, or a
 * 404 at the usual address, may say that the tenant is not the caller's, once a door has opened for somebody: the same for
 * nobody, and for the other tenant.
 * @throws Failed otherwise
 */
export async function mustOpenNothing(response: Response): Promise<Proof> {
  const { operation, change } = response.request;
  const isCreation = createsCustomer(operation);
  const mayBeOfGuard = response.status === 403 || (response.status === 404 && change.path === undefined);
  const others = mayBeOfGuard ? await underOtherTenants(response) : [];
  for (const one of [response, ...others]) await (isCreation ? mustNotCreate(one) : mustNotShow(one));
  if (isCreation) return { response };
  const received = `${response.status}, without accounts and identities`;
  return { received, control: { request: 'with the valid key', response: await baselineListing() }, response };
}

async function mustNotCreate(response: Response): Promise<void> {
  const { operation, change } = response.request;
  if (!isSuccess(response)) return;
  const { identity, acceptance, original } = await creationBaseline();
  if (!identity || acceptance(response) !== 'accepted') return;
  // What is at the address may greet everybody alike: a creation gives each customer another identity.
  if (sameResource(response, await send(operation, change), identity) !== false) return;
  throw new Failed({
    found: `${describeResponse(response)} created a customer.`,
    received: `${response.status}, same as for a valid customer`,
    control: { request: 'with the valid key', response: original },
    response,
  });
}

/** @throws Failed for identities of the tenant, in two repeats too, and where all that is listed are its accounts, by identities however short */
async function mustNotShow(response: Response): Promise<void> {
  const found = disclosed(response, await knownIdentities());
  const isShown = found.length > 0 && !(await isChance(response, found));
  const itemsOf = (one: Response) => ({ items: (isSuccess(one) && readListing(one)?.items) || [], paged: false });
  const [own, got] = [itemsOf(await baselineListing()), itemsOf(response)];
  const pointer = accountPointer([own, got]);
  const { length } = got.items;
  const isListed = pointer !== undefined && length > 0 && inBoth(got.items, own.items, pointer).length === length;
  if (!isShown && !isListed) return;
  const what = `${isShown ? found.length : length} of the tenant’s ${isShown ? 'identities' : 'accounts'}`;
  const received = `${response.status}, containing ${what}`;
  throw new Failed({ found: `${returned(response)} with ${what}.`, received, response });
}

/** @throws Failed where a 401 holds an identity of the tenant, or repeats the key that was sent */
export async function mustNotEcho(response: Response): Promise<void> {
  await mustNotShow(response);
  const { apiKey, tenant } = response.request;
  const received = [...response.headers.values(), response.text].join('\n');
  // A rejection may name the tenant, whose id is one of the invalid keys.
  if (apiKey === null || apiKey === tenant || apiKey.length < 16 || !received.includes(apiKey)) return;
  throw new Failed({
    found: 'A 401 repeats the `Api-Key` of its request.',
    received: '401, containing the key verbatim',
    response,
  });
}

/** Every 401 of this run; where it has none, as under a filter, two requests provoke one. @throws Inconclusive for none */
export async function all401(): Promise<readonly [Response, ...Response[]]> {
  // Of the operations only: another path or method may belong to a gateway.
  const seen = () =>
    context().responses.filter(
      ({ status, request: { raw, operation, change } }) =>
        status === 401 && raw.method === operation.method && change.path !== noSuchPath,
    );
  if (seen().length === 0) await Promise.all([withoutKey(listAccounts), withRandomKey()]);
  const [first, ...more] = seen();
  if (!first) throw new Inconclusive('No 401 was observed in this run, so this check had nothing to inspect.');
  return [first, ...more];
}

const knocked = fixtures<Response>();

/** The response to an operation without any key, on a connection of its own: no request before it can have opened it. */
export const withoutKey = (operation: Operation): Promise<Response> =>
  knocked(operation.name, () => knock(operation, null));

const withRandomKey = () => knocked('a random key', () => knock(listAccounts, randomKey()));

const knock = (operation: Operation, apiKey: string | null) =>
  send(operation, { apiKey, fresh: true, purpose: apiKey === null ? 'without Api-Key' : 'with a random Api-Key' });

/** A key that is nobody's, of the shape of the valid one. */
export const randomKey = (): string => randomOfShape(context().configuration.apiKey);

/**
 * By operation, that it needs a key, and a valid one. Where it is open without, nothing else in the place of a key says
 * anything; where the same request without any other change gets no 401 either, that is the finding.
 */
function closedDoors(mistake: 'missingKey' | 'invalidKey', key: () => string | null) {
  const closedDoor = (operation: FsapiOperation): Fact => ({
    name: `${operation.activity} needs a key`,
    owner: operation.unauthorized[mistake],
    establish: async (_, explained) => {
      const response = await (explained ? knock(operation, key()) : withoutKey(operation));
      if (!explained && isSuccess(response))
        throw new Skipped(
          `${returned(response)}: it needs no key at all (${operation.unauthorized.missingKey}), so this request cannot test keys.`,
        );
      // What the service accepts is no consequence of another rejection.
      const isMore = explained?.response && isSuccess(explained.response) && !isSuccess(response);
      if (explained && response.status !== 401 && !isMore)
        throw new Failed({ found: `${returned(response)} instead of 401.`, response });
      return shownBy(response);
    },
  });
  const doors = operations.map((operation) => [operation.name, closedDoor(operation)]);
  return Object.fromEntries(doors) as Readonly<Record<OperationName, Fact>>;
}
export const needsKey = closedDoors('missingKey', () => null);
export const needsValidKey = closedDoors('invalidKey', randomKey);

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
    // Several times: of two instances of a service one may be right, and answer by chance.
    for (let round = 1; ; round += 1) {
      const alone = await send(operation, { ...change, fresh: true });
      if (alone.status !== 401) return shownBy(alone);
      const response = await behindAValidOne(operation, change);
      if (response.status === 401) return shownBy(response);
      const found = 'The same request returned 401 on a new connection: the connection decides, not the key.';
      if (round === 3) throw new Failed({ found, response });
    }
  },
};
