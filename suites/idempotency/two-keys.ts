import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { creationBaseline, orNone } from '../shared/creation-baseline.js';
import { again, customerOfRetry } from '../shared/retries.js';
import { freshKey } from '../shared/valid-requests.js';

/** Not every service accepts these keys: long ones, and one that is no UUID. */
const otherForms = [210, 72, 40, 0].map((length) => {
  const name = length > 0 ? `a key of ${length} characters` : 'a key of another form';
  const key = () => (length > 0 ? freshKey(length) : `order-${freshKey(8)}-${freshKey(8)}`);
  const sent = () => send(createCustomer, { idempotencyKey: key(), purpose: `with ${name}` });
  return { length, customer: fixture(`a customer under ${name}`, sent) };
});

/** A customer under the longest key that the service accepts. @throws Skipped if that is shorter than needed */
async function underKeyOf(needed: number): Promise<Response> {
  const { acceptance } = await creationBaseline();
  for (const { customer } of otherForms.filter(({ length }) => length >= needed)) {
    const response = await customer();
    if (acceptance(response) === 'accepted') return response;
  }
  throw new Skipped('The service rejects keys of this form, which the specification leaves open.');
}

/** Makes a key that is nearly another: in each attempt, 0 to 4, a different one, never in letter case alone. */
type Near = (key: string, attempt: number) => string;

/** Another hexadecimal digit at a place, but not one that holds a UUID’s version or variant. */
const anotherDigit =
  (at: number): Near =>
  (key, attempt) => {
    const digit = Number.parseInt(key[at] ?? '0', 16) + ([8, 4, 2, 6, 10][attempt] ?? 0);
    return key.slice(0, at) + (digit % 16).toString(16) + key.slice(at + 1);
  };
/** Their digits mean something in a UUID, or other differences change them. */
const taken: readonly number[] = [0, 14, 16, 19, 35];
/** Changes all letters but those at the places above, and no digit. */
const otherLetters: Near = (key, attempt) => {
  const changed = key.replace(/[a-f]/g, (letter, at: number) => {
    const others = [...'abcdef'].filter((other) => other !== letter);
    return taken.includes(at) ? letter : (others[attempt] ?? letter);
  });
  return changed === key ? anotherDigit(34)(key, attempt) : changed;
};
const shorter: Near = (key, attempt) => key.slice(0, -1 - attempt);
const hyphenElsewhere: Near = (key, attempt) =>
  key.replace(/-([^-]*)$/, (_, back: string) => `${back.slice(0, attempt + 1)}-${back.slice(attempt + 1)}`);

export interface Difference {
  /** @throws Skipped if the service rejects keys of this form */
  readonly base: () => Promise<Response>;
  readonly near: Near;
}

const longer = (at: number): Difference => ({ base: () => underKeyOf(at + 1), near: anotherDigit(at) });
const original = async (): Promise<Response> => (await creationBaseline()).original;

export const differences = {
  'at the front': { base: original, near: anotherDigit(0) },
  'in the middle': { base: original, near: anotherDigit(16) },
  'at the end': { base: original, near: anotherDigit(35) },
  'at character 37': longer(36),
  'at character 65': longer(64),
  'at character 200': longer(199),
  'in length alone': { base: () => underKeyOf(40), near: shorter },
  'in a letter, and in no digit': { base: original, near: otherLetters },
  'in the place of a hyphen alone': { base: () => underKeyOf(0), near: hyphenElsewhere },
} satisfies Readonly<Record<string, Difference>>;

export type HowKeysDiffer = keyof typeof differences;

/** One that differs so from an earlier one; undefined if the service rejects such keys, or ignores them. */
export async function nearKey(how: HowKeysDiffer): Promise<string | undefined> {
  const { base, near }: Difference = differences[how];
  const first = await orNone(base());
  if (!first) return undefined;
  // Longer keys, and those that are no UUIDs, may have no effect.
  if (base !== original) {
    const retry = await again(first);
    if (customerOfRetry(first, retry, await creationBaseline()) === 'other') return undefined;
  }
  return near(first.request.idempotencyKey ?? '', 0);
}
