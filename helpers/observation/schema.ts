import { createSchema, mergeSchemas, type Schema } from 'genson-js';
import { isNamedByData } from '../identity/leaves.js';

/** Bodies that a schema is inferred from, at most: more change nothing. */
const enough = 50;
const deepest = 24;

/**
 * The JSON Schema that several bodies have in common: types, members, and which of them stood in all. A map keyed by
 * identities is collapsed to one member `{}`; the items of an array that was always empty are unknown.
 */
export function inferSchema(bodies: readonly unknown[]): unknown {
  if (bodies.length === 0) return undefined;
  const schemas = bodies.slice(0, enough).map((body) => createSchema(collapsed(body, 0)));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...(sorted(mergeSchemas(schemas)) as Schema) };
}

function collapsed(value: unknown, depth: number): unknown {
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((item) => collapsed(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value);
  if (members.length > 0 && members.every(([name]) => isNamedByData(name))) {
    return { '{}': collapsed(members[0]?.[1], depth + 1) };
  }
  return Object.fromEntries(members.map(([name, item]) => [name, collapsed(item, depth + 1)]));
}

/** The same value with the members of all objects in the order of their names, and lists of names in order too. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    return items.every((item) => typeof item === 'string') ? items.sort() : items;
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
