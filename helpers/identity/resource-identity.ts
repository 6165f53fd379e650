import type { Response } from '../client/message.js';
import { isSuccess } from '../client/response.js';
import { isLong, type Leaf, lastPart, leavesOf, partsOf, valueAt } from '../json/json-leaves.js';
import { belongsToWork, collectionOf, isAbout, rankOf, type Words, wordsOf } from '../json/member-names.js';
import { candidates, holdsEcho, leavesOfResponse, sentValues, shapeOf, spokenOf } from './candidates.js';

/**
 * Where a response identifies its customer. The specification defines no response shapes, so the suite learns it: a value
 * that stays the same in a repeat, differs for another customer, does not echo the request, and is not about the response
 * itself.
 */
export interface ResourceIdentity {
  /** Pointers that identify, each for itself; see `Leaf.pointer`. */
  readonly pointers: readonly string[];
  /** Whether a name, or an address that speaks of customers, says that it identifies: other members may stand for several. */
  readonly isNamed?: boolean;
  /**
   * Undefined where a repeat showed the same value: then another value is another customer. Otherwise the pointers rest
   * on member names alone, and the suite compares only responses of this shape.
   */
  readonly shape?: string;
  /**
   * Whether another value is another customer even where one of two responses is a 202: the user named the pointer, or a
   * repeat with another status showed the same value. Otherwise a 202 may contain the id of a job.
   */
  readonly anyStatus?: boolean;
  /** Other places of a value, in repeats of another shape: each with the pointer that it stands for. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Parts of addresses that hold an identity which another customer's have too: they name no customer. */
  readonly common?: ReadonlySet<string>;
}

/** The responses from which the suite learns the identity. */
interface IdentitySamples {
  readonly original: Response;
  /** The same again, with the same key. */
  readonly repeat?: Response;
  /** Another customer under another key. */
  readonly control: Response;
  /** The first customer's body under a third key: values that the service derives from the body stay the same. */
  readonly sameBody?: Response;
  /** Rejections: a member that they have too is about the response itself. */
  readonly rejections: readonly Response[];
}

/** @param pointer of the configuration; with it only the common parts of addresses are learned */
export function learnIdentity(from: IdentitySamples, pointer?: string): ResourceIdentity | undefined {
  const identity = pointer === undefined ? learned(from) : { pointers: [pointer], isNamed: true, anyStatus: true };
  if (!identity) return undefined;
  const [parts, others] = [from.original, from.control].map((response) =>
    [...identityIn(response, identity).values()].filter((value) => value.includes('/')).flatMap(partsOf),
  );
  const common = new Set(parts?.filter((part) => others?.includes(part)));
  return common.size > 0 ? { ...identity, common } : identity;
}

function learned(from: IdentitySamples): ResourceIdentity | undefined {
  const spoken = spokenOf(from.original);
  const rank = (leaf: Leaf) => rankOf(leaf, spoken);
  const [original, control] = [candidates(from.original), candidates(from.control)];
  const sameBody = from.sameBody && isSuccess(from.sameBody) ? candidates(from.sameBody) : undefined;
  const repeat = from.repeat && isSuccess(from.repeat) ? candidates(from.repeat) : undefined;
  const inRejections = new Set(from.rejections.flatMap(({ json }) => leavesOf(json)).map(({ pointer }) => pointer));

  const isOther = ({ pointer: at, value }: Leaf, among?: ReadonlyMap<string, Leaf>) =>
    among?.has(at) === true && text(among.get(at)) !== String(value);
  const echoes = sentValues(from.original);
  // A greeting derives from the request; a slug of the name, with more behind it, does not where the same body has another.
  const different = [...original.values()].filter(
    (leaf) =>
      isOther(leaf, control) && (!holdsEcho(leaf, echoes, rank(leaf)) || (rank(leaf) > 1 && isOther(leaf, sameBody))),
  );
  const isDerived = ({ pointer: at, value }: Leaf) => text(sameBody?.get(at)) === String(value);
  // Where the same body gives the first identity, the service treats it as the same customer: nothing is derived.
  const isUpsert = different.filter((leaf) => rank(leaf) > 1).every(isDerived);
  const distinct = isUpsert ? different : different.filter((leaf) => !isDerived(leaf));
  const isStable = ({ pointer: at, value }: Leaf) => text(repeat?.get(at)) === String(value);
  const stable = distinct.filter(isStable);
  const hasMoved = (leaf: Leaf) => !repeat?.has(leaf.pointer) && placeOf(repeat, leaf, spoken) !== undefined;
  const moved = stable.length > 0 ? [] : distinct.filter(hasMoved);

  const kept = [...stable, ...moved];
  const own = distinct.filter((leaf) => !inRejections.has(leaf.pointer));
  const pointers = best(kept, 1, rank);
  if (pointers.length > 0) {
    if (isContested(kept, own, from)) return undefined;
    const anyStatus = from.repeat !== undefined && isAccepted(from.original) !== isAccepted(from.repeat);
    const aliases = new Map(moved.map((leaf) => [placeOf(repeat, leaf, spoken) ?? '', leaf.pointer]));
    const isNamed = kept.some((leaf) => saysItIdentifies(leaf, spoken));
    return { pointers, isNamed, ...(anyStatus && { anyStatus }), ...(moved.length > 0 && { aliases }) };
  }
  // Without a stable value only an unambiguous name counts. A 202 may name the job that each try starts.
  if (isAccepted(from.original)) return undefined;
  const ofCustomers = own.filter((leaf) => !belongsToWork(leaf, spoken));
  const named = best(ofCustomers, 3, rank);
  if (named.length === 0) named.push(...ownAddresses(distinct, repeat ? [control, repeat] : [control], spoken));
  return named.length > 0 ? { pointers: named, isNamed: true, shape: shapeOf(from.original) } : undefined;
}

/** Pointers of addresses of the customer's own that differ from others in nothing but their last part. */
function ownAddresses(leaves: readonly Leaf[], others: readonly ReadonlyMap<string, Leaf>[], spoken: Words): string[] {
  const isOwn = (leaf: Leaf) => {
    const collection = collectionOf(leaf, spoken);
    const isOfOne = (other?: Leaf) => other !== undefined && collectionOf(other, spoken) === collection;
    return collection !== undefined && others.every((other) => isOfOne(other.get(leaf.pointer)));
  };
  return leaves.filter(isOwn).map(({ pointer }) => pointer);
}

/**
 * Where a value stands in a repeat of another shape: under a name that identifies, or at the end of an address that
 * speaks of customers.
 */
function placeOf(repeat: ReadonlyMap<string, Leaf> | undefined, { value }: Leaf, spoken: Words): string | undefined {
  const identifies = (leaf: Leaf) =>
    rankOf(leaf, spoken) > 1 || isAbout({ ...leaf, names: [String(leaf.value)] }, spoken);
  const isPlace = (leaf: Leaf) => ownPart(leaf.value) === String(value) && identifies(leaf);
  return [...(repeat?.values() ?? [])].find(isPlace)?.pointer;
}

/** Whether a leaf's name, or its address that speaks of customers, says that it identifies. */
const saysItIdentifies = (leaf: Leaf, spoken: Words) =>
  rankOf(leaf, spoken) === 3 || collectionOf(leaf, spoken) !== undefined;

/** Of an address its last part; of anything else the whole. */
const ownPart = (value: Leaf['value']) => (/^(https?:\/)?\//.test(String(value)) ? lastPart : String)(String(value));

/**
 * Whether what claims to identify the customer changes in the repeat, and what stays says less: a mere reference beside a
 * Location or an id of the customer, or a Location beside such an id. An `id` alone may be the response's own, and the
 * Location identifies (RFC 9110, 15.3.2): where no header has its value, and the body nothing of the customer. A 202 may
 * name a job.
 */
function isContested(kept: readonly Leaf[], distinct: readonly Leaf[], { original, repeat }: IdentitySamples) {
  if (!repeat || isAccepted(original) || isAccepted(repeat)) return false;
  const spoken = spokenOf(original);
  const isInBody = ({ pointer: at }: Leaf) => !at.startsWith('header:');
  if (kept.some((leaf) => isInBody(leaf) && saysItIdentifies(leaf, spoken))) return false;
  const again = candidates(repeat);
  const changed = distinct.filter(
    (leaf) => ![text(leaf), undefined].includes(text(again.get(leaf.pointer))) && claimsToIdentify(leaf, original),
  );
  // The address of a customer, or an identifier in the query of one.
  const isAddress = (leaf: Leaf) => isAbout({ ...leaf, names: [String(leaf.value)] }, spoken) || leaf.names.length > 2;
  const inHeaders = [...candidates(original).values()].flatMap((leaf) => (isInBody(leaf) ? [] : [ownPart(leaf.value)]));
  const echoes = sentValues(original);
  const showsCustomer = leavesOf(original.json).some(({ value }) => echoes.includes(String(value).toLowerCase()));
  const speaksOfCustomer = ({ names }: Leaf) => names.flatMap(wordsOf).some((word) => spoken.own.has(word));
  const hasReferenceAndAddress = kept.some(isInBody) && !kept.every(isInBody);
  const isCustomers = (leaf: Leaf) =>
    inHeaders.includes(String(leaf.value)) ||
    (!hasReferenceAndAddress && (showsCustomer || speaksOfCustomer(leaf) || leaf.names.length > 1));
  const isOfWork = (leaf: Leaf) => belongsToWork(leaf, spoken);
  if (changed.some((leaf) => isInBody(leaf) && isCustomers(leaf))) return true;
  return kept.every(isInBody) && changed.some((leaf) => !isInBody(leaf) && isAddress(leaf) && !isOfWork(leaf));
}

/** Pointers of the leaves with the highest rank, if that is at least `least`. */
function best(leaves: readonly Leaf[], least: number, rank: (leaf: Leaf) => number): string[] {
  const top = Math.max(0, ...leaves.map(rank));
  return top < least ? [] : leaves.filter((leaf) => rank(leaf) === top).map((leaf) => leaf.pointer);
}

/** The identity in a response: values by pointer; empty without one. */
export function identityIn(
  response: Response,
  { pointers, shape, aliases = new Map() }: ResourceIdentity,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (shape !== undefined && shapeOf(response) !== shape) return found;
  const leaves = new Map(leavesOfResponse(response).map((leaf) => [leaf.pointer, leaf]));
  for (const place of [...aliases.keys(), ...pointers]) {
    const leaf = leaves.get(place);
    const value = leaf ? leaf.value : valueAt(response.json, place);
    // Some services write a nil UUID, or 0, for none.
    if ((typeof value === 'string' || typeof value === 'number') && !isLong(value) && /[^0-]/.test(String(value))) {
      const alias = aliases.get(place);
      found.set(alias ?? place, alias === undefined ? String(value) : ownPart(value));
    }
  }
  return found;
}

export const hasIdentity = (response: Response, identity: ResourceIdentity) => identityIn(response, identity).size > 0;

/**
 * Whether two responses are about one customer. One equal value is enough for yes, whatever the statuses, since others may
 * be links with new signatures; for no, all common values must differ. Undefined where they have none in common, and where
 * they differ and only one of them is a 202, whose id may be that of a job.
 */
export function sameResource(a: Response, b: Response, identity: ResourceIdentity): boolean | undefined {
  const [one, other] = [identityIn(a, identity), identityIn(b, identity)];
  const common = [...one.keys()].filter((pointer) => other.has(pointer));
  if (common.length === 0) return undefined;
  if (common.some((pointer) => one.get(pointer) === other.get(pointer))) return true;
  return isAccepted(a) === isAccepted(b) || identity.anyStatus ? false : undefined;
}

/**
 * Where two responses of one shape name different customers by a member whose name allows nothing else, as
 * `/customer/id`: for repeats that do not show the identity of the first write. Undefined where they do not.
 */
export function namesAnother(a: Response, b: Response): string | undefined {
  if (shapeOf(a) !== shapeOf(b) || isAccepted(a) || isAccepted(b)) return undefined;
  const others = candidates(b);
  const spoken = spokenOf(a);
  const names = (leaf: Leaf) => rankOf(leaf, spoken) === 3 && isAbout(leaf, spoken) && !belongsToWork(leaf, spoken);
  const differs = (leaf: Leaf) => text(others.get(leaf.pointer)) !== String(leaf.value);
  return [...candidates(a).values()].find((leaf) => names(leaf) && differs(leaf))?.pointer;
}

/** Words of the names above an identifier, and of its own, that speak of what was created and of nothing else. */
const ofTheCreated: ReadonlySet<string> = new Set(
  'id uuid guid uid identifier data result attributes resource header location'.split(' '),
);

/** The member of a response that claims to identify the new customer. */
export function claimedIdentity(response: Response): Leaf | undefined {
  return [...candidates(response).values()].find((leaf) => claimsToIdentify(leaf, response));
}

/** Whether a leaf of a response claims to identify the new customer: an identifier with a digit, of nobody and nothing else. */
function claimsToIdentify(leaf: Leaf, response: Response): boolean {
  const spoken = spokenOf(response);
  return (
    rankOf(leaf, spoken) === 3 &&
    leaf.names.length > 0 &&
    leaf.names.flatMap(wordsOf).every((word) => ofTheCreated.has(word) || spoken.own.has(word)) &&
    /\d/.test(lastPart(String(leaf.value))) &&
    String(leaf.value) !== response.request.tenant
  );
}

/** Whether a response only promises the customer (RFC 9110, 15.3.3). */
const isAccepted = ({ status }: Response) => status === 202;

/** Each identifying value, to search for it elsewhere: of an address the parts that another customer's lacks. */
export function identityValues(response: Response, identity: ResourceIdentity): string[] {
  const parts = [...identityIn(response, identity).values()].flatMap(partsOf);
  return parts.filter((part) => !identity.common?.has(part));
}

const text = (leaf: Leaf | undefined) => (leaf === undefined ? undefined : String(leaf.value));
