import { perRun } from '../client/context.js';

/** What checks see on their way of things that the specification does not show: told at the end, as observations. */
interface Notes {
  /** The service rejected an invalid member with this status. */
  refused: { readonly pointer: string; readonly status: number };
  /** The service accepted an invalid member, and its response shows the value normalised. */
  'put right': { readonly pointer: string; readonly bend: string };
  /** The response to a listing for an unknown tenant id. */
  'unknown tenant': { readonly status: number; readonly gave: 'the caller’s accounts' | 'no accounts' | 'a refusal' };
}

const noted = perRun((): { [Kind in keyof Notes]: Notes[Kind][] } => ({
  refused: [],
  'put right': [],
  'unknown tenant': [],
}));

export function note<Kind extends keyof Notes>(kind: Kind, what: Notes[Kind]): void {
  noted()[kind].push(what);
}

export function notes<Kind extends keyof Notes>(kind: Kind): readonly Notes[Kind][] {
  return noted()[kind];
}
