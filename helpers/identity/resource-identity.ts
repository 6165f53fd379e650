import type { Response } from '../client/message.js';
import { isSuccess } from '../client/response.js';
import { isLong, type Leaf, lastPart, leavesOf, partsOf, valueAt, wordsOf } from '../json/json-leaves.js';
import { belongsToWork, collectionOf, containers, isAbout, rankOf, setOf, type Words } from '../json/member-names.js';
import { candidates, holdsEcho, leavesOfResponse, sentValues, shapeOf, spokenOf } from './candidates.js';

/**
 * Says where a response identifies its customer. The specification defines no response shapes, so the suite learns it:
 * a value that stays the same in a repeat, differs for another customer, echoes no request and is not about the response.
 */
export type ResourceIdentity = Readonly<{
  /** Places that identify, each by itself; see `Leaf.pointer`. */
  pointers: readonly string[];
  /** Whether a name or an address says that it identifies: other members may stand for several customers. */
  isNamed?: boolean;
  /** If names alone identify, because no repeat showed the same value: only responses of this shape are compared. */
  shape?: string;
  /** A 202 is compared with others, too: the user named the pointer, or a repeat with another status showed the value. */
  anyStatus?: boolean;
  /** Places of the same value in repeats of another shape, each with its pointer. */
  aliases?: ReadonlyMap<string, string>;
  /** Parts of identifying addresses that another customer's have too. */
  common?: ReadonlySet<string>;
}>;

type Samples = Readonly<{
  original: Response;
  repeat?: Response;
  control: Response;
  /** The first customer's body under a third key: values that the service derives from the body stay the same. */
  sameBody?: Response;
  /** A member that rejections have too is about the response. */
  rejections: readonly Response[];
}>;

type Leaves = ReadonlyMap<string, Leaf>;

/** Undefined if nothing identifies. @param pointer of the configuration: then only common parts are learned */
export function learnIdentity(from: Samples, pointer?: string): ResourceIdentity | undefined {
  const identity = pointer === undefined ? learned(from) : { pointers: [pointer], isNamed: true, anyStatus: true };
  if (!identity) return undefined;
  const addressParts = (response: Response) =>
    [...identityIn(response, identity).values()].filter((value) => value.includes('/')).flatMap(partsOf);
  const others = addressParts(from.control);
  const common = new Set(addressParts(from.original).filter((part) => others.includes(part)));
  return common.size > 0 ? { ...identity, common } : identity;
}

function learned(from: Samples): ResourceIdentity | undefined {
  const spoken = spokenOf(from.original);
  const rank = (leaf: Leaf) => rankOf(leaf, spoken);
  const ofSuccess = (response?: Response) => (response && isSuccess(response) ? candidates(response) : undefined);
  const original = candidates(from.original);
  const control = candidates(from.control);
  const sameBody = ofSuccess(from.sameBody);
  const repeat = ofSuccess(from.repeat);
  const inRejections = new Set(from.rejections.flatMap(({ json }) => leavesOf(json)).map(({ pointer }) => pointer));

  const echoes = sentValues(from.original);
  // A greeting derives from the request; a slug of the name with more behind it does not, if the same body gets another.
  const mayHoldEcho = (leaf: Leaf) => rank(leaf) > 1 && compared(leaf, sameBody) === 'other';
  const isOwn = (leaf: Leaf) => mayHoldEcho(leaf) || !holdsEcho(leaf, echoes, rank(leaf));
  const different = [...original.values()].filter((leaf) => compared(leaf, control) === 'other' && isOwn(leaf));
  // If the same body gives the first identity, that is the same customer: nothing is derived.
  const isInSameBody = (leaf: Leaf) => compared(leaf, sameBody) === 'same';
  const isUpsert = different.filter((leaf) => rank(leaf) > 1).every(isInSameBody);
  const distinct = isUpsert ? different : different.filter((leaf) => !isInSameBody(leaf));
  const stable = distinct.filter((leaf) => compared(leaf, repeat) === 'same');
  const placeOf = (leaf: Leaf) => (repeat && !repeat.has(leaf.pointer) ? placeIn(repeat, leaf, spoken) : undefined);
  const moved = stable.length > 0 ? [] : distinct.filter((leaf) => placeOf(leaf) !== undefined);

  const kept = [...stable, ...moved];
  const own = distinct.filter((leaf) => !inRejections.has(leaf.pointer));
  const pointers = best(withoutOthers(kept, rank, spoken), 1, rank);
  if (pointers.length > 0) {
    if (isContested(kept, own, from)) return undefined;
    const anyStatus = from.repeat !== undefined && isAccepted(from.original) !== isAccepted(from.repeat);
    const aliases = new Map(moved.map((leaf) => [placeOf(leaf) ?? '', leaf.pointer]));
    const isNamed = kept.some((leaf) => saysItIdentifies(leaf, spoken));
    return { pointers, isNamed, ...(anyStatus && { anyStatus }), ...(moved.length > 0 && { aliases }) };
  }
  // Without a stable value only an unambiguous name counts. A 202 may name the job that each try starts.
  if (isAccepted(from.original)) return undefined;
  const ofCustomers = own.filter((leaf) => !belongsToWork(leaf, spoken));
  const named = best(ofCustomers, 3, rank);
  if (named.length === 0) named.push(...ownAddresses(distinct, repeat ? [control, repeat] : [control], spoken));
  // A rejected repeat may show what a name says less clearly, such as a reference.
  const inRejection = repeat ? [] : leavesOf(from.repeat?.json);
  const isShownAgain = ({ names, value }: Leaf) =>
    inRejection.some((leaf) => leaf.value === value && leaf.names.at(-1) === names.at(-1));
  if (named.length === 0) named.push(...best(ofCustomers.filter(isShownAgain), 2, rank));
  return named.length > 0 ? { pointers: named, isNamed: true, shape: shapeOf(from.original) } : undefined;
}

/** Without ids inside another thing, such as a branch, if the body has one as clear that is not. */
function withoutOthers(leaves: readonly Leaf[], rank: (leaf: Leaf) => number, { about, own }: Words): readonly Leaf[] {
  const isOwnWord = (word: string) => [containers, about, own].some((words) => words.has(word)) || /^\d+$/.test(word);
  const isInOther = ({ names }: Leaf) => names[0] !== 'header' && !names.slice(0, -1).flatMap(wordsOf).every(isOwnWord);
  const top = Math.max(...leaves.map(rank));
  const isOwn = (leaf: Leaf) => leaf.names[0] !== 'header' && rank(leaf) === top && !isInOther(leaf);
  return leaves.some(isOwn) ? leaves.filter((leaf) => !isInOther(leaf)) : leaves;
}

type Sameness = 'same' | 'other' | 'unknown';

/** `unknown` if the others have no leaf there. */
function compared({ pointer, value }: Leaf, others: Leaves | undefined): Sameness {
  const counterpart = others?.get(pointer);
  if (!counterpart) return 'unknown';
  return String(counterpart.value) === String(value) ? 'same' : 'other';
}

/** Those that differ from others in nothing but their last part. */
function ownAddresses(leaves: readonly Leaf[], others: readonly Leaves[], spoken: Words) {
  const isOwn = (leaf: Leaf) => {
    const collection = collectionOf(leaf, spoken);
    const isOfCollection = (counterpart?: Leaf) => counterpart && collectionOf(counterpart, spoken) === collection;
    return collection !== undefined && others.every((other) => isOfCollection(other.get(leaf.pointer)));
  };
  return leaves.filter(isOwn).map(({ pointer }) => pointer);
}

const isAddressOf = (leaf: Leaf, spoken: Words) => isAbout({ ...leaf, names: [String(leaf.value)] }, spoken);

/** Where a repeat of another shape has it: under a name that identifies, or in a customer's address. */
function placeIn(repeat: Leaves, { value }: Leaf, spoken: Words): string | undefined {
  const isPlace = (leaf: Leaf) =>
    ownPart(leaf.value) === ownPart(value) && (rankOf(leaf, spoken) > 1 || isAddressOf(leaf, spoken));
  return [...repeat.values()].find(isPlace)?.pointer;
}

const saysItIdentifies = (leaf: Leaf, spoken: Words) =>
  rankOf(leaf, spoken) === 3 || collectionOf(leaf, spoken) !== undefined;

const ownPart = (value: Leaf['value']) => (/^(https?:\/)?\//.test(String(value)) ? lastPart : String)(String(value));

/**
 * Whether what claims to identify the customer changes in the repeat, and what stays says less: a mere reference beside a
 * Location or an id of the customer, or a Location beside such an id. An `id` alone may be the response's own, if no header
 * has its value and the body nothing of the customer: the Location identifies (RFC 9110, 15.3.2). A 202 may name a job.
 */
function isContested(kept: readonly Leaf[], distinct: readonly Leaf[], { original, repeat }: Samples) {
  if (!repeat || isAccepted(original) || isAccepted(repeat)) return false;
  const spoken = spokenOf(original);
  const isInBody = ({ pointer }: Leaf) => !pointer.startsWith('header:');
  if (kept.some((leaf) => isInBody(leaf) && saysItIdentifies(leaf, spoken))) return false;
  const again = candidates(repeat);
  const changed = distinct.filter((leaf) => compared(leaf, again) === 'other' && claimsToIdentify(leaf, original));
  const inHeaders = [...candidates(original).values()].flatMap((leaf) => (isInBody(leaf) ? [] : [ownPart(leaf.value)]));
  const echoes = sentValues(original);
  const showsCustomer = leavesOf(original.json).some(({ value }) => echoes.includes(String(value).toLowerCase()));
  const speaksOfCustomer = ({ names }: Leaf) => names.flatMap(wordsOf).some((word) => spoken.own.has(word));
  const hasReferenceAndAddress = kept.some(isInBody) && !kept.every(isInBody);
  const isCustomers = (leaf: Leaf) =>
    inHeaders.includes(String(leaf.value)) ||
    (!hasReferenceAndAddress && (showsCustomer || speaksOfCustomer(leaf) || leaf.names.length > 1));
  if (changed.some((leaf) => isInBody(leaf) && isCustomers(leaf))) return true;
  // The address of a customer, or an identifier in the query of one.
  const isAddress = (leaf: Leaf) => !isInBody(leaf) && (isAddressOf(leaf, spoken) || leaf.names.length > 2);
  return kept.every(isInBody) && changed.some((leaf) => isAddress(leaf) && !belongsToWork(leaf, spoken));
}

function best(leaves: readonly Leaf[], least: number, rank: (leaf: Leaf) => number) {
  const top = Math.max(0, ...leaves.map(rank));
  return top < least ? [] : leaves.filter((leaf) => rank(leaf) === top).map((leaf) => leaf.pointer);
}

/** The identity in a response, by pointer; empty without one. */
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
      found.set(alias ?? place, aliases.size === 0 ? String(value) : ownPart(value));
    }
  }
  return found;
}

export const hasIdentity = (response: Response, identity: ResourceIdentity) => identityIn(response, identity).size > 0;

/**
 * Whether two responses are about one customer. One equal value says yes, since others may be links with new signatures.
 * Undefined for unknown: no value is common, or they differ and one response is a 202, whose id may be that of a job.
 */
export function sameResource(a: Response, b: Response, identity: ResourceIdentity): boolean | undefined {
  const ofA = identityIn(a, identity);
  const ofB = identityIn(b, identity);
  const common = [...ofA.keys()].filter((pointer) => ofB.has(pointer));
  if (common.length === 0) return undefined;
  if (common.some((pointer) => ofA.get(pointer) === ofB.get(pointer))) return true;
  return isAccepted(a) === isAccepted(b) || identity.anyStatus ? false : undefined;
}

/** The pointer, such as `/customer/id`, at which two responses of one shape clearly name different customers. */
export function namesAnother(a: Response, b: Response): string | undefined {
  if (shapeOf(a) !== shapeOf(b) || isAccepted(a) || isAccepted(b)) return undefined;
  const others = candidates(b);
  const spoken = spokenOf(a);
  const names = (leaf: Leaf) => rankOf(leaf, spoken) === 3 && isAbout(leaf, spoken) && !belongsToWork(leaf, spoken);
  return [...candidates(a).values()].find((leaf) => names(leaf) && compared(leaf, others) !== 'same')?.pointer;
}

/** Words that speak of nothing but what was created. */
const ofTheCreated = setOf('id uuid guid uid identifier data result attributes resource header location');

export const claimedIdentity = (response: Response): Leaf | undefined =>
  [...candidates(response).values()].find((leaf) => claimsToIdentify(leaf, response));

/** Whether a leaf claims to identify the new customer: an identifier with a digit, of nothing else. */
function claimsToIdentify(leaf: Leaf, response: Response) {
  const spoken = spokenOf(response);
  return (
    rankOf(leaf, spoken) === 3 &&
    leaf.names.length > 0 &&
    leaf.names.flatMap(wordsOf).every((word) => ofTheCreated.has(word) || spoken.own.has(word)) &&
    /\d/.test(lastPart(String(leaf.value))) &&
    String(leaf.value) !== response.request.tenant
  );
}

/** It only promises the customer (RFC 9110, 15.3.3). */
const isAccepted = ({ status }: Response) => status === 202;

/** Each identifying value, to search for it elsewhere; for an address the parts that another customer's lacks. */
export function identityValues(response: Response, identity: ResourceIdentity): string[] {
  const parts = [...identityIn(response, identity).values()].flatMap(partsOf);
  return parts.filter((part) => !identity.common?.has(part));
}
