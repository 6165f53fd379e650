import { createHash } from 'node:crypto';
import { context, sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess, isUnderWay } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { leavesOfResponse, shapeOf, spokenOf } from '../../helpers/identity/candidates.js';
import { identityValues } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { type Leaf, lastPart, leavesOf, valueAt, wordsOf } from '../../helpers/json/json-leaves.js';
import { rankOf } from '../../helpers/json/member-names.js';
import {
  type CreationBaseline,
  creationBaseline,
  customerToProbe,
  requireDistinctCustomers,
  requireIdentity,
  requireNotPrepared,
} from '../shared/creation-baseline.js';
import { sameness } from '../shared/customers-by-key.js';
import { requireAcceptedKey } from '../shared/right-address.js';
import { callerOf, hasOwnKeys } from '../shared/tenants.js';
import { disclosed, folded, shortestTrace } from '../shared/traces.js';
import { createValidCustomer, customerIn, secondListing } from '../shared/valid-requests.js';

/** What the second tenant sees of a customer of the first, the most telling first. */
type Disclosure = 'personal data' | 'the tenant id' | 'a value of the record' | 'the identity';

interface Asked {
  readonly customer: Response;
  readonly baseline: CreationBaseline;
  /** The values of its identity; empty if responses show none. */
  readonly ids: readonly string[];
  /** The first response that shows anything of the customer, or the last. */
  readonly response: Response;
  readonly shows?: Disclosure | undefined;
}

/** Sends it after so many tries. */
type Probe = (customer: Response) => (tries: number) => Promise<Response>;

/**
 * Sends a request as the second tenant. @param customer one that no other such probe uses @param create makes another one
 * @throws Failed if a response contains data of that customer, Inconclusive if that is unclear
 */
export async function expectNoDisclosure(
  customer: Response,
  probe: Probe,
  create = () => customerToProbe('once more'),
): Promise<Proof> {
  requireAcceptedKey(await secondListing());
  // Nothing that the probe creates shares a moment with the customer.
  await sleep(20);
  const asked = await ask(customer, probe);
  const { shows, baseline } = asked;
  // Canned answers show one customer to everybody; what the first tenant sent is in none of them.
  const mayBeCanned = shows === 'the identity' || shows === 'a value of the record';
  if (mayBeCanned) requireDistinctCustomers(baseline);
  const disclosing = shows === 'the identity' ? await disclosingIdentity(asked, probe, create) : shows && asked;
  if (!disclosing) {
    const control = { request: 'the first tenant’s request', response: customer };
    return { received: `${asked.response.status}, without data of that customer`, control, response: asked.response };
  }
  if (mayBeCanned) await requireNotPrepared(baseline);
  const { response, shows: what } = disclosing;
  throw new Failed({
    found: `The service disclosed ${what} of the first tenant’s customer to the second tenant.`,
    received: `${response.status}, containing ${what} of that customer`,
    response,
  });
}

/** Before a request that is still under way is sent again: 1.6 s in all. */
const pausesMs = [200, 500, 900];

async function ask(customer: Response, probe: Probe): Promise<Asked> {
  const baseline = await creationBaseline();
  const ids = baseline.identity ? identityValues(customer, baseline.identity) : [];
  const sendAgain = probe(customer);
  for (let tries = 0; ; tries += 1) {
    const asked = { customer, baseline, ids, response: await sendAgain(tries) };
    const shows = await shownOf(asked);
    const pauseMs = pausesMs[tries];
    if (shows || pauseMs === undefined || !isUnderWay(asked.response)) return { ...asked, shows };
    await sleep(pauseMs);
  }
}

/**
 * A short identity may agree by chance: so the probe repeats with two new customers. No counter matches both.
 * @returns the request that discloses something @throws Inconclusive if that is unclear
 */
async function disclosingIdentity(
  asked: Asked,
  probe: Probe,
  create: () => Promise<Response>,
): Promise<Asked | undefined> {
  const { customer, response, ids, baseline } = asked;
  const isRandom = ids.some(isUnguessable);
  // The second tenant's own data has a counter's next number, and not the customer.
  const isOfItsOwn = isRandom ? hasOwnCreation(asked) : isSuccess(response);
  if (isOfItsOwn && showsOwn(response, customer, isRandom ? textsSent : personal)) return undefined;
  for (const another of isRandom ? [] : [await create(), await create()].reverse()) {
    const repeat = await ask(another, probe);
    if (repeat.shows === 'the identity') continue;
    if (repeat.shows) return repeat;
    const { status } = repeat.response;
    // The service accepted this customer, or the rejection names something else.
    const isSameRejection =
      !isSuccess(response) && response.status === status && shapeOf(response) === shapeOf(repeat.response);
    if (baseline.acceptance(repeat.response) === 'accepted' || isSameRejection) return undefined;
    throw new Inconclusive(
      `${describeResponse(response)} returned the short identity of the first tenant’s customer, which may be a coincidence. A second try returned ${status} and does not settle it.`,
    );
  }
  if ((isRandom && isOfItsOwn) || mayBeComputed(asked)) throw doubt(response, 'the identity');
  return asked;
}

const doubt = (response: Response, what: string) =>
  new Inconclusive(
    `${describeResponse(response)} returned ${what} of the first tenant’s customer, which the service may compute from the request, so it is unclear whose customer it is.`,
  );

/** @throws Inconclusive if that is unclear, or if the service rejects the second tenant’s key */
async function shownOf(asked: Asked): Promise<Disclosure | undefined> {
  const { customer, ids, response } = asked;
  const { tenant, headers } = response.request.change;
  // Rejecting the tenant that is named does not mean rejecting the key.
  if (tenant === undefined && headers === undefined) requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer)) return 'personal data';
  const own = customer.request.tenant ?? '';
  // A plain word may stand there for another reason.
  if (hasOwnKeys() && /[-_\d]/.test(own) && disclosed(response, [own]).length > 0) return 'the tenant id';
  if (await holdsRecord(asked)) return 'a value of the record';
  const isNamed = () => (isSuccess(response) ? isAbout(asked) : namesShort(asked));
  return disclosed(response, ids).length > 0 || isNamed() ? 'the identity' : undefined;
}

/** @throws Inconclusive if responses show no identity */
function isAbout({ customer, ids, baseline, response }: Asked) {
  if (!baseline.identity && (onlyAcknowledges(response, baseline) || showsOwn(response, customer))) return false;
  const identity = requireIdentity(baseline);
  // A long identity that is not disclosed derives from the second tenant's own request.
  if (ids.some((value) => value.length >= shortestTrace)) return false;
  return sameness(response, customer, identity) === 'same';
}

/** Whether a response has only values that others have, and no member that was sent. */
function onlyAcknowledges(response: Response, { original, control }: CreationBaseline) {
  const { text, isJson, json, request } = response;
  const ordinaryValues = new Set([original, control].flatMap(valuesIn));
  const sent = Object.keys(request.body ?? {});
  const isOfCustomer = (name: string) => sent.includes(wordsOf(name).join('_'));
  const isKnown = ({ value, names }: Leaf) => ordinaryValues.has(value) && !names.some(isOfCustomer);
  return text === '' || (isJson && leavesOf(json).every(isKnown));
}

/** Whether a member, or the end of an address, is an identity that is too short to search for. */
const namesShort = ({ response, ids }: Asked) =>
  leavesOfResponse(response).some(
    (leaf) => rankOf(leaf, spokenOf(response)) > 0 && ids.includes(lastPart(String(leaf.value))),
  );

const preciseMoment = /\d\d:\d\d:\d\d\.(?!000)\d{3}/;

/**
 * Whether a response holds values of the customer's record, besides the identity, that no other response or request has.
 * @throws Inconclusive if the service may compute them, for a customer of the second tenant's own
 */
async function holdsRecord(asked: Asked) {
  const { customer, baseline, response } = asked;
  const others = [baseline.original, baseline.control].filter(({ exchange }) => exchange !== customer.exchange);
  const ids = asked.ids.filter((value) => value.length >= shortestTrace);
  // What two tenants create at the same time may share a moment.
  const isAlone = customer.alone && !context().redrawn.has(customer.exchange);
  const isOfTheRecord = (value: string) =>
    (isAlone && preciseMoment.test(value)) ||
    (isUnguessable(value) &&
      !ids.some((id) => value.includes(id)) &&
      !baseline.sameBody.text.includes(value) &&
      !isDigestOf(value, customer));
  const ofTheRecord = valuesIn(customer)
    .map(String)
    .filter((value) => isOfTheRecord(value) && !others.some(({ text }) => text.includes(value)));
  const shared = disclosed(response, disclosed(customer, ofTheRecord));
  const later = shared.length > 0 ? await createValidCustomer({ purpose: 'once more' }) : undefined;
  const found = shared.filter((value) => !later?.text.includes(value));
  const isOfAnother = sameness(response, customer, baseline.identity) === 'other';
  const isItsOwn = isSuccess(response) && (isOfAnother || hasOwnCreation(asked));
  // Customers of two tenants may be of one moment.
  const telling = isItsOwn ? found.filter((value) => !preciseMoment.test(value)) : found;
  if (isItsOwn && telling.length > 0) throw doubt(response, 'a computed value');
  return telling.length > 0;
}

/** Whether both requests contain what the identity is made of: then nobody's data is disclosed. */
function mayBeComputed({ customer, baseline, ids, response }: Asked) {
  const { original, sameBody, identity } = baseline;
  const { email } = customerIn(customer.request) ?? {};
  const isOfPerson = ({ request }: Response) => customerIn(request)?.email === email;
  // If both tenants' repeats are rejected, the rejection names a customer, which may be the second tenant's own.
  const isOfSecond = (response: Response) =>
    isSuccess(response) && callerOf(response) === 'second' && isOfPerson(response);
  const namesAnother = !isSuccess(response) && !isSuccess(sameBody) && !context().responses.some(isOfSecond);
  const isOfBody = sameness(original, sameBody, identity) === 'same';
  return (
    (!namesAnother && isOfPerson(response) && isOfBody) ||
    // A UUID of names (RFC 9562, versions 3, 5 and 8), and another digest.
    ids.some((id) => /[0-9a-f]{8}-[0-9a-f]{4}-[358][0-9a-f]{3}-/i.test(id) || isDigestOf(id, customer)) ||
    (isSuccess(response) && showsOwn(response, customer, textsSent))
  );
}

/** Whether a value’s first thousand characters hold the beginning of a common digest of what a request holds. */
function isDigestOf(value: string, { request }: Response) {
  const { email, phone } = customerIn(request) ?? {};
  const texts = [request.idempotencyKey, email, phone, request.raw.body].filter((text) => typeof text === 'string');
  const hashes = texts.flatMap((text) =>
    ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(text).digest()),
  );
  const beginning = folded(value.slice(0, 1000));
  const holds = (digest: string) => beginning.includes(folded(digest).slice(0, 16));
  return hashes.some((hash) => holds(hash.toString('hex')) || holds(hash.toString('base64url')));
}

/** Whether it shows another time of creation, which repeats keep: it is about another customer. */
function hasOwnCreation({ customer, baseline, response }: Asked) {
  const isOwnTime = ({ pointer, value }: Leaf) => {
    const isTime = /creat/i.test(lastPart(pointer)) && /\d{2}:\d{2}|^\d{10,}$/.test(String(value));
    const timeIn = ({ json }: Response) => valueAt(json, pointer);
    const time = timeIn(customer);
    const isRepeated = timeIn(baseline.original) === timeIn(baseline.repeat);
    return isTime && isRepeated && time !== undefined && time !== value;
  };
  return isSuccess(response) && leavesOf(response.json).some(isOwnTime);
}

const valuesIn = ({ json }: Response) => leavesOf(json).map(({ value }) => value);

/** Whether a response shows a value of its own request that the customer lacks. */
function showsOwn(response: Response, customer: Response, valuesOf = personal) {
  const ofCustomer = valuesOf(customer);
  const received = valuesIn(response);
  return valuesOf(response).some((value) => !ofCustomer.includes(value) && received.includes(value));
}

/** Their values come from a short list, so that a match may be chance. */
const ofAShortList = ['/first_name', '/middle_name', '/type', '/gender', '/date_of_birth', '/address/city'];

function textsSent({ request }: Response, except: readonly string[] = []) {
  const own = leavesOf(request.body).filter(({ pointer }) => !except.includes(pointer));
  return own.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** Texts that nobody else has: e-mail address, phone, last name, street. */
const personal = (response: Response) => textsSent(response, ofAShortList);

/** Whether it shows two of names and date of birth, or first name and initial, where its request had others. */
function holdsName(response: Response, { request }: Response) {
  const customer = customerIn(request);
  const own = customerIn(response.request);
  const received = valuesIn(response);
  const isForeign = (name: 'first_name' | 'last_name' | 'date_of_birth') =>
    customer?.[name] !== undefined && own?.[name] !== customer[name] && received.includes(customer[name]);
  if ((['first_name', 'last_name', 'date_of_birth'] as const).filter(isForeign).length > 1) return true;
  const initials = `${customer?.first_name} ${customer?.last_name?.slice(0, 1)}`;
  const isOthers = own?.first_name !== customer?.first_name && own?.last_name !== customer?.last_name;
  return isOthers && received.some((value) => String(value).includes(initials));
}
