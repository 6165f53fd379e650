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

/**
 * A key that differs from another in one hexadecimal digit, never in letter case alone, and never in the digits that
 * hold a UUID's version and variant: a service may read keys as UUIDs.
 * @param at place of the character, from 0
 * @param distance added to the digit, 1 to 15
 */
export function nearKey(key: string, at: number, distance = 8): string {
  const digit = Number.parseInt(key[at] ?? '0', 16);
  return key.slice(0, at) + ((digit + distance) % 16).toString(16) + key.slice(at + 1);
}

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
