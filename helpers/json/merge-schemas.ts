import { byKey } from '../../schemas/by-key.js';

/** What a JSON Schema says of the types and members of values: all that is inferred from a body. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The schema of one JSON value. Nothing is known of the items of an empty list, nor of the members of an empty object. */
export function schemaOf(value: unknown): Schema {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value))
    return value.length === 0 ? { type: 'array' } : { type: 'array', items: mergeSchemas(value.map(schemaOf)) };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value !== 'object') return { type: typeof value };
  const required = Object.keys(value);
  if (required.length === 0) return { type: 'object' };
  return { type: 'object', properties: mapped(value, schemaOf), required };
}

/**
 * The schema that values of any of the given schemas have in common: their types, all their members, and of these as
 * required what every object requires. A number that may be whole is a number. @throws RangeError for none
 */
export function mergeSchemas(schemas: readonly Schema[]): Schema {
  const all = schemas.flatMap(alternatives);
  const named = [...new Set(all.map(({ type }) => String(type)))];
  const types = named.filter((type) => type !== 'integer' || !named.includes('number'));
  const merged = types.map((type) =>
    ofOneType(
      type,
      all.filter((one) => one.type === type),
    ),
  );
  const [first, ...others] = merged;
  if (!first) throw new RangeError('no schema, nothing in common');
  if (others.length === 0) return first;
  const plain = merged.filter((one) => Object.keys(one).length === 1).map(({ type }) => String(type));
  const full = merged.filter((one) => Object.keys(one).length > 1);
  const simple: Schema = { type: plain.length === 1 ? String(plain[0]) : plain };
  if (full.length === 0) return simple;
  return { anyOf: plain.length > 0 ? [simple, ...full] : full };
}

/** A schema as those of which each names one type. */
function alternatives(schema: Schema): readonly Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  return typeof schema.type === 'object' ? schema.type.map((type) => ({ type })) : [schema];
}

function ofOneType(type: string, schemas: readonly Schema[]): Schema {
  if (type === 'array') {
    const items = schemas.flatMap((one) => one.items ?? []);
    return items.length > 0 ? { type, items: mergeSchemas(items) } : { type };
  }
  if (type !== 'object') return { type };
  const members = byKey(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));
  const required = [...members.keys()].filter((name) => schemas.every((one) => one.required?.includes(name)));
  return {
    type,
    ...(members.size > 0 && { properties: mapped(Object.fromEntries(members), mergeSchemas) }),
    ...(required.length > 0 && { required }),
  };
}

function mapped<T>(members: object, form: (value: T) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, form(value as T)]));
}
