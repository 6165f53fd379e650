import type { Response } from './response.js';

/** How a probe ends when it does not simply end: one class for each verdict that is no pass. */

/** What stands side by side in the report of a failure. */
export interface FailureDetails {
  /** One sentence, past or present, with the number in it. */
  readonly found: string;
  readonly expected: string;
  readonly received: string;
  /** The same request without the bend, and what became of it. */
  readonly control?: string;
  /** The exchange that contradicts: shown as sent, and as a command. */
  readonly response?: Response;
  /** Where the bend takes more than one request. */
  readonly sent?: string;
}

/** An answer contradicts the requirement: `fail`. Of itself it needs no exchange: an address may be enough. */
export class Failed extends Error {
  override readonly name = 'Failed';

  constructor(readonly details: FailureDetails) {
    super(details.found);
  }

  /** The answer that contradicts, where there is one. */
  get response(): Response | undefined {
    return this.details.response;
  }
}

/** The answers do not decide: `inconclusive`. The message says, as a sentence, what is missing. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive';
}

/** An answer that neither lets in nor refuses: `inconclusive`, with the exchange. */
export class UnclearResponse extends Inconclusive {
  override readonly name = 'UnclearResponse';

  constructor(
    message: string,
    readonly response: Response,
  ) {
    super(message);
  }
}

/** Not asked in this configuration: `skipped`. The message names, as a sentence, the variable or option. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
