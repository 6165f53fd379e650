import { createSchema, mergeSchemas, type Schema } from 'genson-js';
import { isNamedByData } from '../identity/leaves.js';

/** Bodies that a schema is inferred from, at most: more change nothing. */
const enough = 1000;
const deepest = 24;
/** Stands for the members of a map that is keyed by data. */
const anyName = '{}';

/** Marks an inferred schema within an observation, so that whoever compares two knows what may differ by chance. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schema that several bodies have in common: types, members, and which of them stood in all. A map keyed by
 * identities is collapsed to one member `{}`; the items of an array that was always empty are unknown. Whether a number
 * is whole is data. Undefined where there is no body.
 */
export function inferSchema(bodies: readonly unknown[]): unknown {
  if (bodies.length === 0) return undefined;
  const schemas = bodies.slice(0, enough).map((body) => createSchema(collapsed(body, 0)));
  const merged = sorted(opened(mergeSchemas(schemas) as Schema)) as Record<string, unknown>;
  return { $schema: dialect, ...merged };
}

function collapsed(value: unknown, depth: number): unknown {
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((item) => collapsed(item, depth + 1));
  // Any number stands for all: whether it has a fraction is data.
  if (typeof value === 'number') return 0.5;
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value);
  if (members.length > 0 && members.every(([name]) => isNamedByData(name))) {
    return { [anyName]: members.map(([, item]) => collapsed(item, depth + 1)) };
  }
  return Object.fromEntries(members.map(([name, item]) => [name, collapsed(item, depth + 1)]));
}

/** The values of a map were put into an array, so that all of them were joined: here the array goes away again. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (schema === null || typeof schema !== 'object') return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, opened(value)]);
  const { properties, required, ...rest } = Object.fromEntries(members) as {
    properties?: Record<string, { items?: unknown }>;
    required?: string[];
  };
  const values = properties?.[anyName];
  return {
    ...rest,
    ...(properties && { properties: values ? { ...properties, [anyName]: values.items ?? {} } : properties }),
    // A map may be empty at any time.
    ...(required && { required: required.filter((name) => name !== anyName) }),
  };
}

/** The same value with the members of all objects in the order of their names, and all lists, which are sets here, in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted).map((item) => [JSON.stringify(item), item] as const);
    return items.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}

/** The names of an inferred schema's members, outermost first, as words for a sentence. */
export function memberNames(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  if (!properties) return memberNames(items);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = memberNames(inner);
    return below.length > 0 ? below.map((one) => `${name}.${one}`) : [name];
  });
}

/** The same as words: `id, name and created_at`, the first twelve of many; `no members` for none. */
export function memberList(schema: unknown): string {
  const names = memberNames(schema);
  const shown = names.slice(0, 12).join(', ');
  return names.length === 0 ? 'no members' : names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}
