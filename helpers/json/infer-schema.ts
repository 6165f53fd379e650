import { byKey } from '../../schemas/by-key.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import { isNamedByData } from './json-leaves.js';

/** What a JSON Schema says of the types and members of values: all that is inferred from bodies. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Limits of what a schema tells: levels, members of one object, and characters of a name. */
const [deepest, mostMembers, longestName] = [24, 150, 100];
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
  return bodies.length === 0 ? undefined : { $schema: dialect, ...(sorted(common(bodies, 0)) as Schema) };
}

/** The schema that values at one place have in common; their types stand beside each other. */
function common(values: readonly unknown[], depth: number): Schema {
  if (depth > deepest) return {};
  const schemas = [...byKey(values.map((value) => [typeOf(value), value]))].map(([type, some]): Schema => {
    if (type === 'array') return ofArrays(some as unknown[][], depth);
    return type === 'object' ? ofObjects(some as object[], depth) : { type };
  });
  const plain = schemas.flatMap((one) => (Object.keys(one).length === 1 ? (one.type ?? []) : []));
  const full = schemas.filter((one) => Object.keys(one).length > 1);
  const simple: Schema[] = plain.length === 0 ? [] : [{ type: plain.length === 1 ? String(plain) : plain }];
  const [only, ...others] = [...simple, ...full];
  return only && others.length === 0 ? only : { anyOf: [...simple, ...full] };
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function ofArrays(arrays: readonly (readonly unknown[])[], depth: number): Schema {
  const items = arrays.flat();
  return { type: 'array', ...(items.length > 0 && { items: common(items, depth + 1) }) };
}

function ofObjects(objects: readonly object[], depth: number): Schema {
  const all = objects.flatMap((one) => Object.entries(one)).filter(([name]) => name.length <= longestName);
  const members = byKey(all.map(([name, value]) => [isNamedByData(name) ? anyName : name, value]));
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

/** The members of an inferred schema as words, each name marked as code, the first twelve of many; `no members` for none. */
export function memberList(schema: unknown): string {
  const names = memberNames(schema).map(code);
  if (names.length > 12) return `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`;
  return listed(names) || 'no members';
}

/** The names of an inferred schema's members, outermost first. */
function memberNames(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties, items } = schema as Schema;
  if (!properties) return memberNames(items);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = memberNames(inner);
    return below.length > 0 ? below.map((one) => `${name}.${one}`) : [name];
  });
}
