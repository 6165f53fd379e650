import { createCustomer, isIdempotentByKey, type Operation } from '../../../schemas/operations.js';
import type { RequestChange } from '../../client/message.js';
import { creationBaseline } from '../creation-baseline.js';
import { randomTenantId } from '../unknown-tenant-ids.js';

/** Another mistake in a request without a valid key. */
interface OtherMistake {
  readonly name: string;
  readonly applies: (operation: Operation) => boolean;
  readonly change: () => RequestChange | Promise<RequestChange>;
}

const hasBody = ({ body }: Operation) => body !== undefined;

export const otherMistakes: readonly OtherMistake[] = [
  { name: 'malformed JSON', applies: hasBody, change: () => ({ text: '{"first_name": "Ada", ' }) },
  { name: 'an empty body', applies: hasBody, change: () => ({ text: '' }) },
  {
    name: 'another content type',
    applies: hasBody,
    change: () => ({ text: 'first_name=Ada', contentType: 'application/x-www-form-urlencoded' }),
  },
  { name: 'no Idempotency-Key', applies: isIdempotentByKey, change: () => ({ idempotencyKey: null }) },
  {
    name: 'a used Idempotency-Key',
    applies: (operation) => operation === createCustomer,
    change: async () => {
      const { customer, idempotencyKey } = (await creationBaseline()).original.request;
      return { customer, idempotencyKey };
    },
  },
  { name: 'no x-tenant-id', applies: () => true, change: () => ({ tenant: null }) },
  {
    name: 'an unknown x-tenant-id',
    applies: () => true,
    change: () => ({ tenant: randomTenantId(), guess: true }),
  },
];
