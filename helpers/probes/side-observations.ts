import { perRun, witness } from '../client/context.js';

/** What checks see of responses in passing, for the observations at the end of the run. */
interface Notes {
  /** The service rejected an invalid member with this status. */
  rejected: { readonly pointer: string; readonly status: number };
  /** The service accepted an invalid member, and its response shows the value normalised. */
  normalised: { readonly pointer: string; readonly mutation: string };
}

const noted = perRun((): { [Name in keyof Notes]: Notes[Name][] } => ({ rejected: [], normalised: [] }));

export function note<Name extends keyof Notes>(name: Name, one: Notes[Name]): void {
  noted()[name].push(one);
}

export function notes<Name extends keyof Notes>(name: Name): readonly Notes[Name][] {
  const all = noted()[name];
  if (all.length > 0) witness();
  return all;
}
