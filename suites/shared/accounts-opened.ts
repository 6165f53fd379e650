import { now, sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { creationBaseline, orNone } from './creation-baseline.js';
import { list, wholeListing } from './listing.js';
import { createValidCustomer, freshKey, isCreationOfCustomer, oneByOne } from './valid-requests.js';

/** Under this key, or under another one if the service rejects the customer. */
export type Write = (idempotencyKey: string) => Promise<Response>;

/** A count lasts at least so long: an account may come a moment later, and a listing may be cached for one. */
const leastMs = 400;

/** How many accounts a write opens. @param what as words after "before" @throws Skipped if the listing does not show it */
async function growth(what: string, write?: Write, lastsMs = leastMs) {
  const before = await orNone(list({ purpose: `before ${what}` }));
  const began = now();
  const key = freshKey();
  const response = await write?.(key);
  const tookMs = now() - began;
  await sleep(Math.max(0, lastsMs - tookMs));
  const after = await orNone(list({ purpose: `after ${what}` }));
  if (!before || !after || before.paged || after.paged || (response && response.request.idempotencyKey !== key))
    throw new Skipped(`The listing did not show how many accounts ${what} opened.`);
  const grown = after.items.length - before.items.length;
  return { grown, tookMs, response: response ?? after.response, listing: after.response };
}

async function ofOneCustomer(lastsMs?: number) {
  const create: Write = (idempotencyKey) => createValidCustomer({ idempotencyKey, purpose: 'to count its accounts' });
  const ofOne = await growth('one customer', create, lastsMs);
  const { acceptance } = await creationBaseline();
  return { ...ofOne, grown: acceptance(ofOne.response) === 'accepted' ? ofOne.grown : 0 };
}

const isQuiet = async (lastsMs?: number) => (await growth('nothing', undefined, lastsMs)).grown === 0;

/** Counts one at a time, since another count’s customers would count too. */
export const countAlone = <Result>(count: () => Promise<Result>): Promise<Result> =>
  oneByOne('counts on a listing', count);

/**
 * If customers have accounts, one that no response shows stands in the listing. Others may open accounts meanwhile: so it
 * must grow by too many in three rounds, by one customer's before each, and not at all in between.
 * @param customers how many the write makes @param what as words after "before"
 * @throws Failed if the listing grows by more, Skipped if it does not show what customers open, or grows by itself
 */
export const mustOpenAccountsOf = (customers: 0 | 1, what: string, write: Write): Promise<Proof> =>
  countAlone(async () => {
    const ofOne = await accountsOfOne();
    const expected = `${customers * ofOne.grown} new accounts`;
    if (ofOne.grown <= 0)
      return { expected, received: 'the listing did not grow with the customers of this run', response: ofOne.listing };
    let counted = await growth(what, write);
    const lastsMs = counted.tookMs + leastMs;
    for (let round = 1; ; round += 1) {
      const { grown, listing } = counted;
      const proof = { expected, received: `${grown} new accounts after ${what}`, response: listing };
      if (grown <= customers * ofOne.grown) return proof;
      if (round > 2)
        throw new Failed({
          ...proof,
          found: `The responses to ${what} show ${customers === 0 ? 'no' : 'one'} customer, but the listing grew by ${grown} accounts.`,
          control: {
            request: 'one POST under another key',
            response: ofOne.response,
            outcome: `${ofOne.grown} new accounts`,
          },
        });
      // Pauses grow, so that no job keeps step.
      const isSteady = async () => (await ofOneCustomer(lastsMs)).grown === ofOne.grown;
      if (!(await isQuiet(lastsMs)) || !(await isSteady()) || !(await isQuiet(lastsMs * round)))
        throw new Skipped(`The listing also grew by itself, so it does not show how many accounts ${what} opened.`);
      counted = await growth(what, write, lastsMs);
    }
  });

/** Creates none if the run has shown that customers open no accounts. @throws Skipped if the listing does not show it */
const accountsOfOne = fixture('the accounts of one customer', async ({ responses }) => {
  const early = await orNone(wholeListing('first'));
  const later = early && (await orNone(list({ purpose: 'at the end' })));
  if (!later) throw new Skipped('No listing shows how many accounts a customer opens.');
  const isBefore = responses.slice(responses.indexOf(early.response)).some(isCreationOfCustomer);
  if (isBefore && later.items.length <= early.items.length)
    return { grown: 0, response: later.response, listing: later.response };
  // What the run sent before may come late; a listing may grow by being read.
  if ((await isQuiet()) || (await isQuiet())) return ofOneCustomer();
  throw new Skipped('The listing grows by itself, so it does not show how many accounts a customer opens.');
});
