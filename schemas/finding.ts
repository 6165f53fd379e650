import type { Lack } from './profiles.js';
import type { Control, Sent } from './types.js';
import type { CheckVerdict } from './verdict.js';

/**
 * The result of one check or one observation. It travels from the suites to the reporter as the meta data of a
 * vitest task, so it is plain JSON, and every string in it has gone through redaction.
 */
export type Finding = CheckFinding | ObservationFinding;

interface Common {
  readonly id: string;
  /** The check's name within its requirement, unique there: what a waiver may refer to. */
  readonly name: string;
  /** Ids of its exchanges, in the order of sending; the deciding one of a failure first. */
  readonly exchanges: readonly string[];
  readonly durationMs: number;
  /** How often the probe was started again because of a transport error. */
  readonly retried: number;
}

/** Outcomes of the generated cases of one check, by the names of report.json since version 0.1. */
export interface CaseCounts {
  /** How many there were to send. */
  readonly planned: number;
  /** How many were sent. */
  readonly asked: number;
  /** Accepted. */
  readonly letIn: number;
  /** Rejected. */
  readonly refused: number;
  /** Accepted with the value normalised, as the response shows. */
  readonly putRight: number;
  /** Without a conclusive response. */
  readonly open: number;
  /** Of a run that was cut short: places in the share of this machine without an outcome, one and all after it, and earlier ones. */
  readonly left?: { readonly from: number; readonly also: number[]; readonly unanswered: number };
}

/** A finding on a stated or inferred requirement. */
export interface CheckFinding extends Common {
  readonly kind: 'check';
  readonly verdict: CheckVerdict;
  /** Why it is not a pass; for `skipped` the variable or option that would let it run. */
  readonly reason?: string;
  /** For an inconclusive check: the target did not respond, or the run ended first. */
  readonly unanswered?: true;
  /** For `skipped`: what the configuration lacks, where a profile may want it. */
  readonly lacks?: Lack;
  /** For an inconclusive check: what was missing, in the same words for all that miss it. */
  readonly unmet?: string;
  /** For a failure: what happened, in one sentence. */
  readonly found?: string;
  /** What was sent, expected and received: of a pass too. `expected` and `received` are lines, the response first. */
  readonly sent?: Sent;
  readonly expected?: string;
  readonly received?: string;
  /** A valid request of the same operation, and its outcome. */
  readonly control?: Control;
  /** The exchange that decided the check, and its status. */
  readonly deciding?: string;
  readonly status?: number;
  /** Where one write was sent several times: where its responses have the identity of their customer. */
  readonly identity?: string;
  /** A guess at the cause of a failure. */
  readonly likelyCause?: string;
  /** For a failure: a command that sends the request again, keys as variables. */
  readonly again?: string;
  readonly cases?: CaseCounts;
  /** Where the checks ran several times: how often each verdict came. */
  readonly verdicts?: Partial<Record<CheckVerdict, number>>;
}

/** An observation of behaviour that the specification does not define. */
export interface ObservationFinding extends Common {
  readonly kind: 'observation';
  readonly verdict: 'observed' | 'not-asked' | 'inconclusive';
  /** Behaviour in its normal form: no ids, no times. Present when `observed`. */
  readonly observation?: unknown;
  /** The observation for people, one sentence for each statement. */
  readonly sentences?: readonly string[];
  readonly reason?: string;
}

/** An error of this suite, not of the target: it gives no verdict, and the run ends with status 4. */
export interface HarnessFault {
  readonly kind: 'harness-fault';
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** Where a file could not be written: why, as a sentence. */
  readonly storage?: string;
}
