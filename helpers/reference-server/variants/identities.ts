import { createHash } from 'node:crypto';
import { afterwards, caller, created, membersOf } from '../rewrite.js';
import type { Customer, State } from '../state.js';
import { creationAs, customersNamed, digitsOf, reshaped } from './shapes.js';
import type { Variant } from './variant.js';

/** A number for each customer of the world: even ones for the first tenant, odd ones for the second. */
function placeOf(id: string, { tenants }: State): number {
  const owner = tenants.findIndex(({ customers }) => customers.has(id));
  return 2 * [...(tenants[owner]?.customers.keys() ?? [])].indexOf(id) + owner;
}

/** Ten letters that stand for a digest. */
const lettersOf = (digest: Buffer) =>
  String.fromCharCode(...[...digest.subarray(0, 10)].map((byte) => 65 + (byte % 26)));
const hashOf = (id: string) => createHash('sha256').update(id).digest();

/** Resources, gaps: the identifier of a customer. */
export const identityVariants: readonly Variant[] = [
  {
    id: 'customer-ids-are-numbers',
    freedom: 'The form of the identifier is not shown: it is a number.',
    middleware: customersNamed((id) => Number(digitsOf(id, 10))),
  },
  {
    id: 'customer-ids-are-numbers-beyond-double-precision',
    freedom: 'The form of the identifier is not shown: it is a number of 19 digits, which JavaScript cannot hold.',
    middleware: afterwards(created, (answer, _, world) => {
      const { id, ...rest } = membersOf(answer.body) as Customer;
      // A reader that rounds takes neighbours for one.
      const number = 9_007_199_254_740_000_000n + BigInt(placeOf(id, world));
      const { headers } = reshaped(answer, {}, { location: `/v1/customers/${number}` });
      return { ...answer, headers: headers ?? {}, body: `{"id":${number},${JSON.stringify(rest).slice(1)}` };
    }),
  },
  {
    id: 'customer-ids-counted-in-each-tenant',
    freedom: 'The form of the identifier is not shown: customers are counted from 1 in each tenant.',
    middleware: customersNamed(
      (id, asked, world) => [...(caller(asked, world)?.customers.keys() ?? [])].indexOf(id) + 1,
    ),
  },
  {
    id: 'customer-ids-are-opaque',
    freedom: 'The form of the identifier is not shown: it is a long string without any structure.',
    middleware: customersNamed((id) => hashOf(id).toString('base64url')),
  },
  {
    id: 'customer-ids-begin-with-the-time',
    freedom: 'The form of the identifier is not shown: it is sortable, so that those of one minute begin alike.',
    middleware: customersNamed((id) => `01JZ${hashOf(id).toString('hex').toUpperCase().slice(0, 8).padStart(22, '0')}`),
  },
  {
    id: 'customer-ids-are-called-reference',
    freedom: 'The name of the identifier is not shown: it is a reference of ten letters, without a digit.',
    middleware: creationAs(({ id, ...rest }) => ({
      customer_reference: lettersOf(hashOf(id)),
      ...rest,
    })),
  },
  {
    id: 'customer-with-identities-of-other-things',
    freedom: 'The answer’s members are not shown: address, wallet and owner have identifiers of their own.',
    middleware: creationAs((customer, asked) => ({
      ...customer,
      address: { ...(customer.address as object | undefined), id: `adr_${digitsOf(`${customer.id} address`, 12)}` },
      wallet: { id: `wal_${digitsOf(`${customer.id} wallet`, 12)}`, currency: 'EUR' },
      owner: { id: asked.headers.get('x-tenant-id') },
    })),
  },
];
