import { context } from '../../client/context.js';
import { identityOf } from '../../identity/listing.js';
import { pointerOf, type ReadListing } from '../listings.js';

/** Names under which services filter a listing by an account, besides those of the account's own members. */
const filters = ['id', 'ids', 'account_id', 'accountId', 'account'];
const cursors = ['cursor', 'after', 'starting_after'];

/** A query that names an account of another tenant's listing: as filters by what identifies it and by its words, and as a cursor. */
export function queriesForAnAccount(listing: ReadListing): Readonly<Record<'filters' | 'cursor', string>> {
  const [item] = listing.items;
  const id = (item && identityOf(item, pointerOf([listing]))) ?? '';
  const isRanked = (pointer: string) => item?.ranks.some((ranked) => ranked.pointer === pointer);
  const own = [...(item?.leaves ?? [])]
    .filter(([pointer, value]) => pointer !== '{}' && (isRanked(pointer) || /^[A-Za-z]{2,12}$/.test(value)))
    .map(([pointer, value]) => [pointer.split('/').at(-1) ?? '', value] as const);
  const { configuration, redactor } = context();
  // Where the evidence withholds values, an address must not show them.
  if (configuration.evidence !== 'full')
    for (const value of [id, ...own.map(([, value]) => value)].filter(({ length }) => length >= 16))
      redactor.addSecret(value, '‹what identifies an account›');
  const text = (pairs: readonly (readonly string[])[]) => new URLSearchParams(Object.fromEntries(pairs)).toString();
  return {
    filters: text([...filters.map((name) => [name, id]), ...own]),
    cursor: text(cursors.map((name) => [name, id])),
  };
}
