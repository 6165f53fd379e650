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

/** How an observation marks a JSON Schema that was inferred from answers. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';
/** Levels that are compared. Normal forms have far fewer; a file edited by hand may have any number. */
const deepest = 64;

type Members = Readonly<Record<string, unknown>>;
type Found = Generator<Difference, void>;
type Rule = (before: Members, now: Members, at: string, depth: number) => Found;

/**
 * How two observations differ; empty for the same behaviour. What one side did not observe is no change: the whole
 * observation, or one of its outermost members (a probe, a status that nothing provoked). Never throws, and compares 64
 * levels.
 */
export function differences(before: unknown, now: unknown): readonly Difference[] {
  if (before === undefined || now === undefined) return [];
  if (!isObject(before) || !isObject(now) || ruleFor(before, now)) return [...compared(before, now, '', 0)];
  const common = Object.keys(before).filter((name) => Object.hasOwn(now, name));
  return common.flatMap((name) => [...compared(before[name], now[name], below('', name), 1)]);
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
  return isObject(before) && isObject(now) && !ruleFor(before, now) ? { ...before, ...now } : now;
}

function* compared(before: unknown, now: unknown, at: string, depth: number): Found {
  if (depth > deepest) return;
  if (isObject(before) && isObject(now)) {
    yield* (ruleFor(before, now) ?? members)(before, now, at, depth);
  } else if (Array.isArray(before) && Array.isArray(now)) yield* lists(before, now, at, depth);
  else if (!isScalar(before) || !isScalar(now) || canonical(before) !== canonical(now)) yield { at, before, now };
}

/** What compares two objects as a whole, where it is not member by member. */
function ruleFor(before: Members, now: Members): Rule | undefined {
  if (isInferred(before) || isInferred(now)) return schemas;
  return isHeaders(before) && isHeaders(now) ? headers : undefined;
}

function* members(before: Members, now: Members, at: string, depth: number, skipped: readonly string[] = []): Found {
  for (const name of namesOf(before, now)) {
    if (skipped.includes(name)) continue;
    const place = below(at, name);
    if (!Object.hasOwn(now, name)) yield { at: place, before: before[name] };
    else if (!Object.hasOwn(before, name)) yield { at: place, now: now[name] };
    else yield* compared(before[name], now[name], place, depth + 1);
  }
}

// The order of statuses and names is chance; that of anything bigger is kept, since its items stand for one another.
function* lists(before: readonly unknown[], now: readonly unknown[], at: string, depth: number): Found {
  const scalars = before.every(isScalar) && now.every(isScalar);
  if (scalars ? canonical(before) !== canonical(now) : before.length !== now.length) yield { at, before, now };
  else if (!scalars)
    for (const [index, item] of before.entries())
      yield* compared(item, now[index], below(at, String(index)), depth + 1);
}

/** Names of headers: `always` in all responses, `sometimes` in some. Between some and none, or some and all, is chance. */
function isHeaders(value: Members): boolean {
  return Object.entries(value).every(([name, list]) => ['always', 'sometimes'].includes(name) && isNames(list));
}

function* headers(before: Members, now: Members, at: string): Found {
  for (const one of lost(before, now, at)) yield { at: one.at, before: one.name };
  for (const one of lost(now, before, at)) yield { at: one.at, now: one.name };
}

/** Names that one side always has and the other never. */
function lost(there: Members, elsewhere: Members, at: string): { name: string; at: string }[] {
  const seen = new Set([...namesIn(elsewhere.always), ...namesIn(elsewhere.sometimes)]);
  const named = namesIn(there.always).map((name, index) => ({ name, at: `${at}/always/${index}` }));
  return named.filter(({ name }) => !seen.has(name));
}

function isInferred(value: Members): boolean {
  return value.$schema === dialect;
}

/** What an inferred schema says of values at one place, whatever alternatives it has for them. */
function outlineOf(schema: Members) {
  const all = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]).filter(isObject);
  const types = new Set(all.flatMap(({ type }) => namesIn(type)).map((type) => (type === 'integer' ? 'number' : type)));
  // Null says nothing where another type stands beside it.
  if (types.size > 1) types.delete('null');
  const [object] = all.filter(({ type }) => namesIn(type).includes('object'));
  const properties = isObject(object?.properties) ? object.properties : {};
  return {
    types: [...types].sort(),
    object: object && { properties, required: namesIn(object.required) },
    items: all.find(({ items }) => isObject(items) && Object.keys(items).length > 0)?.items,
  };
}

const ofSchemas = ['$schema', 'type', 'properties', 'required', 'items', 'anyOf'];

/** Inferred schemas: the types that a value may have, then its members, then its items, then whatever else there is. */
function* schemas(before: unknown, now: unknown, at: string, depth: number): Found {
  if (depth > deepest) return;
  if (!isObject(before) || !isObject(now)) return yield* compared(before, now, at, depth);
  const [then, today] = [outlineOf(before), outlineOf(now)];
  if (canonical(then.types) !== canonical(today.types))
    yield { at: below(at, 'type'), ...typesAs('before', then.types), ...typesAs('now', today.types) };
  if (then.object && today.object) yield* properties(then.object, today.object, at, depth);
  // Items of lists that were always empty are unknown, and agree with any.
  if (then.items && today.items) yield* schemas(then.items, today.items, below(at, 'items'), depth + 1);
  yield* members(before, now, at, depth, ofSchemas);
}

type OfObject = NonNullable<ReturnType<typeof outlineOf>['object']>;

// An optional member that no response of one run has is not removed, and one that appears is not new.
function* properties(before: OfObject, now: OfObject, at: string, depth: number): Found {
  for (const name of namesOf(before.properties, now.properties)) {
    const place = below(below(at, 'properties'), name);
    const [had, has] = [before, now].map((one) =>
      Object.hasOwn(one.properties, name) ? one.properties[name] : undefined,
    );
    if (had !== undefined && has !== undefined) yield* schemas(had, has, place, depth + 1);
    else if (has === undefined && before.required.includes(name)) yield { at: place, before: had };
    else if (had === undefined && now.required.includes(name)) yield { at: place, now: has };
  }
}

function typesAs(side: 'before' | 'now', types: readonly string[]): Members {
  return types.length === 0 ? {} : { [side]: types.length === 1 ? types[0] : types };
}

/** The names in a list, or the one that stands for a list. */
function namesIn(list: unknown): readonly string[] {
  return [list].flat().filter((name) => typeof name === 'string');
}

function namesOf(before: Members, now: Members): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(now)]);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function below(at: string, name: string): string {
  return `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
