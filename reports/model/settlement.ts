import { isObject } from '../../schemas/is-object.js';

/** A JSON Schema (2020-12), as plain JSON. */
type Schema = Record<string, unknown>;

/** Placeholders for a name and a reason that a person has to write. The schema of decisions rejects both. */
export const unsigned = { by: '‹your name›', reason: '‹why it is decided so›' } as const;

/** Marks a schema inferred from responses, inside an observation. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A JSON Schema that accepts an observation and those that describe the same behaviour: values as they are, lists in
 * any order, no member more or less. Of an inferred schema it requires what a client relies on: the members that were
 * always there stay so, and every member keeps its type; others may come.
 */
export function settlingSchema(observed: unknown): Schema {
  if (Array.isArray(observed)) return overList(observed);
  if (!isObject(observed)) return { const: observed };
  if (observed.$schema === dialect) return overInferred(observed);
  if (Object.keys(observed).length === 0) return { const: {} };
  const properties = mapped(observed, settlingSchema);
  return { type: 'object', required: Object.keys(observed), properties, additionalProperties: false };
}

/** Whether an observation holds a schema that was inferred from responses. */
export function holdsInferred(observation: unknown): boolean {
  if (observation === null || typeof observation !== 'object') return false;
  return (observation as Schema).$schema === dialect || Object.values(observation).some(holdsInferred);
}

/** Lists of plain values are sets; so many different ones out of so many are all of them. */
function overList(items: readonly unknown[]): Schema {
  const plain = !items.some((item) => typeof item === 'object' && item !== null);
  if (items.length === 0 || (plain && items.length === 1)) return { const: items };
  if (plain && new Set(items).size === items.length)
    return { type: 'array', items: { enum: items }, uniqueItems: true, minItems: items.length };
  return { type: 'array', prefixItems: items.map(settlingSchema), items: false, minItems: items.length };
}

/** A schema over a schema: what its `type`, `properties`, `required`, `items` and `anyOf` may be from now on. */
function overInferred({ type, properties, required, items, anyOf }: Schema): Schema {
  if (Array.isArray(anyOf)) return overAlternatives(anyOf.filter(isObject).map(overInferred));
  const always = Array.isArray(required) ? required : [];
  const certain: Schema = type === undefined ? {} : { type: overType([type].flat()) };
  // What need not be there tonight: members that came and went, and the items of a list that may be empty.
  const perhaps: Schema = isObject(items) ? { items: overInferred(items) } : {};
  if (isObject(properties)) {
    const inner = mapped(properties, (one) => (isObject(one) ? overInferred(one) : {}));
    if (always.length === 0) perhaps.properties = { type: 'object', properties: inner };
    else certain.properties = { type: 'object', required: always, properties: inner };
    if (always.length > 0) certain.required = { allOf: always.map((name) => ({ contains: { const: name } })) };
  }
  return { type: 'object', required: Object.keys(certain), properties: { ...certain, ...perhaps } };
}

/** One of the types, or several of them; a whole number is a number. */
function overType(observed: readonly unknown[]): Schema {
  const right = observed.includes('number') ? [...new Set(['integer', ...observed])] : observed;
  if (observed.length > 1) return { anyOf: [{ enum: right }, { type: 'array', items: { enum: right } }] };
  return right.length > 1 ? { enum: right } : { const: right[0] };
}

function overAlternatives(alternatives: readonly Schema[]): Schema {
  const some = { type: 'array', items: { anyOf: alternatives } };
  return { anyOf: [...alternatives, { type: 'object', required: ['anyOf'], properties: { anyOf: some } }] };
}

function mapped(members: Schema, form: (value: unknown) => Schema): Schema {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, form(value)]));
}
