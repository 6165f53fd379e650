import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess, isUnderWay } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { code } from '../../schemas/marked.js';
import { creationBaseline, noIdentity, requireDistinctCustomers, requireNotPrepared } from '../creation-baseline.js';
import { createValidCustomer, requireAcceptedKey, secondListing } from '../requests.js';
import { hasOwnCreation, identityOf, leavesSent, mayBeComputed, type Shown, shownOf, showsOwn } from './shown.js';

/** Pauses before a request that the service says is still under way is sent again, in milliseconds: 1.6 s in all. */
const pausesMs = [200, 500, 900];

/** What the second tenant's request about a customer of the first came to. */
interface Asked {
  readonly customer: Response;
  /** The first response that shows anything of the customer, else the last. */
  readonly response: Response;
  readonly shows: Shown;
}

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
  probe: Probe,
  create = () => createValidCustomer({ purpose: 'once more' }),
): Promise<Proof> {
  requireAcceptedKey(await secondListing());
  // Nothing that the probe creates shares a moment with the customer.
  await sleep(20);
  const asked = await ask(customer, probe);
  // Canned answers show one customer to everybody; what the first tenant sent is in none of them.
  const mayBeCanned = ofAnyCustomer.includes(asked.shows);
  if (mayBeCanned) requireDistinctCustomers(await creationBaseline());
  const judgement = await judgementOf(asked, probe, create);
  if (!(judgement instanceof Error)) return judgement;
  if (mayBeCanned && judgement instanceof Failed) await requireNotPrepared(await creationBaseline());
  throw judgement;
}

type Probe = (customer: Response) => Promise<Response>;

/** What a prepared customer shows too, whoever asks. */
const ofAnyCustomer: readonly Shown[] = ['the identity', 'a value of the record', 'no owner'];

/** A pass, a failure, or what is missing. What decides already is not asked about further. */
async function judgementOf(
  asked: Asked,
  probe: Probe,
  create: () => Promise<Response>,
): Promise<Proof | Failed | Inconclusive> {
  const { customer, response, shows } = asked;
  if (shows !== 'the identity') return byWhatItShows(asked);
  const ofItsOwn = proof(asked, 'about a customer of the second tenant’s own');
  const values = await identityOf(customer);
  if (values.some(isUnguessable)) {
    const hasOwn = await hasOwnCreation(customer, response);
    if (hasOwn && showsOwn(response, customer, leavesSent)) return ofItsOwn;
    return hasOwn || (await mayBeComputed(customer, response, values)) ? doubt(asked) : leak(asked);
  }
  // A response about the second tenant's own data has a counter's next number, and not the customer.
  if (isSuccess(response) && showsOwn(response, customer)) return ofItsOwn;
  const [earlier, later] = [await create(), await create()];
  for (const another of [later, earlier]) {
    if (!isSuccess(another)) return notRepeated(another);
    const repeat = await ask(another, probe);
    if (repeat.shows === 'nothing')
      return (await clears(repeat.response, response))
        ? proof(asked, 'with an identity that agrees by chance')
        : uncleared(response, repeat.response);
    if (repeat.shows !== 'the identity') return byWhatItShows(repeat);
  }
  return (await mayBeComputed(customer, response, values)) ? doubt(asked) : leak(asked);
}

function byWhatItShows(asked: Asked): Proof | Failed | Inconclusive {
  if (asked.shows === 'nothing') return proof(asked, 'without data of that customer');
  return asked.shows === 'a computed value' || asked.shows === 'no owner' ? doubt(asked) : leak(asked);
}

/** Sends the request, and again while the service says that it is under way and shows nothing. */
async function ask(customer: Response, probe: Probe): Promise<Asked> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const response = await probe(customer);
    const shows = await shownOf(customer, response);
    if (shows !== 'nothing' || pauseMs === undefined || !isUnderWay(response)) return { customer, response, shows };
    await sleep(pauseMs);
  }
  throw new Error('unreachable: the last pause returns');
}

/**
 * Whether a response about another customer shows that the first one agreed by chance: the service accepted it, or it is
 * the same rejection, which names something else.
 */
async function clears(response: Response, match: Response): Promise<boolean> {
  const { acceptance } = await creationBaseline();
  return acceptance(response) === 'accepted' || isAlike(match, response);
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

const undisclosed = 'any response without data of the first tenant’s customer';

/** @param received what came, after the status */
function proof({ customer, response }: Asked, received: string): Proof {
  return {
    expected: undisclosed,
    received: `${response.status}, ${received}`,
    control: { request: 'the first tenant’s own request', response: customer },
    response,
  };
}

function leak({ response, shows }: Asked): Failed {
  return new Failed({
    found: `The service disclosed ${shows} of the first tenant’s customer to the second tenant.`,
    expected: undisclosed,
    received: `${response.status}, containing ${shows} of that customer`,
    response,
  });
}

function doubt({ response, shows }: Asked): Inconclusive {
  const returned = `${describeResponse(response)} returned`;
  if (shows === 'no owner')
    return new Inconclusive(
      `${returned} ${response.status} without a customer id, so the owner cannot be determined. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
      noIdentity,
    );
  return new Inconclusive(
    `${returned} ${shows === 'the identity' ? shows : 'a value'} of the first tenant’s customer, and the service may compute it from the request itself, so it is unclear whose customer the response is about.`,
  );
}

function notRepeated(notCreated: Response): Inconclusive {
  return new Inconclusive(
    `${describeResponse(notCreated)} returned ${notCreated.status}, so the probe could not be repeated.`,
  );
}

function uncleared(response: Response, repeat: Response): Inconclusive {
  return new Inconclusive(
    `${describeResponse(response)} returned the identity of the first tenant’s customer, which is short, so it may be a coincidence. A second try returned ${repeat.status} and does not settle it.`,
  );
}
