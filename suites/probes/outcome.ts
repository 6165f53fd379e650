import type { RequestChange, Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import type { Observed } from '../../helpers/client/verdicts.js';
import type { Acceptance } from '../../helpers/identity/acceptance.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { listed } from '../../schemas/listed.js';
import { memberAt } from '../customers/test-data/member.js';
import { requireAcceptedKey } from './baseline-requests.js';
import { type CreationBaseline, creationBaseline } from './creation-baseline.js';
import { customerIn } from './customers/creation.js';
import { sentence } from './keys/expect-401.js';

/** Whether the service accepted a request: behaviour, not data. */
export interface Outcome {
  readonly status: number;
  readonly acceptance: Acceptance;
}

/**
 * A write with one change, and its outcome. After a rejection it is retried with everything else fresh.
 * @param pointer the member that it changes, where it changes one
 */
export async function tried(
  change: () => RequestChange,
  pointer?: string,
): Promise<Outcome & { readonly response: Response }> {
  const known = await creationBaseline();
  let response = await send(createCustomer, change());
  // An earlier run may have used the fictional number, and caused the rejection.
  const mayBeTaken = !others.has(response.status) && !namesOnly(pointer, response);
  if (known.acceptance(response) === 'rejected' && mayBeTaken) response = await send(createCustomer, change());
  requireAcceptedKey(response);
  return { ...outcomeOf(response, known), response };
}

/** Statuses of rejections that are never about a number which is taken. */
const others: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 415]);

/** Whether a rejection names a member, and nothing that may be the number: then it is about that member. */
function namesOnly(pointer: string | undefined, { text }: Response): boolean {
  const name = wordsOf(pointer?.split('/').at(-1) ?? '').join('');
  const words = wordsOf(text).join('');
  return (
    name !== '' && words.includes(name) && (name === 'phone' || !/phone|mobile|number|exist|duplicate/.test(words))
  );
}

/** The outcome of a write, compared with those of valid ones. */
export function outcomeOf(response: Response, known: CreationBaseline): Outcome {
  return { status: response.status, acceptance: known.acceptance(response) };
}

/** Whether a second response is about the customer of the first. */
export function whose(
  known: CreationBaseline,
  first: Response,
  second: Response,
): 'the first' | 'a second' | 'unclear' {
  const same = known.identity && isSuccess(second) ? sameResource(first, second, known.identity) : undefined;
  return same === undefined ? 'unclear' : same ? 'the first' : 'a second';
}

/** The same as the end of a sentence; nothing for undefined. */
export function inFull(about: ReturnType<typeof whose> | undefined): string {
  if (about === undefined) return '';
  return about === 'unclear' ? ', without showing which customer' : `, for ${about} customer`;
}

/** The outcome of a request that creates nothing, by its status. */
export function outcomeByStatus(response: Response): Outcome {
  const acceptance = isSuccess(response)
    ? 'accepted'
    : isRejection(response) || response.status === 401
      ? 'rejected'
      : 'unclear';
  return { status: response.status, acceptance };
}

/** An outcome as the predicate of a sentence: `was accepted (201)`, `was rejected (422)`, `returned 500`. */
export function inWords({ status, acceptance }: Outcome, was: 'was' | 'were' = 'was'): string {
  if (acceptance === 'unclear') return `returned ${status}`;
  return `${was} ${acceptance} (${status})`;
}

/** What one request showed: its outcome in normal form, and as a sentence about `what`. */
export function observed(what: string, outcome: Outcome, form: (outcome: Outcome) => unknown = normal): Observed {
  return { observation: form(outcome), sentences: [`${what} ${inWords(outcome)}.`] };
}

/**
 * Several outcomes in one sentence, equal ones grouped: `Keys: a and b were accepted (201); c was rejected (400).`
 * @param what stands in front, if the names need it
 */
export function summary(outcomes: Readonly<Record<string, Outcome>>, what?: string): string {
  const groups = new Map<string, { outcome: Outcome; names: string[] }>();
  for (const [name, outcome] of Object.entries(outcomes)) {
    const group = groups.get(inWords(outcome)) ?? { outcome, names: [] };
    groups.set(inWords(outcome), { outcome, names: [...group.names, name] });
  }
  const subject = (names: readonly string[]) =>
    groups.size === 1 && names.length > 6 ? `all ${names.length}` : listed(names);
  const parts = [...groups.values()].map(
    ({ outcome, names }) => `${subject(names)} ${inWords(outcome, names.length === 1 ? 'was' : 'were')}`,
  );
  return `${sentence(what === undefined ? parts.join('; ') : `${what}: ${parts.join('; ')}`)}.`;
}

/** An outcome in normal form: CUST-19 and ACCT-07 observe the status of a success, so it does not stand here. */
export type Normal = { readonly became: Acceptance; readonly status?: number };

export function normal({ status, acceptance }: Outcome): Normal {
  return acceptance === 'accepted' ? { became: acceptance } : { became: acceptance, status };
}

/** An outcome in normal form where no other observation has the status of its success. */
export function normalWithStatus({ status, acceptance }: Outcome): Required<Normal> {
  return { became: acceptance, status };
}

export function allNormal(outcomes: Readonly<Record<string, Outcome>>): Record<string, Normal> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, normal(outcome)]));
}

/** Several acceptances in normal form, by name, where ERR-02 observes the status of a rejection. */
export function acceptances(outcomes: Readonly<Record<string, Outcome>>): Record<string, Acceptance> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, { acceptance }]) => [name, acceptance]));
}

/** How a response shows a member of the request. */
export type Shown = 'unchanged' | 'changed' | 'not shown';

/**
 * Whether a response echoes a member of the customer, found by its name in any shape: `first_name` may be `firstName`, in
 * an envelope.
 */
export function echoedMember({ request, json }: Response, pointer: string): Shown {
  const nameOf = (name: string) => wordsOf(name).join();
  const member = nameOf(pointer.split('/').at(-1) ?? '');
  const shown = leavesOf(json).filter(({ names }) => nameOf(names.at(-1) ?? '') === member);
  if (shown.length === 0) return 'not shown';
  const sent = memberAt(customerIn(request) ?? {}, pointer);
  return shown.some(({ value }) => value === sent) ? 'unchanged' : 'changed';
}
