import { sleep } from '../../../helpers/client/context.js';
import type { RequestChange, Response } from '../../../helpers/client/message.js';
import { describeResponse, isSuccess, isUnderWay } from '../../../helpers/client/response.js';
import { send } from '../../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof } from '../../../helpers/client/verdicts.js';
import { isUnguessable } from '../../../helpers/identity/unguessable.js';
import { leavesOf } from '../../../helpers/json/json-leaves.js';
import { createCustomer } from '../../../schemas/fsapi/operations.js';
import { code } from '../../../schemas/marked.js';
import { freshCustomer } from '../../customers/test-data/customer.js';
import { createValidCustomer, requireAcceptedKey, secondListing } from '../baseline-requests.js';
import { creationBaseline, noIdentity, requireDistinctCustomers, requireNotPrepared } from '../creation-baseline.js';
import { customerIn } from './creation.js';
import {
  hasOwnCreation,
  identityOf,
  leavesSent,
  mayBeComputed,
  type Shown,
  shownOf,
  showsOwn,
} from './shown-of-customer.js';

/** Pauses before a request that the service says is still under way is sent again, in milliseconds: 1.6 s in all. */
const pausesMs = [200, 500, 900];

/** What the second tenant's request about a customer of the first came to. */
interface Asked {
  readonly customer: Response;
  /** The first response that shows anything of the customer, else the last. */
  readonly response: Response;
  readonly shows: Shown;
}

/** All that a probe of one customer gathers before it is judged. */
export interface Evidence extends Asked {
  /** The identity is long and random: nobody has it by chance. */
  readonly isRandom: boolean;
  /** The response is about a customer of the second tenant's own, as what it shows of its request says. */
  readonly isItsOwn: boolean;
  /** The service may compute the identity from what both requests contain. */
  readonly isComputed: boolean;
  /** The same about new customers, until one response does not show the identity of its own. */
  readonly repeats: readonly Asked[];
  /** The creation of a new customer that the service did not accept, so that the probe could not be repeated. */
  readonly notCreated?: Response;
  /** Whether the last repeat shows that the identity agreed by chance. */
  readonly isChance: boolean;
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
  probe: (customer: Response) => Promise<Response>,
  create = () => createValidCustomer({ purpose: 'once more' }),
): Promise<Proof> {
  requireAcceptedKey(await secondListing());
  // Nothing that the probe creates shares a moment with the customer.
  await sleep(20);
  const evidence = await gather(customer, probe, create);
  // Canned answers show one customer to everybody; what the first tenant sent is in none of them.
  const mayBeCanned = ofAnyCustomer.includes(evidence.shows);
  if (mayBeCanned) requireDistinctCustomers(await creationBaseline());
  const judgement = judgementOf(evidence);
  if (!(judgement instanceof Error)) return judgement;
  if (mayBeCanned && judgement instanceof Failed) await requireNotPrepared(await creationBaseline());
  throw judgement;
}

/** What a prepared customer shows too, whoever asks. */
const ofAnyCustomer: readonly Shown[] = ['the identity', 'a value of the record', 'no owner'];

/** What the evidence comes to: a pass, a failure, or what is missing. */
export function judgementOf(evidence: Evidence): Proof | Failed | Inconclusive {
  const [, judgement] = judgements.find(([applies]) => applies(evidence)) ?? [];
  if (!judgement) throw new Error('unreachable: the last row applies to whatever is left');
  return judgement(evidence);
}

/** The first condition that holds decides. */
const judgements: readonly (readonly [
  applies: (evidence: Evidence) => boolean,
  judgement: (evidence: Evidence) => Proof | Failed | Inconclusive,
])[] = [
  [(all) => mostTelling(all, leaks) !== undefined, (all) => leak(mostTelling(all, leaks) as Asked)],
  [(all) => mostTelling(all, doubts) !== undefined, (all) => doubt(mostTelling(all, doubts) as Asked)],
  [({ shows }) => shows === 'nothing', (all) => proof(all, 'without data of that customer')],
  // From here on the response shows the identity, and nothing else.
  [({ isItsOwn }) => isItsOwn, (all) => proof(all, 'about a customer of the second tenant’s own')],
  [({ isRandom, isComputed }) => isRandom && !isComputed, leak],
  [({ notCreated }) => notCreated !== undefined, notRepeated],
  [({ isChance }) => isChance, (all) => proof(all, 'with an identity that agrees by chance')],
  [({ repeats }) => repeats.at(-1)?.shows === 'nothing', uncleared],
  [({ isComputed }) => isComputed, doubt],
  [() => true, leak],
];

const leaks: readonly Shown[] = ['personal data', 'the tenant id', 'a value of the record'];
const doubts: readonly Shown[] = ['a computed value', 'no owner'];

/** The response of a probe or of a repeat that shows one of these. */
function mostTelling({ repeats, ...first }: Evidence, shown: readonly Shown[]): Asked | undefined {
  return [first, ...repeats].find(({ shows }) => shown.includes(shows));
}

/** Sends all that the judgement may rest on: what decides already is not asked about further. */
async function gather(
  customer: Response,
  probe: (customer: Response) => Promise<Response>,
  create: () => Promise<Response>,
): Promise<Evidence> {
  const asked = await ask(customer, probe);
  const open = { ...asked, isRandom: false, isItsOwn: false, isComputed: false, isChance: false, repeats: [] };
  if (asked.shows !== 'the identity') return open;
  const { response } = asked;
  const values = await identityOf(customer);
  if (values.some(isUnguessable)) {
    const hasOwn = await hasOwnCreation(customer, response);
    const isItsOwn = hasOwn && showsOwn(response, customer, leavesSent);
    return {
      ...open,
      isRandom: true,
      isItsOwn,
      isComputed: hasOwn || (await mayBeComputed(customer, response, values)),
    };
  }
  // A response about the second tenant's own data has a counter's next number, and not the customer.
  if (isSuccess(response) && showsOwn(response, customer)) return { ...open, isItsOwn: true };
  const repeated = await repeat(probe, create);
  const last = repeated.repeats.at(-1);
  return {
    ...{ ...open, ...repeated },
    isComputed: await mayBeComputed(customer, response, values),
    isChance: last?.shows === 'nothing' && (await clears(last.response, response)),
  };
}

/** Sends the request, and again while the service says that it is under way and shows nothing. */
async function ask(customer: Response, probe: (customer: Response) => Promise<Response>): Promise<Asked> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const response = await probe(customer);
    const shows = await shownOf(customer, response);
    if (shows !== 'nothing' || pauseMs === undefined || !isUnderWay(response)) return { customer, response, shows };
    await sleep(pauseMs);
  }
  throw new Error('unreachable: the last pause returns');
}

/** Repeats a probe with two new customers, the later first, until a response does not show the identity. */
async function repeat(
  probe: (customer: Response) => Promise<Response>,
  create: () => Promise<Response>,
): Promise<Pick<Evidence, 'repeats' | 'notCreated'>> {
  const [earlier, later] = [await create(), await create()];
  const repeats: Asked[] = [];
  for (const customer of [later, earlier]) {
    if (!isSuccess(customer)) return { repeats, notCreated: customer };
    const asked = await ask(customer, probe);
    repeats.push(asked);
    if (asked.shows !== 'the identity') break;
  }
  return { repeats };
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

function notRepeated({ notCreated }: Evidence): Inconclusive {
  const what = notCreated ? `${describeResponse(notCreated)} returned ${notCreated.status}` : 'No customer was created';
  return new Inconclusive(`${what}, so the probe could not be repeated.`);
}

function uncleared({ response, repeats }: Evidence): Inconclusive {
  return new Inconclusive(
    `${describeResponse(response)} returned the identity of the first tenant’s customer, which is short and may agree by chance; the same for another customer returned ${repeats.at(-1)?.response.status}, which clears nothing.`,
  );
}

/** Sends a customer with the e-mail address and phone of the first tenant's, as the second tenant. */
export function withAnothersAddress(of: Response, named: RequestChange = {}): Promise<Response> {
  const { email, phone } = customerIn(of.request) ?? {};
  return send(createCustomer, {
    caller: 'second',
    body: { ...freshCustomer(), email, phone },
    purpose: 'with the e-mail address and phone of another tenant’s customer',
    ...named,
  });
}
