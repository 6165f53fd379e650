import { listed } from '../../schemas/listed.js';
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
  readonly acceptance: Acceptance;
}

/** A write with one change, and its outcome. After a rejection it is retried with everything else fresh. */
export async function tried(change: () => RequestChange): Promise<Outcome & { readonly response: Response }> {
  const known = await creationBaseline();
  let response = await send(createCustomer, change());
  // An earlier run may have used the fictional number, and caused the rejection.
  if (known.acceptance(response) === 'rejected') response = await send(createCustomer, change());
  requireAcceptedKey(response);
  return { ...outcomeOf(response, known), response };
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
  const same = known.identity && isSuccess(second) ? sameCustomer(first, second, known.identity) : undefined;
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
