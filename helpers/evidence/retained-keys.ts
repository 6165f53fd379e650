/** What the runs against one target hand on to each other. No secret is in it, and no identity as it was answered. */
export interface RetainedKeys {
  /** Writes of earlier runs that may be sent again, to learn how long a key is kept. Oldest first. */
  readonly writes: readonly RetainedWrite[];
  readonly retention: Retention;
}

/** A write that was let in, with what is needed to send it again and to know its customer. */
export interface RetainedWrite {
  readonly idempotencyKey: string;
  /** The body, exactly. */
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly sentAt: string;
  /** SHA-256 of each identity that the answer held, by pointer. */
  readonly identity: Readonly<Record<string, string>>;
}

/** How long a key is kept, as an interval of whole seconds; an end that is not known is left out. */
export interface Retention {
  readonly atLeastSeconds?: number;
  readonly atMostSeconds?: number;
}

/** What one run adds to the memory. */
export interface Learned {
  readonly retention: Retention;
  readonly writes: readonly RetainedWrite[];
  /** Keys that were sent again, and are of no more use. */
  readonly spent: readonly string[];
}
