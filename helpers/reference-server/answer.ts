export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection is closed in the place of an answer. */
  readonly dropped?: true;
}
