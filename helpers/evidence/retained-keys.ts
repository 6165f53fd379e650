/** What runs against one target hand on to the next. It contains no secret, and identities only as digests. */
export interface RetainedKeys {
  /** Writes of earlier runs to repeat, to learn how long the service keeps a key. Oldest first. */
  readonly writes: readonly RetainedWrite[];
  readonly retention: Retention;
}

/** A write that the service accepted, with all that repeating it and recognising its customer takes. */
export interface RetainedWrite {
  readonly idempotencyKey: string;
  /** The body, exactly. */
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly sentAt: string;
  /** SHA-256 of each identity in the response, by pointer. */
  readonly identity: Readonly<Record<string, string>>;
}

/** How long the service keeps a key, as an interval of whole seconds; an unknown end is absent. */
export interface Retention {
  readonly atLeastSeconds?: number;
  readonly atMostSeconds?: number;
}

/** What one run adds. */
export interface Learned {
  readonly retention: Retention;
  readonly writes: readonly RetainedWrite[];
  /** Keys that this run repeated: their next response would say nothing new. */
  readonly spent: readonly string[];
}
