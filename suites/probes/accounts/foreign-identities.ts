import { context } from '../../../helpers/client/context.js';
import type { Caller, Response } from '../../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../../helpers/client/response.js';
import { send } from '../../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../../helpers/client/verdicts.js';
import { information } from '../../../helpers/identity/listing.js';
import { identityValues } from '../../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../../helpers/identity/unguessable.js';
import { leavesOf, partsOf } from '../../../helpers/json/json-leaves.js';
import { fixture } from '../../../helpers/runner/fixture.js';
import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { hasOwnKeys, needsSecondTenant, otherThan } from '../baseline-requests.js';
import { type CreationBaseline, creationBaseline, isCanned, orNone, requireNotPrepared } from '../creation-baseline.js';
import { createsCustomer, customerIn } from '../customers/creation.js';
import { disclosed, shortestTrace } from '../leak-detection.js';
import { type ReadListing, wholeListing } from './listings.js';
import { tenantOf } from './unknown-tenant-ids.js';

/** Which requirement a response that holds another tenant's identity contradicts; undefined for one that others judge. */
type Blamed = 'ACCT-02' | 'ACCT-03' | 'ACCT-04' | 'CUST-23';

function blamed({ request }: Response): Blamed | undefined {
  const { change, operation } = request;
  const caller = change.caller ?? 'first';
  // Without the caller's own key it is a matter of authentication (AUTH-05, AUTH-07).
  if (change.apiKey !== undefined || !hasOwnKeys()) return undefined;
  if (createsCustomer(operation)) return request.tenant === tenantOf(otherThan(caller)) ? 'ACCT-03' : 'CUST-23';
  if (operation !== listAccounts) return undefined;
  const other = tenantOf(otherThan(caller));
  const named = [request.raw.path, ...request.raw.headers.map(([, value]) => value)];
  if (change.tenant === undefined) return named.some((text) => text.includes(other)) ? 'ACCT-03' : 'ACCT-02';
  return request.tenant === other ? 'ACCT-03' : 'ACCT-04';
}

/**
 * The responses to the other tenant's writes under the same key, or with the same address: whether one may show what the
 * other is about IDEM-05 and CUST-23 judge with more care.
 */
function shared({ request }: Response): Response[] {
  const { idempotencyKey, change } = request;
  const customer = customerIn(request);
  if (!createsCustomer(request.operation)) return [];
  return context().responses.filter(
    ({ request: other }) =>
      (other.change.caller ?? 'first') !== (change.caller ?? 'first') &&
      ((idempotencyKey !== null && other.idempotencyKey === idempotencyKey) ||
        (customer?.email !== undefined && customerIn(other)?.email === customer.email)),
  );
}

/** The values without those that belong to what a write has in common with the other tenant's. */
function withoutShared(response: Response, values: readonly string[]): readonly string[] {
  if (values.length === 0) return values;
  const others = shared(response).map(({ request, headers, text }) =>
    [String(customerIn(request)?.email), ...headers.values(), text].join('\n'),
  );
  return values.filter((value) => !others.some((text) => text.includes(value)));
}

/** Identities that one tenant alone has, so long that no other response holds them by chance. */
const identitiesOf: Readonly<Record<Caller, () => Promise<string[]>>> = {
  first: fixture('identities of the first tenant alone', () => collect('first')),
  second: fixture('identities of the second tenant alone', () => collect('second')),
};

async function collect(caller: Caller): Promise<string[]> {
  const [own, others] = await Promise.all([caller, otherThan(caller)].map((one) => orNone(wholeListing[one]())));
  const known = await orNone(creationBaseline());
  // A canned one is everybody's.
  const identity = known && !isCanned(known) ? known.identity : undefined;
  const accounts = own ? valuesOf(own, 3).filter((value) => information(value) === 3) : [];
  const customers = context().responses.filter(
    (response) =>
      isSuccess(response) &&
      createsCustomer(response.request.operation) &&
      (response.request.change.caller ?? 'first') === caller &&
      blamed(response) !== undefined &&
      response.request.change.tenant === undefined &&
      response.request.change.path === undefined,
  );
  // Of a write under a key or an address that both sent: what no response to the other shows.
  const ofTheCustomer = (response: Response) =>
    withoutShared(response, [
      ...(identity ? identityValues(response, identity).filter(isUnguessable) : []),
      String(customerIn(response.request)?.email ?? ''),
    ]);
  const common = new Set(others ? others.items.flatMap(({ leaves }) => [...leaves.values()].flatMap(partsOf)) : []);
  return [...new Set([...accounts, ...customers.flatMap(ofTheCustomer)])].filter(
    (value) => value.length >= shortestTrace && !common.has(value),
  );
}

/** The values of a listing's accounts that identify them, with the parts of those that are addresses. */
function valuesOf({ items }: ReadListing, leastRank: number): string[] {
  return items.flatMap(({ leaves, ranks }) =>
    ranks.filter(({ rank }) => rank >= leastRank).flatMap(({ pointer }) => partsOf(leaves.get(pointer) ?? '')),
  );
}

/**
 * Searches all responses of the run, rejections and headers included, for identities of the tenant that did not ask.
 * @param requirement whose requests are looked at
 * @throws Failed where one holds such an identity; Skipped without such requests, or two tenants with keys of their own
 */
export async function expectNothingForeign(requirement: Blamed): Promise<Proof> {
  needsSecondTenant();
  if (!hasOwnKeys()) throw new Skipped('Both tenants have the same key, so either may see what belongs to the other.');
  const judged = context().responses.filter((one) => blamed(one) === requirement);
  const known = await orNone(creationBaseline());
  if (judged.length === 0) throw new Skipped('The run sent no request whose response this check could search.');
  const foreign = { first: await identitiesOf.second(), second: await identitiesOf.first() };
  const heldBy = (response: Response) =>
    withoutShared(response, disclosed(response, foreign[response.request.change.caller ?? 'first']));
  let elsewhere: Blamed | undefined;
  for (const response of judged) {
    const found = heldBy(response);
    if (found.length === 0 || (await isChance(response, found))) continue;
    const cause = requirement === 'ACCT-03' && namesBesides(response) ? shownWithoutNaming(heldBy) : undefined;
    elsewhere ??= cause;
    if (cause) continue;
    if (known && found.every((value) => isCustomers(known, response, value))) await requireNotPrepared(known);
    throw new Failed({
      found: `${describeResponse(response)} returned ${response.status} with ${found.length === 1 ? 'an identity' : `${found.length} identities`} of the other tenant.`,
      expected: 'a response without any identity of another tenant’s accounts and customers',
      received: `${response.status}, containing ${found.length === 1 ? 'an identity' : `${found.length} identities`}${leavesOf(response.json).length === 0 ? '' : placeOf(response, found)}`,
      response,
    });
  }
  if (elsewhere)
    throw new Inconclusive(
      `Listings that do not name the other tenant hold its identities too (${elsewhere}), so naming it besides adds nothing.`,
    );
  const received = `no identity of the other tenant in ${judged.length} ${judged.length === 1 ? 'response' : 'responses'}`;
  return { received, response: judged.at(-1) as Response };
}

/** Whether a value identifies a customer of the tenant that did not ask, as one of a few prepared customers does, too. */
function isCustomers({ identity }: CreationBaseline, { request }: Response, value: string): boolean {
  const other = otherThan(request.change.caller ?? 'first');
  return context().responses.some(
    (one) =>
      identity !== undefined &&
      isSuccess(one) &&
      createsCustomer(one.request.operation) &&
      (one.request.change.caller ?? 'first') === other &&
      identityValues(one, identity).includes(value),
  );
}

/** Whether the request has its own tenant's id, and names the other besides: in the query, or in another header. */
function namesBesides({ request: { operation, change } }: Response): boolean {
  return operation === listAccounts && (change.tenant === undefined || change.headers !== undefined);
}

/** The requirement that listings contradict which do not name the other tenant: then naming it besides adds nothing. */
function shownWithoutNaming(heldBy: (response: Response) => readonly string[]): Blamed | undefined {
  return (['ACCT-02', 'ACCT-04'] as const).find((requirement) =>
    context().responses.some((one) => blamed(one) === requirement && !mayBeChance(heldBy(one))),
  );
}

function placeOf(response: Response, found: readonly string[]): string {
  const [header] = [...response.headers].find(([, value]) => found.some((one) => value.includes(one))) ?? [];
  return header === undefined ? ' in its body' : ` in its header ${header}`;
}

/** Whether a response may hold so much by chance: nothing, or one number. */
const mayBeChance = (found: readonly string[]) => found.length < 2 && found.every((value) => /^\d+$/.test(value));

/** A number may match by chance, in a counter or a clock: a real disclosure repeats. A write is not repeated for it. */
async function isChance(response: Response, found: readonly string[]): Promise<boolean> {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  if (createsCustomer(response.request.operation)) return true;
  const again = await send(response.request.operation, response.request.change);
  return disclosed(again, found).length === 0;
}
