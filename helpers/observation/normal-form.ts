import type { Acceptance } from '../identity/acceptance.js';
import type { Outcome } from './outcome.js';

/**
 * An acceptance in the words of report.json. They are those of version 0.1: baselines and settled schemas of users
 * contain them.
 */
type Recorded = 'let in' | 'refused' | 'unclear';

const words: Readonly<Record<Acceptance, Recorded>> = { accepted: 'let in', rejected: 'refused', unclear: 'unclear' };

export function recorded(acceptance: Acceptance): Recorded {
  return words[acceptance];
}

/** An outcome in normal form: CUST-19 and ACCT-07 observe the status of a success, so it does not stand here. */
export type Normal = { readonly became: Recorded; readonly status?: number };

export function normal({ status, acceptance }: Outcome): Normal {
  const became = recorded(acceptance);
  return acceptance === 'accepted' ? { became } : { became, status };
}

/** An outcome in normal form where no other observation has the status of its success. */
export function normalWithStatus({ status, acceptance }: Outcome): Required<Normal> {
  return { became: recorded(acceptance), status };
}

/** Several outcomes in normal form, by name. */
export function allNormal(outcomes: Readonly<Record<string, Outcome>>): Record<string, Normal> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, normal(outcome)]));
}

/** Several acceptances in normal form, by name, where ERR-02 observes the status of a rejection. */
export function allRecorded(outcomes: Readonly<Record<string, Outcome>>): Record<string, Recorded> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, { acceptance }]) => [name, recorded(acceptance)]));
}
