import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { creationBaseline } from '../creation-baseline.js';
import { longKey, uuid } from './keys.js';

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

/** A customer under a key of a form that not every service accepts. @throws Skipped where this one does not */
async function underKey(idempotencyKey: string): Promise<Response> {
  const { acceptance } = await creationBaseline();
  const response = await send(createCustomer, { idempotencyKey, purpose: 'with a key of another form' });
  if (acceptance(response) === 'accepted') return response;
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
/** Another letter at the end of a key that ends in `a`, and the same digits. */
const anotherLetter: Near = (key, attempt) => key.slice(0, -1) + 'bcdef'[attempt];
/** The key without its last character, or its last few. */
const shorter: Near = (key, attempt) => key.slice(0, -1 - attempt);
/** The last hyphen further behind. */
const hyphenElsewhere: Near = (key, attempt) =>
  key.replace(/-([^-]*)$/, (_, back: string) => `${back.slice(0, attempt + 1)}-${back.slice(attempt + 1)}`);

const longer = (at: number) => [() => underLongKey(at + 1), anotherDigit(at)] as const;
/** The customer of the first key of the run. */
export const originalKey = async (): Promise<Response> => (await creationBaseline()).original;

/** How two keys differ. Those beyond 36 characters, and those that are no UUID, need a service that accepts such keys. */
export const differences: readonly (readonly [name: string, base: () => Promise<Response>, near: Near])[] = [
  ['at the front', originalKey, anotherDigit(0)],
  ['in the middle', originalKey, anotherDigit(16)],
  ['at the end', originalKey, anotherDigit(35)],
  ['at character 37', ...longer(36)],
  ['at character 65', ...longer(64)],
  ['at character 200', ...longer(199)],
  ['in length alone', () => underLongKey(40), shorter],
  ['in a letter, and in no digit', () => underKey(`${uuid().slice(0, -1)}a`), anotherLetter],
  ['in the place of a hyphen alone', () => underKey(`order-${longKey(8)}-${longKey(8)}`), hyphenElsewhere],
];
