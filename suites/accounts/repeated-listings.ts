import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { list, pointerOf, type ReadListing } from '../shared/listing.js';

export async function repeatedListings(count: number): Promise<ReadListing[]> {
  const readings: ReadListing[] = [];
  while (readings.length < count) readings.push(await list({ purpose: `listed ${count} times`, urgent: true }));
  return readings;
}

/** The changes from listing to listing; empty if one listing equals the one before it. */
export function changesOf(readings: readonly ReadListing[]) {
  const pointer = readings.some(({ items }) => items.length > 0) ? pointerOf(readings) : '';
  const sets = readings.map(({ items }) => new Set(items.map((item) => item.leaves.get(pointer))));
  const lacking = (ids = new Set(), others = new Set()) => [...ids].filter((id) => !others.has(id)).length;
  const changes = sets
    .slice(1)
    .map((after, at) => ({ added: lacking(after, sets[at]), removed: lacking(sets[at], after) }));
  return changes.some(({ added, removed }) => added + removed === 0) ? [] : changes;
}

/** @throws Failed if each listing changes the accounts alike, Inconclusive if others may have changed them */
export function expectUnchanged(readings: readonly ReadListing[], how: string): Proof {
  const changes = changesOf(readings);
  const [first] = changes;
  const { response } = readings.at(-1) as ReadListing;
  if (!first) return { response };
  const { added, removed } = first;
  const isRenaming = changes.every((change, at) => change.removed === readings[at]?.items.length);
  const isSteady = changes.every((change) => change.added === added && change.removed === removed);
  if ((!isRenaming && !isSteady) || readings.some(({ paged }) => paged))
    throw new Inconclusive('Accounts change from listing to listing, each time otherwise: the cause is unclear.');
  const does = isRenaming
    ? 'returns all accounts with new ids'
    : `changes the accounts: ${added} appear and ${removed} disappear each time`;
  throw new Failed({
    found: `Each ${code('GET /accounts')} ${does}.`,
    received: `listings of ${readings.map(({ items }) => items.length).join(', ')} accounts`,
    response,
    sent: { request: `${listAccounts.method} ${listAccounts.path}`, change: how },
    repeated: { times: readings.length, atOnce: false, identity: '' },
  });
}
