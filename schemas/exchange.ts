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
  request: Readonly<{ method: string; url: string; headers: readonly Header[]; body?: string }>;
  response?: Readonly<{
    status: number;
    reason: string;
    httpVersion: string;
    headers: readonly Header[];
    body: string;
    /** Bytes after decompression, as far as they were read. */
    bodyBytes: number;
    /** The body was longer than the suite reads or keeps. */
    cut: boolean;
    /** The connection had carried another exchange. */
    reused?: boolean;
  }>;
  fault?: string;
  /** What the target's owner needs to purge an accepted write. */
  wrote?: Readonly<{ idempotencyKey: string; email: string; tenant: 'first' | 'second'; resource?: string }>;
}>;

export type Header = readonly [name: string, value: string];
