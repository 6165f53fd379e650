import type { Trait } from '../../schemas/finding.js';
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

/** One request, sent several times; a write under one idempotency key. */
export interface Repeated {
  readonly times: number;
  readonly atOnce: boolean;
  /** Where the responses have the identity of their customer: a JSON Pointer, or `header:location`; empty for none. */
  readonly identity: string;
}

/** What decides: a response, whose request is shown as sent, or what the target showed outside of any exchange, as a webhook. */
type Deciding = { readonly response: Response } | { readonly response?: never; readonly outside: true };

/**
 * What the reports of a pass and of a failure show. Names in its texts are marked (schemas/marked.ts). What is left out is
 * read off the requirement and the response.
 */
interface Sides {
  /** Lines: first the expected response, then the explanation. The title of the requirement unless given. */
  readonly expected?: string;
  /** Lines, as `expected`. The status of the response unless given. */
  readonly received?: string;
  readonly control?: ControlResponse;
  /** Where more than one request shows it. */
  readonly sent?: Sent;
}

/** What the report of a failure shows. */
export type FailureDetails = Sides &
  Deciding & {
    /** One sentence, past or present, with the number in it. */
    readonly found: string;
    /** Where one request was sent several times: how, and what tells the customers of a write apart. */
    readonly repeated?: Repeated;
    /** A guess at the cause, from the pattern of the responses: one sentence, which reports mark as a guess. */
    readonly likelyCause?: string;
    /** The trait of the target that the failure shows by itself: other checks wait for its opposite. */
    readonly unmet?: Trait;
  };

/** What a check proves where it passes, as its probe returns it: the same sides as a failure. */
export type Proof = Sides & Deciding & { readonly noted?: Noted };

/** What an observation at the end of the run makes of a check that passed. */
export interface Noted {
  /** The response to an invalid value of a member, at a JSON Pointer. */
  readonly response: Response;
  readonly pointer: string;
  readonly mutation: string;
  readonly became: 'rejected' | 'normalised';
}

/** The result of an observation: behaviour in normal form, and one sentence for each statement. */
export interface Observed {
  readonly observation: unknown;
  readonly sentences: readonly string[];
  /** Responses to requests of others that it was read off, beside its own: they become its evidence. */
  readonly seen?: readonly Response[];
  /** Whether the target showed it outside of any exchange, in a webhook. */
  readonly outside?: true;
}

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

  /**
   * @param unmet what was missing, in the same words for all that miss it: reports tell it once. A trait of the target, or
   *   the id of the requirement whose failure explains it, where one does
   */
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

/** A response that decides nothing: `inconclusive`, with the exchange. After a server error the request is repeated. */
export class UnclearResponse extends Inconclusive {
  override readonly name = 'UnclearResponse';

  constructor(
    message: string,
    readonly response: Response,
    unmet?: string,
  ) {
    super(message, unmet);
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
