import { context, perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess } from '../../helpers/client/response.js';
import { identityIn, identityValues, type ResourceIdentity } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { leavesOf, partsOf } from '../../helpers/json/json-leaves.js';
import { createsCustomer, customerIn } from '../creation.js';

/** A response to a creation that shows a customer of another key, and the first response that showed that customer. */
interface Mistaken {
  readonly response: Response;
  readonly of: Response;
}

/** The customers that creations of a run have shown so far. */
interface CustomersByKey {
  /** How many of the run's responses are in it. */
  read: number;
  /** Idempotency-Keys that were sent, each with its tenant. */
  readonly keys: Set<string>;
  /** The first response that showed an identity, by tenant and identity. */
  readonly owners: Map<string, Response>;
  /** Successes under keys never used before that show a customer. */
  fresh: number;
  /** Responses under such keys that show a customer of another key, rejections included. */
  readonly mistaken: Mistaken[];
}

const customersOfTheRun = perRun(
  (): CustomersByKey => ({ read: 0, keys: new Set(), owners: new Map(), fresh: 0, mistaken: [] }),
);

/** A key of the suite's usual form, as no earlier run has sent it. */
const usualKey = /^[0-9a-f]{8}-[0-9a-f-]{27}[0-9a-f]*$/i;

/** Whether a response is to a creation by its own tenant, at the operation's own address, under a key of the usual form. */
function isOrdinary({ request: { operation, change, idempotencyKey } }: Response): boolean {
  const { apiKey, tenant, path, method, query, headers } = change;
  const isPlain = [apiKey, tenant, path, method, query, headers].every((one) => one === undefined);
  return createsCustomer(operation) && isPlain && usualKey.test(idempotencyKey ?? '');
}

/**
 * Whether a service may take the customers of two requests for one: it may know them by e-mail address or phone, and read
 * either in more than one form.
 */
function mayBeOne({ request: first }: Response, { request: second }: Response): boolean {
  const [a, b] = [customerIn(first), customerIn(second)];
  if (!a || !b) return false;
  const [one, other] = [a, b].map(({ email, phone }) => ({
    email: String(email).toLowerCase(),
    phone: JSON.stringify(phone ?? '')
      .replace(/\D/g, '')
      .slice(-10),
  }));
  return one?.email === other?.email || one?.phone === other?.phone;
}

/**
 * The values in a response that name a customer. Those of a rejection may stand anywhere in it, and those of a member
 * whose name does not say that it identifies may be several customers': of them only values count that no two customers
 * have by chance.
 */
function namesIn(response: Response, identity: ResourceIdentity): string[] {
  if (isSuccess(response)) {
    const named = [...identityIn(response, identity).values()];
    return [
      ...(identity.isNamed ? named : named.filter(isUnguessable)),
      ...identityValues(response, identity).filter(isUnguessable),
    ];
  }
  if (!isRejection(response)) return [];
  const values = [...leavesOf(response.json).map(({ value }) => String(value)), response.headers.get('location') ?? ''];
  return values.flatMap((value) => [value, ...partsOf(value)]).filter(isUnguessable);
}

const keyOf = ({ request }: Response) => request.idempotencyKey?.toLowerCase();
const callerOf = ({ request }: Response) => request.change.caller ?? 'first';

/** The response that first showed the customer of another, where that has another key and may be another person. */
function ownerOf({ owners }: CustomersByKey, response: Response, identity: ResourceIdentity): Response | undefined {
  return namesIn(response, identity)
    .map((name) => owners.get(`${callerOf(response)} ${name}`))
    .find((of) => of && keyOf(of) !== keyOf(response) && !mayBeOne(of, response));
}

/** Whether a response to a creation shows a customer that this tenant created under another key, as another person. */
export function showsAnotherKeys(response: Response, identity: ResourceIdentity | undefined): boolean {
  if (!identity || !isOrdinary(response)) return false;
  return ownerOf(customersByKey(identity), response, identity) !== undefined;
}

/** The first tenant's successful creations of the run, one for each key and person. */
export function creationsOfTheRun(): Response[] {
  const made: Response[] = [];
  for (const response of context().responses.filter(isSuccess)) {
    const isOther = (one: Response) => keyOf(one) !== keyOf(response) && !mayBeOne(one, response);
    if (isOrdinary(response) && callerOf(response) === 'first' && made.every(isOther)) made.push(response);
  }
  return made;
}

/** What a creation returned, for a sentence: its status, and that it shows a customer of another key. */
export function returned(response: Response, identity: ResourceIdentity | undefined): string {
  const of = showsAnotherKeys(response, identity) ? ' with a customer of another key (IDEM-04)' : '';
  return `${describeResponse(response)} returned ${response.status}${of}`;
}

/**
 * The customers that the run's creations have shown up to now.
 * @param identity the one of the run
 */
export function customersByKey(identity: ResourceIdentity): CustomersByKey {
  const known = customersOfTheRun();
  const { responses } = context();
  for (; known.read < responses.length; known.read += 1) {
    const response = responses[known.read] as Response;
    const name = `${callerOf(response)} ${keyOf(response)}`;
    const isFresh = isOrdinary(response) && !known.keys.has(name);
    if (createsCustomer(response.request.operation)) note(known, response, identity, isFresh);
    known.keys.add(name);
  }
  return known;
}

/** Any creation may be the first to show a customer; of an ordinary one under a fresh key it is known that it may show no other's. */
function note(known: CustomersByKey, response: Response, identity: ResourceIdentity, isFresh: boolean): void {
  const of = isFresh ? ownerOf(known, response, identity) : undefined;
  if (of) known.mistaken.push({ response, of });
  const names = namesIn(response, identity);
  if (!isSuccess(response) || names.length === 0) return;
  if (isFresh) known.fresh += 1;
  for (const name of names) {
    const owner = `${callerOf(response)} ${name}`;
    if (!known.owners.has(owner)) known.owners.set(owner, response);
  }
}
