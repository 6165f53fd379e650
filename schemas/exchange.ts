/** One request and what came back for it, as recorded by the wire: redacted already, so safe to write anywhere. */
export interface Exchange {
  /** Unique in the run: `x` and at least four digits, in the order of sending. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds from the start of the run to the sending of the request. */
  readonly offsetMs: number;
  /** Milliseconds until the whole answer was there, or the fault. */
  readonly durationMs: number;
  /** What this request bends, in words; `as it should be` for an unbent one. */
  readonly purpose: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly reason: string;
    readonly httpVersion: string;
    readonly headers: readonly Header[];
    readonly body: string;
    /** Bytes of the body as received, after decompression; of a cut one, as far as it was read. */
    readonly bodyBytes: number;
    /** True where the body was longer than what is read or kept. */
    readonly cut: boolean;
    /** True where another exchange had gone over its connection before. */
    readonly reused?: boolean;
  };
  /** Why there is no answer: a transport error in words. */
  readonly fault?: string;
  /** Among tries under one Idempotency-Key: the customer whom the answer is about, by a letter: `A` for the first. */
  readonly customer?: string;
  /** A write that was accepted: what the owner of the target needs to find and purge it. */
  readonly wrote?: { readonly idempotencyKey: string; readonly email: string; readonly tenant: 'first' | 'second' };
}

/** Name as sent, and value. */
export type Header = readonly [name: string, value: string];
