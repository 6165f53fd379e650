import { context } from '../helpers/client/context.js';
import type { Caller, Response } from '../helpers/client/message.js';
import { isSuccess } from '../helpers/client/response.js';
import { accountPointer, type Item, information, type Listing, readListing } from '../helpers/identity/listing.js';
import { identityValues } from '../helpers/identity/resource-identity.js';
import { isUnguessable } from '../helpers/identity/unguessable.js';
import { partsOf } from '../helpers/json/json-leaves.js';
import { wordsOf } from '../helpers/json/member-names.js';
import { createsCustomer, customerIn } from './creation.js';
import { creationBaseline, isCanned, orNone } from './creation-baseline.js';
import { disclosed, shortestTrace } from './disclosure/search.js';

/**
 * What can be found again of what a tenant has. Isolation is asked of these sets alone: those of two tenants have nothing
 * in common, and what one has alone stands in no response to the other.
 */
export interface Traces {
  /** Values that nobody else has by chance, wherever they stand. */
  readonly values: ReadonlySet<string>;
  /** Whole accounts, as texts. */
  readonly records: ReadonlySet<string>;
  /** Values such as the end of a number: in a rejection they say which account it protects. */
  readonly hints: ReadonlySet<string>;
}

export const noTraces: Traces = { values: new Set(), records: new Set(), hints: new Set() };

/** Members whose values change by themselves. */
const changing =
  /^(balances?|available|amount|pending|ledger|reserved|blocked|funds|updated|modified|refreshed|version|etag)$/;

type Leaves = readonly (readonly [pointer: string, value: string])[];

/** How much values identify together, as `information` counts. An account that is only counted may name its tenant. */
function evidenceOf(leaves: Leaves): number {
  const { tenantId, otherTenantId } = context().configuration;
  const isTenant = (value: string) => value === tenantId || value === otherTenantId;
  return leaves.reduce((sum, [, value]) => sum + (isTenant(value) ? 3 : information(value)), 0);
}

/**
 * An account as texts that no other account has by chance: its members that stay; and all of them, money included.
 * @param least how much the latter have to say: 2 where both tenants' accounts are counted together
 */
export function recordsOf({ leaves }: Item, least: 2 | 3 = 3): string[] {
  const all = [...leaves].sort();
  const stable = all.filter(([at]) => !wordsOf(at).some((word) => changing.test(word)));
  return [
    ...(evidenceOf(stable) >= 3 ? [JSON.stringify(stable)] : []),
    ...(evidenceOf(all) >= least ? [JSON.stringify(all)] : []),
  ];
}

/** Values of an account that identify it, with the parts of those that are addresses, long enough to search for. */
export function identifying({ leaves, ranks }: Item, leastRank = 3, least = 3): string[] {
  return ranks
    .filter(({ rank }) => rank >= leastRank)
    .flatMap(({ pointer }) => partsOf(leaves.get(pointer) ?? ''))
    .filter((value) => information(value) >= least && value.length >= shortestTrace);
}

/** A number of an account, masked or not, or its balance: no moment, such as that of the response itself. */
const isHint = (value: string) =>
  value.length > shortestTrace && /\d/.test(value) && !/^\d{4}-\d\d-\d\d|^\d{10,}$|\d\d:\d\d:\d\d/.test(value);

/** @param least as of `recordsOf` */
export function tracesOf(items: readonly Item[], least: 2 | 3 = 3): Traces {
  return {
    values: new Set(items.flatMap((item) => identifying(item))),
    records: new Set(items.flatMap((item) => recordsOf(item, least))),
    hints: new Set(items.flatMap(({ leaves }) => [...leaves.values()].filter(isHint))),
  };
}

/** What one tenant has, and the other has not. */
export function without(traces: Traces, others: Traces): Traces {
  const rest = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    new Set([...own].filter((one) => !other.has(one)));
  return {
    values: rest(traces.values, others.values),
    records: rest(traces.records, others.records),
    hints: rest(traces.hints, others.hints),
  };
}

/** Which traces stand in a response: in its body or a header, of whatever status. */
export function held(response: Response, { values, records, hints }: Traces): string[] {
  const items = records.size > 0 ? (readListing(response)?.items ?? []) : [];
  return [
    ...disclosed(response, [...values]),
    ...items.flatMap((item) => recordsOf(item, 2)).filter((record) => records.has(record)),
    ...(isSuccess(response) ? [] : disclosed(response, [...hints])),
  ];
}

/**
 * Whether accounts whose identity is a number are counted over both tenants: each tenant has a number that the other has
 * not. Tenants that count for themselves have all numbers of the shorter listing in common.
 */
export function areCountedTogether(listings: readonly [Listing, Listing]): boolean {
  const pointer = accountPointer(listings, context().configuration.accountIdPointer);
  if (pointer === undefined) return false;
  const [one, other] = listings.map(({ items }) => new Set(items.map(({ leaves }) => leaves.get(pointer) ?? '')));
  const lacks = (own?: Set<string>, others?: Set<string>) => [...(own ?? [])].some((id) => !others?.has(id));
  return lacks(one, other) && lacks(other, one) && [...(one ?? []), ...(other ?? [])].every((id) => /^\d+$/.test(id));
}

/**
 * Identities and e-mail addresses of the customers that a tenant created in this run. What the other tenant was shown under
 * the same key or address is left to the check that made both send it.
 */
export async function customersOf(caller: Caller): Promise<Traces> {
  const known = await orNone(creationBaseline());
  // A canned customer is everybody's.
  const identity = known && !isCanned(known) ? known.identity : undefined;
  const own = context().responses.filter((response) => {
    const { operation, change } = response.request;
    const isPlain = [change.apiKey, change.tenant, change.path].every((one) => one === undefined);
    return isPlain && createsCustomer(operation) && (change.caller ?? 'first') === caller && isSuccess(response);
  });
  const values = own.flatMap((response) => {
    const ids = identity ? identityValues(response, identity).filter(isUnguessable) : [];
    return withoutShared(response, [...ids, String(customerIn(response.request)?.email ?? '')]);
  });
  return { ...noTraces, values: new Set(values.filter((value) => value.length >= shortestTrace)) };
}

/** Values without those that the other tenant sent or was shown under the key or the address of a write. */
export function withoutShared({ request }: Response, values: readonly string[]): readonly string[] {
  if (values.length === 0 || !createsCustomer(request.operation)) return values;
  const email = customerIn(request)?.email;
  const others = context().responses.filter(
    ({ request: other }) =>
      (other.change.caller ?? 'first') !== (request.change.caller ?? 'first') &&
      ((request.idempotencyKey !== null && other.idempotencyKey === request.idempotencyKey) ||
        (email !== undefined && customerIn(other)?.email === email)),
  );
  const texts = others.map((other) =>
    [String(customerIn(other.request)?.email), ...other.headers.values(), other.text].join('\n'),
  );
  return values.filter((value) => !texts.some((text) => text.includes(value)));
}
