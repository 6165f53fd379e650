/** What stands at the ends of a JSON value: the name of a member, or what is no object or array. */
export interface Leaf {
  text: string;
  readonly isName: boolean;
  /** Whether the target has written it: of its own texts the suite knows what is a secret, and what is beside it. */
  readonly isAnswer: boolean;
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

type Container = unknown[] | Record<string, unknown>;

/** What is known of a value by the members that it stands below. */
interface Above {
  /** Its shape is ours. */
  readonly isOwn: boolean;
  /** Texts in it are words of our own, as those in a list of ids are. */
  readonly isWords: boolean;
  readonly isAnswer: boolean;
}

interface Place extends Leaf {
  readonly before: string;
  readonly holder: Container;
  readonly name: string | number;
}

function isContainer(value: unknown): value is Container {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** Gives a member its value, as data: assigned, a `__proto__` would change the object instead. */
function put(holder: Container, name: string | number, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  else (holder as Record<string | number, unknown>)[name] = value;
}

/** Gives members other names. Two names that became one would lose a member. */
function rename(holder: Container, names: ReadonlyMap<string | number, string>): void {
  const members = Object.entries(holder);
  for (const [name] of members) delete (holder as Record<string, unknown>)[name];
  for (const [old, member] of members) {
    const name = names.get(old) ?? old;
    let free = name;
    for (let count = 2; Object.hasOwn(holder, free); count += 1) free = `${name} (${count})`;
    put(holder, free, member);
  }
}

/** What is known of a member, by its name and what it stands below. */
function below(above: Above, name: string | number, foreign: Foreign | undefined, member: unknown): Above {
  const named = typeof name === 'string';
  const isOwn = above.isOwn && !(named && foreign?.has(name));
  // A list of words, or a map of verdicts, is words throughout; of another object the names decide again.
  const passesOn = !named || !isContainer(member) || Array.isArray(member) || name === 'verdicts';
  return {
    isOwn,
    isWords: isOwn && passesOn && (above.isWords || (named && ownWords.has(name))),
    isAnswer: above.isAnswer || name === 'response' || (above.isOwn && !isOwn),
  };
}

/**
 * Copies a JSON value, and collects its leaves in the order of the text. It leaves out names, numbers and words of our
 * own records: they cannot hold a secret, have to stay, and stand between no two parts of a secret. It does not recurse,
 * since a target may return brackets a million deep.
 */
function copied(value: unknown, foreign: Foreign | undefined) {
  const copy: unknown[] = [value];
  const places: Place[] = [];
  const around = new Set<unknown>();
  const top = { isOwn: foreign !== undefined, isWords: false, isAnswer: false };
  const open: { holder: Container; name: string | number; above: Above; leaves?: unknown }[] = [
    { holder: copy, name: 0, above: top },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { holder, name, above } = next;
    if ('leaves' in next) {
      around.delete(next.leaves);
      continue;
    }
    const member: unknown = (holder as Record<string | number, unknown>)[name];
    if (typeof name === 'string' && !above.isOwn)
      places.push({ text: name, before: name, isName: true, isAnswer: above.isAnswer, holder, name });
    const about = below(above, name, foreign, member);
    if (isContainer(member)) {
      if (around.has(member)) throw new TypeError('A value that holds itself cannot be redacted');
      around.add(member);
      const inside: Container = Array.isArray(member) ? [...member] : { ...member };
      put(holder, name, inside);
      open.push({ holder, name, above, leaves: member });
      const names = Array.isArray(inside) ? [...inside.keys()] : Object.keys(inside);
      for (const one of names.reverse()) open.push({ holder: inside, name: one, above: about });
      continue;
    }
    const isLeaf = about.isOwn
      ? typeof member === 'string' && !about.isWords
      : member === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof member);
    const text = String(member);
    if (isLeaf) places.push({ text, before: text, isName: false, isAnswer: about.isAnswer, holder, name });
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
  const renamed = new Map<Container, Map<string | number, string>>();
  for (const { text, isName, before, holder, name } of places) {
    if (text === before) continue;
    if (!isName) put(holder, name, text);
    else renamed.set(holder, (renamed.get(holder) ?? new Map()).set(name, text));
  }
  for (const [holder, names] of renamed) rename(holder, names);
  return copy[0];
}
