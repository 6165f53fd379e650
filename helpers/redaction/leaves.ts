/** What stands at the ends of a JSON value: the names of members, and everything that is no object or array. */
export interface Leaf {
  text: string;
  isName: boolean;
  /** It cannot hold a secret, and has to stay what it is: a name, a number, a word of our own. */
  isFixed: boolean;
}

/**
 * Members that hold what somebody else has shaped: everything else of the value is of a shape of our own, whose names
 * and numbers stay. Without it the whole value is somebody else's.
 */
export type Foreign = ReadonlySet<string>;

/**
 * Members of our own records whose texts are words, moments and digests of our own, by which records are looked up and
 * judged: whoever has such a word for a key has it found in the report, and nothing published.
 */
const ownWords: ReadonlySet<string> = new Set([
  ...['entry', 'kind', 'id', 'name', 'area', 'basis', 'verdict', 'verdicts', 'exchanges', 'tenant', 'method'],
  ...['schemaVersion', 'environment', 'startedAt', 'finishedAt', 'sentAt', 'since', 'validFrom', 'validTo'],
  ...['exam', 'configuration', 'decisions', 'previous', 'head', 'on', 'expires'],
]);

interface Container {
  source: unknown;
  names: string[] | undefined;
  values: unknown[];
  target: unknown[] | Record<string, unknown>;
  /** How often a name was given to a member in place of its own. */
  taken: Map<string, number>;
  /** Whether its shape is ours. */
  isOwn: boolean;
  /** Whether the texts in it are words of our own, as those in a list of ids are. */
  isWords: boolean;
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function put(target: Container['target'], name: string | undefined, value: unknown): void {
  if (Array.isArray(target)) target.push(value);
  else if (name !== '__proto__') target[name ?? ''] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Two names that became one would lose a member. */
function unused({ target, taken }: Container, name: string): string {
  let count = taken.get(name) ?? 1;
  let free = count === 1 ? name : `${name} (${count})`;
  for (; Object.hasOwn(target, free); free = `${name} (${count})`) count += 1;
  taken.set(name, count);
  return free;
}

/**
 * A copy of a JSON value in which `change` had its say on every leaf, in the order of the text: undefined leaves one as
 * it is, a string takes its place. Without recursion, since a target may answer with brackets a million deep. Throws a
 * TypeError for a value that holds itself, which is no JSON.
 */
export function changeLeaves(value: unknown, change: (leaf: Leaf) => string | undefined, foreign?: Foreign): unknown {
  const root: unknown[] = [];
  const open: (Container & { at: number })[] = [
    {
      source: root,
      names: undefined,
      values: [value],
      target: root,
      taken: new Map(),
      isOwn: foreign !== undefined,
      isWords: false,
      at: 0,
    },
  ];
  const around = new Set<unknown>();
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    if (inner.at === inner.values.length) {
      open.pop();
      around.delete(inner.source);
      continue;
    }
    const member = inner.values[inner.at];
    const oldName = inner.names?.[inner.at];
    inner.at += 1;
    const newName = oldName === undefined ? undefined : change({ text: oldName, isName: true, isFixed: inner.isOwn });
    const name = newName === undefined ? oldName : unused(inner, newName);
    const isOwn = inner.isOwn && !(oldName !== undefined && foreign?.has(oldName));
    const isWords = isOwn && (inner.isWords || (oldName !== undefined && ownWords.has(oldName)));
    if (around.has(member)) throw new TypeError('A value that holds itself cannot be redacted');
    if (Array.isArray(member)) {
      const target: unknown[] = [];
      put(inner.target, name, target);
      around.add(member);
      open.push({ source: member, names: undefined, values: member, target, taken: new Map(), isOwn, isWords, at: 0 });
    } else if (isObject(member)) {
      const target: Record<string, unknown> = {};
      put(inner.target, name, target);
      around.add(member);
      const [names, values] = [Object.keys(member), Object.values(member)];
      open.push({
        source: member,
        names,
        values,
        target,
        taken: new Map(),
        isOwn,
        isWords: isWords && oldName === 'verdicts',
        at: 0,
      });
    } else {
      const isLeaf = member === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof member);
      const isFixed = isOwn && (isWords || typeof member !== 'string');
      put(
        inner.target,
        name,
        (isLeaf ? change({ text: String(member), isName: false, isFixed }) : undefined) ?? member,
      );
    }
  }
  return root[0];
}
