import type { Acceptance } from '../identity/acceptance.js';
import type { Outcome } from './outcome.js';

/** An outcome in normal form: CUST-19 and ACCT-07 observe the status of a success, so it does not stand here. */
export type Normal = { readonly became: Acceptance; readonly status?: number };

export function normal({ status, acceptance }: Outcome): Normal {
  return acceptance === 'accepted' ? { became: acceptance } : { became: acceptance, status };
}

/** An outcome in normal form where no other observation has the status of its success. */
export function normalWithStatus({ status, acceptance }: Outcome): Required<Normal> {
  return { became: acceptance, status };
}

/** Several outcomes in normal form, by name. */
export function allNormal(outcomes: Readonly<Record<string, Outcome>>): Record<string, Normal> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, normal(outcome)]));
}

/** Several acceptances in normal form, by name, where ERR-02 observes the status of a rejection. */
export function acceptances(outcomes: Readonly<Record<string, Outcome>>): Record<string, Acceptance> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, { acceptance }]) => [name, acceptance]));
}
