import { createHash } from 'node:crypto';
import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { spokenOf } from '../../helpers/identity/candidates.js';
import { identityValues, sameResource } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { lastPart, leavesOf } from '../../helpers/json/json-leaves.js';
import { rankOf, wordsOf } from '../../helpers/json/member-names.js';
import { type CreationBaseline, creationBaseline } from '../creation-baseline.js';
import { createValidCustomer, customerIn, hasOwnKeys, requireAcceptedKey } from '../requests.js';
import { disclosed, shortestTrace } from '../traces.js';

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

/** A customer of the first tenant, and what tells it from others. */
export interface Subject {
  /** The response that created it. */
  readonly customer: Response;
  readonly known: CreationBaseline;
  /** Its identity, in its response; empty where responses show none. */
  readonly ids: readonly string[];
  /** Other customers of the first tenant. */
  readonly others: readonly Response[];
}

export async function subjectOf(customer: Response): Promise<Subject> {
  const known = await creationBaseline();
  const { identity, original, control } = known;
  const others = [original, control].filter(({ exchange }) => exchange !== customer.exchange);
  return { customer, known, ids: identity ? identityValues(customer, identity) : [], others };
}

/** What a response shows of a customer. @throws Inconclusive where the service rejects the second tenant's key */
export async function shownOf(subject: Subject, response: Response): Promise<Shown> {
  const { customer } = subject;
  const { tenant, headers } = response.request.change;
  // Rejecting the tenant that is named does not mean rejecting the key.
  if (tenant === undefined && headers === undefined) requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer)) return 'personal data';
  const own = customer.request.tenant ?? '';
  // A plain word may stand there for another reason.
  if (hasOwnKeys() && /[-_\d]/.test(own) && disclosed(response, [own]).length > 0) return 'the tenant id';
  return (await recordIn(subject, response)) ?? identityIn(subject, response);
}

function identityIn({ customer, known: { identity }, ids, others }: Subject, response: Response): Shown {
  if (disclosed(response, ids).length > 0) return 'the identity';
  if (!isSuccess(response)) return namesShort(response, ids) ? 'the identity' : 'nothing';
  if (!identity) return onlyAcknowledges(response, others) || showsOwn(response, customer) ? 'nothing' : 'no owner';
  // A long identity that is there and not disclosed derives from the second tenant's own request, such as the key.
  const isOwn = ids.some((value) => value.length >= shortestTrace);
  return !isOwn && sameResource(response, customer, identity) === true ? 'the identity' : 'nothing';
}

/**
 * Whether a response only acknowledges a request: it has no value but those of responses about other things, and no
 * member of what was sent. A mock that shows one customer whatever is sent does more: whose that is, it does not say.
 */
function onlyAcknowledges({ text, isJson, json, request }: Response, others: readonly Response[]): boolean {
  const known = new Set(others.flatMap((one) => leavesOf(one.json)).map(({ value }) => value));
  const sent = Object.keys(request.body ?? {});
  const isOfCustomer = (name: string) => sent.includes(wordsOf(name).join('_'));
  return (
    text === '' || (isJson && leavesOf(json).every(({ value, names }) => known.has(value) && !names.some(isOfCustomer)))
  );
}

/** Whether a rejection names an identity too short to search for: as a member, or at the end of an address. */
function namesShort(response: Response, ids: readonly string[]): boolean {
  return leavesOf(response.json).some(
    (leaf) => rankOf(leaf, spokenOf(response)) > 0 && ids.includes(lastPart(String(leaf.value))),
  );
}

/** A moment to the millisecond, and not a whole second. */
const preciseMoment = /\d\d:\d\d:\d\d\.(?!000)\d{3}/;

/**
 * Searches a response for values of a customer's record that no request contains, besides the identity: its moment of
 * creation, the number of a wallet. What a response to another customer of the same tenant has too belongs to neither.
 * @returns undefined where it contains none
 */
async function recordIn(subject: Subject, response: Response): Promise<Shown | undefined> {
  const { customer, known, others } = subject;
  const ids = subject.ids.filter((value) => value.length >= shortestTrace);
  // What two tenants create at the same time may share a moment.
  const isAlone = customer.alone && !context().redrawn.has(customer.exchange);
  const isOfTheRecord = (value: string) =>
    (isAlone && preciseMoment.test(value)) ||
    (isUnguessable(value) &&
      !ids.some((id) => value.includes(id)) &&
      !known.sameBody.text.includes(value) &&
      !isDigestOf(value, customer));
  const ofTheRecord = leavesOf(customer.json)
    .map(({ value }) => String(value))
    .filter((value) => isOfTheRecord(value) && !others.some(({ text }) => text.includes(value)));
  const shared = disclosed(response, disclosed(customer, ofTheRecord));
  if (shared.length === 0) return undefined;
  const later = await createValidCustomer({ purpose: 'once more' });
  const found = shared.filter((value) => !later.text.includes(value));
  if (found.length === 0) return undefined;
  const isOfAnother = known.identity !== undefined && sameResource(response, customer, known.identity) === false;
  const isItsOwn = isSuccess(response) && (isOfAnother || hasOwnCreation(subject, response));
  return isItsOwn && !found.some((value) => preciseMoment.test(value)) ? 'a computed value' : 'a value of the record';
}

/**
 * Whether a service may compute the identity from what both requests contain: then two tenants' customers have the same
 * one, and nobody's data is disclosed.
 */
export function mayBeComputed({ customer, known, ids }: Subject, response: Response): boolean {
  const { original, sameBody, identity } = known;
  const { email } = customerIn(customer.request) ?? {};
  const isOfPerson = ({ request }: Response) => customerIn(request)?.email === email;
  // Where both tenants' repeats are rejected, the rejection names who is there. The second may have put one there itself.
  const isOfSecond = (one: Response) => isSuccess(one) && one.request.change.caller === 'second' && isOfPerson(one);
  const namesAnother = !isSuccess(response) && !isSuccess(sameBody) && !context().responses.some(isOfSecond);
  const isOfBody = identity !== undefined && sameResource(original, sameBody, identity) === true;
  return (
    (!namesAnother && isOfPerson(response) && isOfBody) ||
    // A UUID of names (RFC 9562, versions 3, 5 and 8), and another digest.
    ids.some((id) => /[0-9a-f]{8}-[0-9a-f]{4}-[358][0-9a-f]{3}-/i.test(id) || isDigestOf(id, customer)) ||
    (isSuccess(response) && showsOwn(response, customer, leavesSent))
  );
}

/** Whether a value holds the beginning of a common digest of what a customer's request holds: a long one, within its first thousand characters. */
function isDigestOf(value: string, { request }: Response): boolean {
  const { email, phone } = customerIn(request) ?? {};
  const texts = [request.idempotencyKey, email, phone, request.raw.body].filter((one) => typeof one === 'string');
  const plain = value
    .slice(0, 1000)
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return texts.some((text) =>
    ['md5', 'sha1', 'sha256'].some((algorithm) => {
      const digest = createHash(algorithm).update(text).digest();
      const forms = [digest.toString('hex'), digest.toString('base64url').toLowerCase().replace(/[-_]/g, '')];
      return forms.some((form) => plain.includes(form.slice(0, 16)));
    }),
  );
}

/**
 * Whether a success shows a time of creation that is not the customer's, at a place where a repeat shows the first one
 * again. Then it is about a customer of its own, whose identity the service computes from the request.
 */
export function hasOwnCreation({ customer, known }: Subject, response: Response): boolean {
  const [first, again, theirs] = [known.original, known.repeat, customer].map(
    ({ json }) => new Map(leavesOf(json).map(({ pointer, value }) => [pointer, value])),
  );
  return (
    isSuccess(response) &&
    leavesOf(response.json).some(
      ({ pointer, value }) =>
        /creat/i.test(lastPart(pointer)) &&
        /\d{2}:\d{2}|^\d{10,}$/.test(String(value)) &&
        first?.get(pointer) === again?.get(pointer) &&
        theirs?.has(pointer) &&
        theirs.get(pointer) !== value,
    )
  );
}

/** Whether a response shows a value of its own request that the customer does not have. */
export function showsOwn(response: Response, customer: Response, valuesOf = personal): boolean {
  const theirs = valuesOf(customer);
  const shown = leavesOf(response.json).map(({ value }) => value);
  return valuesOf(response).some((value) => !theirs.includes(value) && shown.includes(value));
}

/** Members whose values come from a short list, so that a match may be chance. */
const ofAShortList = ['/first_name', '/middle_name', '/type', '/gender', '/date_of_birth', '/address/city'];

/** The texts of a customer's request. */
export function leavesSent({ request }: Response, except: readonly string[] = []): string[] {
  const own = leavesOf(request.body).filter(({ pointer }) => !except.includes(pointer));
  return own.map(({ value }) => value).filter((value) => typeof value === 'string');
}

/** Those that no other customer has: e-mail address, phone, last name, street. */
const personal = (response: Response) => leavesSent(response, ofAShortList);

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
