import { context } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { describeResponse } from '../../helpers/client/response.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { creationBaseline, isCanned, orNone, requireNotPrepared } from './creation-baseline.js';
import { list, notEmpty, ownListing, type ReadListing, wholeListing } from './listing.js';
import { callerOf, needsSecondTenant, otherThan, requireKeysApart, tenantOf } from './tenants.js';
import { customersOf, disclosed, held, isChance, notShared, type Traces, tracesOf, without } from './traces.js';
import { createsCustomer } from './valid-requests.js';
import { withoutKey } from './without-key.js';

/** What each tenant’s listing shows, and what of it the other’s does not. Without a second tenant it has nothing. */
export const belongings = fixture('what belongs to each tenant', async () => {
  const first = await wholeListing('first');
  const isAlone = context().configuration.otherTenantId === undefined;
  const second: ReadListing = isAlone ? { ...first, items: [] } : await wholeListing('second');
  const ofFirst = tracesOf(first, second);
  const ofSecond = tracesOf(second, first);
  // What a response to nobody shows, such as a version in its links, is no tenant's.
  const toNobody = await orNone(withoutKey(listAccounts));
  const hints = [...ofFirst, ...ofSecond].flatMap(([trace, kind]) => (kind === 'hint' ? [trace] : []));
  const everybodys: Traces = new Map(toNobody && disclosed(toNobody, hints).map((trace) => [trace, 'hint']));
  const alone = (own: Traces, others: Traces) => without(without(own, others), everybodys);
  return { listings: { first, second }, alone: { first: alone(ofFirst, ofSecond), second: alone(ofSecond, ofFirst) } };
});

/** @throws Skipped without a second tenant, Inconclusive if a listing is empty */
export async function bothListings() {
  needsSecondTenant();
  const { listings } = await belongings();
  notEmpty(listings.first, listings.second);
  return listings;
}

export async function readInTurn() {
  const agent = context().connection.ownAgent();
  const read = (caller: Caller) => list({ caller, agent, purpose: `for the ${caller} tenant, in turn` });
  try {
    return { first: await read('first'), second: await read('second'), again: await read('first') };
  } finally {
    agent.destroy();
  }
}

export const listingsInTurn = fixture('both listings in turn', readInTurn);

export const besideOwn = async (response: Response) => ({
  control: { request: 'the caller’s own listing', response: await ownListing(callerOf(response)) },
  response,
});

/** @param what the response holds that is not the caller's */
export function leaked(sides: Awaited<ReturnType<typeof besideOwn>>, what: string): Failed {
  const { response } = sides;
  const found = `${describeResponse(response)} returned ${what}.`;
  return new Failed({ ...sides, found, received: `${response.status}, ${what}` });
}

/** @throws Failed if a response holds anything `foreign`; by default, of what the other tenant’s listing alone has */
export async function holdsNothingForeign(response: Response, foreign?: readonly string[]): Promise<Proof> {
  const found = foreign ?? held(response, (await belongings()).alone[otherThan(callerOf(response))]);
  const sides = await besideOwn(response);
  if (found.length === 0 || (await isNoLeak(response, found)))
    return { ...sides, received: `${response.status}, nothing of the other tenant` };
  const [header] = [...response.headers].find(([, value]) => found.some((trace) => value.includes(trace))) ?? [];
  throw leaked(sides, `data that only the other tenant has${header ? `, in its header ${header}` : ''}`);
}

/** Whether numbers match by chance, or are of accounts that the caller opened since. No write is repeated for it. */
async function isNoLeak(response: Response, found: readonly string[]) {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  if (createsCustomer(response.request.operation) || (await isChance(response, found))) return true;
  const purpose = 'once more, after a response with a number of the other tenant';
  const own = await orNone(list({ caller: callerOf(response), purpose }));
  return own !== undefined && disclosed(own.response, found).length === found.length;
}

/** The requirement that a response contradicts if it holds what the other tenant alone has. */
function requirementOf(response: Response) {
  const { change, operation, tenant, raw } = response.request;
  const other = tenantOf(otherThan(callerOf(response)));
  // Without the caller's own key it is a matter of authentication (AUTH-05, AUTH-07).
  if (change.apiKey !== undefined) return undefined;
  if (createsCustomer(operation)) return tenant === other ? 'ACCT-03' : 'CUST-23';
  if (tenant !== other && change.tenant !== undefined) return 'ACCT-04';
  const texts = [raw.path, raw.body ?? '', ...raw.headers.map(([, value]) => value)];
  return texts.some((text) => text.includes(other)) ? 'ACCT-03' : 'ACCT-02';
}

/**
 * Searches the run's responses for what only the tenant that did not ask has. @param requirement whose requests count
 * @throws Failed if one holds any; Skipped without such requests, or two tenants with keys of their own
 */
export async function lookBack(requirement: ReturnType<typeof requirementOf>): Promise<Proof> {
  requireKeysApart();
  const responses = context().responses.filter((response) => requirementOf(response) === requirement);
  const last = responses.at(-1);
  if (!last) throw new Skipped('This run has no response that this check could search.');
  // Without a listing that can be read there are still customers.
  const alone = (await orNone(belongings()))?.alone;
  const baseline = await orNone(creationBaseline());
  // A canned customer is everybody's.
  const identity = baseline && !isCanned(baseline) ? baseline.identity : undefined;
  const first = customersOf('first', identity);
  const second = customersOf('second', identity);
  const customers = { first: without(first, second), second: without(second, first) };
  for (const response of responses) {
    const other = otherThan(callerOf(response));
    const ofAccounts = held(response, alone?.[other] ?? new Map());
    const ofCustomers = notShared(response, held(response, customers[other]));
    if (baseline && ofCustomers.length > 0 && ofAccounts.length === 0) await requireNotPrepared(baseline);
    await holdsNothingForeign(response, [...ofAccounts, ...ofCustomers]);
  }
  return { received: `nothing of the other tenant in ${responses.length} responses`, response: last };
}
