import { byKey } from '../../by-key.js';
import { isObject } from '../../is-object.js';
import type { Customer } from '../../types.js';
import { member, type Part, stepsOf, words } from './observation.js';
import type { Register } from './source.js';

const stated = { $ref: '#/components/schemas/Customer' };

/**
 * The body of a creation: the customer as it is stated, and over it, with its source, which members were required. Which
 * values of `type` and `gender` were tried is no `enum`: the list is a short one.
 */
export function customerBody(register: Register): Part {
  const over = required(register);
  return {
    required: true,
    content: {
      'application/json': {
        schema: over ? { allOf: [stated, over] } : stated,
        ...madeUp({ madeUp: madeUpCustomer }),
      },
    },
    ...register.observed('CUST-17', 'CUST-18', 'CUST-21'),
  };
}

function required(register: Register): Part | undefined {
  const known = register.of('CUST-16');
  const pointers = member(known?.observation, 'required');
  return known && Array.isArray(pointers) ? { ...asking(words(pointers).map(stepsOf)), ...known.mark } : undefined;
}

/** An object that needs some members, and members of members. */
function asking(paths: readonly (readonly string[])[]): Part {
  const own = paths.flatMap(([first, ...rest]) => (first !== undefined && rest.length === 0 ? [first] : []));
  const below = byKey(
    paths.flatMap(([first, ...rest]) => (first !== undefined && rest.length > 0 ? [[first, rest]] : [])),
  );
  const properties = Object.fromEntries([...below].map(([name, inner]) => [name, asking(inner)]));
  return { type: 'object', required: [...new Set(own)], ...(below.size > 0 && { properties }) };
}

/** A well-formed customer that is nobody: address in a reserved domain, phone in a range set apart for fiction. */
export const madeUpCustomer: Required<Customer> = {
  first_name: 'Made',
  last_name: 'Up',
  middle_name: 'Example',
  email: 'made.up@example.com',
  phone: '+12025550143',
  type: 'individual',
  gender: 'female',
  date_of_birth: '1990-02-28',
  address: {
    address_line1: '1 Test Street',
    city: 'Los Angeles',
    country: 'US',
    postal_code: '90012',
    state: 'US-CA',
  },
};

/** Values of ours as the examples of a body or a parameter, by name. */
export function madeUp(values: Readonly<Record<string, unknown>>): Part {
  const source = { summary: 'Made up', 'x-source': { basis: 'made-up' } };
  return { examples: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ...source, value }])) };
}

/** Two tenants: examples are of the one or the other. */
const tenants = { firstTenant: 1, secondTenant: 2 } as const;
export type Tenant = (typeof tenants)[keyof typeof tenants];

/** An example for each tenant. */
export function ofTenants(of: (tenant: Tenant) => unknown): Part {
  return madeUp(Object.fromEntries(Object.entries(tenants).map(([name, tenant]) => [name, of(tenant)])));
}

/** A value that a schema accepts, for mock servers to answer with. Members named as in the customer are taken from it. */
export function exampleOf(schema: Part, tenant: Tenant, like: unknown = madeUpCustomer): unknown {
  const { anyOf, properties, additionalProperties, items } = schema;
  const [type] = [schema.type].flat().filter((one) => one !== 'null');
  if (Array.isArray(anyOf)) {
    const [first = {}] = (anyOf as Part[]).toSorted((a, b) => Number(a.type === 'null') - Number(b.type === 'null'));
    return exampleOf(first, tenant, like);
  }
  switch (type) {
    case 'object': {
      const known = Object.entries((properties ?? {}) as Record<string, Part>);
      const made = known.map(([name, inner]) => [
        name,
        exampleOf(inner, tenant, isObject(like) ? (like[name] ?? like) : like),
      ]);
      const other = isObject(additionalProperties) ? { other: exampleOf(additionalProperties, tenant, like) } : {};
      return { ...Object.fromEntries(made), ...other };
    }
    case 'array':
      return isObject(items) ? [exampleOf(items, tenant, like)] : [];
    case 'string':
      return typeof like === 'string' ? like : tenant === 1 ? 'made up' : 'another made up';
    case 'integer':
      return tenant;
    case 'number':
      return tenant + 0.5;
    case 'boolean':
      return true;
    default:
      return schema.type === undefined ? {} : null;
  }
}
