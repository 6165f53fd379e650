import { createCustomer } from '../../schemas/operations.js';
import type { RequestChange, Response } from '../client/message.js';
import { isRejection, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import type { Acceptance } from '../identity/acceptance.js';
import { sameCustomer } from '../identity/customer-identity.js';
import { requireAcceptedKey } from '../probes/baseline-requests.js';
import { type CreationBaseline, creationBaseline } from '../probes/creation-baseline.js';
import { sentence } from '../probes/keys/expect-401.js';

/** Whether the service accepted a request: behaviour, not data. */
export interface Outcome {
  readonly status: number;
  readonly became: Acceptance;
}

/** A write with one change, and its outcome. After a rejection it is retried with everything else fresh. */
export async function tried(change: () => RequestChange): Promise<Outcome & { readonly reply: Response }> {
  const known = await creationBaseline();
  let response = await send(createCustomer, change());
  // An earlier run may have used the fictional number, and caused the rejection.
  if (known.acceptance(response) === 'refused') response = await send(createCustomer, change());
  requireAcceptedKey(response);
  return { ...outcomeOf(response, known), reply: response };
}

/** The outcome of a write, compared with those of valid ones. */
export function outcomeOf(response: Response, known: CreationBaseline): Outcome {
  return { status: response.status, became: known.acceptance(response) };
}

/** Which customer a second answer is about, beside the one that a first answer was about. */
export function whose(
  known: CreationBaseline,
  first: Response,
  second: Response,
): 'the first' | 'a second' | 'not told' {
  const same = known.identity && isSuccess(second) ? sameCustomer(first, second, known.identity) : undefined;
  return same === undefined ? 'not told' : same ? 'the first' : 'a second';
}

/** The same as the end of a sentence. */
export function inFull(about: ReturnType<typeof whose>): string {
  return about === 'not told' ? ', without showing which customer' : `, for ${about} customer`;
}

/** The outcome of a request that creates nothing, by its status. */
export function outcomeByStatus(response: Response): Outcome {
  const became = isSuccess(response)
    ? 'let in'
    : isRejection(response) || response.status === 401
      ? 'refused'
      : 'unclear';
  return { status: response.status, became };
}

/** An outcome in normal form: the status of a success is CUST-19's and ACCT-07's to tell, and stands there alone. */
export type Normal = { readonly became: Acceptance; readonly status?: number };

export function normal({ status, became }: Outcome): Normal {
  return became === 'let in' ? { became } : { became, status };
}

/** Several outcomes in normal form, by name. */
export function allNormal(outcomes: Readonly<Record<string, Outcome>>): Record<string, Normal> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, normal(outcome)]));
}

/** What became of each, where the status of a refusal is ERR-02's to tell. */
export function allFates(outcomes: Readonly<Record<string, Outcome>>): Record<string, Acceptance> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, { became }]) => [name, became]));
}

/** An outcome as the predicate of a sentence: `was accepted (201)`, `was rejected (422)`, `returned 500`. */
export function inWords({ status, became }: Outcome, was: 'was' | 'were' = 'was'): string {
  if (became === 'unclear') return `returned ${status}`;
  return `${was} ${became === 'let in' ? 'accepted' : 'rejected'} (${status})`;
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

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
