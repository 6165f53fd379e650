import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import { code } from '../../schemas/marked.js';
import { dialect } from '../../schemas/observation.js';
import { isNamedByData } from './json-leaves.js';

type Schema = Readonly<{
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
}>;

/** Limits of a schema: levels, members of one object, and characters of a name. */
export const deepest = 24;
export const mostMembers = 150;
export const longestName = 100;
/** Stands for the members of a map that is keyed by data. */
const anyName = '{}';

/**
 * The JSON Schema that several bodies have in common, whatever their number and order. Members whose names are data become
 * one member `{}`; items of arrays that were always empty are unknown, and no number is an integer. Undefined for none.
 */
export const inferSchema = (bodies: readonly unknown[]): Record<string, unknown> | undefined =>
  bodies.length === 0 ? undefined : { $schema: dialect, ...(sorted(common(bodies, 0)) as Schema) };

/** The schema that values at one place have in common; several types stand in a list, or in `anyOf`. */
function common(values: readonly unknown[], depth: number): Schema {
  if (depth > deepest) return {};
  const schemas = [...byKey(values.map((value) => [typeOf(value), value]))].map(([type, some]): Schema => {
    if (type === 'array') return ofArrays(some as unknown[][], depth);
    return type === 'object' ? ofObjects(some as object[], depth) : { type };
  });
  const isPlain = (schema: Schema) => Object.keys(schema).length === 1;
  const types = schemas.flatMap((schema) => (isPlain(schema) ? (schema.type ?? []) : []));
  const plain: Schema[] = types.length === 0 ? [] : [{ type: types.length === 1 ? String(types) : types }];
  const anyOf = [...plain, ...schemas.filter((schema) => !isPlain(schema))];
  return anyOf.length === 1 ? (anyOf[0] as Schema) : { anyOf };
}

export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function ofArrays(arrays: readonly (readonly unknown[])[], depth: number): Schema {
  const items = arrays.flat();
  return { type: 'array', ...(items.length > 0 && { items: common(items, depth + 1) }) };
}

const membersOf = (objects: readonly object[]): [name: string, value: unknown][] =>
  objects.flatMap((object) => Object.entries(object)).filter(([name]) => name.length <= longestName);

function ofObjects(objects: readonly object[], depth: number): Schema {
  const members = byKey(membersOf(objects).map(([name, value]) => [isNamedByData(name) ? anyName : name, value]));
  const names = [...members.keys()].sort().slice(0, mostMembers);
  // A map may be empty at any time.
  const required = names.filter((name) => name !== anyName && members.get(name)?.length === objects.length);
  const properties = names.map((name) => [name, common(members.get(name) ?? [], depth + 1)]);
  return {
    type: 'object',
    ...(names.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

/** Members in the order of their names, and all lists, which are sets here, in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(sorted(item))).sort();
    return items.map((item) => JSON.parse(item) as unknown);
  }
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, item]) => [name, sorted(item)]));
}

/** The members of an inferred schema as words, each name marked as code, the first twelve of many; `no members` for none. */
export function memberList(schema: unknown): string {
  const names = memberNames(schema).map(code);
  if (names.length > 12) return `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`;
  return listed(names) || 'no members';
}

function memberNames(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties, items } = schema as Schema;
  if (!properties) return memberNames(items);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = memberNames(inner);
    return below.length > 0 ? below.map((member) => `${name}.${member}`) : [name];
  });
}
