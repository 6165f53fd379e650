import { context } from '../../helpers/client/context.js';
import type { BuiltRequest, RequestChange, Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { isTransient } from '../../helpers/client/transport-error.js';
import { Inconclusive, type Observed } from '../../helpers/client/verdicts.js';
import type { Acceptance } from '../../helpers/identity/acceptance.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { fixture, settled } from '../../helpers/runner/fixture.js';
import { differsIn } from '../../helpers/runner/in-front.js';
import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import { createCustomer, type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, creationBaseline, customerToProbe } from './creation-baseline.js';
import { freshCustomer, isNamedLike, memberAt } from './customer.js';
import { changeOf, type Variation } from './describe.js';
import { customerOfRetry } from './retries.js';
import { requireAcceptedKey } from './right-address.js';
import { baselineCreation, customerIn, isCreationOfCustomer, mostDraws } from './valid-requests.js';

export interface HowOften {
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

/** With fewer than three samples no name counts as `always`. */
export function howOften(samples: readonly Iterable<string>[]): HowOften {
  const counts = new Map<string, number>();
  for (const sample of samples) for (const name of new Set(sample)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()].sort();
  const isAlways = (name: string) => samples.length >= 3 && counts.get(name) === samples.length;
  return { always: names.filter(isAlways), sometimes: names.filter((name) => !isAlways(name)) };
}

export interface Outcome {
  readonly acceptance: Acceptance;
  readonly response: Response;
}

/** Sends a write with one change; if it is rejected, again: an earlier run may have used the number. */
export async function tried(change: () => RequestChange | Promise<RequestChange>): Promise<Outcome> {
  const baseline = await creationBaseline();
  const sent = async () => outcomeOf(await settled(async () => send(createCustomer, await change())), baseline);
  let outcome = await sent();
  const mostSent = () => (outcome.response.status === 409 ? mostDraws : 2);
  for (let count = 1; outcome.acceptance === 'rejected' && count < mostSent(); count += 1) outcome = await sent();
  requireAcceptedKey(outcome.response);
  return outcome;
}

/** By the names of what was sent. */
export type Outcomes = Readonly<Record<string, Outcome>>;

export const triedRow = (row: Variation): Promise<Outcome> => tried(() => changeOf(row));

export async function triedEach<Row extends Variation>(
  rows: readonly Row[],
  outcomeOfRow: (row: Row) => Promise<Outcome> = triedRow,
): Promise<Outcomes> {
  const outcomes: Record<string, Outcome> = {};
  for (const row of rows) outcomes[row.name] = await outcomeOfRow(row);
  return outcomes;
}

export const outcomeOf = (response: Response, baseline: CreationBaseline): Outcome => ({
  response,
  acceptance: baseline.acceptance(response),
});

/** What became of a request that creates nothing. */
export function outcomeByStatus(response: Response): Outcome {
  if (isSuccess(response)) return { response, acceptance: 'accepted' };
  const isRejected = isRejection(response) || response.status === 401;
  return { response, acceptance: isRejected ? 'rejected' : 'unclear' };
}

/** The predicate of a sentence: `was accepted (201)`, `was rejected (422)`, `returned 500`. */
export const inWords = ({ response: { status }, acceptance }: Outcome): string =>
  acceptance === 'unclear' ? `returned ${status}` : `was ${acceptance} (${status})`;

export const observed = (what: string, outcome: Outcome, form: (outcome: Outcome) => unknown = normal): Observed => ({
  observation: form(outcome),
  sentences: [`${what} ${inWords(outcome)}.`],
});

const customersInWords = { same: 'the first', other: 'a second', unknown: 'unclear' } as const;

/** What a second write showed beside a first one; if it was accepted, also whose customer it is about. */
export function observedBeside(what: string, baseline: CreationBaseline, first: Response, second: Response): Observed {
  const outcome = outcomeOf(second, baseline);
  if (outcome.acceptance !== 'accepted') return observed(what, outcome);
  const about = customersInWords[customerOfRetry(first, second, baseline)];
  const whose = about === 'unclear' ? 'without showing which customer' : `for ${about} customer`;
  return { observation: { ...normal(outcome), about }, sentences: [`${what} ${inWords(outcome)}, ${whose}.`] };
}

/** Two writes that conflict, and what `observe` makes of them. @param what the second is */
function conflict(purpose: string, what: string, change: (first: BuiltRequest) => RequestChange) {
  const write = fixture(purpose, async () => {
    const first = await customerToProbe('before a conflict');
    const response = await settled(() => send(createCustomer, { purpose, ...change(first.request) }));
    return { baseline: await creationBaseline(), first, response };
  });
  const observe = async (): Promise<Observed> => {
    const { baseline, first, response } = await write();
    return observedBeside(what, baseline, first, response);
  };
  return { write, observe };
}

export const underOneKey = conflict(
  'with a used key and another body',
  'Another body under one `Idempotency-Key`',
  ({ idempotencyKey }) => ({ idempotencyKey }),
);

export const ofOneAddress = conflict(
  'with the e-mail address of another customer',
  'A second customer with the same e-mail address',
  (first) => ({ body: { ...freshCustomer(), email: customerIn(first)?.email } }),
);

/** Groups equal outcomes: `Keys: a and b were accepted (201); c was rejected (400).` @param what stands in front */
export function summary(outcomes: Outcomes, what?: string): string {
  const groups = byKey(Object.entries(outcomes).map(([name, outcome]) => [inWords(outcome), name]));
  const parts = [...groups].map(([words, names]) => {
    const subject = groups.size === 1 && names.length > 6 ? `all ${names.length}` : listed(names);
    return `${subject} ${names.length === 1 ? words : words.replace('was', 'were')}`;
  });
  const sentence = `${what === undefined ? '' : `${what}: `}${parts.join('; ')}.`;
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** An outcome without the status of a success, which CUST-19 and ACCT-09 observe. */
export const normal = (outcome: Outcome): { readonly became: Acceptance; readonly status?: number } =>
  outcome.acceptance === 'accepted' ? { became: outcome.acceptance } : normalWithStatus(outcome);

/** An outcome whose status no other requirement observes. */
export const normalWithStatus = ({ response: { status }, acceptance: became }: Outcome) => ({ became, status });

/** Outcomes without the status of a rejection, which ERR-02 observes. */
export const acceptances = (outcomes: Outcomes): Record<string, Acceptance> =>
  each(outcomes, ({ acceptance }) => acceptance);

const each = <T>(outcomes: Outcomes, form: (outcome: Outcome) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, form(outcome)]));

export const allObserved = (outcomes: Outcomes, what?: string): Observed => ({
  observation: each(outcomes, normal),
  sentences: [summary(outcomes, what)],
});

/** How a response shows a member of its customer, found by its name in any shape. */
export function echoedMember({ request, json }: Response, pointer: string) {
  const sent = memberAt(customerIn(request), pointer);
  const echoes = leavesOf(json).filter((leaf) => isNamedLike(leaf, pointer));
  if (echoes.length === 0) return 'not shown';
  return echoes.some(({ value }) => value === sent) ? 'unchanged' : 'changed';
}

export const lookingBack = { phase: 'last' } as const;

/** Responses of the run, without those that chance or an earlier try may have influenced. */
export const seen = (condition: (response: Response) => boolean) => (): readonly Response[] => {
  const { responses, redrawn } = context();
  return responses.filter((response) => response.alone && !redrawn.has(response.exchange) && condition(response));
};

/** Evidence of an observation. */
export const examples = (responses: readonly Response[]): readonly Response[] => responses.slice(0, 5);

export const isAnswer = ({ status }: Response): boolean => !isTransient(status);

/** Whether it differs from a valid one in its body at most. */
const isOrdinary = ({ request: { change } }: Response) =>
  !differsIn(change, 'apiKey', 'tenant', 'headers', 'contentType', 'query', 'path', 'method', 'guess');

export const isOrdinarySuccess = (response: Response, operation: FsapiOperation): boolean =>
  isSuccess(response) && response.request.operation === operation && isOrdinary(response);

const isOfFirst = ({ request }: Response) => request.change.caller !== 'second';

/** They may differ in their headers. */
export const kinds = {
  creations: (response: Response) =>
    isCreationOfCustomer(response) && isOrdinary(response) && !differsIn(response.request.change, 'body', 'text'),
  listings: (response: Response) => isOrdinarySuccess(response, listAccounts),
  rejections: (response: Response) => response.status >= 400 && response.status < 500 && isAnswer(response),
};

/** Creations of the first tenant, each alone and under a key of its own: the same requests in every run. */
export const unchangedCreations = seen(
  (response) =>
    kinds.creations(response) && !differsIn(response.request.change, 'idempotencyKey') && isOfFirst(response),
);

export const ownListings = seen(
  (response) => kinds.listings(response) && !differsIn(response.request.change, 'body') && isOfFirst(response),
);

/** To the same customers under the same keys. */
export function plainRepeats(creations: readonly Response[]): readonly Response[] {
  const bodies = new Map(creations.map(({ request }) => [request.idempotencyKey, JSON.stringify(request.body)]));
  return context().responses.filter(
    (response) =>
      !creations.includes(response) &&
      response.isJson &&
      isCreationOfCustomer(response) &&
      isOrdinary(response) &&
      isOfFirst(response) &&
      bodies.get(response.request.idempotencyKey) === JSON.stringify(response.request.body),
  );
}

export const statuses = (responses: readonly Response[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort((a, b) => a - b);

/** @param what returned them: `A creation returns` */
export const statusesOf =
  (what: string) =>
  (responses: readonly Response[]): Observed => {
    const all = statuses(responses);
    return { observation: { statuses: all }, sentences: [`${what} ${oneOf(all)}.`] };
  };

/** `201`, `200 or 201`, `400, 409 or 422`; `none` for none. */
export const oneOf = (words: readonly (string | number)[]): string => listed(words, 'or') || 'none';

export const headersLike = (responses: readonly Response[], pattern: RegExp): HowOften =>
  howOften(responses.map(({ headers }) => [...headers.keys()].filter((name) => pattern.test(name))));

/** What comes and goes, so that two runs need not agree in it. */
export const atTimes = (sometimes: readonly string[]): HowOften => ({ always: [], sometimes });

/** The headers of each kind of responses: one of a single kind would be lost among the others. */
export function headersByKind(what: string, pattern: RegExp) {
  const all = Object.entries(kinds).map(([kind, isOfIt]) => ({ kind, responses: seen(isOfIt)() }));
  const some = all.filter(({ responses }) => responses.length > 0);
  const found = some.map(({ kind, responses }) => [kind, headersLike(responses, pattern)] as const);
  const places = byKey(found.map(([kind, headers]) => [namesInWords(headers), kind]));
  const words = [...places].map(([names, on]) => `${names} on ${listed(on)}`);
  return {
    observation: Object.fromEntries(found),
    sentences: [`${what}: ${words.join('; ') || 'none'}.`],
    seen: some.flatMap(({ responses }) => examples(responses)),
  };
}

/** `a, b (sometimes)`; `none` for none. */
export const namesInWords = ({ always, sometimes }: HowOften): string =>
  [...always.map(code), ...sometimes.map((name) => `${code(name)} (sometimes)`)].join(', ') || 'none';

/**
 * What is settled is judged also if no other check creates a customer.
 * @throws Skipped if it is settled, and the run may not create one
 */
export const withCreation = (id: string, observe: () => Promise<Observed>) => async (): Promise<Observed> => {
  if (context().settlements?.some((entry) => entry.id === id)) await baselineCreation();
  return observe();
};

/** Reads responses of the run, without a request. @throws Inconclusive if there are none */
export const inPassing =
  (responses: () => readonly Response[], read: (found: readonly Response[]) => Observed | Promise<Observed>) =>
  async (): Promise<Observed> => {
    const found = responses();
    if (found.length === 0) throw new Inconclusive('This run saw no response that shows it.');
    return { seen: examples(found), ...(await read(found)) };
  };
