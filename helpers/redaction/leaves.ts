/** What stands at the ends of a JSON value: the name of a member, or what is no object or array. */
export interface Leaf {
  text: string;
  readonly isName: boolean;
}

/**
 * Members whose values the target has shaped. All else of the value is a record of ours, whose names and numbers stay.
 * Without it the target has shaped the whole value.
 */
export type Foreign = ReadonlySet<string>;

/**
 * Members of our own records whose texts are words, moments and digests of our own, by which records are looked up and
 * judged. If such a word is a key, the scan before publication finds it, and nothing is published.
 */
const ownWords: ReadonlySet<string> = new Set([
  ...['entry', 'kind', 'id', 'name', 'area', 'basis', 'verdict', 'verdicts', 'exchanges', 'tenant', 'method'],
  ...['schemaVersion', 'environment', 'startedAt', 'finishedAt', 'sentAt', 'since', 'validFrom', 'validTo'],
  ...['exam', 'configuration', 'decisions', 'previous', 'head', 'on', 'expires'],
]);

type Target = unknown[] | Record<string, unknown>;

/** An array or object on the way, and its copy. */
interface Container {
  readonly source: object;
  readonly copy: Target;
  /** The names of an object's members, and the members of either. */
  readonly names: readonly string[] | undefined;
  readonly members: readonly unknown[];
  at: number;
  /** Whether its shape is ours. */
  readonly isOwn: boolean;
  /** Whether the texts in it are words of our own, as those in a list of ids are. */
  readonly isWords: boolean;
}

/** A leaf, and where it stands in the copy. */
interface Place extends Leaf {
  readonly before: string;
  readonly target: Target;
  readonly name: string | number;
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function put(target: Target, name: string | number, value: unknown): void {
  if (name !== '__proto__') (target as Record<string | number, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Gives members other names. Two names that became one would lose a member. */
function rename(target: Target, names: ReadonlyMap<string, string>): void {
  const members = Object.entries(target);
  const taken = new Map<string, number>();
  for (const [name] of members) delete (target as Record<string, unknown>)[name];
  for (const [old, member] of members) {
    const name = names.get(old) ?? old;
    let count = taken.get(name) ?? 1;
    let free = count === 1 ? name : `${name} (${count})`;
    for (; Object.hasOwn(target, free); free = `${name} (${count})`) count += 1;
    taken.set(name, count);
    put(target, free, member);
  }
}

/**
 * Copies a JSON value, and collects its leaves in the order of the text. It leaves out names, numbers and words of our
 * own records: they cannot hold a secret, have to stay, and stand between no two parts of a secret. It does not recurse,
 * since a target may return brackets a million deep.
 */
function copied(value: unknown, foreign: Foreign | undefined): { readonly copy: unknown[]; readonly places: Place[] } {
  const copy: unknown[] = [];
  const places: Place[] = [];
  const isOwn = foreign !== undefined;
  const open: Container[] = [
    { source: [value], copy, names: undefined, members: [value], at: 0, isOwn, isWords: false },
  ];
  const around = new Set<unknown>();
  for (let inside = open.at(-1); inside !== undefined; inside = open.at(-1)) {
    const { names, members, at, copy: target } = inside;
    if (at === members.length) {
      open.pop();
      around.delete(inside.source);
      continue;
    }
    inside.at += 1;
    const member = members[at];
    const ownName = names?.[at];
    const name = ownName ?? at;
    if (ownName !== undefined && !inside.isOwn)
      places.push({ text: ownName, isName: true, before: ownName, target, name });
    const isOwn = inside.isOwn && !(ownName !== undefined && foreign?.has(ownName));
    const isWords = isOwn && (inside.isWords || (ownName !== undefined && ownWords.has(ownName)));
    if (around.has(member)) throw new TypeError('A value that holds itself cannot be redacted');
    const isArray = Array.isArray(member);
    if (isArray || isObject(member)) {
      around.add(member);
      const about = isArray
        ? { copy: [], names: undefined, members: member, isWords }
        : {
            copy: {},
            names: Object.keys(member),
            members: Object.values(member),
            isWords: isWords && ownName === 'verdicts',
          };
      put(target, name, about.copy);
      open.push({ source: member, at: 0, isOwn, ...about });
      continue;
    }
    put(target, name, member);
    const isLeaf = isOwn
      ? typeof member === 'string' && !isWords
      : member === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof member);
    if (!isLeaf) continue;
    const text = String(member);
    places.push({ text, isName: false, before: text, target, name });
  }
  return { copy, places };
}

/**
 * A copy of a JSON value with other leaves: `change` changes their texts, and gives false if there is nothing to change:
 * then the value itself. Throws a TypeError for a value that holds itself, which is no JSON.
 */
export function changeLeaves(value: unknown, change: (leaves: Leaf[]) => boolean, foreign?: Foreign): unknown {
  const { copy, places } = copied(value, foreign);
  if (!change(places)) return value;
  const renamed = new Map<Target, Map<string, string>>();
  for (const { text, isName, before, target, name } of places) {
    if (text === before) continue;
    if (!isName) put(target, name, text);
    else renamed.set(target, (renamed.get(target) ?? new Map<string, string>()).set(String(name), text));
  }
  for (const [target, names] of renamed) rename(target, names);
  return copy[0];
}
