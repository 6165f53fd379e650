/**
 * Something is wrong with how the program was called or configured, and nothing was sent. Its message is one clear
 * sentence for people, free of secrets; the program prints it and ends with status 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
