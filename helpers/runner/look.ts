/** `problem`: a run would not be conclusive. `warning`: it would, but somebody should look at it. */
export type LookState = 'ok' | 'warning' | 'problem' | 'skipped';

/** One thing that `doctor` looks at: what there is, and what to do next. Names in texts are marked. */
export interface Look {
  readonly topic: string;
  /** @throws Inconclusive for a problem, Skipped if the configuration leaves it out */
  readonly look: () => Promise<string | { readonly state: LookState; readonly text: string }>;
}

export type Looks = Readonly<{
  /** Sends a valid key: without a response to it no other look says anything. */
  first: Look;
  others: readonly Look[];
  /** What the target is like as a whole; `isOpen` leaves a run inconclusive. @param isLastOk of the last look */
  likeness: (isLastOk: boolean) => Promise<readonly { readonly text: string; readonly isOpen: boolean }[]>;
}>;
