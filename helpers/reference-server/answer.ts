export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection is closed in the place of an answer. */
  readonly dropped?: true;
  /** Of a rejection whose status the specification does not state: a variant may answer it with another. */
  readonly unstated?: true;
}
