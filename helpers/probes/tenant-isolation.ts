import { code } from '../../schemas/marked.js';
import { createCustomer } from '../../schemas/operations.js';
import { context, prove, sleep } from '../client/context.js';
import type { RequestChange, Response } from '../client/message.js';
import { describeResponse, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Inconclusive } from '../client/verdicts.js';
import { identityValues, sameCustomer } from '../identity/customer-identity.js';
import { lastPart, leavesOf } from '../json/json-leaves.js';
import { customerRank } from '../json/member-names.js';
import { freshCustomer } from '../test-data/customer.js';
import { createValidCustomer, hasOwnKeys, requireAcceptedKey, secondListing } from './baseline-requests.js';
import { creationBaseline, noIdentity } from './creation-baseline.js';
import { disclosed, isDigestOf, isUnguessable, onlyAcknowledges, shortestTrace } from './leak-detection.js';

/** Pauses before a request that the service says is still under way is sent again, in milliseconds: 1.6 s in all. */
const pausesMs = [200, 500, 900];

/**
 * Sends a request as the second tenant, and searches the responses for data of a customer of the first. A service that
 * answers "still under way" is asked again.
 *
 * A short identity may agree by chance, as where each tenant has its own counter. So where a response discloses nothing
 * but such an identity, the probe repeats with two new customers, the later first: a counter that moves on cannot match
 * both. A long random one needs no second question, and a later rejection clears no match.
 * @param customer a creation of the first tenant that no other probe of this kind uses
 * @param probe the second tenant's request about a customer of the first
 * @param create another such customer
 * @throws Failed where a response contains data of that customer, Inconclusive where that cannot be determined
 */
export async function expectNoDisclosure(
  customer: Response,
  probe: (customer: Response) => Promise<Response>,
  create = () => createValidCustomer({ purpose: 'once more' }),
): Promise<void> {
  requireAcceptedKey(await secondListing());
  // Nothing that the probe creates shares a moment with the customer.
  await sleep(20);
  const { match, last } = await matchIn(customer, probe);
  if (!match)
    return prove({
      expected: undisclosed,
      received: `${last.status}, without data of that customer`,
      control: { request: 'the first tenant’s own request', response: customer },
      response: last,
    });
  const values = await identityOf(customer);
  if (values.some(isUnguessable)) {
    const isItsOwn = await hasOwnCreation(customer, match);
    if (isItsOwn && showsOwn(match, customer, leavesSent)) return;
    if (isItsOwn || (await mayBeComputed(customer, match, values))) throw computed(match, 'the identity');
    throw disclosure(match, 'the identity');
  }
  // A response about the second tenant's own data has a counter's next number, and not the customer.
  if (isSuccess(last) && showsOwn(last, customer)) return;
  const { acceptance } = await creationBaseline();
  const [earlier, later] = [await create(), await create()];
  for (const one of [later, earlier]) {
    if (!isSuccess(one))
      throw new Inconclusive(`${describeResponse(one)} returned ${one.status}, so the probe could not be repeated.`);
    const again = await matchIn(one, probe);
    if (again.match) continue;
    // The same rejection of another customer names something else: a number in it has agreed by chance.
    if (acceptance(again.last) === 'accepted' || isAlike(match, again.last)) return;
    throw new Inconclusive(
      `${describeResponse(match)} returned the identity of the first tenant’s customer, which is short and may agree by chance; the same for another customer returned ${again.last.status}, which clears nothing.`,
    );
  }
  if (await mayBeComputed(customer, match, values)) throw computed(match, 'the identity');
  throw disclosure(match, 'the identity');
}

/** Sends a customer with the e-mail address and phone of the first tenant's, as the second tenant. */
export function withAnothersAddress(of: Response, named: RequestChange = {}): Promise<Response> {
  const { email, phone } = of.request.customer ?? {};
  return send(createCustomer, {
    caller: 'second',
    customer: { ...freshCustomer(), email, phone },
    purpose: 'with the e-mail address and phone of another tenant’s customer',
    ...named,
  });
}

/** The first response with the customer's identity, and the last response. @throws Failed where one discloses more */
async function matchIn(
  customer: Response,
  probe: (customer: Response) => Promise<Response>,
): Promise<{ match?: Response; last: Response }> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const last = await probe(customer);
    if (await givesIdentity(customer, last)) return { match: last, last };
    if (pauseMs === undefined || ![409, 423, 425].includes(last.status)) return { last };
    await sleep(pauseMs);
  }
  throw new Error('unreachable: the last pause returns');
}

async function identityOf(customer: Response): Promise<string[]> {
  const { identity } = await creationBaseline();
  return identity ? identityValues(customer, identity) : [];
}

/** Whether a response discloses a customer's identity. @throws Failed where it discloses more than that */
async function givesIdentity(customer: Response, response: Response): Promise<boolean> {
  const { identity, original, control } = await creationBaseline();
  // A rejection of the tenant named is none of the key.
  const { tenant, headers } = response.request.change;
  if (tenant === undefined && headers === undefined) requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer))
    throw disclosure(response, 'personal data');
  const own = customer.request.tenant ?? '';
  // A plain word may stand there for another reason.
  if (hasOwnKeys() && /[-_\d]/.test(own) && disclosed(response, [own]).length > 0)
    throw disclosure(response, 'the tenant id');
  await expectNoRecord(customer, response);
  const values = await identityOf(customer);
  if (disclosed(response, values).length > 0) return true;
  if (!isSuccess(response)) return namesShort(response, values);
  const others = [original, control].filter(({ exchange }) => exchange !== customer.exchange);
  if (!identity && onlyAcknowledges(response, others)) return false;
  if (identity) return sameCustomer(response, customer, identity) === true && !isOwn(response, values);
  // A response that shows what the second tenant has just sent, and the first has not, is about its own customer.
  if (showsOwn(response, customer)) return false;
  throw new Inconclusive(
    `${describeResponse(response)} returned ${response.status} without a customer id, so the owner cannot be determined. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
    noIdentity,
  );
}

/** Whether a rejection names an identity too short to search for: as a member, or at the end of an address. */
function namesShort(response: Response, values: readonly string[]): boolean {
  return leavesOf(response.json).some(
    (leaf) => customerRank(leaf) > 0 && values.includes(lastPart(String(leaf.value))),
  );
}

/** Whether two rejections are of one kind. */
function isAlike(one: Response, other: Response): boolean {
  const [own, others] = [one, other].map(({ json }) =>
    leavesOf(json)
      .map(({ pointer }) => pointer)
      .join(' '),
  );
  return !isSuccess(one) && one.status === other.status && own === others;
}

/**
 * Whether a service may compute the identity from what both requests contain: then two tenants' customers have the same
 * one, and nobody's data is disclosed.
 */
async function mayBeComputed(customer: Response, response: Response, values: readonly string[]): Promise<boolean> {
  const { original, sameBody, identity } = await creationBaseline();
  const isSamePerson = response.request.customer?.email === customer.request.customer?.email;
  // Where both tenants' repeats are rejected, the rejection names who is there. The second may have put one there itself.
  const namesAnother = !isSuccess(response) && !isSuccess(sameBody) && !hasCreatedItself(customer);
  const isOfTheBody =
    !namesAnother && isSamePerson && identity !== undefined && sameCustomer(original, sameBody, identity) === true;
  const isOfItsName = values.some((value) => /[0-9a-f]{8}-[0-9a-f]{4}-[358][0-9a-f]{3}-/i.test(value));
  const isDigest = values.some((value) => isDigestOf(value, digested(customer)));
  return isOfTheBody || isOfItsName || isDigest || (isSuccess(response) && showsOwn(response, customer, leavesSent));
}

/** Whether the second tenant has a customer of its own with this one's e-mail address. */
function hasCreatedItself({ request: { customer } }: Response): boolean {
  return context().responses.some(
    (response) =>
      isSuccess(response) &&
      response.request.change.caller === 'second' &&
      response.request.customer?.email === customer?.email,
  );
}

/** Texts of a customer's request that a service may digest. */
function digested({ request: { idempotencyKey, customer: sent = {}, raw } }: Response): string[] {
  return [idempotencyKey, sent.email, sent.phone, raw.body].filter((one) => typeof one === 'string');
}

/** A moment to the millisecond, and not a whole second. */
const preciseMoment = /\d\d:\d\d:\d\d\.(?!000)\d{3}/;

/**
 * Searches a response for values of a customer's record that no request contains, besides the identity: its moment of
 * creation, the number of a wallet. What a response to another customer of the same tenant has too belongs to neither.
 * @throws Failed where the response contains one, Inconclusive where the service may compute it from the request
 */
async function expectNoRecord(customer: Response, response: Response): Promise<void> {
  const { original, control, sameBody, identity } = await creationBaseline();
  const ids = (await identityOf(customer)).filter((value) => value.length >= shortestTrace);
  // What two tenants create at the same time may share a moment.
  const isOfTheRecord = (value: string) =>
    (customer.alone && preciseMoment.test(value)) ||
    (isUnguessable(value) &&
      !ids.some((id) => value.includes(id)) &&
      !sameBody.text.includes(value) &&
      !isDigestOf(value, digested(customer)));
  const others = [original, control].filter(({ exchange }) => exchange !== customer.exchange);
  const ofTheRecord = leavesOf(customer.json)
    .map(({ value }) => String(value))
    .filter((value) => isOfTheRecord(value) && !others.some(({ text }) => text.includes(value)));
  const shared = disclosed(response, disclosed(customer, ofTheRecord));
  if (shared.length === 0) return;
  const later = await createValidCustomer({ purpose: 'once more' });
  const found = shared.filter((value) => !later.text.includes(value));
  if (found.length === 0) return;
  const isOfAnother = identity !== undefined && sameCustomer(response, customer, identity) === false;
  const isItsOwn = isSuccess(response) && (isOfAnother || (await hasOwnCreation(customer, response)));
  if (!found.some((value) => preciseMoment.test(value)) && isItsOwn) throw computed(response, 'a value');
  throw disclosure(response, 'a value of the record');
}

/**
 * Whether a success shows a time of creation that is not the customer's, at a place where a repeat shows the first one
 * again. Then it is about a customer of its own, whose identity the service computes from the request.
 */
async function hasOwnCreation(customer: Response, response: Response): Promise<boolean> {
  const { original, repeat } = await creationBaseline();
  if (!isSuccess(response)) return false;
  const [first, again, theirs] = [original, repeat, customer].map(
    ({ json }) => new Map(leavesOf(json).map(({ pointer, value }) => [pointer, value])),
  );
  return leavesOf(response.json).some(
    ({ pointer, value }) =>
      /creat[^/]*$/i.test(pointer) &&
      /\d{2}:\d{2}|^\d{10,}$/.test(String(value)) &&
      first?.get(pointer) === again?.get(pointer) &&
      theirs?.has(pointer) &&
      theirs.get(pointer) !== value,
  );
}

function computed(response: Response, what: string): Inconclusive {
  return new Inconclusive(
    `${describeResponse(response)} returned ${what} of the first tenant’s customer, and the service may compute it from the request itself, so it is unclear whose customer the response is about.`,
  );
}

/** Whether a response shows a value of its own request that the customer does not have. */
function showsOwn(response: Response, customer: Response, valuesOf = personal): boolean {
  const theirs = valuesOf(customer);
  const shown = leavesOf(response.json).map(({ value }) => value);
  return valuesOf(response).some((value) => !theirs.includes(value) && shown.includes(value));
}

/** Whether an identity derives from the second tenant's own request, such as the key. */
function isOwn(response: Response, values: readonly string[]): boolean {
  return values.some((value) => value.length >= shortestTrace) && disclosed(response, values).length === 0;
}

const undisclosed = 'any response without data of the first tenant’s customer';

function disclosure(response: Response, what: string): Failed {
  return new Failed({
    found: `The service disclosed ${what} of the first tenant’s customer to the second tenant.`,
    expected: undisclosed,
    received: `${response.status}, containing ${what} of that customer`,
    response,
  });
}

function leavesSent({ request }: Response): string[] {
  return leavesOf(request.customer)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
}

/** Members whose values come from a short list, so that a match may be chance. */
const ofAShortList = ['/first_name', '/middle_name', '/type', '/gender', '/date_of_birth', '/address/city'];

/** Values of a customer's request that no other customer has: e-mail address, phone, last name, street. */
function personal({ request }: Response): string[] {
  const own = leavesOf(request.customer).filter(({ pointer }) => !ofAShortList.includes(pointer));
  return own.map(({ value }) => value).filter((value) => typeof value === 'string');
}

/** Whether a response shows first name and initial of a customer, and its own request contained another's. */
function holdsName(response: Response, { request }: Response): boolean {
  const { first_name, last_name } = request.customer ?? {};
  const own = response.request.customer ?? {};
  if (typeof first_name !== 'string' || typeof last_name !== 'string') return false;
  if (own.first_name === first_name || own.last_name === last_name) return false;
  const shown = leavesOf(response.json).map(({ value }) => value);
  const whole = shown.some((value) => String(value).includes(`${first_name} ${last_name[0]}`));
  return whole || (shown.includes(first_name) && shown.includes(last_name));
}
