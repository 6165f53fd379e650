import { isObject } from '../../schemas/common/is-object.js';
import { dialect, type Headers, isHeaders } from '../../schemas/observation.js';

type Schema = Record<string, unknown>;

/** Placeholders for a person to replace. The schema of decisions rejects both. */
export const unsigned = { by: '‹your name›', reason: '‹why it is decided so›' } as const;

/** A JSON Schema for observations of the same behaviour. Lists may have any order, inferred schemas more members. */
export function settlingSchema(observed: unknown): Schema {
  if (Array.isArray(observed)) return overList(observed);
  if (!isObject(observed)) return { const: observed };
  if (observed.$schema === dialect) return overInferred(observed);
  if (Object.keys(observed).length === 0) return { const: {} };
  if (isHeaders(observed)) return overHeaders(observed);
  const properties = mapped(observed, settlingSchema);
  return { type: 'object', required: Object.keys(observed), properties, additionalProperties: false };
}

function overList(items: readonly unknown[]): Schema {
  const plain = !items.some((item) => typeof item === 'object' && item !== null);
  if (items.length === 0 || (plain && items.length === 1)) return { const: items };
  if (plain && new Set(items).size === items.length)
    return { type: 'array', items: { enum: items }, uniqueItems: true, minItems: items.length };
  return { type: 'array', prefixItems: items.map(settlingSchema), items: false, minItems: items.length };
}

/** A name counts as `always` in three responses alone, so it may stand under both; one that came and went may be missing. */
function overHeaders({ always = [], sometimes = [] }: Headers): Schema {
  const names = [...always, ...sometimes];
  const among = (list: string, name: string) => ({
    required: [list],
    properties: { [list]: { contains: { const: name } } },
  });
  const kept = always.map((name) => ({ anyOf: [among('always', name), among('sometimes', name)] }));
  return {
    type: 'object',
    allOf: [{ properties: { always: { items: names.length > 0 && { enum: names } } } }, ...kept],
  };
}

/** The schema of an inferred schema keeps its types, and each member that was always there. */
function overInferred({ type, properties, required, items, anyOf }: Schema): Schema {
  if (Array.isArray(anyOf)) {
    const alternatives = anyOf.filter(isObject).map(overInferred);
    const some = { type: 'array', items: { anyOf: alternatives } };
    return { anyOf: [...alternatives, { type: 'object', required: ['anyOf'], properties: { anyOf: some } }] };
  }
  const always = Array.isArray(required) ? required : [];
  const certain: Schema = type === undefined ? {} : { type: overType([type].flat()) };
  // The next run need not show members that came and went, nor items of a list that may be empty.
  const perhaps: Schema = isObject(items) ? { items: overInferred(items) } : {};
  if (isObject(properties)) {
    const inner = mapped(properties, (member) => (isObject(member) ? overInferred(member) : {}));
    if (always.length === 0) perhaps.properties = { type: 'object', properties: inner };
    else certain.properties = { type: 'object', required: always, properties: inner };
    if (always.length > 0) certain.required = { allOf: always.map((name) => ({ contains: { const: name } })) };
  }
  return { type: 'object', required: Object.keys(certain), properties: { ...certain, ...perhaps } };
}

/** A whole number is a number. */
function overType(observed: readonly unknown[]): Schema {
  const types = observed.includes('number') ? [...new Set(['integer', ...observed])] : observed;
  if (observed.length > 1) return { anyOf: [{ enum: types }, { type: 'array', items: { enum: types } }] };
  return types.length > 1 ? { enum: types } : { const: types[0] };
}

const mapped = (members: Schema, form: (value: unknown) => Schema): Schema =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, form(value)]));
