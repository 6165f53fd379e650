import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { spokenOf } from '../../helpers/identity/candidates.js';
import { identityValues, sameResource } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { lastPart, leavesOf } from '../../helpers/json/json-leaves.js';
import { rankOf } from '../../helpers/json/member-names.js';
import { customerIn } from '../creation.js';
import { creationBaseline } from '../creation-baseline.js';
import { createValidCustomer, hasOwnKeys, requireAcceptedKey } from '../requests.js';
import { disclosed, isDigestOf, onlyAcknowledges, shortestTrace } from './search.js';

/** What a response to the second tenant shows of a customer of the first, the most telling first. */
export type Shown =
  | 'personal data'
  | 'the tenant id'
  | 'a value of the record'
  /** A value that the service may compute from the request, of a customer of the second tenant's own. */
  | 'a computed value'
  | 'the identity'
  /** A customer, and not whose it is. */
  | 'no owner'
  | 'nothing';

/** What a response shows of a customer. @throws Inconclusive where the service rejects the second tenant's key */
export async function shownOf(customer: Response, response: Response): Promise<Shown> {
  const { tenant, headers } = response.request.change;
  // Rejecting the tenant that is named does not mean rejecting the key.
  if (tenant === undefined && headers === undefined) requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer)) return 'personal data';
  const own = customer.request.tenant ?? '';
  // A plain word may stand there for another reason.
  if (hasOwnKeys() && /[-_\d]/.test(own) && disclosed(response, [own]).length > 0) return 'the tenant id';
  return (await recordIn(customer, response)) ?? (await identityIn(customer, response));
}

/** The identity of a customer, in its response; empty where responses show none. */
export async function identityOf(customer: Response): Promise<string[]> {
  const { identity } = await creationBaseline();
  return identity ? identityValues(customer, identity) : [];
}

async function identityIn(customer: Response, response: Response): Promise<Shown> {
  const { identity, original, control } = await creationBaseline();
  const values = await identityOf(customer);
  if (disclosed(response, values).length > 0) return 'the identity';
  if (!isSuccess(response)) return namesShort(response, values) ? 'the identity' : 'nothing';
  if (identity) {
    const isShown = sameResource(response, customer, identity) === true && !isOwn(response, values);
    return isShown ? 'the identity' : 'nothing';
  }
  const others = [original, control].filter(({ exchange }) => exchange !== customer.exchange);
  // A response that shows what the second tenant has just sent, and the first has not, is about its own customer.
  return onlyAcknowledges(response, others) || showsOwn(response, customer) ? 'nothing' : 'no owner';
}

/** A moment to the millisecond, and not a whole second. */
const preciseMoment = /\d\d:\d\d:\d\d\.(?!000)\d{3}/;

/**
 * Searches a response for values of a customer's record that no request contains, besides the identity: its moment of
 * creation, the number of a wallet. What a response to another customer of the same tenant has too belongs to neither.
 * @returns undefined where it contains none
 */
async function recordIn(customer: Response, response: Response): Promise<Shown | undefined> {
  const { original, control, sameBody, identity } = await creationBaseline();
  const { redrawn } = context();
  const ids = (await identityOf(customer)).filter((value) => value.length >= shortestTrace);
  const isAlone = customer.alone && !redrawn.has(customer.exchange);
  // What two tenants create at the same time may share a moment.
  const isOfTheRecord = (value: string) =>
    (isAlone && preciseMoment.test(value)) ||
    (isUnguessable(value) &&
      !ids.some((id) => value.includes(id)) &&
      !sameBody.text.includes(value) &&
      !isDigestOf(value, digested(customer)));
  const others = [original, control].filter(({ exchange }) => exchange !== customer.exchange);
  const ofTheRecord = leavesOf(customer.json)
    .map(({ value }) => String(value))
    .filter((value) => isOfTheRecord(value) && !others.some(({ text }) => text.includes(value)));
  const shared = disclosed(response, disclosed(customer, ofTheRecord));
  if (shared.length === 0) return undefined;
  const later = await createValidCustomer({ purpose: 'once more' });
  const found = shared.filter((value) => !later.text.includes(value));
  if (found.length === 0) return undefined;
  const isOfAnother = identity !== undefined && sameResource(response, customer, identity) === false;
  const isItsOwn = isSuccess(response) && (isOfAnother || (await hasOwnCreation(customer, response)));
  const isMoment = found.some((value) => preciseMoment.test(value));
  return isItsOwn && !isMoment ? 'a computed value' : 'a value of the record';
}

/** Whether a rejection names an identity too short to search for: as a member, or at the end of an address. */
function namesShort(response: Response, values: readonly string[]): boolean {
  return leavesOf(response.json).some(
    (leaf) => rankOf(leaf, spokenOf(response)) > 0 && values.includes(lastPart(String(leaf.value))),
  );
}

/**
 * Whether a service may compute the identity from what both requests contain: then two tenants' customers have the same
 * one, and nobody's data is disclosed.
 */
export async function mayBeComputed(
  customer: Response,
  response: Response,
  values: readonly string[],
): Promise<boolean> {
  const { original, sameBody, identity } = await creationBaseline();
  const isSamePerson = customerIn(response.request)?.email === customerIn(customer.request)?.email;
  // Where both tenants' repeats are rejected, the rejection names who is there. The second may have put one there itself.
  const namesAnother = !isSuccess(response) && !isSuccess(sameBody) && !hasCreatedItself(customer);
  const isOfTheBody =
    !namesAnother && isSamePerson && identity !== undefined && sameResource(original, sameBody, identity) === true;
  const isOfItsName = values.some((value) => /[0-9a-f]{8}-[0-9a-f]{4}-[358][0-9a-f]{3}-/i.test(value));
  const isDigest = values.some((value) => isDigestOf(value, digested(customer)));
  return isOfTheBody || isOfItsName || isDigest || (isSuccess(response) && showsOwn(response, customer, leavesSent));
}

/** Whether the second tenant has a customer of its own with this one's e-mail address. */
function hasCreatedItself({ request }: Response): boolean {
  const customer = customerIn(request);
  return context().responses.some(
    (response) =>
      isSuccess(response) &&
      response.request.change.caller === 'second' &&
      customerIn(response.request)?.email === customer?.email,
  );
}

/** Texts of a customer's request that a service may digest. */
function digested({ request }: Response): string[] {
  const { idempotencyKey, raw } = request;
  const sent = customerIn(request) ?? {};
  return [idempotencyKey, sent.email, sent.phone, raw.body].filter((one) => typeof one === 'string');
}

/**
 * Whether a success shows a time of creation that is not the customer's, at a place where a repeat shows the first one
 * again. Then it is about a customer of its own, whose identity the service computes from the request.
 */
export async function hasOwnCreation(customer: Response, response: Response): Promise<boolean> {
  const { original, repeat } = await creationBaseline();
  if (!isSuccess(response)) return false;
  const [first, again, theirs] = [original, repeat, customer].map(
    ({ json }) => new Map(leavesOf(json).map(({ pointer, value }) => [pointer, value])),
  );
  return leavesOf(response.json).some(
    ({ pointer, value }) =>
      /creat/i.test(lastPart(pointer)) &&
      /\d{2}:\d{2}|^\d{10,}$/.test(String(value)) &&
      first?.get(pointer) === again?.get(pointer) &&
      theirs?.has(pointer) &&
      theirs.get(pointer) !== value,
  );
}

/** Whether a response shows a value of its own request that the customer does not have. */
export function showsOwn(response: Response, customer: Response, valuesOf = personal): boolean {
  const theirs = valuesOf(customer);
  const shown = leavesOf(response.json).map(({ value }) => value);
  return valuesOf(response).some((value) => !theirs.includes(value) && shown.includes(value));
}

/** Whether an identity derives from the second tenant's own request, such as the key. */
function isOwn(response: Response, values: readonly string[]): boolean {
  return values.some((value) => value.length >= shortestTrace) && disclosed(response, values).length === 0;
}

export function leavesSent({ request }: Response): string[] {
  return leavesOf(request.body)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
}

/** Members whose values come from a short list, so that a match may be chance. */
const ofAShortList = ['/first_name', '/middle_name', '/type', '/gender', '/date_of_birth', '/address/city'];

/** Values of a customer's request that no other customer has: e-mail address, phone, last name, street. */
function personal({ request }: Response): string[] {
  const own = leavesOf(request.body).filter(({ pointer }) => !ofAShortList.includes(pointer));
  return own.map(({ value }) => value).filter((value) => typeof value === 'string');
}

/** Whether a response shows first name and initial of a customer, and its own request contained another's. */
function holdsName(response: Response, { request }: Response): boolean {
  const { first_name, last_name } = customerIn(request) ?? {};
  const own = customerIn(response.request) ?? {};
  if (typeof first_name !== 'string' || typeof last_name !== 'string') return false;
  if (own.first_name === first_name || own.last_name === last_name) return false;
  const shown = leavesOf(response.json).map(({ value }) => value);
  const whole = shown.some((value) => String(value).includes(`${first_name} ${last_name[0]}`));
  return whole || (shown.includes(first_name) && shown.includes(last_name));
}
