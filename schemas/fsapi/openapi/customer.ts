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

/** The same value for each of two tenants: what is made up in it is another one for the second. */
export function ofTenants(value: unknown): Part {
  const second = JSON.stringify(value).replaceAll('made up', 'also made up').replaceAll('_0001', '_0002');
  return madeUp({ firstTenant: value, secondTenant: JSON.parse(second) });
}

/** A value that a schema accepts, for mock servers to answer with. Members named as in the customer are taken from it. */
export function exampleOf(schema: Part, like: unknown = madeUpCustomer): unknown {
  const { anyOf, properties, additionalProperties, items } = schema;
  const [type] = [schema.type].flat().filter((one) => one !== 'null');
  if (Array.isArray(anyOf)) {
    const [first = {}] = (anyOf as Part[]).toSorted((a, b) => Number(a.type === 'null') - Number(b.type === 'null'));
    return exampleOf(first, like);
  }
  switch (type) {
    case 'object': {
      const known = Object.entries((properties ?? {}) as Record<string, Part>);
      const made = known.map(([name, inner]) => [name, exampleOf(inner, isObject(like) ? (like[name] ?? like) : like)]);
      const other = isObject(additionalProperties) ? { other: exampleOf(additionalProperties, like) } : {};
      return { ...Object.fromEntries(made), ...other };
    }
    case 'array':
      return isObject(items) ? [exampleOf(items, like)] : [];
    case 'string':
      return typeof like === 'string' ? like : 'made up';
    case 'integer':
      return 1;
    case 'number':
      return 1.5;
    case 'boolean':
      return true;
    default:
      return schema.type === undefined ? {} : null;
  }
}
