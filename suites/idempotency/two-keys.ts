import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { claimedIdentity } from '../../helpers/identity/resource-identity.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { list } from '../accounts/listing.js';
import {
  type CreationBaseline,
  creationBaseline,
  isCertain,
  orNone,
  requireDistinctCustomers,
} from '../creation-baseline.js';
import { againOf, createValidCustomer, longKey } from '../requests.js';
import { creationsOfTheRun, customersByKey } from './customers-by-key.js';
import { isSame, requireKeysTakeEffect } from './tries.js';

const longKeyed = [210, 72, 40].map((length) => ({
  length,
  create: fixture(`a customer under a key of ${length} characters`, () =>
    send(createCustomer, { idempotencyKey: longKey(length), purpose: `with a key of ${length} characters` }),
  ),
}));

/** A customer under the longest accepted key of those tried. @throws Skipped if it is shorter than needed */
async function underLongKey(needed: number): Promise<Response> {
  const known = await creationBaseline();
  for (const { create } of longKeyed.filter(({ length }) => length >= needed)) {
    const response = await create();
    if (known.acceptance(response) === 'accepted') return response;
  }
  throw new Skipped(`The service rejects keys of ${needed} characters and more, which the specification leaves open.`);
}

/** A customer under a key that is no UUID. @throws Skipped where the service accepts no such key */
const underOpaqueKey = fixture('a customer under a key that is no UUID', async () => {
  const { acceptance } = await creationBaseline();
  const idempotencyKey = `order-${longKey(8)}-${longKey(8)}`;
  const response = await send(createCustomer, { idempotencyKey, purpose: 'with a key of another form' });
  if (acceptance(response) === 'accepted') return response;
  throw new Skipped('The service rejects keys of this form, which the specification leaves open.');
});

/** Keys that are nearly another one: a different one in each attempt, from 0 to 4. Never in letter case alone. */
type Near = (key: string, attempt: number) => string;

/**
 * Another hexadecimal digit at a place, from 0: not one that holds a UUID's version or variant, since a service may read
 * keys as UUIDs.
 */
const anotherDigit =
  (at: number): Near =>
  (key, attempt) => {
    const digit = Number.parseInt(key[at] ?? '0', 16) + ([8, 4, 2, 6, 10][attempt] ?? 0);
    return key.slice(0, at) + (digit % 16).toString(16) + key.slice(at + 1);
  };
/** Places of a UUID whose digits mean something, and those that other differences change. */
const taken: readonly number[] = [0, 14, 16, 19, 35];
/** Another letter in place of one, and the same digits. */
const anotherLetter: Near = (key, attempt) => {
  const at = [...key].findLastIndex((digit, place) => /[a-f]/.test(digit) && !taken.includes(place));
  const others = [...'abcdef'].filter((letter) => letter !== key[at]);
  return at < 0 ? anotherDigit(34)(key, attempt) : key.slice(0, at) + others[attempt] + key.slice(at + 1);
};
/** The key without its last character, or its last few. */
const shorter: Near = (key, attempt) => key.slice(0, -1 - attempt);
/** The last hyphen further behind. */
const hyphenElsewhere: Near = (key, attempt) =>
  key.replace(/-([^-]*)$/, (_, back: string) => `${back.slice(0, attempt + 1)}-${back.slice(attempt + 1)}`);

/** How two keys differ. */
export interface Difference {
  /** The customer of the key that another one is near to. @throws Skipped where the service rejects keys of its form */
  readonly base: () => Promise<Response>;
  readonly near: Near;
  /** Beyond 36 characters, or no UUID: not every service accepts such keys. */
  readonly isOfAnotherForm?: true;
}

const longer = (at: number): Difference => ({
  base: () => underLongKey(at + 1),
  near: anotherDigit(at),
  isOfAnotherForm: true,
});
/** The customer of the first key of the run. */
const original = async (): Promise<Response> => (await creationBaseline()).original;

export const differences = {
  'at the front': { base: original, near: anotherDigit(0) },
  'in the middle': { base: original, near: anotherDigit(16) },
  'at the end': { base: original, near: anotherDigit(35) },
  'at character 37': longer(36),
  'at character 65': longer(64),
  'at character 200': longer(199),
  'in length alone': { base: () => underLongKey(40), near: shorter, isOfAnotherForm: true },
  'in a letter, and in no digit': { base: original, near: anotherLetter },
  'in the place of a hyphen alone': {
    base: async () => (await orNone(underLongKey(40))) ?? underOpaqueKey(),
    near: hyphenElsewhere,
    isOfAnotherForm: true,
  },
} satisfies Readonly<Record<string, Difference>>;

export type HowKeysDiffer = keyof typeof differences;

/**
 * The first key that differs so from an earlier one, for a customer that is created anyway: no operation deletes one.
 * Undefined where the service rejects keys of that form, or they have no effect (IDEM-04).
 */
export async function nearKey(how: HowKeysDiffer): Promise<string | undefined> {
  const { base, near, isOfAnotherForm }: Difference = differences[how];
  const first = await orNone(base());
  if (!first) return undefined;
  if (isOfAnotherForm) {
    const retry = await send(createCustomer, { ...againOf(first), purpose: 'again, same key' });
    if (isSame(first, retry, await creationBaseline()) === false) return undefined;
  }
  return near(first.request.idempotencyKey ?? '', 0);
}

const expected = 'a separate customer for each key';

/**
 * Searches all responses of the run for a customer that was created under another key.
 * @throws Failed where a response under a key never used before shows one (IDEM-04), Skipped where keys take no effect (IDEM-01)
 */
export async function expectOwnCustomers(): Promise<Proof> {
  const known = await creationBaseline();
  if (!known.identity) return expectNotCanned(known);
  const { mistaken, fresh } = customersByKey(known.identity);
  const [first] = mistaken;
  if (!first) {
    await requireKeysTakeEffect(known);
    if (fresh === 0) throw new Skipped('No customer id in the responses is long enough to be unique.');
    return { expected, received: `no customer of another key in ${fresh} responses`, response: known.control };
  }
  const { response, of } = first;
  const creations = mistaken.length === 1 ? 'A creation under a key' : `${mistaken.length} creations under keys`;
  throw new Failed({
    found: `${creations} never used before returned a customer that another key had created.`,
    expected,
    received: `${response.status}, the customer of another key`,
    control: { request: 'the POST that created this customer', response: of, outcome: 'the same customer' },
    likelyCause:
      'The service looks up a short digest or a part of the `Idempotency-Key`, or returns one of a few prepared customers.',
    response,
  });
}

/**
 * Where every creation has one body, nothing in it differs, so that nothing is known to identify. It fails where the body
 * names a customer by an identifier that is long enough to be nobody else's.
 */
function expectNotCanned(known: CreationBaseline): Proof {
  const { original, control } = known;
  const claimed = claimedIdentity(original);
  const creations = creationsOfTheRun();
  if (!claimed || creations.length < 2 || creations.some(({ text }) => text !== original.text))
    throw new Skipped('The responses show no customer id, so they cannot show a customer of another key.');
  if (!isCertain(claimed)) requireDistinctCustomers(known);
  throw new Failed({
    found: `Creations of ${creations.length} customers under ${creations.length} keys all returned the same customer: ${code(claimed.pointer)} never differs.`,
    expected,
    received: `${control.status}, the first customer`,
    control: { request: 'the first customer, under its own key', response: original, outcome: 'the same customer' },
    likelyCause: 'The response is canned: it does not depend on the request.',
    response: control,
  });
}

/** By how many accounts the listing grows meanwhile; undefined where it was not read whole, or no customer was accepted. */
async function growth(sent: string, work: () => Promise<Response>) {
  const { acceptance } = await creationBaseline();
  const before = await list({ purpose: `before ${sent}` });
  const response = await work();
  const after = await list({ purpose: `after ${sent}` });
  const isClear = !before.paged && !after.paged && acceptance(response) === 'accepted';
  return { response, listing: after.response, grown: isClear ? after.items.length - before.items.length : undefined };
}

/** Sends a creation so many times more. */
async function retried(response: Response, times: number): Promise<Response> {
  for (let more = times; more > 0; more -= 1)
    await send(createCustomer, { ...againOf(response), purpose: 'again, same key' });
  return response;
}

/**
 * Where each new customer has accounts, a duplicate shows in the listing, whatever the retry returned. Others may open
 * accounts meanwhile: so the listing has to grow with the number of tries, exactly, in four rounds.
 * @throws Failed where it does (IDEM-01)
 */
export async function expectNoHiddenDuplicate(): Promise<Proof> {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  const round = (tries: number) =>
    growth(tries === 1 ? 'a customer is created once' : `the same creation is sent ${tries} times`, async () =>
      retried(await createValidCustomer({ purpose: `to be sent ${tries} times` }), tries - 1),
    );
  const passed = ({ listing, grown }: Awaited<ReturnType<typeof growth>>, after: string): Proof => ({
    expected: 'as many new accounts as for one try',
    received: `${grown ?? 'unclear'} new accounts after ${after}`,
    response: listing,
  });
  // Where retries alone add nothing, no customer has to be created to see it.
  const retries = await growth('retries', () => retried(known.control, 3));
  if (retries.grown !== undefined && retries.grown <= 0) return passed(retries, '3 retries');
  const one = await round(1);
  if (one.grown === undefined || one.grown <= 0) return passed(one, 'one creation: a duplicate would not show');
  let last = one;
  for (const tries of [3, 1, 4]) {
    last = await round(tries);
    if (last.grown !== tries * one.grown) return passed(last, `${tries} tries, ${one.grown} after one`);
  }
  throw new Failed({
    found: 'Retries returned the first customer again, but the listing grew with each retry.',
    expected: `${one.grown} new accounts, however often the client retries`,
    received: `${last.grown} new accounts after 4 tries`,
    control: { request: 'one POST under another key', response: one.response, outcome: `${one.grown} new accounts` },
    response: last.response,
  });
}
