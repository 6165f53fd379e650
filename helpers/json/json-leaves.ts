import { extentOf } from './parse-json.js';

/** A scalar in a response, and its place. */
export type Leaf = Readonly<{
  /** A JSON Pointer (RFC 6901) into the body, or `header:` and a header's name. */
  pointer: string;
  /** The names above it, nearest last, without places in arrays. */
  names: readonly string[];
  value: string | number | boolean | null;
}>;

/** Remembers the result while the object lives: probes read one response many times. */
export function derived<From extends object, Result>(make: (from: From) => Result): (from: From) => Result {
  const results = new WeakMap<From, { readonly result: Result }>();
  return (from) => {
    const entry = results.get(from) ?? { result: make(from) };
    results.set(from, entry);
    return entry.result;
  };
}

/** What the suite reads of a response: levels, leaves, values of any kind. */
const deepest = 24;
const most = 5000;
const mostPassed = 20_000;
/** No longer name or value identifies. */
const longest = 2048;

export function isReadInPart(text: string): boolean {
  const { depth, values } = extentOf(text);
  return depth > deepest || values > most;
}

/**
 * The scalars of a JSON value. A member whose name is data, as in a map keyed by identities, gives a leaf for its
 * name, and is `{}` in the pointers below it, so that two responses are comparable.
 */
export const leavesOf = (json: unknown): readonly Leaf[] =>
  json === null || typeof json !== 'object' ? leavesIn(json) : leavesOfObject(json);

const leavesOfObject = derived<object, readonly Leaf[]>(leavesIn);

/** The leaves of a value that is read once: nothing remembers it. */
export function leavesIn(json: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let passed = 0;
  const walk = (value: unknown, pointer: string, names: readonly string[], depth: number): void => {
    passed += 1;
    if (depth > deepest) return;
    if (value === null || typeof value !== 'object') {
      if (value !== undefined && !isLong(value)) leaves.push({ pointer, names, value: value as Leaf['value'] });
      return;
    }
    const isList = Array.isArray(value);
    for (const name of Object.keys(value)) {
      if (leaves.length >= most || passed >= mostPassed) return;
      if (isLong(name)) continue;
      const isData = !isList && isNamedByData(name);
      if (isData) leaves.push({ pointer: `${pointer}/{}`, names: [...names, '{}'], value: name });
      const step = isData ? '{}' : name.replaceAll('~', '~0').replaceAll('/', '~1');
      const below = isList || isData ? names : [...names, name];
      walk((value as Record<string, unknown>)[name], `${pointer}/${step}`, below, depth + 1);
    }
  };
  walk(json, '', [], 0);
  return leaves;
}

export const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > longest;

/** The last part of an address, which is the thing's own; the whole of anything else. */
export const lastPart = (value: string): string => value.split('/').findLast((part) => part !== '') ?? value;

/** The parts of an address that may name a thing: of path and query, never the host. The whole of anything else. */
export function partsOf(value: string): string[] {
  if (!value.includes('/')) return [value];
  const [path = '', query = ''] = value.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').split(/[?#]/);
  const parts = [...path.split('/'), ...query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))];
  return parts.filter((part) => part !== '');
}

/**
 * Returns an address without its query, the values of the query, and each of several parts of its path that are data:
 * a signature in an address changes in every response, and what it names stays. Returns any other leaf as it is.
 */
export function addressLeaves(leaf: Leaf): Leaf[] {
  const { pointer, names, value } = leaf;
  if (typeof value !== 'string' || !/^([a-z][a-z\d+.-]*:\/)?\/\S*$/i.test(value)) return [leaf];
  const [address = '', query = ''] = value.split(/[?#]/);
  const parts = address.split('/').map((part, at): Leaf => ({ pointer: `${pointer}#${at}`, names, value: part }));
  const data = parts.filter(({ value: part }) => isNamedByData(String(part)) && !String(part).includes(':'));
  const inQuery = [...new URLSearchParams(query)].map(
    ([name, text]): Leaf => ({ pointer: `${pointer}?${name}`, names: [...names, name], value: text }),
  );
  return [{ pointer, names, value: address }, ...inQuery, ...(data.length > 1 ? data : [])];
}

export function valueAt(json: unknown, pointer: string): unknown {
  let value = json;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/**
 * Whether a member's name is data: a number, a UUID, a token with three digits or with a letter after a digit, an e-mail
 * address, or a text. Decides for all that shows names: evidence without values, observations, identities.
 */
export function isNamedByData(name: string): boolean {
  if (name.length > 64 || /.@|[^\p{L}\p{M}\w$.:@/-]/u.test(name)) return true;
  if (/^\d+$/.test(name) || /^[0-9a-f]{8}-?[0-9a-f]{4}-/i.test(name)) return true;
  return name.replace(/\D/g, '').length >= 3 || (name.length >= 6 && /\d[A-Za-z]/.test(name));
}

/** The words of a name, in lower case: `requestId`, `request_id` and `request-id` have the same. */
export function wordsOf(name: string): readonly string[] {
  if (/^[a-z0-9]+$/.test(name)) return [name];
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
