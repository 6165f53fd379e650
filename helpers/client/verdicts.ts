import type { Sent } from '../../schemas/types.js';
import type { Response } from './response.js';

/** How a probe ends when it does not simply end: one class for each verdict that is no pass. */

/** A request beside the one that failed, which shows that its change alone was the cause. */
export interface ControlResponse {
  /** In words: `with the valid key`. */
  readonly request: string;
  readonly response: Response;
  /** What the response shows beside its status: `one customer`. */
  readonly outcome?: string;
}

/** What stands side by side in the report of a failure. Names in its texts are marked (schemas/marked.ts). */
export interface FailureDetails {
  /** One sentence, past or present, with the number in it. */
  readonly found: string;
  /** Lines: the first is the answer, what explains it follows. */
  readonly expected: string;
  /** Lines, as `expected`. */
  readonly received: string;
  readonly control?: ControlResponse;
  /** The response that contradicts: its request is shown as sent, and as a command. */
  readonly response?: Response;
  /** Where more than one request shows the failure. */
  readonly sent?: Sent;
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
