// Idempotency-Key is read by nobody. A creation shows its customer in a link alone, inside an envelope.
import { serving } from './serving.mjs';

export function service(known) {
  let last = 418_200;

  return serving(known, {
    type: 'application/hal+json',
    list: ({ tenant }) => [200, { _embedded: { accounts: [{ number: `${tenant}-1` }, { number: `${tenant}-2` }] } }],
    create: ({ tenant }) => {
      last += 1;
      const href = `/v1/customers/cus:${last}:${tenant}`;
      return [201, { data: { status: 'created', _links: { self: { href } } } }];
    },
  });
}
