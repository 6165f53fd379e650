import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { code } from '../../schemas/marked.js';
import { prove } from '../client/context.js';
import type { Response } from '../client/message.js';
import { describeResponse, isSuccess } from '../client/response.js';
import { Failed, Inconclusive } from '../client/verdicts.js';
import { identityValues, sameCustomer } from '../identity/customer-identity.js';
import { leavesOf } from '../json/json-leaves.js';
import { createValidCustomer, requireAcceptedKey, secondListing } from './baseline-requests.js';
import { creationBaseline } from './creation-baseline.js';
import { disclosed, isUnguessable, shortestTrace } from './leak-detection.js';

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
 * @throws Failed where a response contains data of that customer, Inconclusive where that cannot be determined
 */
export async function expectNoDisclosure(
  customer: Response,
  probe: (customer: Response) => Promise<Response>,
): Promise<void> {
  requireAcceptedKey(await secondListing());
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
    if ((await mayBeComputed(customer, match)) && !sharesRecord(customer, match)) throw computed(match);
    throw disclosure(match, 'the identity');
  }
  // A response about the second tenant's own data has a counter's next number, and not the customer.
  if (isSuccess(last) && showsOwn(last, customer)) return;
  const { acceptance } = await creationBaseline();
  const [earlier, later] = [
    await createValidCustomer({ purpose: 'once more' }),
    await createValidCustomer({ purpose: 'once more' }),
  ];
  for (const one of [later, earlier]) {
    if (!isSuccess(one))
      throw new Inconclusive(`${describeResponse(one)} returned ${one.status}, so the probe could not be repeated.`);
    const again = await matchIn(one, probe);
    if (again.match) continue;
    if (acceptance(again.last) === 'accepted') return;
    throw new Inconclusive(
      `${describeResponse(match)} returned the identity of the first tenant’s customer, which is short and may agree by chance; the same for another customer returned ${again.last.status}, which clears nothing.`,
    );
  }
  throw disclosure(match, 'the identity');
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
  const { identity } = await creationBaseline();
  requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer))
    throw disclosure(response, 'personal data');
  const values = await identityOf(customer);
  if (disclosed(response, values).length > 0) return true;
  if (!isSuccess(response)) return false;
  if (!identity && response.text === '') return false;
  if (identity) return sameCustomer(response, customer, identity) === true && !isOwn(response, values);
  // A response that shows what the second tenant has just sent, and the first has not, is about its own customer.
  if (showsOwn(response, customer)) return false;
  throw new Inconclusive(
    `${describeResponse(response)} returned ${response.status} without a customer id, so the owner cannot be determined. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
  );
}

/**
 * Whether a service may compute the identity from what both requests contain: then two tenants' customers have the same
 * one, and nobody's data is disclosed.
 */
async function mayBeComputed(customer: Response, response: Response): Promise<boolean> {
  const values = await identityOf(customer);
  const { original, sameBody, identity } = await creationBaseline();
  const isSamePerson = response.request.customer?.email === customer.request.customer?.email;
  const isOfTheBody = isSamePerson && identity !== undefined && sameCustomer(original, sameBody, identity) === true;
  const isOfItsName = values.some((value) => /[0-9a-f]{8}-[0-9a-f]{4}-[358][0-9a-f]{3}-/i.test(value));
  const { idempotencyKey, customer: sent = {}, raw } = customer.request;
  const texts = [idempotencyKey, sent.email, sent.phone, raw.body].filter((one) => typeof one === 'string');
  const isDigest = values.some((value) => isDigestOf(value, texts));
  return isOfTheBody || isOfItsName || isDigest || (isSuccess(response) && showsOwn(response, customer));
}

/** Whether a value holds the beginning of a common digest of a text. */
function isDigestOf(value: string, texts: readonly string[]): boolean {
  const plain = value.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  return texts.some((text) =>
    ['md5', 'sha1', 'sha256'].some((algorithm) => {
      const digest = createHash(algorithm).update(text).digest();
      const forms = [digest.toString('hex'), digest.toString('base64url').toLowerCase().replace(/[-_]/g, '')];
      return forms.some((form) => plain.includes(form.slice(0, 16)));
    }),
  );
}

/** Whether a response has further values of a customer's record that no request contains: its time of creation. */
function sharesRecord(customer: Response, response: Response): boolean {
  const own = new Map(leavesOf(response.json).map(({ pointer, value }) => [pointer, value]));
  return leavesOf(customer.json).some(
    ({ pointer, value }) =>
      own.get(pointer) === value &&
      /\d\d:\d\d:\d\d\.\d{3}/.test(String(value)) &&
      disclosed(response, [String(value)]).length > 0,
  );
}

function computed(response: Response): Inconclusive {
  return new Inconclusive(
    `${describeResponse(response)} returned the identity of the first tenant’s customer, and the service may compute it from the request itself, so it is unclear whose customer the response is about.`,
  );
}

/** Whether a response shows the e-mail address or phone of its own request, which the customer does not have. */
function showsOwn(response: Response, customer: Response): boolean {
  const own = personal(response).filter((value) => !personal(customer).includes(value));
  const shown = leavesOf(response.json).map(({ value }) => value);
  return own.some((value) => shown.includes(value));
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

/** Values of a customer that no other customer has. */
function personal({ request }: Response): string[] {
  const { email, phone } = request.customer ?? {};
  return [email, phone].filter((value) => typeof value === 'string');
}

/** Whether a response shows first and last name of a customer, and its own request contained another's. */
function holdsName(response: Response, { request }: Response): boolean {
  const { first_name, last_name } = request.customer ?? {};
  const own = response.request.customer ?? {};
  if (typeof first_name !== 'string' || typeof last_name !== 'string' || own.last_name === last_name) return false;
  const shown = leavesOf(response.json).map(({ value }) => value);
  const whole = shown.some((value) => String(value).includes(`${first_name} ${last_name}`));
  return whole || (shown.includes(first_name) && shown.includes(last_name));
}
