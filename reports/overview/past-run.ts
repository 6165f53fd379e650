import type { Profile } from '../../schemas/profiles.js';
import { count, type RunVerdict, runVerdict } from '../../schemas/verdict.js';
import type { Night } from '../model/history.js';
import { headlineFor } from '../wording/scope.js';
import type { Mark } from '../wording/verdict-labels.js';

/** One earlier run, as the history keeps it. */
export interface PastRun extends Night {
  /** Environment and address: `sandbox https://sandbox.payments.example/v1/`. */
  readonly target: string;
  /** Digest of tenants and profile: the runs of one row of marks share it. */
  readonly scope?: { readonly tenants: string };
  /** Absent in lines of 0.1, as the three after it. */
  readonly verdict?: RunVerdict;
  readonly profile?: Profile;
  readonly suiteVersion?: string;
  /** Digest of the suite. */
  readonly exam?: string;
  /** Digests of what was last observed, by requirement. */
  readonly observations?: Readonly<Record<string, string>>;
  /** Changes that are open after it, by requirement. */
  readonly open?: Readonly<Record<string, { readonly since: string }>>;
  /** Its report.html, as a path from the page; absent where it is gone. */
  readonly file?: string;
}

/** The verdict of a run, from its requirements where its line has none. */
export function verdictOf({ verdict, verdicts, partial }: PastRun): RunVerdict {
  return verdict ?? runVerdict(count(Object.values(verdicts)), { partial: partial === true });
}

/** The verdict of a run in words, with its profile unless that is the full one. */
export function headlineOf(run: PastRun): { readonly text: string; readonly mark: Mark } {
  if (run.unreached) return { text: 'No response', mark: 'inconclusive' };
  return headlineFor(verdictOf(run), run.profile, count(Object.values(run.verdicts)).waived);
}

/** Whether two runs used the same suite: by its digest, or by its version where a line of 0.1 has no digest. */
export function sameSuite(one: PastRun, other: PastRun): boolean {
  if (one.exam !== undefined && other.exam !== undefined) return one.exam === other.exam;
  return one.suiteVersion === other.suiteVersion;
}
