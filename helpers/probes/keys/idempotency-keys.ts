import { randomBytes, randomUUID } from 'node:crypto';
import { isObject } from '../../../schemas/is-object.js';
import type { Customer } from '../../../schemas/types.js';

/** A fresh Idempotency-Key. The specification defines no form; services of this kind accept UUIDs. */
export function uuid(): string {
  return randomUUID();
}

/** A key of many characters that begins like a UUID. */
export function longKey(length = 210): string {
  return `${randomUUID()}${randomBytes(length).toString('hex')}`.slice(0, length);
}

/** Keys that are nearly another one: a different one in each attempt, from 0 to 4. Never in letter case alone. */
export type Near = (key: string, attempt: number) => string;

/**
 * Another hexadecimal digit at a place, from 0: not one that holds a UUID's version or variant, since a service may read
 * keys as UUIDs.
 */
export const anotherDigit =
  (at: number): Near =>
  (key, attempt) => {
    const digit = Number.parseInt(key[at] ?? '0', 16) + ([8, 4, 2, 6, 10][attempt] ?? 0);
    return key.slice(0, at) + (digit % 16).toString(16) + key.slice(at + 1);
  };

/** Another letter at the end of a key that ends in `a`, and the same digits. */
export const anotherLetter: Near = (key, attempt) => key.slice(0, -1) + 'bcdef'[attempt];

/** The last hyphen further behind. */
export const hyphenElsewhere: Near = (key, attempt) =>
  key.replace(/-([^-]*)$/, (_, back: string) => `${back.slice(0, attempt + 1)}-${back.slice(attempt + 1)}`);

/** The JSON text of a customer with its members in reverse order, those of the address too, and generous white space. */
export function reordered(customer: Customer): string {
  const turn = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, item]) => [name, turn(item)]),
        )
      : value;
  return JSON.stringify(turn(customer), undefined, 4);
}
