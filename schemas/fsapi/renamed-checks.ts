/** Checks that had another name in an earlier version: a decisions file or an earlier report may have the old one. */
export const renamedChecks: ReadonlyMap<string, string> = new Map([
  ['asked in turn, on the same connections', 'in turn, on the same connections'],
  ['asked at the same time', 'at the same time'],
  ['listed again when nothing else is asked', 'listed again without other traffic'],
  ['side door: right after a good answer', 'side door: right after a successful response'],
  ['refused with no Api-Key, then sent with the right one', 'rejected with no Api-Key, then sent with a valid one'],
  [
    'refused with a bad Api-Key, then sent with the right one',
    'rejected with a bad Api-Key, then sent with a valid one',
  ],
  ['five retries, some on connections of their own', 'eight retries, some on connections of their own'],
  ['create customer: the rotated-out key', 'create customer: the revoked key'],
  ['list accounts: the rotated-out key', 'list accounts: the revoked key'],
]);
