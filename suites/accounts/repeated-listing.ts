import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { identityOf } from '../../helpers/identity/listing.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { list, pointerOf, type ReadListing } from './listing.js';

/** Lists accounts several times, one after the other. */
export async function repeatedListings(count: number): Promise<ReadListing[]> {
  const made: ReadListing[] = [];
  for (let reading = 1; reading <= count; reading += 1) {
    made.push(await list({ purpose: `listed ${count} times`, urgent: true }));
  }
  return made;
}

export interface Change {
  readonly added: number;
  readonly removed: number;
}

/** The changes from listing to listing; empty where one listing equals the one before it. */
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

/** @throws Failed where each listing changes the accounts alike, Inconclusive where others may have changed them */
export function expectUnchanged(made: readonly ReadListing[], how: string): Proof {
  const changes = changesOf(made);
  const [first] = changes;
  if (!first) return { response: (made.at(-1) as ReadListing).response };
  const sizes = made.map(({ items }) => items.length);
  const renamed = changes.every(({ removed }, at) => removed === sizes[at]);
  const steady = changes.every(({ added, removed }) => added === first.added && removed === first.removed);
  if ((!renamed && !steady) || made.some(({ paged }) => paged)) {
    throw new Inconclusive(
      'Accounts change from listing to listing in a different way each time, so the cause cannot be determined.',
    );
  }
  throw new Failed({
    found: renamed
      ? 'Each `GET /accounts` returns all accounts with new ids.'
      : `Each ${code('GET /accounts')} changes the accounts: ${first.added} appear and ${first.removed} disappear each time.`,
    expected: 'the same accounts in every listing',
    received: `listings of ${sizes.join(', ')} accounts`,
    response: (made.at(-1) as ReadListing).response,
    repeated: { times: made.length, atOnce: false, identity: '' },
    sent: { request: `${listAccounts.method} ${listAccounts.path}`, change: how },
  });
}

/** Accounts that disappeared listing by listing, until the list was empty. */
export function vanished(made: readonly ReadListing[]): Failed {
  return new Failed({
    found: 'Each `GET /accounts` returns fewer accounts, until the list is empty.',
    expected: 'the same accounts in every listing',
    received: `listings of ${made.map(({ items }) => items.length).join(', ')} accounts, and none at the end of the run`,
    response: (made.at(-1) as ReadListing).response,
    sent: { request: `${listAccounts.method} ${listAccounts.path}`, change: 'again and again' },
  });
}
