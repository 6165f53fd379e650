import { listAccounts } from '../../schemas/operations.js';
import { Failed, Inconclusive } from '../client/verdicts.js';
import { identityOf } from '../identity/listing.js';
import { list, pointerOf, type ReadListing } from './listings.js';

/** Lists accounts several times, one reading after the other. */
export async function repeatedListings(count: number): Promise<ReadListing[]> {
  const made: ReadListing[] = [];
  for (let reading = 1; reading <= count; reading += 1) {
    made.push(await list({ purpose: `listed ${count} times`, urgent: true }));
  }
  return made;
}

/** What came and went between two readings. */
export interface Change {
  readonly added: number;
  readonly removed: number;
}

/** What came and went at each reading; empty where one reading was like the one before it. */
export function changesOf(made: readonly ReadListing[]): Change[] {
  const filled = made.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return [];
  const pointer = pointerOf(filled);
  const sets = made.map(({ items }) => new Set(items.map((item) => identityOf(item, pointer) ?? '')));
  const changes = sets.slice(1).map((after, at) => {
    const before = sets[at] as Set<string>;
    return {
      added: [...after].filter((one) => !before.has(one)).length,
      removed: [...before].filter((one) => !after.has(one)).length,
    };
  });
  return changes.some(({ added, removed }) => added + removed === 0) ? [] : changes;
}

/** @throws Failed where each reading changed as much as the one before, Undecided where others may have */
export function expectUnchanged(made: readonly ReadListing[], how: string): void {
  const changes = changesOf(made);
  const [first] = changes;
  if (!first) return;
  const sizes = made.map(({ items }) => items.length);
  const renamed = changes.every(({ removed }, at) => removed === sizes[at]);
  const steady = changes.every(({ added, removed }) => added === first.added && removed === first.removed);
  if ((!renamed && !steady) || made.some(({ paged }) => paged)) {
    throw new Inconclusive(
      'Accounts change from reading to reading, in another way each time, so what a reading changes cannot be told.',
    );
  }
  throw new Failed({
    found: renamed
      ? 'All accounts have other identities at every reading.'
      : `Accounts appear or vanish at every reading: ${first.added} come and ${first.removed} go each time.`,
    expected: 'the same accounts, however often they are listed',
    received: `listings of ${sizes.join(', ')} accounts`,
    response: (made.at(-1) as ReadListing).reply,
    sent: { request: `${listAccounts.method} ${listAccounts.path}`, change: how },
  });
}

/** Accounts that went one reading after the other, until there was none. */
export function vanished(made: readonly ReadListing[]): Failed {
  return new Failed({
    found: 'Accounts vanish at every reading, until there is none.',
    expected: 'the same accounts, however often they are listed',
    received: `listings of ${made.map(({ items }) => items.length).join(', ')} accounts, and none at the end of the run`,
    response: (made.at(-1) as ReadListing).reply,
    sent: { request: `${listAccounts.method} ${listAccounts.path}`, change: 'again and again' },
  });
}
