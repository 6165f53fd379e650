import { isObject } from '../../schemas/is-object.js';
import type { Customer } from '../../schemas/types.js';
import type { Part } from './observation.js';

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

/** A value of ours as the examples of a body. */
export function madeUp(value: unknown): Part {
  return { examples: { madeUp: { summary: 'Made up', value, 'x-source': { basis: 'made-up' } } } };
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
