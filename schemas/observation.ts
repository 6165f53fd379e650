/** Changes between two observations in normal form. Order and optional members are chance. */

import { isObject } from './common/is-object.js';
import { sha256 } from './common/sha256.js';

export type Difference = Readonly<{
  /** JSON Pointer into the later observation if possible; `anyOf` of inferred schemas is no step. */
  at: string;
  /** Absent for additions. */
  before?: unknown;
  /** Absent for removals. */
  now?: unknown;
}>;

type Part = Readonly<{
  at: string;
  /** Quoted by a difference. */
  value: unknown;
  /** Equal if at most members differ. */
  text: string;
  members: ReadonlyMap<string, Part>;
  /** Whether its absence is a difference. */
  isCertain: boolean;
}>;

type Members = Readonly<Record<string, unknown>>;

/** Marks a schema inferred from responses, which may differ by chance. */
export const dialect = 'https://json-schema.org/draft/2020-12/schema';
/** Levels that are compared: edited files may have any number. */
const deepest = 64;

/**
 * How two observations differ. What one side did not observe, all or an outermost member (a probe, a status), is no
 * change. Never throws.
 */
export function differences(before: unknown, now: unknown): readonly Difference[] {
  if (before === undefined || now === undefined) return [];
  const areProbes = hasProbes(before, now);
  return between(partOf(before, '', 0, areProbes), partOf(now, '', 0, areProbes));
}

/** An observation as text, in which order does not count: equal observations have equal texts. */
export function canonical(value: unknown, depth = 0): string {
  if (isScalar(value)) return JSON.stringify(typeof value === 'bigint' ? String(value) : value) ?? 'null';
  if (depth > deepest) return '"…"';
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item, depth + 1));
    return `[${(value.every(isScalar) ? [...new Set(items)].sort() : items).join()}]`;
  }
  const members = value as Members;
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name], depth + 1)}`).join()}}`;
}

/** An acceptance refers to this SHA-256. */
export const digestOf = (observation: unknown) => sha256(canonical(observation));

/** A later observation, with outermost members that only the earlier one has. */
export function joined(before: unknown, now: unknown): unknown {
  if (before === undefined || now === undefined) return now ?? before;
  return hasProbes(before, now) ? { ...(before as Members), ...(now as Members) } : now;
}

/** Whether outermost members are probes or statuses, each observed by itself. */
export function hasProbes(before: unknown, now: unknown) {
  if (!isObject(before) || !isObject(now)) return false;
  return before.$schema !== dialect && now.$schema !== dialect && !(isHeaders(before) && isHeaders(now));
}

function between(before: Part | undefined, now: Part | undefined): Difference[] {
  if (!before) return now?.isCertain ? [{ at: now.at, now: now.value }] : [];
  if (!now) return before.isCertain ? [{ at: before.at, before: before.value }] : [];
  if (before.text !== now.text) return [{ at: now.at, before: before.value, now: now.value }];
  const names = new Set([...before.members.keys(), ...now.members.keys()]);
  return [...names].flatMap((name) => between(before.members.get(name), now.members.get(name)));
}

type Named = readonly (readonly [name: string, Part])[];

const part = (at: string, value: unknown, text: string, isCertain: boolean, members: Named = []): Part => ({
  at,
  value,
  text,
  isCertain,
  members: new Map(members),
});

/** @param areProbes a run may have left out members @param isCertain of the part itself */
function partOf(value: unknown, at: string, depth: number, areProbes = false, isCertain = true): Part {
  if (depth > deepest) return part(at, value, '…', isCertain);
  const member = (inner: unknown, name: string | number) =>
    [String(name), partOf(inner, below(at, name), depth + 1, false, !areProbes)] as const;
  if (isObject(value)) {
    if (value.$schema === dialect) return schemaPart(value, at, depth, isCertain);
    const members = Object.entries(value).map(([name, inner]) => member(inner, name));
    return part(at, value, 'object', isCertain, isHeaders(value) ? headersOf(value, at) : members);
  }
  // The order of scalars is chance.
  if (!Array.isArray(value) || value.every(isScalar)) return part(at, value, canonical(value), isCertain);
  return part(at, value, `${value.length} items`, isCertain, value.map(member));
}

export type Headers = Readonly<Partial<Record<'always' | 'sometimes', readonly string[]>>>;

/** Whether a value holds names of headers in all or some responses. */
export function isHeaders(value: Members): value is Headers {
  const isNames = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string');
  return Object.entries(value).every(([name, list]) => ['always', 'sometimes'].includes(name) && isNames(list));
}

const headersOf = (value: Members, at: string): Named =>
  ['sometimes', 'always'].flatMap((when) =>
    namesIn(value[when]).map((name, index) => [name, part(`${at}/${when}/${index}`, name, name, when === 'always')]),
  );

const ofSchemas = ['$schema', 'type', 'properties', 'required', 'items', 'anyOf'];

/** Compared by types, members, items and the rest, not by alternatives. */
function schemaPart(schema: unknown, at: string, depth: number, isCertain: boolean): Part {
  if (!isObject(schema) || depth > deepest) return partOf(schema, at, depth, false, isCertain);
  const alternatives = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]).filter(isObject);
  const typeNames = alternatives
    .flatMap(({ type }) => namesIn(type))
    .map((type) => (type === 'integer' ? 'number' : type));
  // Null beside another type says nothing.
  const types = [...new Set(typeNames)].filter((type, _, { length }) => length === 1 || type !== 'null').sort();
  const [type, ...moreTypes] = types;
  const object = alternatives.find(({ type }) => namesIn(type).includes('object'));
  const place = below(at, 'properties');
  const properties = Object.entries(isObject(object?.properties) ? object.properties : {}).map(([name, inner]) => {
    const isRequired = namesIn(object?.required).includes(name);
    return [name, schemaPart(inner, below(place, name), depth + 1, isRequired)] as const;
  });
  // Lists that were always empty agree with any.
  const items = alternatives.find(({ items }) => isObject(items) && Object.keys(items).length > 0)?.items;
  const otherKeywords = Object.entries(schema).filter(([name]) => !ofSchemas.includes(name));
  const members: Named = [
    ...(type ? [['type', part(below(at, 'type'), moreTypes[0] ? types : type, canonical(types), true)] as const] : []),
    ...(object ? [['properties', part(place, properties, '', false, properties)] as const] : []),
    ...(items ? [['items', schemaPart(items, below(at, 'items'), depth + 1, false)] as const] : []),
    ...otherKeywords.map(([name, inner]) => [name, partOf(inner, below(at, name), depth + 1)] as const),
  ];
  return part(at, schema, 'schema', isCertain, members);
}

const namesIn = (list: unknown) => [list].flat().filter((name) => typeof name === 'string');

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

const below = (at: string, name: string | number) =>
  `${at}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
