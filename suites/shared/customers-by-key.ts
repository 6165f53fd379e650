import { context, perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import {
  identityIn,
  identityValues,
  type ResourceIdentity,
  sameResource,
} from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { leavesOf, partsOf } from '../../helpers/json/json-leaves.js';
import { differsIn } from '../../helpers/runner/in-front.js';
import { callerOf } from './tenants.js';
import { createsCustomer, customerIn } from './valid-requests.js';

const customersOfTheRun = perRun(() => ({
  /** So many of the run's responses are in this. */
  read: 0,
  /** Idempotency-Keys that were sent, each with its tenant. */
  keys: new Set<string>(),
  /** The first response that showed an identity, by tenant and identity. */
  owners: new Map<string, Response>(),
  /** Successes under keys never used before that show a customer. */
  fresh: 0,
  /** Responses under such keys, rejections included, that show a customer of another key, and what first showed it. */
  mistaken: [] as { readonly response: Response; readonly owner: Response }[],
}));

/** Whether two responses show one customer; `unknown` if one of them shows none. */
export type Sameness = 'same' | 'other' | 'unknown';

/** @param identity undefined if the target's responses show none */
export function sameness(a: Response, b: Response, identity: ResourceIdentity | undefined): Sameness {
  const isSame = identity && sameResource(a, b, identity);
  if (isSame === undefined) return 'unknown';
  return isSame ? 'same' : 'other';
}

/** With its own tenant, at its own address, under a key of a form that no earlier run sent. */
const isOrdinary = ({ request }: Response) =>
  createsCustomer(request.operation) &&
  !differsIn(request.change, 'apiKey', 'tenant', 'path', 'method', 'query', 'headers') &&
  /^[0-9a-f]{8}-[0-9a-f-]{27}[0-9a-f]*$/i.test(request.idempotencyKey ?? '');

/** A service may read an e-mail address, or a phone number, in more than one form. */
function personIn({ request }: Response): readonly string[] {
  const { email, phone } = customerIn(request) ?? {};
  const digits = JSON.stringify(phone ?? '').replace(/\D/g, '');
  return [String(email).toLowerCase(), digits.slice(-10)];
}

/** Values that name a customer. Those of a rejection, or of a member with another name, must be unguessable. */
function namesIn(response: Response, identity: ResourceIdentity) {
  if (isSuccess(response)) {
    const values = [...identityIn(response, identity).values()];
    const names = identity.isNamed ? values : values.filter(isUnguessable);
    return [...names, ...identityValues(response, identity).filter(isUnguessable)];
  }
  if (!isRejection(response)) return [];
  const values = [...leavesOf(response.json).map(({ value }) => String(value)), response.headers.get('location') ?? ''];
  return values.flatMap((value) => [value, ...partsOf(value)]).filter(isUnguessable);
}

const keyOf = ({ request }: Response) => request.idempotencyKey?.toLowerCase();
const withTenant = (response: Response, name?: string) => `${callerOf(response)} ${name}`;

/** What first showed the customer in this response, if it has another key and may be about another person. */
function ownerOf(response: Response, identity: ResourceIdentity): Response | undefined {
  const { owners } = customersOfTheRun();
  const person = personIn(response);
  const isOther = (owner: Response) =>
    keyOf(owner) !== keyOf(response) && !personIn(owner).some((mark) => person.includes(mark));
  return namesIn(response, identity)
    .map((name) => owners.get(withTenant(response, name)))
    .find((owner) => owner && isOther(owner));
}

/** Whether a response to a creation shows a customer that this tenant created under another key, as another person. */
export function showsAnotherKeys(response: Response, identity: ResourceIdentity | undefined): boolean {
  if (!identity || !isOrdinary(response)) return false;
  customersByKey(identity);
  return ownerOf(response, identity) !== undefined;
}

/** `POST /customers` returned 201 with a customer of another key (IDEM-04). */
export const returnedCreation = (response: Response, identity: ResourceIdentity | undefined): string =>
  `${returned(response)}${showsAnotherKeys(response, identity) ? ' with a customer of another key (IDEM-04)' : ''}`;

/** The customers that the run's creations have shown up to now. @param identity the one of the run */
export function customersByKey(identity: ResourceIdentity) {
  const customers = customersOfTheRun();
  const { responses } = context();
  for (; customers.read < responses.length; customers.read += 1) {
    const response = responses[customers.read] as Response;
    const key = withTenant(response, keyOf(response));
    // Any creation may be the first to show a customer; an ordinary one under a fresh key may show no other key's.
    const isFresh = isOrdinary(response) && !customers.keys.has(key);
    customers.keys.add(key);
    if (!createsCustomer(response.request.operation)) continue;
    const owner = isFresh ? ownerOf(response, identity) : undefined;
    if (owner) customers.mistaken.push({ response, owner });
    const names = isSuccess(response) ? namesIn(response, identity) : [];
    if (isFresh && names.length > 0) customers.fresh += 1;
    for (const name of names.map((ofResponse) => withTenant(response, ofResponse)))
      if (!customers.owners.has(name)) customers.owners.set(name, response);
  }
  return customers;
}
