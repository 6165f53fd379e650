import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { information } from '../../helpers/identity/listing.js';
import { claimedIdentity } from '../../helpers/identity/resource-identity.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { list } from '../accounts/listing.js';
import { claimsOneCustomer, creationBaseline, orNone, requireDistinctCustomers } from '../creation-baseline.js';
import { againOf, createValidCustomer, longKey } from '../requests.js';
import { customersByKey } from './customers-by-key.js';
import { isSame, requireKeysTakeEffect } from './tries.js';

/** Customers under keys that not every service accepts: long ones, and one that is no UUID. */
const otherForms = [210, 72, 40, 0].map((length) => {
  const name = length > 0 ? `a key of ${length} characters` : 'a key of another form';
  const key = () => (length > 0 ? longKey(length) : `order-${longKey(8)}-${longKey(8)}`);
  const sent = () => send(createCustomer, { idempotencyKey: key(), purpose: `with ${name}` });
  return { length, customer: fixture(`a customer under ${name}`, sent) };
});

/** A customer under the longest key that the service accepts. @throws Skipped where that is shorter than needed */
async function underKeyOf(needed: number): Promise<Response> {
  const { acceptance } = await creationBaseline();
  for (const { customer } of otherForms.filter(({ length }) => length >= needed)) {
    const response = await customer();
    if (acceptance(response) === 'accepted') return response;
  }
  throw new Skipped('The service rejects keys of this form, which the specification leaves open.');
}

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
}

const longer = (at: number): Difference => ({ base: () => underKeyOf(at + 1), near: anotherDigit(at) });
/** The customer of the first key of the run. */
const original = async (): Promise<Response> => (await creationBaseline()).original;

export const differences = {
  'at the front': { base: original, near: anotherDigit(0) },
  'in the middle': { base: original, near: anotherDigit(16) },
  'at the end': { base: original, near: anotherDigit(35) },
  'at character 37': longer(36),
  'at character 65': longer(64),
  'at character 200': longer(199),
  'in length alone': { base: () => underKeyOf(40), near: shorter },
  'in a letter, and in no digit': { base: original, near: anotherLetter },
  'in the place of a hyphen alone': { base: () => underKeyOf(0), near: hyphenElsewhere },
} satisfies Readonly<Record<string, Difference>>;

export type HowKeysDiffer = keyof typeof differences;

/**
 * The first key that differs so from an earlier one, for a customer that is created anyway: no operation deletes one.
 * Undefined where the service rejects keys of that form, or they have no effect (IDEM-04).
 */
export async function nearKey(how: HowKeysDiffer): Promise<string | undefined> {
  const { base, near }: Difference = differences[how];
  const first = await orNone(base());
  if (!first) return undefined;
  // Beyond 36 characters, or no UUID: such keys may have no effect.
  if (base !== original) {
    const retry = await send(createCustomer, { ...againOf(first), purpose: 'again, same key' });
    if (isSame(first, retry, await creationBaseline()) === false) return undefined;
  }
  return near(first.request.idempotencyKey ?? '', 0);
}

/**
 * Searches all responses of the run for a customer that was created under another key.
 * @throws Failed where a response under a key never used before shows one (IDEM-04), Skipped where keys take no effect (IDEM-01)
 */
export async function expectOwnCustomers(): Promise<Proof> {
  const known = await creationBaseline();
  const { identity, original, control } = known;
  const expected = 'a separate customer for each key';
  const failed = (found: string, response: Response, of: Response, likelyCause: string) =>
    new Failed({
      ...{ found, expected, received: `${response.status}, the customer of another key`, likelyCause, response },
      control: { request: 'the POST that created this customer', response: of, outcome: 'the same customer' },
    });
  if (!identity) {
    // Where two creations have one body, nothing in it differs, so that nothing is known to identify: but it may claim to.
    const claimed = claimedIdentity(original);
    if (!claimed || !claimsOneCustomer(original, control))
      throw new Skipped('The responses show no customer id, so they cannot show a customer of another key.');
    // A short one may stand for something else: a version, a counter of responses.
    if (information(String(claimed.value)) < 3) requireDistinctCustomers(known);
    const found = `Creations under different keys returned the same customer: ${code(claimed.pointer)} never differs.`;
    throw failed(found, control, original, 'The response is canned: it does not depend on the request.');
  }
  const { mistaken, fresh } = customersByKey(identity);
  const [first] = mistaken;
  if (!first) {
    await requireKeysTakeEffect(known);
    if (fresh === 0) throw new Skipped('No customer id in the responses is long enough to be unique.');
    return { expected, received: `no customer of another key in ${fresh} responses`, response: control };
  }
  throw failed(
    `Of creations under keys never used before, ${mistaken.length} returned a customer that another key had created.`,
    ...[first.response, first.of],
    'The service looks up a short digest or a part of the `Idempotency-Key`, or returns one of a few prepared customers.',
  );
}

/**
 * By how many accounts the listing grows while a creation is sent so many times.
 * @param first makes it, where that is no customer of before
 * @returns undefined where the listing was not read whole, or no customer was accepted
 */
async function growth(times: number, first: () => Promise<Response>) {
  const { acceptance } = await creationBaseline();
  const before = await list({ purpose: `before ${times} tries` });
  const response = await first();
  for (let more = times; more > 1; more -= 1)
    await send(createCustomer, { ...againOf(response), purpose: 'again, same key' });
  const after = await list({ purpose: `after ${times} tries` });
  const isClear = !before.paged && !after.paged && acceptance(response) === 'accepted';
  const grown = isClear ? after.items.length - before.items.length : undefined;
  const received = `${grown ?? 'unclear'} new accounts after ${times} tries`;
  return {
    response,
    grown,
    proof: { expected: 'as many new accounts as for one try', received, response: after.response },
  };
}

/**
 * Where each new customer has accounts, a duplicate shows in the listing, whatever the retry returned. Others may open
 * accounts meanwhile: so the listing has to grow with the number of tries, exactly, in four rounds.
 * @throws Failed where it does (IDEM-01)
 */
export async function expectNoHiddenDuplicate(): Promise<Proof> {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  // Where retries alone add nothing, no customer has to be created to see it.
  const retries = await growth(4, async () => known.control);
  if ((retries.grown ?? 1) <= 0) return retries.proof;
  const round = (times: number) => growth(times, () => createValidCustomer({ purpose: `to be sent ${times} times` }));
  const one = await round(1);
  const { grown = 0 } = one;
  if (grown <= 0) return one.proof;
  let last = one;
  for (const times of [3, 1, 4]) {
    last = await round(times);
    if (last.grown !== times * grown) return last.proof;
  }
  throw new Failed({
    ...last.proof,
    found: 'Retries returned the first customer again, but the listing grew with each retry.',
    control: { request: 'one POST under another key', response: one.response, outcome: `${grown} new accounts` },
  });
}
