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
  if (isHeaders(before) && isHeaders(now)) return headers;
  return isInterval(before) && isInterval(now) ? intervals : undefined;
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

/** The bounds of a duration. Two runs bound it from different sides: only bounds that exclude each other are a change. */
function isInterval(value: Members): boolean {
  const bounds = ['atLeastSeconds', 'atMostSeconds'];
  const bounded = Object.entries(value).every(([name, bound]) => bounds.includes(name) && typeof bound === 'number');
  return bounded && leastOf(value) <= mostOf(value);
}

function* intervals(before: Members, now: Members, at: string): Found {
  if (leastOf(before) > mostOf(now) || leastOf(now) > mostOf(before)) yield { at, before, now };
}

const leastOf = ({ atLeastSeconds = 0 }: Members) => Number(atLeastSeconds);
const mostOf = ({ atMostSeconds = Number.POSITIVE_INFINITY }: Members) => Number(atMostSeconds);

function isInferred(value: Members): boolean {
  return value.$schema === dialect;
}

const ofSchemas = ['$schema', 'type', 'properties', 'required', 'items', 'anyOf'];

/** Inferred schemas: the types that a value may have, then its members, then its items, then whatever else there is. */
function* schemas(before: unknown, now: unknown, at: string, depth: number): Found {
  if (depth > deepest) return;
  if (!isSchema(before) || !isSchema(now)) {
    if (isObject(before) && isObject(now)) yield* members(before, now, at, depth, ['$schema']);
    else yield* compared(before, now, at, depth);
    return;
  }
  const [then, today] = [alternatives(before), alternatives(now)];
  const [types, typesNow] = [typesOf(then), typesOf(today)];
  if (canonical(types) !== canonical(typesNow))
    yield { at: below(at, 'type'), ...typesAs('before', types), ...typesAs('now', typesNow) };
  const [object, objectNow] = [ofType('object', then), ofType('object', today)];
  if (object && objectNow) yield* properties(object, objectNow, at, depth);
  const [items, itemsNow] = [ofType('array', then)?.items, ofType('array', today)?.items];
  if (isKnown(items) && isKnown(itemsNow)) yield* schemas(items, itemsNow, below(at, 'items'), depth + 1);
  yield* members(Object.assign({}, ...then, before), Object.assign({}, ...today, now), at, depth, ofSchemas);
}

// An optional member that no response of one run has is not removed, and one that appears is not new.
function* properties(before: Members, now: Members, at: string, depth: number): Found {
  const [had, has] = [membersOf(before), membersOf(now)];
  const [always, alwaysNow] = [new Set(namesIn(before.required)), new Set(namesIn(now.required))];
  for (const name of namesOf(had, has)) {
    const place = below(below(at, 'properties'), name);
    const [then, today] = [Object.hasOwn(had, name), Object.hasOwn(has, name)];
    if (then && today) yield* schemas(had[name], has[name], place, depth + 1);
    else if (then && always.has(name)) yield { at: place, before: had[name] };
    else if (today && alwaysNow.has(name)) yield { at: place, now: has[name] };
  }
}

/** Whether a value has the form that schemas are inferred in. Any other compares as plain data. */
function isSchema(value: unknown): value is Members {
  if (!isObject(value)) return false;
  const { type, properties: named, required, items, anyOf } = value;
  return (
    (type === undefined || typeof type === 'string' || isNames(type)) &&
    (named === undefined || isObject(named)) &&
    (required === undefined || isNames(required)) &&
    (items === undefined || items === true || isObject(items)) &&
    (anyOf === undefined || (Array.isArray(anyOf) && anyOf.every(isObject)))
  );
}

// One level is enough: inference makes no alternatives of alternatives.
function alternatives(schema: Members): readonly Members[] {
  return (schema.anyOf as readonly Members[] | undefined)?.filter(isSchema) ?? [schema];
}

/** Types, each once: an integer is a number, and null says nothing where another type stands beside it. */
function typesOf(schemas: readonly Members[]): string[] {
  const all = schemas.flatMap(({ type }) => (type ?? []) as string | string[]);
  const types = [...new Set(all.map((type) => (type === 'integer' ? 'number' : type)))].sort();
  return types.length > 1 ? types.filter((type) => type !== 'null') : types;
}

function ofType(type: string, schemas: readonly Members[]): Members | undefined {
  return schemas.find((schema) => [schema.type].flat().includes(type));
}

/** Items of lists that were always empty are unknown, and agree with any. */
function isKnown(items: unknown): boolean {
  return isObject(items) && Object.keys(items).length > 0;
}

function typesAs(side: 'before' | 'now', types: readonly string[]): Members {
  return types.length === 0 ? {} : { [side]: types.length === 1 ? types[0] : types };
}

function membersOf({ properties: named }: Members): Members {
  return (named ?? {}) as Members;
}

function namesIn(list: unknown): readonly string[] {
  return (list ?? []) as readonly string[];
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
