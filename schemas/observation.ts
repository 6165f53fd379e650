/**
 * Changes of behaviour between two observations of one requirement, both in normal form. Differences by chance do not
 * count: which optional members the responses of one run have, and in which order.
 */

import { createHash } from 'node:crypto';
import { isObject } from './is-object.js';

export interface Difference {
  /**
   * JSON Pointer (RFC 6901) to it: into the observation that has it, and into the later one where both have. The
   * alternatives of an inferred schema (`anyOf`) are no steps of it.
   */
  readonly at: string;
  /** Absent for an addition. */
  readonly before?: unknown;
  /** Absent for a removal. */
  readonly now?: unknown;
}

/** A part of an observation, as it is compared with the same part of another. */
interface Part {
  readonly at: string;
  /** What a difference quotes. */
  readonly value: unknown;
  /** Equal for two that differ at most in their members. */
  readonly text: string;
  readonly members: ReadonlyMap<string, Part>;
  /** Whether it is a difference where the other has no such part: what a run may not have met says nothing. */
  readonly isCertain: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** How an observation marks a JSON Schema that was inferred from answers. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';
/** Levels that are compared. Normal forms have far fewer; a file edited by hand may have any number. */
const deepest = 64;

/**
 * How two observations differ; empty for the same behaviour. What one side did not observe is no change: the whole
 * observation, or one of its outermost members (a probe, a status that nothing provoked). Never throws, and compares 64
 * levels.
 */
export function differences(before: unknown, now: unknown): readonly Difference[] {
  if (before === undefined || now === undefined) return [];
  const areProbes = hasProbes(before, now);
  return between(partOf(before, '', 0, areProbes), partOf(now, '', 0, areProbes));
}

/**
 * An observation as one text: members in the order of their names, lists of scalars in order and without repeats.
 * Equal texts are equal observations.
 */
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

/** SHA-256 of an observation, hexadecimal: equal where nothing at all differs. An acceptance refers to it. */
export function digestOf(observation: unknown): string {
  return createHash('sha256').update(canonical(observation)).digest('hex');
}

/**
 * What is known of a behaviour after a later observation: the later one, and the outermost members (a probe, a status)
 * that only the earlier one has.
 */
export function joined(before: unknown, now: unknown): unknown {
  if (before === undefined || now === undefined) return now ?? before;
  return hasProbes(before, now) ? { ...(before as Members), ...(now as Members) } : now;
}

/** Whether the outermost members of both are probes or statuses, each observed by itself. */
function hasProbes(before: unknown, now: unknown): boolean {
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

function part(at: string, value: unknown, text: string, isCertain: boolean, members: Named = []): Part {
  return { at, value, text, isCertain, members: new Map(members) };
}

/** @param areProbes whether a run may have left out any of the members @param isCertain of the part itself */
function partOf(value: unknown, at: string, depth: number, areProbes = false, isCertain = true): Part {
  if (depth > deepest) return part(at, value, '…', isCertain);
  const member = (inner: unknown, name: string | number) =>
    [String(name), partOf(inner, below(at, name), depth + 1, false, !areProbes)] as const;
  if (isObject(value)) {
    if (value.$schema === dialect) return schemaPart(value, at, depth, isCertain);
    const members = Object.entries(value).map(([name, inner]) => member(inner, name));
    return part(at, value, 'object', isCertain, isHeaders(value) ? headersOf(value, at) : members);
  }
  // The order of statuses and names is chance; that of anything bigger is kept, since its items stand for one another.
  if (!Array.isArray(value) || value.every(isScalar)) return part(at, value, canonical(value), isCertain);
  return part(at, value, `${value.length} items`, isCertain, value.map(member));
}

/** Names of headers: `always` in all responses, `sometimes` in some. Between some and none, or some and all, is chance. */
function isHeaders(value: Members): boolean {
  const isNames = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string');
  return Object.entries(value).every(([name, list]) => ['always', 'sometimes'].includes(name) && isNames(list));
}

function headersOf(value: Members, at: string): Named {
  return ['sometimes', 'always'].flatMap((when) =>
    namesIn(value[when]).map((name, index) => [name, part(`${at}/${when}/${index}`, name, name, when === 'always')]),
  );
}

const ofSchemas = ['$schema', 'type', 'properties', 'required', 'items', 'anyOf'];

/**
 * An inferred schema, whatever alternatives it has: the types that a value may have, its members, its items, and whatever else
 * there is. An optional member that no response of one run has is not removed, and one that appears is not new.
 */
function schemaPart(schema: unknown, at: string, depth: number, isCertain: boolean): Part {
  if (!isObject(schema) || depth > deepest) return partOf(schema, at, depth, false, isCertain);
  const all = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]).filter(isObject);
  const named = all.flatMap((one) => namesIn(one.type)).map((type) => (type === 'integer' ? 'number' : type));
  // Null says nothing where another type stands beside it.
  const types = [...new Set(named)].filter((type, _, { length }) => length === 1 || type !== 'null').sort();
  const [type, ...moreTypes] = types;
  const object = all.find((one) => namesIn(one.type).includes('object'));
  const place = below(at, 'properties');
  const properties = Object.entries(isObject(object?.properties) ? object.properties : {}).map(([name, inner]) => {
    const isRequired = namesIn(object?.required).includes(name);
    return [name, schemaPart(inner, below(place, name), depth + 1, isRequired)] as const;
  });
  // Items of lists that were always empty are unknown, and agree with any.
  const items = all.find((one) => isObject(one.items) && Object.keys(one.items).length > 0)?.items;
  const others = Object.entries(schema).filter(([name]) => !ofSchemas.includes(name));
  const members: Named = [
    ...(type ? [['type', part(below(at, 'type'), moreTypes[0] ? types : type, canonical(types), true)] as const] : []),
    ...(object ? [['properties', part(place, properties, '', false, properties)] as const] : []),
    ...(items ? [['items', schemaPart(items, below(at, 'items'), depth + 1, false)] as const] : []),
    ...others.map(([name, inner]) => [name, partOf(inner, below(at, name), depth + 1)] as const),
  ];
  return part(at, schema, 'schema', isCertain, members);
}

/** The names in a list, or the one that stands for a list. */
function namesIn(list: unknown): readonly string[] {
  return [list].flat().filter((name) => typeof name === 'string');
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function below(at: string, name: string | number): string {
  return `${at}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
