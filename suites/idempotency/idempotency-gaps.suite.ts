import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isServerError, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, type Observed } from '../../helpers/client/verdicts.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { listed } from '../../schemas/common/listed.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, creationBaseline, customerToProbe } from '../shared/creation-baseline.js';
import { describe, type Variation } from '../shared/describe.js';
import * as observing from '../shared/observing.js';
import { inPassing, lookingBack } from '../shared/observing.js';
import { again, customerOfRetry } from '../shared/retries.js';
import { freshKey, secondCustomer, secondListing } from '../shared/valid-requests.js';
import { placesOfBurst, triesOfBursts } from './tries.js';

export const IDEM_06 = describe('IDEM-06', ({ observe }) => {
  observe('the same customer twice, without Idempotency-Key', { creations: 2 }, async () => {
    const change = { idempotencyKey: null, purpose: 'without Idempotency-Key' };
    const outcome = await observing.tried(() => change);
    const first = observing.observed('A POST without `Idempotency-Key`', outcome);
    if (outcome.acceptance !== 'accepted') return first;
    const { response } = outcome;
    const { body } = response.request;
    const again = await send(createCustomer, { ...change, body, purpose: `again, ${change.purpose}` });
    const baseline = await creationBaseline();
    const second = observing.observedBeside('The same request repeated', baseline, response, again);
    return {
      observation: { ...observing.normal(outcome), again: second.observation },
      sentences: [...first.sentences, ...second.sentences],
    };
  });
});

async function repeatsOfACreation(): Promise<Observed> {
  const { original, control } = await creationBaseline();
  // A value that counts seconds differs after more than one.
  await sleep(1100);
  const repeats: Response[] = [];
  // Other checks repeat the first customer at the same time.
  for (const fresh of [false, true, false]) repeats.push(await again(control, '', { fresh }));
  const firsts = [original, control];
  const first = observing.statuses([control]);
  const repeated = observing.statuses(repeats);
  const observation = {
    status: repeated.join() === first.join() ? 'as the first' : repeated,
    body: bodiesOf(control, repeats),
    headersAdded: headersBeyond(repeats, firsts),
    headersMissing: headersBeyond(firsts, repeats),
  };
  const sentenceOn = (does: string, headers: readonly string[]) =>
    headers.length > 0 ? [`The repeat’s response ${does} ${headers.map(code).join(', ')}.`] : [];
  const sentences = [
    `A first request returns ${observing.oneOf(first)}, a repeat ${observing.oneOf(repeated)}; body: ${observation.body}.`,
    ...sentenceOn('adds', observation.headersAdded),
    ...sentenceOn('lacks', observation.headersMissing),
  ];
  return { observation, sentences };
}

function headersBeyond(responses: readonly Response[], others: readonly Response[]) {
  const [names = [], ...more] = responses.map(({ headers }) => [...headers.keys()]);
  const isIn = (name: string) => more.every((headers) => headers.includes(name));
  return names.filter((name) => isIn(name) && !others.some(({ headers }) => headers.has(name))).sort();
}

function bodiesOf(original: Response, repeats: readonly Response[]) {
  const isEach = (of: (response: Response) => string, as: string) => repeats.every((repeat) => of(repeat) === as);
  const members = ({ json }: Response) => [...leavesOf(json).map(({ pointer }) => pointer)].sort().join();
  if (isEach(({ text }) => text, '')) return 'none';
  if (isEach(({ text }) => text, original.text)) return 'the same';
  return isEach(members, members(original)) ? 'the same members' : 'another';
}

// A race that a server error ends shows no customer, so that nothing decides: but clients meet the error.
const racingTries = () => {
  placesOfBurst();
  return [...triesOfBursts()].sort((a, b) => b.status - a.status);
};
function serverErrorsOf(tries: readonly Response[]): Observed {
  const errors = observing.statuses(tries.filter(isServerError)).map(String);
  return {
    observation: { serverErrors: observing.atTimes(errors) },
    sentences: [`Server errors among simultaneous retries: ${observing.oneOf(errors)}.`],
  };
}

export const IDEM_07 = describe('IDEM-07', ({ observe }) => {
  observe('repeats of a creation', { phase: 'patient' }, repeatsOfACreation);
  observe('simultaneous tries of the run', lookingBack, inPassing(racingTries, serverErrorsOf));
});

// It is open twice: as a rule, and as a status (ERR-04).
export const IDEM_08 = describe('IDEM-08', ({ observe }) => {
  observe('the same key with another body', { creations: 2 }, observing.underOneKey.observe);
});

export const IDEM_09 = describe.todo('IDEM-09');

export const IDEM_10 = describe('IDEM-10', ({ observe }) => {
  observe('the second tenant under a key of the first', { creations: 2 }, async () => {
    const listing = await secondListing();
    if (!isSuccess(listing)) throw new Inconclusive(`${returned(listing)}.`);
    const baseline = await creationBaseline();
    const first = await customerToProbe('under a key of its own');
    const { idempotencyKey } = first.request;
    const purpose = 'under another tenant’s Idempotency-Key';
    const response = await send(createCustomer, { caller: 'second', idempotencyKey, purpose });
    const own = await secondCustomer();
    if (baseline.acceptance(own) !== 'accepted')
      throw new Inconclusive(
        `The second tenant’s own customer returned ${own.status}, so there is nothing to compare.`,
      );
    const outcome = observing.outcomeOf(response, baseline);
    const { acceptance: became } = outcome;
    const isOfAll = became === 'rejected' || customerOfRetry(first, response, baseline) === 'same';
    const ofOne = became === 'accepted' ? 'the tenant' : 'unclear';
    const scope = isOfAll ? 'all tenants' : ofOne;
    return {
      observation: { became, scope, keyPair: 'not tested', operation: 'not tested' },
      sentences: [
        `Another tenant’s write under the same key ${observing.inWords(outcome)}.`,
        `The scope of a key is ${scope}.`,
      ],
    };
  });
});

const notUuid = 'not a UUID';

const forms: readonly Variation[] = Object.entries<() => string>({
  empty: () => '',
  'one character': () => 'k',
  [notUuid]: () => `conformance-${freshKey(12)}`,
  '255 characters': () => freshKey(255),
  '1,000 characters': () => freshKey(1000),
}).map(([name, make]) => ({ name, change: () => ({ idempotencyKey: make(), purpose: `with a key: ${name}` }) }));

export const IDEM_11 = describe('IDEM-11', ({ observe }) => {
  observe('keys of several forms', { creations: forms.length + 3 }, async () => {
    const { baseline, response: conflict } = await observing.underOneKey.write();
    const outcomes = await observing.triedEach(forms);
    // A short key is the same in every run: rejected as a used one, it may be an earlier run’s.
    const asUsed = [conflict.status, 409, 422, 423, 425];
    const isMaybeUsed = ([, { acceptance, response }]: readonly [string, observing.Outcome]) =>
      `${response.request.idempotencyKey}`.length < 2 && acceptance !== 'accepted' && asUsed.includes(response.status);
    const all = Object.entries(outcomes);
    const certain = Object.fromEntries(all.filter((outcome) => !isMaybeUsed(outcome)));
    const unclear = all.filter(isMaybeUsed).map(([form, { response }]) => `${form} (${response.status})`);
    const letterCase = await inOtherCase(baseline, outcomes[notUuid], conflict);
    return {
      observation: { ...observing.acceptances(certain), ...(letterCase && { 'letter case alone': letterCase }) },
      sentences: [
        observing.summary(certain, 'keys'),
        ...(unclear.length > 0
          ? [`Keys rejected, maybe as used ones, so that their form may be valid: ${listed(unclear)}.`]
          : []),
        ...(letterCase ? [`Two keys that differ only in letter case are ${letterCase}.`] : []),
      ],
    };
  });
});

/** Whether a key in upper case is the same key; undefined if that is unclear. A UUID has no letter case (RFC 9562, 4). */
async function inOtherCase(baseline: CreationBaseline, lower: observing.Outcome | undefined, conflict: Response) {
  if (lower?.acceptance !== 'accepted') return undefined;
  const idempotencyKey = lower.response.request.idempotencyKey?.toUpperCase() ?? null;
  const upper = await send(createCustomer, { idempotencyKey, purpose: 'with the same key in upper case' });
  const acceptance = baseline.acceptance(upper);
  const isConflict = acceptance === 'rejected' && upper.status === conflict.status;
  if (isConflict || customerOfRetry(lower.response, upper, baseline) === 'same') return 'one key';
  return acceptance === 'accepted' ? 'two keys' : undefined;
}
