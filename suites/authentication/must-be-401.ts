import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isServerError, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { accountPointer, readListing } from '../../helpers/identity/listing.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Operation } from '../../schemas/operation.js';
import { creationBaseline } from '../shared/creation-baseline.js';
import { noSuchPath } from '../shared/right-address.js';
import { disclosed, inBoth, isChance, knownIdentities } from '../shared/traces.js';
import { baselineListing, createsCustomer } from '../shared/valid-requests.js';
import { type Beside, expectFromService, sendVariation } from '../shared/variation.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

/**
 * A request without a valid key returns 401, beside the same with the valid one.
 * @throws Failed otherwise; Skipped, Inconclusive where something other than the key may have caused another rejection
 */
export async function mustBe401(response: Response, { control, after, row, target }: Beside<Keyless>): Promise<Proof> {
  if (after) await mustNotBeLockedOut(after);
  const expected = row.isLenient ? '401, or the same rejection as for a random key there' : '401';
  const sides = { expected, control: { request: 'with the valid key', response: control }, response };
  const { status } = response;
  if (status === 401) return sides;
  const found = `${returned(response)} instead of 401`;
  const failure = new Failed({ found: `${found}.`, ...sides });
  const { operation, change } = response.request;
  const isOpen = opens(response, control);
  if (isOpen && change.path === undefined) throw failure;
  // On a connection of its own: one that authenticated once may let anything pass.
  const decoy = row.decoy && (await sendVariation(operation, row.decoy, target, { fresh: true }));
  if (isOpen && decoy && opens(decoy, control))
    throw new Skipped(`${returned(decoy)} too: this path needs no key at all (AUTH-07), so none in it can be tested.`);
  if (isOpen) throw failure;
  const unlikeDecoy = (one: Response, how: string): Failed =>
    new Failed({
      found: `${found}, and ${how}.`,
      expected: '401, as for a random key',
      ...(decoy && { control: { request: 'the same with a random key', response: decoy } }),
      response: one,
    });
  if (row.isLenient) {
    // The same rejection twice, and a 401 for a random key in the same place.
    if (decoy?.status !== 401 || (await send(operation, change)).status !== status) return sides;
    throw unlikeDecoy(response, 'with a random key 401: the service reads a key there');
  }
  if (!row.isOdd) expectFromService(response, control);
  const isSame = decoy?.status === status;
  if (isSame && (row.isOdd ? decoy.isJson === response.isJson : !(await isByTheService(response))))
    throw new Skipped(
      `${returned(decoy)} too, so something in front of the service rejects such requests for any key.`,
    );
  if (decoy && row.isOdd) {
    // Not rejected for its text: the service took the key for somebody's (catalogue, AUTH-03).
    const opened = (await underOtherTenants(response, { fresh: true })).find((one) => opens(one, control));
    if (opened) throw unlikeDecoy(opened, returned(opened));
    throw new Inconclusive(`${found}, and a random key got ${decoy.status}, so it is unclear how the key was read.`);
  }
  // A firewall that still blocks the client blocks the valid key as well.
  await mustNotBeLockedOut(await send(listAccounts, { purpose: 'with the valid key, right after' }));
  throw failure;
}

/** Whether the service accepted a request: a page is a firewall's, whatever its status. */
export function isAccepted(response: Response, control: Response): boolean {
  return isSuccess(response) && (response.isJson || !control.isJson || response.text === '');
}

const opens = (response: Response, control: Response) => isAccepted(response, control) || isServerError(response);

/** Whether a rejection is that of a validator, or of a request without any key. */
const isByTheService = async ({ isJson, status, request }: Response): Promise<boolean> =>
  (isJson && [400, 422].includes(status)) || (await withoutKey(request.operation)).status === status;

/** A request again without a tenant, and under another tenant's id: a guard of tenants may stand behind an open door. */
function underOtherTenants({ request }: Response, more: RequestChange = {}): Promise<Response[]> {
  const { operation, change } = request;
  const { tenantId, otherTenantId } = context().configuration;
  const another = change.tenant === undefined ? otherTenantId : tenantId;
  const changes = [
    { tenant: null, purpose: `${change.purpose}, without x-tenant-id` },
    ...(another ? [{ tenant: another, purpose: `${change.purpose}, with the id of another tenant` }] : []),
  ];
  return Promise.all(changes.map((one) => send(operation, { ...change, ...more, ...one })));
}

/** @param after the listing with the valid key, after requests without it @throws Inconclusive where it is now rejected */
async function mustNotBeLockedOut(after: Response): Promise<void> {
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  throw new Inconclusive(
    `After the invalid keys the valid key returned ${after.status}: the target locks out clients, or a cache returned another request’s rejection, so its rejections prove nothing.`,
  );
}

/**
 * A response without a valid key shows nothing of the tenant, and its request created nothing. A 403, or a 404 at the usual
 * address, may be of a guard of tenants: then the same goes for no tenant, and for another one.
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

/** @throws Failed for identities of the tenant, and for a list of its accounts, however short their ids */
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
  const texts = [...response.headers.values(), response.text];
  // A rejection may name the tenant, whose id is one of the invalid keys.
  const isLong = apiKey !== null && apiKey !== tenant && apiKey.length >= 16;
  if (!isLong || !texts.some((text) => text.includes(apiKey))) return;
  const found = 'A 401 repeats the `Api-Key` of its request.';
  throw new Failed({ found, received: '401, containing the key verbatim', response });
}

/** Every 401 of this run, and of two requests, which one under a filter may need. @throws Inconclusive for none */
export async function all401(): Promise<readonly Response[]> {
  await Promise.all([withoutKey(listAccounts), knocked('a random key', () => knock(listAccounts, randomKey()))]);
  // Of the operations only: another path or method may belong to a gateway.
  const seen = context().responses.filter(
    ({ status, request: { raw, operation, change } }) =>
      status === 401 && raw.method === operation.method && change.path !== noSuchPath,
  );
  if (seen.length === 0) throw new Inconclusive('No 401 was observed in this run, so there was nothing to inspect.');
  return seen;
}

const knocked = fixtures<Response>();

/** The response without any key, on a connection of its own: no request before it can have opened it. */
export const withoutKey = (operation: Operation): Promise<Response> =>
  knocked(operation.name, () => knock(operation, null));

const knock = (operation: Operation, apiKey: string | null) =>
  send(operation, { apiKey, fresh: true, purpose: apiKey === null ? 'without Api-Key' : 'with a random Api-Key' });

/** A key that is nobody's, of the shape of the valid one. */
export const randomKey = (): string => randomOfShape(context().configuration.apiKey);

/**
 * An operation needs a key, or a valid one. Where it is open, nothing else in the place of a key says anything; where the
 * request without any other change gets no 401 either, that is the finding.
 */
const closedDoor =
  (mistake: keyof FsapiOperation['unauthorized'], key: () => string | null) =>
  (operation: FsapiOperation): Fact => ({
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
      return [response];
    },
  });
export const needsKey = closedDoor('missingKey', () => null);
export const needsValidKey = closedDoor('invalidKey', randomKey);

/** Sends a request right behind a valid one, on the same connection. */
export function behindAValidOne(operation: Operation, change: RequestChange): Promise<Response> {
  const agent = context().connection.ownAgent();
  const valid = send(listAccounts, { agent, purpose: 'just before another on the same connection' });
  return valid.then(() => send(operation, { ...change, agent })).finally(() => agent.destroy());
}

/** The key of a request decides, not that of the first one on its connection: the failed request again, both ways. */
export const keyDecides: Fact = {
  name: 'the key decides, not the connection',
  owner: 'AUTH-07',
  establish: async (_, explained) => {
    const { operation, change } = (explained?.response ?? (await withoutKey(listAccounts))).request;
    // Several times: one of two instances may be right, and answer by chance.
    for (let round = 1; ; round += 1) {
      const alone = await send(operation, { ...change, fresh: true });
      if (alone.status !== 401) return [alone];
      const response = await behindAValidOne(operation, change);
      if (response.status === 401) return [response];
      const found = 'The same request returned 401 on a new connection: the connection decides, not the key.';
      if (round === 3) throw new Failed({ found, response });
    }
  },
};
