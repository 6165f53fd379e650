/** What a fault of the suite shows of what was thrown: its stack, if it has one. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
