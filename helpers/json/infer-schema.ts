import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import { isNamedByData } from './json-leaves.js';
import { mergeSchemas, schemaOf } from './merge-schemas.js';

/** Limits of what the suite reads of one body. */
const deepest = 24;
const mostNodes = 2000;
const mostMembers = 150;
const longestName = 100;
/** Most outlines that one schema is inferred from. */
const mostOutlines = 200;
/** Stands for the members of a map that is keyed by data. */
const anyName = '{}';

/** Marks an inferred schema within an observation, so that a comparison knows what may differ by chance. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schema that several bodies have in common: types, members, and which of them all have. Members
 * whose names are data become one member `{}`; the items of an array that was always empty are unknown; whether a number is whole
 * is data. The number and order of bodies change nothing. Undefined for none.
 */
export function inferSchema(bodies: readonly unknown[]): Record<string, unknown> | undefined {
  if (bodies.length === 0) return undefined;
  const outlines = new Map<string, unknown>();
  for (const body of bodies) {
    const outline = outlineOf(body);
    outlines.set(JSON.stringify(outline), outline);
  }
  const chosen = [...outlines].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostOutlines);
  const schemas = chosen.map(([, outline]) => schemaOf(outline));
  const merged = sorted(opened(mergeSchemas(schemas))) as Record<string, unknown>;
  return { $schema: dialect, ...merged };
}

/** The types and members of a value without its data: equal outlines are equal shapes. */
function outlineOf(value: unknown): unknown {
  let nodes = 0;
  const outline = (item: unknown, depth: number): unknown => {
    nodes += 1;
    if (nodes > mostNodes || depth > deepest) return null;
    if (Array.isArray(item)) return distinct(item.map((one) => outline(one, depth + 1)));
    if (typeof item === 'string') return '';
    if (typeof item === 'number') return 0.5;
    if (typeof item === 'boolean') return true;
    if (item === null || typeof item !== 'object') return null;
    const members = Object.entries(item).filter(([name]) => name.length <= longestName);
    const [keyed, named]: [typeof members, typeof members] = [[], []];
    for (const member of members) (isNamedByData(member[0]) ? keyed : named).push(member);
    named.sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      ...Object.fromEntries(named.slice(0, mostMembers).map(([name, one]) => [name, outline(one, depth + 1)])),
      ...(keyed.length > 0 && { [anyName]: distinct(keyed.map(([, one]) => outline(one, depth + 1))) }),
    };
  };
  return outline(value, 0);
}

/** Each value once, in an order of their own. */
function distinct(values: readonly unknown[]): unknown[] {
  const texts = [...new Set(values.map((value) => JSON.stringify(value)))].sort();
  return texts.map((text) => JSON.parse(text) as unknown);
}

/** Undoes the array around the values of a map, which `outlineOf` adds so that they merge. */
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

/** The same as words, each name marked as code, the first twelve of many; `no members` for none. */
export function memberList(schema: unknown): string {
  const names = memberNames(schema).map(code);
  if (names.length > 12) return `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`;
  return listed(names) || 'no members';
}
