/** A fault of this suite, not of the target: no verdict is given. Its message is that of the command line. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** A secret was found in what was about to be written, so nothing was. */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';
}
