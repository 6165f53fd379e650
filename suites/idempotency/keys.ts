import { randomBytes, randomUUID } from 'node:crypto';
import { isObject } from '../../schemas/is-object.js';
import type { Customer } from '../../schemas/types.js';

/** A fresh Idempotency-Key. The specification defines no form; services of this kind accept UUIDs. */
export function uuid(): string {
  return randomUUID();
}

/** A key of many characters that begins like a UUID. */
export function longKey(length = 210): string {
  return `${randomUUID()}${randomBytes(length).toString('hex')}`.slice(0, length);
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
