import { createHash } from 'node:crypto';
import { context, sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess, isUnderWay, returned } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { spokenOf } from '../../helpers/identity/candidates.js';
import { identityValues, sameResource } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { type Leaf, lastPart, leavesOf } from '../../helpers/json/json-leaves.js';
import { rankOf, wordsOf } from '../../helpers/json/member-names.js';
import { code } from '../../schemas/marked.js';
import * as baseline from '../creation-baseline.js';
import { createValidCustomer, customerIn, hasOwnKeys, requireAcceptedKey, secondListing } from '../requests.js';
import { disclosed, folded, shortestTrace } from '../traces.js';

/** What a response to the second tenant shows of a customer of the first, the most telling first. */
type Shown =
  | 'personal data'
  | 'the tenant id'
  | 'a value of the record'
  /** A value that the service may compute from the request, of a customer of the second tenant's own. */
  | 'a computed value'
  | 'the identity'
  /** A customer, and not whose it is. */
  | 'no owner'
  | 'nothing';

/** What the second tenant's request about a customer of the first came to. */
interface Asked {
  /** The response that created the customer. */
  readonly customer: Response;
  readonly known: baseline.CreationBaseline;
  /** The customer's identity, in its response; empty where responses show none. */
  readonly ids: readonly string[];
  /** The first response that shows anything of the customer, else the last. */
  readonly response: Response;
  readonly shows: Shown;
}

type Compared = Omit<Asked, 'shows'>;

/** Sends the second tenant's request about a customer of the first, again after so many tries. */
type Probe = (customer: Response, tries: number) => Promise<Response>;

/**
 * Sends a request as the second tenant, and searches the responses for data of a customer of the first. A service that
 * answers "still under way" is asked again.
 * @param customer a creation of the first tenant that no other probe of this kind uses
 * @param create another such customer
 * @throws Failed where a response contains data of that customer, Inconclusive where that cannot be determined
 */
export async function expectNoDisclosure(
  customer: Response,
  probe: Probe,
  create = () => createValidCustomer({ purpose: 'once more' }),
): Promise<Proof> {
  requireAcceptedKey(await secondListing());
  // Nothing that the probe creates shares a moment with the customer.
  await sleep(20);
  const asked = await ask(customer, probe);
  const { shows, known } = asked;
  // Canned answers show one customer to everybody; what the first tenant sent is in none of them.
  const mayBeCanned = shows === 'the identity' || shows === 'a value of the record';
  if (mayBeCanned) baseline.requireDistinctCustomers(known);
  try {
    return await (shows === 'the identity' ? judgeIdentity(asked, probe, create) : judge(asked));
  } catch (error) {
    if (mayBeCanned && error instanceof Failed) await baseline.requireNotPrepared(known);
    throw error;
  }
}

/** Milliseconds before a request that the service says is still under way is sent again: 1.6 s in all. */
const pausesMs = [200, 500, 900];

async function ask(customer: Response, probe: Probe): Promise<Asked> {
  const known = await baseline.creationBaseline();
  const ids = known.identity ? identityValues(customer, known.identity) : [];
  for (let tries = 0; ; tries += 1) {
    const compared = { customer, known, ids, response: await probe(customer, tries) };
    const shows = await shownOf(compared);
    const pauseMs = pausesMs[tries];
    if (shows !== 'nothing' || pauseMs === undefined || !isUnderWay(compared.response)) return { ...compared, shows };
    await sleep(pauseMs);
  }
}

function judge(asked: Asked): Proof {
  const { shows } = asked;
  if (shows === 'nothing') return proof(asked);
  if (shows === 'no owner')
    throw new Inconclusive(
      `${describeResponse(asked.response)} returned a customer without an id, so its owner cannot be determined. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
      baseline.noIdentity,
    );
  throw shows === 'a computed value' ? doubt(asked) : leak(asked);
}

/**
 * A short identity may agree by chance, as where each tenant has its own counter. So where a response discloses nothing
 * but such an identity, the probe repeats with two new customers, the later first: a counter that moves on cannot match
 * both. A long random one needs no second question, and a later rejection clears no match.
 */
async function judgeIdentity(asked: Asked, probe: Probe, create: () => Promise<Response>): Promise<Proof> {
  const { customer, response, ids, known } = asked;
  const isRandom = ids.some(isUnguessable);
  // A response about the second tenant's own data has a counter's next number, and not the customer.
  const isOfItsOwn = isRandom ? hasOwnCreation(asked) : isSuccess(response);
  if (isOfItsOwn && showsOwn(response, customer, isRandom ? leavesSent : personal)) return proof(asked);
  if (isRandom && isOfItsOwn) throw doubt(asked);
  for (const another of isRandom ? [] : [await create(), await create()].reverse()) {
    if (!isSuccess(another)) throw new Inconclusive(`${returned(another)}, so the probe could not be repeated.`);
    const repeat = await ask(another, probe);
    if (repeat.shows === 'the identity') continue;
    if (repeat.shows !== 'nothing') return judge(repeat);
    // The service accepted the other one, or it is the same rejection, which names something else.
    if (known.acceptance(repeat.response) === 'accepted' || isAlike(response, repeat.response)) return proof(asked);
    throw new Inconclusive(
      `${describeResponse(response)} returned the identity of the first tenant’s customer, which is short, so it may be a coincidence. A second try returned ${repeat.response.status} and does not settle it.`,
    );
  }
  throw mayBeComputed(asked) ? doubt(asked) : leak(asked);
}

/** Whether two rejections are of one kind. */
function isAlike(one: Response, other: Response): boolean {
  const pointersOf = ({ json }: Response) => leavesOf(json).map(({ pointer }) => pointer);
  return !isSuccess(one) && one.status === other.status && `${pointersOf(one)}` === `${pointersOf(other)}`;
}

const proof = ({ customer, response }: Asked): Proof => ({
  received: `${response.status}, without data of that customer`,
  control: { request: 'the first tenant’s request', response: customer },
  response,
});

const leak = ({ response, shows }: Asked) =>
  new Failed({
    found: `The service disclosed ${shows} of the first tenant’s customer to the second tenant.`,
    received: `${response.status}, containing ${shows} of that customer`,
    response,
  });

const doubt = ({ response, shows }: Asked) =>
  new Inconclusive(
    `${describeResponse(response)} returned ${shows} of the first tenant’s customer, and the service may compute it from the request itself, so it is unclear whose customer the response is about.`,
  );

// What a response shows of a customer.

/** @throws Inconclusive where the service rejects the second tenant's key */
async function shownOf(compared: Compared): Promise<Shown> {
  const { customer, ids, known, response } = compared;
  const { tenant, headers } = response.request.change;
  // Rejecting the tenant that is named does not mean rejecting the key.
  if (tenant === undefined && headers === undefined) requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer)) return 'personal data';
  const own = customer.request.tenant ?? '';
  // A plain word may stand there for another reason.
  if (hasOwnKeys() && /[-_\d]/.test(own) && disclosed(response, [own]).length > 0) return 'the tenant id';
  const record = await recordIn(compared);
  if (record) return record;
  if (disclosed(response, ids).length > 0) return 'the identity';
  if (!isSuccess(response)) return namesShort(response, ids) ? 'the identity' : 'nothing';
  if (!known.identity) return onlyAcknowledges(compared) || showsOwn(response, customer) ? 'nothing' : 'no owner';
  // A long identity that is there and not disclosed derives from the second tenant's own request, such as the key.
  const isOwn = ids.some((value) => value.length >= shortestTrace);
  const isSame = known.identity !== undefined && sameResource(response, customer, known.identity) === true;
  return isSame && !isOwn ? 'the identity' : 'nothing';
}

/**
 * Whether a response only acknowledges a request: it has no value but those of responses about other things, and no member
 * of what was sent. A service that shows some customer, whatever is sent, does more: whose that is, it does not say.
 */
function onlyAcknowledges({ known: { original, control }, response }: Compared): boolean {
  const { text, isJson, json, request } = response;
  const known = new Set([original, control].flatMap((one) => leavesOf(one.json)).map(({ value }) => value));
  const sent = Object.keys(request.body ?? {});
  const isOfCustomer = (name: string) => sent.includes(wordsOf(name).join('_'));
  const isKnown = ({ value, names }: Leaf) => known.has(value) && !names.some(isOfCustomer);
  return text === '' || (isJson && leavesOf(json).every(isKnown));
}

/** Whether a rejection names an identity too short to search for: as a member, or at the end of an address. */
const namesShort = (response: Response, ids: readonly string[]): boolean =>
  leavesOf(response.json).some(
    (leaf) => rankOf(leaf, spokenOf(response)) > 0 && ids.includes(lastPart(String(leaf.value))),
  );

/** A moment to the millisecond, and not a whole second. */
const preciseMoment = /\d\d:\d\d:\d\d\.(?!000)\d{3}/;

/**
 * Searches a response for values of a customer's record that no request contains, besides the identity: its moment of
 * creation, the number of a wallet. What a response to another customer of the same tenant has too belongs to neither.
 * @returns undefined where it contains none
 */
async function recordIn(compared: Compared): Promise<Shown | undefined> {
  const { customer, known, response } = compared;
  const others = [known.original, known.control].filter(({ exchange }) => exchange !== customer.exchange);
  const ids = compared.ids.filter((value) => value.length >= shortestTrace);
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
  const later = shared.length > 0 ? await createValidCustomer({ purpose: 'once more' }) : undefined;
  const found = shared.filter((value) => !later?.text.includes(value));
  if (found.length === 0) return undefined;
  const isOfAnother = known.identity !== undefined && sameResource(response, customer, known.identity) === false;
  const isItsOwn = isSuccess(response) && (isOfAnother || hasOwnCreation(compared));
  return isItsOwn && !found.some((value) => preciseMoment.test(value)) ? 'a computed value' : 'a value of the record';
}

/**
 * Whether a service may compute the identity from what both requests contain: then two tenants' customers have the same
 * one, and nobody's data is disclosed.
 */
function mayBeComputed({ customer, known, ids, response }: Compared): boolean {
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

/** Whether a value holds, within its first thousand characters, the beginning of a common digest of what a request holds. */
function isDigestOf(value: string, { request }: Response): boolean {
  const { email, phone } = customerIn(request) ?? {};
  const texts = [request.idempotencyKey, email, phone, request.raw.body].filter((one) => typeof one === 'string');
  const digests = ['md5', 'sha1', 'sha256'].flatMap((algorithm) =>
    texts.map((text) => createHash(algorithm).update(text).digest()),
  );
  const forms = digests.flatMap((digest) => [digest.toString('hex'), digest.toString('base64url')]);
  const shown = folded(value.slice(0, 1000));
  return forms.some((form) => shown.includes(folded(form).slice(0, 16)));
}

/**
 * Whether a success shows a time of creation that is not the customer's, at a place where a repeat shows the first one
 * again. Then it is about a customer of its own, whose identity the service computes from the request.
 */
function hasOwnCreation({ customer, known, response }: Compared): boolean {
  const at = ({ json }: Response, pointer: string) => leavesOf(json).find((leaf) => leaf.pointer === pointer)?.value;
  const isOwnTime = ({ pointer, value }: Leaf) =>
    /creat/i.test(lastPart(pointer)) &&
    /\d{2}:\d{2}|^\d{10,}$/.test(String(value)) &&
    at(known.original, pointer) === at(known.repeat, pointer) &&
    ![undefined, value].includes(at(customer, pointer));
  return isSuccess(response) && leavesOf(response.json).some(isOwnTime);
}

/** Whether a response shows a value of its own request that the customer does not have. */
function showsOwn(response: Response, customer: Response, valuesOf = personal): boolean {
  const ofCustomer = valuesOf(customer);
  const shown = leavesOf(response.json).map(({ value }) => value);
  return valuesOf(response).some((value) => !ofCustomer.includes(value) && shown.includes(value));
}

/** Members whose values come from a short list, so that a match may be chance. */
const ofAShortList = ['/first_name', '/middle_name', '/type', '/gender', '/date_of_birth', '/address/city'];

/** The texts of a customer's request. */
function leavesSent({ request }: Response, except: readonly string[] = []): string[] {
  const own = leavesOf(request.body).filter(({ pointer }) => !except.includes(pointer));
  return own.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
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
