import type { ReportedCheck } from './types.js';

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

/** A finding on a stated or inferred requirement: a check as report.json has it, before people decide. */
export interface CheckFinding extends Common, Readonly<Omit<ReportedCheck, keyof Common>> {
  readonly kind: 'check';
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

/** An error of this suite, not of the target: the run ends with status 4, without a verdict. */
export interface HarnessFault {
  readonly kind: 'harness-fault';
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** What people are shown, and nothing else, where a file could not be written or loaded. */
  readonly sentence?: string;
}

/**
 * What a target may be like as a whole: `doctor` and every report say it in these words. The name is also the `unmet` of
 * checks that the trait leaves open.
 */
export const traits = {
  'nothing is found': 'Every request returns 404: the path of `CONFORMANCE_BASE_URL` is probably wrong',
  'every path returns the same': 'Every path returns the same response: this may not be the API',
  'everything is a server error': 'Valid requests of every operation return a server error',
  'server errors come by chance': 'Server errors come by chance: the same request, repeated, got another response',
  'no key is needed': 'No key is needed',
  'any key is accepted': 'Any key is accepted',
  'answers are canned': 'Responses are canned: creations under two keys return the same customer',
  'ids are new in each answer': 'Each response has new ids: no customer or account can be recognised',
  'repeats return other customers': 'A retry with the same idempotency key returns another customer',
  'listings are new at each reading': 'Each listing returns different accounts',
  'tenants are not told apart': 'Both tenants get the same accounts',
  'the tenant id opens any tenant': 'The tenant id alone decides whose data are returned, whatever the key',
  'nothing is validated': 'The service validates nothing',
} as const;

/** The name of a trait. */
export type Trait = keyof typeof traits;
