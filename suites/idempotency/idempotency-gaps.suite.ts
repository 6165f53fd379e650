import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isServerError, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, conflictUnderOneKey, creationBaseline } from '../creation-baseline.js';
import {
  acceptances,
  type Became,
  examples,
  inFull,
  inWords,
  normal,
  observed,
  oneOf,
  outcomeOf,
  statuses,
  summary,
  tried,
  whose,
} from '../observing.js';
import { needsSecondTenant, secondCustomer, secondListing } from '../requests.js';
import { longKey, uuid } from './keys.js';
import { triesOfBursts } from './tries.js';

export const idempotencyGaps = suite<typeof fsapi>();
const { observe } = idempotencyGaps;

observe('IDEM-06', 'the same customer twice, without Idempotency-Key', { creations: 2 }, async () => {
  const known = await creationBaseline();
  const purpose = 'without Idempotency-Key';
  const outcome = await tried(() => ({ idempotencyKey: null, purpose }));
  const { response } = outcome;
  const first = observed('A POST without `Idempotency-Key`', outcome);
  if (outcome.acceptance !== 'accepted') return first;
  const { body } = response.request;
  const again = await send(createCustomer, { idempotencyKey: null, body, purpose: `again, ${purpose}` });
  const about = whose(known, response, again);
  const acceptance = known.acceptance(again);
  const second = about === 'unclear' ? acceptance : `${about} customer`;
  return {
    observation: { ...normal(outcome), again: second },
    sentences: [...first.sentences, `The same request repeated: ${second}.`],
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
  const added = headersBeyond(repeats, firsts);
  const missing = headersBeyond(firsts, repeats);
  const [first, repeated] = [statuses([control]), statuses(repeats)];
  const observation = {
    status: repeated.join() === first.join() ? 'as the first' : repeated,
    body: bodiesOf(control, repeats),
    headersAdded: added,
    headersMissing: missing,
  };
  const headers = [
    ...(added.length > 0 ? [`The repeat’s response adds ${added.map(code).join(', ')}.`] : []),
    ...(missing.length > 0 ? [`The repeat’s response lacks ${missing.map(code).join(', ')}.`] : []),
  ];
  const sentence = `A first request returns ${oneOf(first)}, a repeat ${oneOf(repeated)}; body: ${observation.body}.`;
  return { observation, sentences: [sentence, ...headers] };
});

/** Headers that all of the ones and none of the others have. */
function headersBeyond(ones: readonly Response[], others: readonly Response[]): string[] {
  const elsewhere = new Set(others.flatMap((response) => [...response.headers.keys()]));
  const [first] = ones;
  const common = [...(first?.headers.keys() ?? [])].filter((name) =>
    ones.every((response) => response.headers.has(name)),
  );
  return common.filter((name) => !elsewhere.has(name)).sort();
}

function bodiesOf(original: Response, repeats: readonly Response[]): string {
  const members = (response: Response) =>
    leavesOf(response.json)
      .map(({ pointer }) => pointer)
      .sort()
      .join();
  if (repeats.every(({ text }) => text === '')) return 'none';
  if (repeats.every(({ text }) => text === original.text)) return 'the same';
  return repeats.every((response) => members(response) === members(original)) ? 'the same members' : 'another';
}

// A race that a server error ends shows no customer, so that nothing decides: but clients meet the error.
observe('IDEM-07', 'simultaneous tries in passing', { phase: 'last' }, async () => {
  const tries = triesOfBursts();
  if (tries.length === 0) throw new Inconclusive('No simultaneous tries were observed in this run.');
  const errors = statuses(tries.filter(isServerError)).map(String);
  return {
    // Whether tries meet is a matter of moments, so two runs need not agree in it.
    observation: { serverErrors: { always: [], sometimes: errors } },
    sentences: [
      errors.length > 0
        ? `Simultaneous retries returned ${oneOf(errors)}, which does not show whether a second customer exists.`
        : 'Simultaneous retries returned no server error.',
    ],
    seen: examples([...tries.filter(isServerError), ...tries]),
  };
});

observe('IDEM-08', 'the same key with another body', { creations: 2 }, async () => {
  const { response, first, known } = await conflictUnderOneKey();
  const outcome = outcomeOf(response, known);
  const about = outcome.acceptance === 'accepted' ? whose(known, first, response) : undefined;
  return {
    observation: about === undefined ? normal(outcome) : { ...normal(outcome), about },
    sentences: [`The same key with another body ${inWords(outcome)}${inFull(about)}.`],
  };
});

observe('IDEM-10', 'the second tenant under a key of the first', { creations: 2 }, async () => {
  needsSecondTenant();
  const known = await creationBaseline();
  const listing = await secondListing();
  if (!isSuccess(listing)) throw new Inconclusive(`${describeResponse(listing)} returned ${listing.status}.`);
  const first = await send(createCustomer, { idempotencyKey: uuid(), purpose: 'under a key of its own' });
  if (known.acceptance(first) !== 'accepted')
    throw new Inconclusive(`${describeResponse(first)} returned ${first.status}.`);
  const { idempotencyKey } = first.request;
  const purpose = 'under another tenant’s Idempotency-Key';
  const response = await send(createCustomer, { caller: 'second', idempotencyKey, purpose });
  const own = await secondCustomer();
  if (known.acceptance(own) !== 'accepted') {
    throw new Inconclusive(`The second tenant’s own customer returned ${own.status}, so there is nothing to compare.`);
  }
  const outcome = outcomeOf(response, known);
  const { acceptance } = outcome;
  const same = whose(known, first, response) === 'the first';
  const scope =
    acceptance === 'rejected' || same ? 'all tenants' : acceptance === 'accepted' ? 'the tenant' : 'unclear';
  const observation = { became: acceptance, scope, keyPair: 'not tested', operation: 'not tested' };
  return {
    observation,
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
  const outcomes: Record<string, Became> = {};
  const unclear: string[] = [];
  const { known, response: conflict } = await conflictUnderOneKey();
  // A key of an earlier run may be rejected otherwise than one of a moment ago.
  const asUsed = [conflict.status, 409, 422, 423, 425];
  for (const [form, { make, isShort }] of Object.entries(forms)) {
    const outcome = await tried(() => ({ idempotencyKey: make(), purpose: `with a key: ${form}` }));
    // As a key that was used before, with another body: perhaps it was, by an earlier run.
    if (isShort && outcome.acceptance !== 'accepted' && asUsed.includes(outcome.status))
      unclear.push(`${form}, ${outcome.status}`);
    else outcomes[form] = outcome;
  }
  const sentences = unclear.map(
    (form) => `A key (${form}) was rejected as a used key may be, so it is unclear whether the form is accepted.`,
  );
  const letterCase = await inOtherCase(known, outcomes[notUuid], conflict);
  return {
    observation: { ...acceptances(outcomes), ...(letterCase && { 'letter case alone': letterCase }) },
    sentences: [
      summary(outcomes, 'keys'),
      ...sentences,
      ...(letterCase ? [`Two keys that differ in letter case alone are ${letterCase}.`] : []),
    ],
  };
});

/** Whether the service takes a key in upper case for the same key; undefined where that is unclear. The letter case of a UUID means nothing (RFC 9562, 4). */
async function inOtherCase(
  known: CreationBaseline,
  lower: Became | undefined,
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
