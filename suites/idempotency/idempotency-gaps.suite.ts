import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isServerError, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { area } from '../area.js';
import { type CreationBaseline, conflictUnderOneKey, creationBaseline, customerToProbe } from '../creation-baseline.js';
import {
  acceptances,
  inWords,
  normal,
  type Outcome,
  observed,
  observedBeside,
  oneOf,
  outcomeOf,
  statuses,
  summary,
  tried,
  whose,
} from '../observing.js';
import { longKey, needsSecondTenant, secondCustomer, secondListing } from '../requests.js';
import { triesOfBursts } from './tries.js';

export const idempotencyGaps = area();
const { observe, inPassing } = idempotencyGaps;

observe('IDEM-06', 'the same customer twice, without Idempotency-Key', { creations: 2 }, async () => {
  const known = await creationBaseline();
  const purpose = 'without Idempotency-Key';
  const outcome = await tried(() => ({ idempotencyKey: null, purpose }));
  const first = observed('A POST without `Idempotency-Key`', outcome);
  if (outcome.acceptance !== 'accepted') return first;
  const { body } = outcome.response.request;
  const again = await send(createCustomer, { idempotencyKey: null, body, purpose: `again, ${purpose}` });
  const second = observedBeside('The same request repeated', known, outcome.response, again);
  return {
    observation: { ...normal(outcome), again: second.observation },
    sentences: [...first.sentences, ...second.sentences],
  };
});

observe('IDEM-07', 'repeats of a creation', { phase: 'patient' }, async () => {
  const { original, control } = await creationBaseline();
  // Not the first customer: other checks repeat that one at the same time.
  const { body, idempotencyKey } = control.request;
  // More than a second after the first, so that a value which counts seconds differs.
  await sleep(1100);
  const repeats: Response[] = [];
  for (const fresh of [false, true, false]) {
    repeats.push(await send(createCustomer, { body, idempotencyKey, purpose: 'again, same key', fresh }));
  }
  const firsts = [original, control];
  const [first, repeated] = [statuses([control]), statuses(repeats)];
  const observation = {
    status: repeated.join() === first.join() ? 'as the first' : repeated,
    body: bodiesOf(control, repeats),
    headersAdded: headersBeyond(repeats, firsts),
    headersMissing: headersBeyond(firsts, repeats),
  };
  const { headersAdded: added, headersMissing: missing } = observation;
  const sentences = [
    `A first request returns ${oneOf(first)}, a repeat ${oneOf(repeated)}; body: ${observation.body}.`,
    ...(added.length > 0 ? [`The repeat’s response adds ${added.map(code).join(', ')}.`] : []),
    ...(missing.length > 0 ? [`The repeat’s response lacks ${missing.map(code).join(', ')}.`] : []),
  ];
  return { observation, sentences };
});

/** Headers that all of the ones and none of the others have. */
function headersBeyond([one, ...ones]: readonly Response[], others: readonly Response[]): string[] {
  const isTheirs = (name: string) =>
    ones.every(({ headers }) => headers.has(name)) && !others.some(({ headers }) => headers.has(name));
  return [...(one?.headers.keys() ?? [])].filter(isTheirs).sort();
}

function bodiesOf(original: Response, repeats: readonly Response[]): string {
  const isEach = (of: (response: Response) => string, as: string) => repeats.every((one) => of(one) === as);
  const members = ({ json }: Response) => [...leavesOf(json).map(({ pointer }) => pointer)].sort().join();
  if (isEach(({ text }) => text, '')) return 'none';
  if (isEach(({ text }) => text, original.text)) return 'the same';
  return isEach(members, members(original)) ? 'the same members' : 'another';
}

// A race that a server error ends shows no customer, so that nothing decides: but clients meet the error.
function racingTries(): readonly Response[] {
  const tries = triesOfBursts();
  if (tries.length === 0) throw new Inconclusive('No simultaneous tries were observed in this run.');
  return [...tries].sort((a, b) => b.status - a.status);
}

inPassing('IDEM-07', 'simultaneous tries of the run', racingTries, (tries) => {
  const errors = statuses(tries.filter(isServerError)).map(String);
  // Whether tries meet is a matter of moments, so two runs need not agree in it.
  const observation = { serverErrors: { always: [], sometimes: errors } };
  const sentence =
    errors.length > 0
      ? `Simultaneous retries returned ${oneOf(errors)}, which does not show whether a second customer exists.`
      : 'Simultaneous retries returned no server error.';
  return { observation, sentences: [sentence] };
});

observe('IDEM-10', 'the second tenant under a key of the first', { creations: 2 }, async () => {
  needsSecondTenant();
  const known = await creationBaseline();
  const listing = await secondListing();
  if (!isSuccess(listing)) throw new Inconclusive(`${describeResponse(listing)} returned ${listing.status}.`);
  const first = await customerToProbe('under a key of its own');
  const { idempotencyKey } = first.request;
  const purpose = 'under another tenant’s Idempotency-Key';
  const response = await send(createCustomer, { caller: 'second', idempotencyKey, purpose });
  const own = await secondCustomer();
  if (known.acceptance(own) !== 'accepted')
    throw new Inconclusive(`The second tenant’s own customer returned ${own.status}, so there is nothing to compare.`);
  const outcome = outcomeOf(response, known);
  const { acceptance: became } = outcome;
  const isOfAll = became === 'rejected' || whose(known, first, response) === 'the first';
  const scope = isOfAll ? 'all tenants' : became === 'accepted' ? 'the tenant' : 'unclear';
  return {
    observation: { became, scope, keyPair: 'not tested', operation: 'not tested' },
    sentences: [`Another tenant’s write under the same key ${inWords(outcome)}.`, `The scope of a key is ${scope}.`],
  };
});

const notUuid = 'not a UUID';

/** Formats of a key. A short one may have been used by an earlier run: it is the same in every run. */
const forms: Readonly<Record<string, { make: () => string; isShort?: true }>> = {
  empty: { make: () => '', isShort: true },
  'one character': { make: () => 'k', isShort: true },
  [notUuid]: { make: () => `conformance-${longKey(12)}` },
  '255 characters': { make: () => longKey(255) },
  '1,000 characters': { make: () => longKey(1000) },
};

observe('IDEM-11', 'keys of several forms', { creations: Object.keys(forms).length + 3 }, async () => {
  const outcomes: Record<string, Outcome> = {};
  const maybeUsed: string[] = [];
  const { known, response: conflict } = await conflictUnderOneKey();
  // A key of an earlier run may be rejected otherwise than one of a moment ago.
  const asUsed = [conflict.status, 409, 422, 423, 425];
  for (const [form, { make, isShort }] of Object.entries(forms)) {
    const outcome = await tried(() => ({ idempotencyKey: make(), purpose: `with a key: ${form}` }));
    // As a key that was used before, with another body: perhaps it was, by an earlier run.
    if (isShort && outcome.acceptance !== 'accepted' && asUsed.includes(outcome.response.status))
      maybeUsed.push(`${form}, ${outcome.response.status}`);
    else outcomes[form] = outcome;
  }
  const letterCase = await inOtherCase(known, outcomes[notUuid], conflict);
  return {
    observation: { ...acceptances(outcomes), ...(letterCase && { 'letter case alone': letterCase }) },
    sentences: [
      summary(outcomes, 'keys'),
      ...maybeUsed.map(
        (form) => `A key (${form}) was rejected, maybe as a used key, so it is unclear whether its form is valid.`,
      ),
      ...(letterCase ? [`Two keys that differ only in letter case are ${letterCase}.`] : []),
    ],
  };
});

/** Whether the service takes a key in upper case for the same key; undefined where that is unclear. The letter case of a UUID means nothing (RFC 9562, 4). */
async function inOtherCase(
  known: CreationBaseline,
  lower: Outcome | undefined,
  conflict: Response,
): Promise<'one key' | 'two keys' | undefined> {
  if (lower?.acceptance !== 'accepted') return undefined;
  const idempotencyKey = lower.response.request.idempotencyKey?.toUpperCase() ?? null;
  const upper = await send(createCustomer, { idempotencyKey, purpose: 'with the same key in upper case' });
  const acceptance = known.acceptance(upper);
  const isConflict = acceptance === 'rejected' && upper.status === conflict.status;
  if (isConflict || whose(known, lower.response, upper) === 'the first') return 'one key';
  return acceptance === 'accepted' ? 'two keys' : undefined;
}
