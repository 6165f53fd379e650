import { isSuccess, type Reply } from '../engine/reply.js';
import { type Leaf, leavesOf, leavesOfReply, valueAt } from './leaves.js';
import { belongsToAnswer, customerRank, isMoment } from './names.js';

/**
 * Where an answer says which customer it is about. Response shapes are not shown, so it is learned: what stays the
 * same when a write is repeated and differs for another customer, and neither echoes the request nor belongs to the
 * answer, is the identity.
 */
export interface CustomerIdentity {
  /** Pointers that identify, best first; see `Leaf.pointer`. */
  readonly pointers: readonly string[];
  /**
   * True where a repeat showed the same value: then another value is another customer. False where no repeat could
   * show it, so that names alone speak for it.
   */
  readonly proved: boolean;
}

/** The four answers that identities are learned from. */
export interface Acquaintance {
  /** A first write. */
  readonly original: Reply;
  /** The same again, with the same key. */
  readonly repeat?: Reply;
  /** Another customer under another key. */
  readonly control: Reply;
  /** The first one's body under a third key, where the service takes it: what is made from the body stays the same. */
  readonly sameBody?: Reply;
  /** Refusals: what they have too belongs to the answer. */
  readonly refusals: readonly Reply[];
}

/** @param pointer where the configuration says that the identity stands; nothing is learned then */
export function learnCustomerIdentity(from: Acquaintance, pointer?: string): CustomerIdentity | undefined {
  if (pointer !== undefined) return { pointers: [pointer], proved: true };
  const [original, control] = [candidates(from.original), candidates(from.control)];
  const sameBody = from.sameBody && isSuccess(from.sameBody) ? candidates(from.sameBody) : undefined;
  const repeat = from.repeat && isSuccess(from.repeat) ? candidates(from.repeat) : undefined;
  const inRefusals = new Set(from.refusals.flatMap((reply) => leavesOf(reply.json).map((leaf) => leaf.pointer)));

  const telling = [...original.values()].filter((leaf) => {
    const other = control.get(leaf.pointer);
    if (!other || text(other) === text(leaf)) return false;
    const derived = sameBody?.get(leaf.pointer);
    return !(derived && text(derived) === text(leaf));
  });
  const isStable = ({ pointer: at, value }: Leaf) => text(repeat?.get(at)) === String(value);
  const best = (leaves: readonly Leaf[], least: number): string[] => {
    const top = Math.max(0, ...leaves.map(customerRank));
    return top < least ? [] : leaves.filter((leaf) => customerRank(leaf) === top).map((leaf) => leaf.pointer);
  };

  const stable = best(telling.filter(isStable), 1);
  if (stable.length > 0) return { pointers: stable, proved: true };
  // Without a repeat to compare with, or where the repeat moved it, only a name that is beyond doubt will do.
  const named = best(
    telling.filter((leaf) => !inRefusals.has(leaf.pointer)),
    3,
  );
  return named.length > 0 ? { pointers: named, proved: false } : undefined;
}

/** The identity in an answer, or undefined. Where several pointers identify, their values are joined. */
export function identityIn(reply: Reply, identity: CustomerIdentity): string | undefined {
  const leaves = new Map(leavesOfReply(reply).map((leaf) => [leaf.pointer, leaf]));
  const values = identity.pointers.map((pointer) => {
    const leaf = leaves.get(pointer);
    const value = leaf ? leaf.value : valueAt(reply.json, pointer);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
  const found = values.filter((value) => value !== undefined && value !== '');
  return found.length === 0 ? undefined : found.join(' ');
}

/** Each single value that identifies, for looking for it elsewhere. */
export function identityValues(reply: Reply, identity: CustomerIdentity): string[] {
  return identity.pointers.flatMap((pointer) => {
    const one = identityIn(reply, { pointers: [pointer], proved: identity.proved });
    return one === undefined ? [] : [one];
  });
}

function text(leaf: Leaf | undefined): string | undefined {
  return leaf === undefined ? undefined : String(leaf.value);
}

/** The leaves of an answer that could identify: not yes or no, no moment, no echo, nothing that belongs to the answer. */
function candidates(reply: Reply): Map<string, Leaf> {
  const echoes = sentValues(reply);
  const usable = leavesOfReply(reply).filter(({ value }) => typeof value === 'string' || typeof value === 'number');
  return new Map(
    usable
      .filter((leaf) => leaf.value !== '' && !belongsToAnswer(leaf) && !isMoment(leaf))
      .filter((leaf) => customerRank(leaf) > 1 || /\d/.test(String(leaf.value)))
      .filter((leaf) => customerRank(leaf) > 0 && !isEcho(leaf, echoes))
      .map((leaf) => [leaf.pointer, leaf]),
  );
}

/** What the request held, in lower case. */
function sentValues({ asked }: Reply): string[] {
  const body = asked.customer ? leavesOf(asked.customer).map((leaf) => String(leaf.value)) : [];
  const headers = [asked.apiKey, asked.tenant, asked.idempotencyKey].filter((value) => value !== null);
  return [...body, ...headers].map((value) => value.toLowerCase());
}

function isEcho(leaf: Leaf, echoes: readonly string[]): boolean {
  const value = String(leaf.value).toLowerCase();
  if (echoes.includes(value)) return true;
  // A greeting or a slug is made from the request. An identifier may hold the Idempotency-Key and still identify.
  return customerRank(leaf) < 3 && echoes.some((echo) => echo.length >= 4 && value.includes(echo));
}
