/** One request and its response, redacted. */
export type Exchange = Readonly<{
  /** `x` and at least four digits, unique, in the order of sending. */
  id: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** From the start of the run to the sending of the request. */
  offsetMs: number;
  /** Until the complete response, or the transport error. */
  durationMs: number;
  /** The check, observation or fixture that sent it. */
  by?: string;
  /** The change of a valid request, or `baseline request`. */
  purpose: string;
  request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly body?: string;
  };
  response?: {
    readonly status: number;
    readonly reason: string;
    readonly httpVersion: string;
    readonly headers: readonly Header[];
    readonly body: string;
    /** Bytes after decompression, as far as they were read. */
    readonly bodyBytes: number;
    /** The body was longer than the suite reads or keeps. */
    readonly cut: boolean;
    /** The connection had carried another exchange. */
    readonly reused?: boolean;
  };
  /** The transport error in place of a response. */
  fault?: string;
  /** What the target's owner needs to purge an accepted write. */
  wrote?: {
    readonly idempotencyKey: string;
    readonly email: string;
    readonly tenant: 'first' | 'second';
    /** `customer`. */
    readonly resource?: string;
  };
}>;

export type Header = readonly [name: string, value: string];
