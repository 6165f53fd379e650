import { randomBytes, randomUUID } from 'node:crypto';

/** A fresh Idempotency-Key. The specification defines no form; services of this kind accept UUIDs. */
export const uuid = (): string => randomUUID();

/** A key of many characters that begins like a UUID. */
export const longKey = (length = 210): string => `${uuid()}${randomBytes(length).toString('hex')}`.slice(0, length);
