import { madeUp, madeUpCustomer } from './made-up.js';
import { member, type Part, stepsOf, words } from './observation.js';
import type { Register } from './source.js';

const stated = { $ref: '#/components/schemas/Customer' };

/**
 * The body of a creation: the customer as it is stated, and over it, each with its source, which members were required
 * and which values of `type` and `gender` were tried. Those are no `enum`: the list that was tried is a short one.
 */
export function customerBody(register: Register): Part {
  const over = [required(register), values(register, 'CUST-17', 'type'), values(register, 'CUST-18', 'gender')].flat();
  return {
    required: true,
    content: {
      'application/json': {
        schema: over.length > 0 ? { allOf: [stated, ...over] } : stated,
        ...madeUp(madeUpCustomer),
      },
    },
    ...register.observed('CUST-21'),
  };
}

function required(register: Register): Part[] {
  const known = register.of('CUST-16');
  const pointers = member(known?.observation, 'required');
  return known && Array.isArray(pointers) ? [{ ...asking(words(pointers).map(stepsOf)), ...known.mark }] : [];
}

/** An object that needs some members, and members of members. */
function asking(paths: readonly (readonly string[])[]): Part {
  const own = paths.flatMap(([first, ...rest]) => (first !== undefined && rest.length === 0 ? [first] : []));
  const below = new Map<string, string[][]>();
  for (const [first, ...rest] of paths)
    if (first !== undefined && rest.length > 0) below.set(first, [...(below.get(first) ?? []), rest]);
  const properties = Object.fromEntries([...below].map(([name, inner]) => [name, asking(inner)]));
  return { type: 'object', required: [...new Set(own)], ...(below.size > 0 && { properties }) };
}

function values(register: Register, id: 'CUST-17' | 'CUST-18', name: string): Part[] {
  const known = register.of(id);
  if (!known) return [];
  const [accepted, rejected] = ['accepted', 'rejected'].map((kind) => words(member(known.observation, kind)));
  return [{ properties: { [name]: { 'x-values': { accepted, rejected, ...known.mark } } } }];
}
