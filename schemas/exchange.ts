/** One request and its response, as sent and received: redacted, so safe to write anywhere. */
export interface Exchange {
  /** Unique in the run: `x` and at least four digits, in the order of sending. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds from the start of the run to the sending of the request. */
  readonly offsetMs: number;
  /** Milliseconds until the complete response, or the transport error. */
  readonly durationMs: number;
  /** The check, observation or fixture that sent it. */
  readonly by?: string;
  /** How this request differs from a valid one, in words; `baseline request` for a valid one. */
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
    /** True where the body was longer than the suite reads or keeps. */
    readonly cut: boolean;
    /** True where another exchange had gone over its connection before. */
    readonly reused?: boolean;
  };
  /** Why there is no response: a transport error in words. */
  readonly fault?: string;
  /** For an accepted write: what the owner of the target needs to find and purge it. */
  readonly wrote?: {
    readonly idempotencyKey: string;
    readonly email: string;
    readonly tenant: 'first' | 'second';
    /** What was created, in one word: `customer`. */
    readonly resource?: string;
  };
}

/** Name as sent, and value. */
export type Header = readonly [name: string, value: string];
