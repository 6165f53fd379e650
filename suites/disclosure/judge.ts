import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess, isUnderWay } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { code } from '../../schemas/marked.js';
import { noIdentity, requireDistinctCustomers, requireNotPrepared } from '../creation-baseline.js';
import { createValidCustomer, requireAcceptedKey, secondListing } from '../requests.js';
import * as shown from './shown.js';

/** Pauses before a request that the service says is still under way is sent again, in milliseconds: 1.6 s in all. */
const pausesMs = [200, 500, 900];

/** What the second tenant's request about a customer of the first came to. */
interface Asked extends shown.Subject {
  /** The first response that shows anything of the customer, else the last. */
  readonly response: Response;
  readonly shows: shown.Shown;
}

type Probe = (customer: Response) => Promise<Response>;

/** What a prepared customer shows too, whoever asks. */
const ofAnyCustomer: readonly shown.Shown[] = ['the identity', 'a value of the record', 'no owner'];

/**
 * Sends a request as the second tenant, and searches the responses for data of a customer of the first. A service that
 * answers "still under way" is asked again.
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
  if (mayBeCanned) requireDistinctCustomers(asked.known);
  const judgement = asked.shows === 'the identity' ? await byIdentity(asked, probe, create) : byWhatItShows(asked);
  if (!(judgement instanceof Error)) return judgement;
  if (mayBeCanned && judgement instanceof Failed) await requireNotPrepared(asked.known);
  throw judgement;
}

/** A pass, a failure, or what is missing. */
type Judgement = Proof | Failed | Inconclusive;

function byWhatItShows(asked: Asked): Judgement {
  if (asked.shows === 'nothing') return proof(asked, 'without data of that customer');
  return asked.shows === 'a computed value' || asked.shows === 'no owner' ? doubt(asked) : leak(asked);
}

/**
 * A short identity may agree by chance, as where each tenant has its own counter. So where a response discloses nothing
 * but such an identity, the probe repeats with two new customers, the later first: a counter that moves on cannot match
 * both. A long random one needs no second question, and a later rejection clears no match.
 */
async function byIdentity(asked: Asked, probe: Probe, create: () => Promise<Response>): Promise<Judgement> {
  const { customer, response, ids, known } = asked;
  const ofItsOwn = proof(asked, 'about the second tenant’s own customer');
  const leakUnlessComputed = () => (shown.mayBeComputed(asked, response) ? doubt(asked) : leak(asked));
  if (ids.some(isUnguessable)) {
    const hasOwn = shown.hasOwnCreation(asked, response);
    if (hasOwn && shown.showsOwn(response, customer, shown.leavesSent)) return ofItsOwn;
    return hasOwn ? doubt(asked) : leakUnlessComputed();
  }
  // A response about the second tenant's own data has a counter's next number, and not the customer.
  if (isSuccess(response) && shown.showsOwn(response, customer)) return ofItsOwn;
  const [earlier, later] = [await create(), await create()];
  for (const another of [later, earlier]) {
    if (!isSuccess(another))
      return new Inconclusive(`${returned(another)} ${another.status}, so the probe could not be repeated.`);
    const repeat = await ask(another, probe);
    if (repeat.shows === 'the identity') continue;
    if (repeat.shows !== 'nothing') return byWhatItShows(repeat);
    // The service accepted the other one, or it is the same rejection, which names something else.
    const isCleared = known.acceptance(repeat.response) === 'accepted' || isAlike(response, repeat.response);
    if (isCleared) return proof(asked, 'with an identity that matches by coincidence');
    return new Inconclusive(
      `${returned(response)} the identity of the first tenant’s customer, which is short, so it may be a coincidence. A second try returned ${repeat.response.status} and does not settle it.`,
    );
  }
  return leakUnlessComputed();
}

/** Sends the request, and again while the service says that it is under way and shows nothing. */
async function ask(customer: Response, probe: Probe): Promise<Asked> {
  const subject = await shown.subjectOf(customer);
  for (let tries = 0; ; tries += 1) {
    const response = await probe(customer);
    const shows = await shown.shownOf(subject, response);
    const pauseMs = pausesMs[tries];
    if (shows !== 'nothing' || pauseMs === undefined || !isUnderWay(response)) return { ...subject, response, shows };
    await sleep(pauseMs);
  }
}

/** Whether two rejections are of one kind. */
function isAlike(one: Response, other: Response): boolean {
  const pointersOf = ({ json }: Response) => leavesOf(json).map(({ pointer }) => pointer);
  return !isSuccess(one) && one.status === other.status && `${pointersOf(one)}` === `${pointersOf(other)}`;
}

/** @param received what came, after the status */
function proof({ customer, response }: Asked, received: string): Proof {
  return {
    received: `${response.status}, ${received}`,
    control: { request: 'the first tenant’s request', response: customer },
    response,
  };
}

function leak({ response, shows }: Asked): Failed {
  return new Failed({
    found: `The service disclosed ${shows} of the first tenant’s customer to the second tenant.`,
    received: `${response.status}, containing ${shows} of that customer`,
    response,
  });
}

const returned = (response: Response) => `${describeResponse(response)} returned`;

function doubt({ response, shows }: Asked): Inconclusive {
  if (shows === 'no owner')
    return new Inconclusive(
      `${returned(response)} ${response.status} without a customer id, so the owner cannot be determined. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
      noIdentity,
    );
  const what = shows === 'the identity' ? shows : 'a value';
  return new Inconclusive(
    `${returned(response)} ${what} of the first tenant’s customer, and the service may compute it from the request itself, so it is unclear whose customer the response is about.`,
  );
}
