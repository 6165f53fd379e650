import { perRun } from '../client/context.js';

/** What checks see on their way of things that the specification does not show: told at the end, as observations. */
interface Notes {
  /** A malformed member was refused, with this status. */
  refused: { readonly pointer: string; readonly status: number };
  /** A malformed member was let in, and the answer shows it put right. */
  'put right': { readonly pointer: string; readonly bend: string };
  /** A listing for an id that names no tenant was answered. */
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
