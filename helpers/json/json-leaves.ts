import { derived } from './derived.js';
import { extentOf } from './parse-json.js';

/** A scalar in a response, and its place. */
export interface Leaf {
  /** A JSON Pointer (RFC 6901) into the body, or `header:` and a header's name. Array places stay as they are. */
  readonly pointer: string;
  /** The names above it, nearest last, without places in arrays. */
  readonly names: readonly string[];
  readonly value: string | number | boolean | null;
}

/** Depth to which the suite reads a response. */
const deepest = 24;
/** Leaves of one response that the suite reads. */
const most = 5000;
/** Whether `leavesOf` reads no more than a part of this JSON. */
export function isReadInPart(text: string): boolean {
  const { depth, values } = extentOf(text);
  return depth > deepest || values > most;
}

/** Values of any kind on the way to them. */
const mostPassed = 20_000;
/** Characters of a name or value: a longer one identifies nothing. */
const longest = 2048;

/**
 * The scalars of a JSON value. A member whose name is data, as in a map keyed by identities, gives a leaf for its
 * name, and is `{}` in the pointers below it, so that two responses are comparable.
 */
export function leavesOf(json: unknown): readonly Leaf[] {
  return json === null || typeof json !== 'object' ? leavesIn(json) : leavesOfObject(json);
}

const leavesOfObject = derived<object, readonly Leaf[]>(leavesIn);

/** The same, of what is read once: nothing remembers it. */
export function leavesIn(json: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let passed = 0;
  const isEnough = () => leaves.length >= most || passed >= mostPassed;
  const walk = (value: unknown, pointer: string, names: readonly string[], depth: number): void => {
    passed += 1;
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) {
        if (isEnough()) return;
        walk(item, `${pointer}/${at}`, names, depth + 1);
      }
    } else if (value !== null && typeof value === 'object') {
      for (const name of Object.keys(value)) {
        if (isEnough()) return;
        if (isLong(name)) continue;
        const item = (value as Record<string, unknown>)[name];
        const data = isNamedByData(name);
        if (data) leaves.push({ pointer: `${pointer}/{}`, names: [...names, '{}'], value: name });
        const step = data ? '{}' : escaped(name);
        walk(item, `${pointer}/${step}`, data ? names : [...names, name], depth + 1);
      }
    } else if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      if (!isLong(value)) leaves.push({ pointer, names, value: value as Leaf['value'] });
    }
  };
  walk(json, '', [], 0);
  return leaves;
}

/** Whether a name or value is too long to identify anything. */
export const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > longest;

/** Of an address its last part, which is the thing's own; of anything else the whole. */
export const lastPart = (value: string): string => value.split('/').findLast((part) => part !== '') ?? value;

/** Of an address the parts that may name a thing, its path's and its query's; of anything else the whole. Never the host. */
export function partsOf(value: string): string[] {
  if (!value.includes('/')) return [value];
  const [path = '', query = ''] = value.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').split(/[?#]/);
  const parts = [...path.split('/'), ...query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))];
  return parts.filter((part) => part !== '');
}

/**
 * An address without its query, the values of the query, and, where several parts of its path are data, each of those: a
 * signature in an address changes in every response, and what it names stays. Any other leaf as it is.
 */
export function addressLeaves(leaf: Leaf): Leaf[] {
  const { pointer, names, value } = leaf;
  if (typeof value !== 'string' || !/^([a-z][a-z\d+.-]*:\/)?\/\S*$/i.test(value)) return [leaf];
  const [address = '', query = ''] = value.split(/[?#]/);
  const data = address
    .split('/')
    .flatMap((part, at) => (isNamedByData(part) && !part.includes(':') ? [{ part, at }] : []));
  return [
    { pointer, names, value: address },
    ...[...new URLSearchParams(query)].map(([name, one]) => ({
      pointer: `${pointer}?${name}`,
      names: [...names, name],
      value: one,
    })),
    ...(data.length > 1 ? data.map(({ part, at }) => ({ pointer: `${pointer}#${at}`, names, value: part })) : []),
  ];
}

/** The value at a JSON Pointer (RFC 6901), or undefined. */
export function valueAt(json: unknown, pointer: string): unknown {
  let value = json;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A longer name is a text. */
const longestName = 64;

/**
 * Whether a member's name is data: a number, a UUID, a token with three digits or with a letter after a digit, an e-mail
 * address, or a text. Decided here for all that shows names: evidence without values, observations, identities.
 */
export function isNamedByData(name: string): boolean {
  if (name.length > longestName || /.@|[^\p{L}\p{M}\w$.:@/-]/u.test(name)) return true;
  if (/^\d+$/.test(name) || /^[0-9a-f]{8}-?[0-9a-f]{4}-/i.test(name)) return true;
  return name.replace(/\D/g, '').length >= 3 || (name.length >= 6 && /\d[A-Za-z]/.test(name));
}
