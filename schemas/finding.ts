import type { ReportedCheck } from './types.js';

/** The result of a check or an observation: plain JSON, redacted. */
export type Finding = CheckFinding | ObservationFinding;

type Common = Readonly<{
  id: string;
  /** Unique within its requirement; waivers refer to it. */
  name: string;
  /** In the order of sending, but the deciding one of a failure first. */
  exchanges: readonly string[];
  durationMs: number;
  /** How often the probe was repeated after a transport error. */
  retried: number;
}>;

/** A check as report.json has it, before decisions. */
export interface CheckFinding extends Common, Readonly<Omit<ReportedCheck, keyof Common>> {
  readonly kind: 'check';
}

export interface ObservationFinding extends Common {
  readonly kind: 'observation';
  readonly verdict: 'observed' | 'not-asked' | 'inconclusive';
  /** In normal form, without ids and times; there if `observed`. */
  readonly observation?: unknown;
  readonly sentences?: readonly string[];
  readonly reason?: string;
  /** The JSON Schema that bodies have in common. */
  readonly contract?: Readonly<Record<string, unknown>>;
  readonly settled?: CheckFinding;
}

export const settledCheck = 'as it was settled';

/** An error of this suite: the run ends with status 4, without a verdict. */
export type HarnessFault = Readonly<{
  kind: 'harness-fault';
  id: string;
  name: string;
  message: string;
  /** Replaces the other members in print: a file could not be written or loaded. */
  sentence?: string;
}>;

/** What a target may be like. Checks that a trait leaves open have its name as `unmet`. */
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
  'tenants are not distinguished': 'Both tenants get the same accounts',
  'the tenant id opens any tenant': 'The tenant id alone decides whose data are returned, whatever the key',
  'nothing is validated': 'The service validates nothing',
} as const;

export type Trait = keyof typeof traits;
