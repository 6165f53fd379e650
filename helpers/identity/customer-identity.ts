import type { Response } from '../client/message.js';
import { isSuccess } from '../client/response.js';
import { isLong, type Leaf, lastPart, leavesOf, valueAt } from '../json/json-leaves.js';
import { belongsToAnswer, belongsToWork, customerRank, isMoment } from '../json/member-names.js';
import { leavesOfResponse } from './response-leaves.js';

/**
 * Where an answer says which customer it is about. Response shapes are not shown, so it is learned: what stays the
 * same when a write is repeated and differs for another customer, and neither echoes the request nor belongs to the
 * answer, is the identity.
 */
export interface CustomerIdentity {
  /** Pointers that identify, each for itself; see `Leaf.pointer`. */
  readonly pointers: readonly string[];
  /**
   * Undefined where a repeat showed the same value: then another value is another customer. Otherwise names alone
   * speak for the pointers, and only answers of this shape are compared.
   */
  readonly shape?: string;
}

/** The answers that identities are learned from. */
export interface IdentitySamples {
  /** A first write. */
  readonly original: Response;
  /** The same again, with the same key. */
  readonly repeat?: Response;
  /** Another customer under another key. */
  readonly control: Response;
  /** The first one's body under a third key, where the service takes it: what is made from the body stays the same. */
  readonly sameBody?: Response;
  /** Refusals: what they have too belongs to the answer. */
  readonly refusals: readonly Response[];
}

/** @param pointer where the configuration says that the identity stands; nothing is learned then */
export function learnCustomerIdentity(from: IdentitySamples, pointer?: string): CustomerIdentity | undefined {
  if (pointer !== undefined) return { pointers: [pointer] };
  const [original, control] = [candidates(from.original), candidates(from.control)];
  const sameBody = from.sameBody && isSuccess(from.sameBody) ? candidates(from.sameBody) : undefined;
  const repeat = from.repeat && isSuccess(from.repeat) ? candidates(from.repeat) : undefined;
  const inRefusals = new Set(from.refusals.flatMap((response) => leavesOf(response.json).map((leaf) => leaf.pointer)));

  const different = [...original.values()].filter(({ pointer: at, value }) => {
    const other = text(control.get(at));
    return other !== undefined && other !== String(value);
  });
  const isDerived = ({ pointer: at, value }: Leaf) => text(sameBody?.get(at)) === String(value);
  // Where nothing tells the same body from the first, the service took it for the same customer: then nothing is derived.
  const isUpsert = different.filter((leaf) => customerRank(leaf) > 1).every(isDerived);
  const telling = isUpsert ? different : different.filter((leaf) => !isDerived(leaf));
  const isStable = ({ pointer: at, value }: Leaf) => text(repeat?.get(at)) === String(value);

  const stable = best(telling.filter(isStable), 1);
  if (stable.length > 0) return { pointers: stable };
  // Without a repeat to compare with, or where the repeat moved it, only a name that is beyond doubt will do; and work
  // that each try sets in motion anew has such names too.
  if (from.original.status === 202) return undefined;
  const named = best(
    telling.filter((leaf) => !inRefusals.has(leaf.pointer) && !belongsToWork(leaf)),
    3,
  );
  return named.length > 0 ? { pointers: named, shape: shapeOf(from.original) } : undefined;
}

/** Pointers of the leaves with the highest rank, if that is at least `least`. */
function best(leaves: readonly Leaf[], least: number): string[] {
  const top = Math.max(0, ...leaves.map(customerRank));
  return top < least ? [] : leaves.filter((leaf) => customerRank(leaf) === top).map((leaf) => leaf.pointer);
}

/** What an answer says of which customer it is about: values by pointer. Empty where it says nothing. */
export function identityIn(response: Response, { pointers, shape }: CustomerIdentity): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (shape !== undefined && shapeOf(response) !== shape) return found;
  const leaves = new Map(leavesOfResponse(response).map((leaf) => [leaf.pointer, leaf]));
  for (const pointer of pointers) {
    const leaf = leaves.get(pointer);
    const value = leaf ? leaf.value : valueAt(response.json, pointer);
    // A nil UUID, or 0, is how some languages write that there is none.
    if ((typeof value === 'string' || typeof value === 'number') && !isLong(value) && /[^0-]/.test(String(value))) {
      found.set(pointer, String(value));
    }
  }
  return found;
}

/** Whether an answer says at all which customer it is about. */
export function hasIdentity(response: Response, identity: CustomerIdentity): boolean {
  return identityIn(response, identity).size > 0;
}

/**
 * Whether two answers are about one customer. One value that agrees is enough for yes, since others may be links that
 * are signed anew; for no, all that both have must differ. Undefined where they have nothing in common, and where one
 * of them says 202: what is only accepted may be told by an id of its own until it is done.
 */
export function sameCustomer(a: Response, b: Response, identity: CustomerIdentity): boolean | undefined {
  if ((a.status === 202) !== (b.status === 202)) return undefined;
  const [one, other] = [identityIn(a, identity), identityIn(b, identity)];
  const common = [...one.keys()].filter((pointer) => other.has(pointer));
  if (common.length === 0) return undefined;
  return common.some((pointer) => one.get(pointer) === other.get(pointer));
}

/** Answers in groups, one for each customer they are about; those that say nothing of it are left out. */
export function byCustomer(responses: readonly Response[], identity: CustomerIdentity): Response[][] {
  const groups: Response[][] = [];
  for (const response of responses.filter((one) => hasIdentity(one, identity))) {
    const group = groups.find((members) =>
      members.some((member) => sameCustomer(member, response, identity) !== false),
    );
    if (group) group.push(response);
    else groups.push([response]);
  }
  return groups;
}

/** Each single value that identifies, for looking for it elsewhere: of an address its last part. */
export function identityValues(response: Response, identity: CustomerIdentity): string[] {
  return [...identityIn(response, identity).values()].map(lastPart);
}

function text(leaf: Leaf | undefined): string | undefined {
  return leaf === undefined ? undefined : String(leaf.value);
}

/** The members of an answer, by which two answers are of one kind. */
function shapeOf(response: Response): string {
  const pointers = leavesOfResponse(response).map((leaf) => leaf.pointer.replace(/\/\d+(?=\/|$)/g, '/*'));
  return [...new Set(pointers)].sort().join(' ');
}

/** The leaves of an answer that could identify: not yes or no, no moment, no echo, nothing that belongs to the answer. */
function candidates(response: Response): Map<string, Leaf> {
  const echoes = sentValues(response);
  const usable = leavesOfResponse(response).filter(
    ({ value }) => typeof value === 'string' || typeof value === 'number',
  );
  return new Map(
    usable
      .filter((leaf) => leaf.value !== '' && !belongsToAnswer(leaf) && !isMoment(leaf))
      .filter((leaf) => customerRank(leaf) > 1 || /\d/.test(String(leaf.value)))
      .filter((leaf) => customerRank(leaf) > 0 && !isEcho(leaf, echoes))
      .map((leaf) => [leaf.pointer, leaf]),
  );
}

/** What the request held, in lower case. */
function sentValues({ request: asked }: Response): string[] {
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
