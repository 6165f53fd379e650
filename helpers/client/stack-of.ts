/** What a fault of the suite shows of whatever was thrown: the stack of an error, where it has one. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
