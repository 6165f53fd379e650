/** What a fault of the suite shows of what was thrown. */
export const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
