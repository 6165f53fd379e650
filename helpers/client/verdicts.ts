import type { Lack } from '../../schemas/profiles.js';
import type { Sent } from '../../schemas/types.js';
import type { Response } from './message.js';

/** How a probe ends without a pass: one class for each other verdict. */

/** A request beside the failed one, which shows that the change was the cause. */
export interface ControlResponse {
  /** In words: `with the valid key`. */
  readonly request: string;
  readonly response: Response;
  /** What the response shows beside its status: `one customer`. */
  readonly outcome?: string;
}

/** One write, sent several times under one Idempotency-Key. */
export interface Repeated {
  readonly times: number;
  readonly atOnce: boolean;
  /** Where the responses have the identity of their customer: a JSON Pointer, or `header:location`. */
  readonly identity: string;
}

/** What the report of a failure shows. Names in its texts are marked (schemas/marked.ts). */
export interface FailureDetails {
  /** One sentence, past or present, with the number in it. */
  readonly found: string;
  /** Lines: first the expected response, then the explanation. */
  readonly expected: string;
  /** Lines, as `expected`. */
  readonly received: string;
  readonly control?: ControlResponse;
  /** The response that contradicts: its request is shown as sent, and as a command. */
  readonly response?: Response;
  /** Where more than one request shows the failure. */
  readonly sent?: Sent;
  /** Where one write was sent several times under its Idempotency-Key: how, and what tells the customers apart. */
  readonly repeated?: Repeated;
  /** A guess at the cause, from the pattern of the responses: one sentence, which reports mark as a guess. */
  readonly likelyCause?: string;
}

/** What the report of a pass shows: the same sides as a failure. What is left out is read off the response. */
export type Proof = Partial<Pick<FailureDetails, 'received' | 'control' | 'sent'>> &
  Pick<FailureDetails, 'expected'> & { readonly response: Response };

/** A response contradicts the requirement: `fail`. */
export class Failed extends Error {
  override readonly name = 'Failed';

  constructor(readonly details: FailureDetails) {
    super(details.found);
  }

  /** The response that contradicts the requirement, where there is one. */
  get response(): Response | undefined {
    return this.details.response;
  }
}

/** The responses do not decide: `inconclusive`. The message is a sentence that names what is missing. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive';

  /** @param unmet what was missing, in the same words for all that miss it: reports tell it once */
  constructor(
    message: string,
    readonly unmet?: string,
  ) {
    super(message);
  }
}

/** The target did not respond, or the run ended first: `inconclusive`, and no waiver covers it. */
export class NoResponse extends Inconclusive {
  override readonly name = 'NoResponse';
}

/** A response that neither accepts nor rejects: `inconclusive`, with the exchange. */
export class UnclearResponse extends Inconclusive {
  override readonly name = 'UnclearResponse';

  constructor(
    message: string,
    readonly response: Response,
  ) {
    super(message);
  }
}

/** Not tested in this configuration: `skipped`. The message is a sentence that names the variable or option. */
export class Skipped extends Error {
  override readonly name = 'Skipped';

  /** @param lacks what the configuration lacks, where a profile may want it */
  constructor(
    message: string,
    readonly lacks?: Lack,
  ) {
    super(message);
  }
}
