import { canonical, sha256 } from './canonical.js';
import { type IntegrityError, isObject, shown } from './integrity-error.js';

/** What the chain adds to an entry of evidence.har. */
export interface Link {
  /** SHA-256 of the canonical form of the entry without `_requirements`, `_digest` and `_chain`. */
  readonly _digest: string;
  /** SHA-256 of the `_chain` of the entry before and this `_digest`, both in hexadecimal, one after the other. */
  readonly _chain: string;
}

/** Number of exchanges, and the last link of their chain: what report.json and manifest.json keep of it. */
export interface EvidenceSeal {
  readonly exchanges: number;
  readonly head: string;
}

/** Broken links whose former place is looked for: each takes as many digests as there are exchanges. */
const mostTraced = 20;

/**
 * Chains the entries of evidence.har in their order. The first is chained to the SHA-256 of the run's id, so that no
 * exchange can come from another run. `_requirements` is not of the exchange: the report gives it, and proves it.
 */
export function chained<Entry extends object>(run: string, entries: readonly Entry[]): (Entry & Link)[] {
  let before = sha256(run);
  return entries.map((entry) => {
    const _digest = digestOf(entry);
    before = linkOf(before, _digest);
    return { ...entry, _digest, _chain: before };
  });
}

/** The seal of chained entries. */
export function sealOf(run: string, links: readonly Partial<Link>[]): EvidenceSeal {
  return { exchanges: links.length, head: links.at(-1)?._chain ?? sha256(run) };
}

/**
 * Where the chain of a file is broken: which exchange was changed, which stands in another place, before which one is
 * missing. What follows a break is judged by the links that it carries, so that one edit is told once.
 */
export function brokenLinks(run: string, entries: readonly unknown[], file: string): IntegrityError[] {
  const found: IntegrityError[] = [];
  const seen = new Map<string, number>();
  let before: unknown = sha256(run);
  for (const [index, entry] of entries.entries()) {
    const at = nameOf(entry, index);
    const say = (says: string) => found.push({ file, at, says });
    if (!isObject(entry)) {
      say('is no exchange');
      continue;
    }
    if (seen.has(at)) say('stands twice');
    seen.set(at, index);
    const { _digest, _chain } = entry;
    if (digestOf(entry) !== _digest) say('was changed: its digest is not that of what it holds');
    if (linkOf(before, _digest) !== _chain) {
      const traced = found.length > mostTraced ? undefined : formerPlace(run, entries, entry);
      const missing = gap(entries[index - 1], entry);
      if (traced !== undefined) say(`was moved: it stood ${traced} when it was sealed`);
      else say(missing ? `follows a gap: ${missing} before it was removed` : 'is not what was sealed at this place');
    }
    before = _chain;
  }
  return found;
}

/** Where an entry stood, if whatever it followed is still there. */
function formerPlace(run: string, entries: readonly unknown[], { _digest, _chain }: Record<string, unknown>) {
  if (linkOf(sha256(run), _digest) === _chain) return 'first';
  const index = entries.findIndex((one) => isObject(one) && linkOf(one._chain, _digest) === _chain);
  return index < 0 ? undefined : `after ${nameOf(entries[index], index)}`;
}

/** Ids between two neighbours that are not there. */
function gap(before: unknown, entry: Record<string, unknown>): string | undefined {
  const [from, to] = [before === undefined ? 0 : numberOf(before), numberOf(entry)];
  if (from === undefined || to === undefined || to - from < 2) return undefined;
  const id = (number: number) => `x${String(number).padStart(4, '0')}`;
  return to - from === 2 ? id(from + 1) : `${id(from + 1)} to ${id(to - 1)}`;
}

function numberOf(entry: unknown): number | undefined {
  const id = isObject(entry) ? entry._id : undefined;
  return typeof id === 'string' && /^x\d{4,9}$/.test(id) ? Number(id.slice(1)) : undefined;
}

/** The id of an entry, or its place where it has none. */
function nameOf(entry: unknown, index: number): string {
  return isObject(entry) && typeof entry._id === 'string' ? shown(entry._id) : `/log/entries/${index}`;
}

function digestOf(entry: object): string {
  const { _requirements: _, _digest: __, _chain: ___, ...own } = entry as Record<string, unknown>;
  return sha256(canonical(own));
}

function linkOf(before: unknown, digest: unknown): string {
  return sha256(`${before}${digest}`);
}
