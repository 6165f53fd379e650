import type { Trait } from '../../schemas/finding.js';
import type { Lack } from '../../schemas/profiles.js';
import type { Sent } from '../../schemas/types.js';
import type { Response } from './message.js';

/** A response that shows that the change was the cause of the deciding one. */
export type ControlResponse = Readonly<{
  /** In words: `with the valid key`. */
  request: string;
  response: Response;
  /** Shown with its status: `one customer`. */
  outcome?: string;
}>;

/** One request, sent several times; a write under one idempotency key. */
export type Repeated = Readonly<{
  times: number;
  atOnce: boolean;
  /** The place of the customer's identity in responses, as `Leaf.pointer`; empty for none. */
  identity: string;
}>;

/** What decides: a response, or what the target showed outside of any exchange, as a webhook. */
type Deciding = { readonly response: Response } | { readonly response?: never; readonly outside: true };

/** What reports show. Names in its texts are marked (schemas/marked.ts). */
type Sides = Readonly<{
  /** Lines: the expected response, and an explanation. The title of the requirement unless given. */
  expected?: string;
  /** Lines; the status of the response unless given. */
  received?: string;
  control?: ControlResponse;
  /** Given if several requests show it. */
  sent?: Sent;
}>;

export type FailureDetails = Sides &
  Deciding & {
    readonly found: string;
    readonly repeated?: Repeated;
    /** One sentence, which reports mark as a guess. */
    readonly likelyCause?: string;
    readonly unmet?: Trait;
  };

export type Proof = Sides & Deciding & { readonly noted?: Noted };

/** What a passed check leaves to an observation. */
export type Noted = Readonly<{
  /** The response to an invalid value of a member, at a JSON Pointer. */
  response: Response;
  pointer: string;
  mutation: string;
  became: 'rejected' | 'normalised';
}>;

/** What an observation gives: behaviour in normal form, and a sentence for each statement. */
export type Observed = Readonly<{
  observation: unknown;
  sentences: readonly string[];
  /** Responses to others' requests: evidence, too. */
  seen?: readonly Response[];
  outside?: true;
  sample?: Sample;
}>;

/** Responses of one kind, `9 creations`, and the JSON Schema of their bodies, each under its status if it is by status. */
export type Sample = Readonly<{
  contract: Readonly<Record<string, unknown>>;
  isByStatus: boolean;
  bodies: readonly { readonly response: Response; readonly value: unknown }[];
  size: string;
}>;

/** A response contradicts the requirement: `fail`. */
export class Failed extends Error {
  override readonly name = 'Failed';

  constructor(readonly details: FailureDetails) {
    super(details.found);
  }

  get response(): Response | undefined {
    return this.details.response;
  }
}

/** The responses do not decide: `inconclusive`. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive';

  /** @param message says what is missing @param unmet the trait of the target, or the id of the requirement, behind it */
  constructor(
    message: string,
    readonly unmet?: string,
  ) {
    super(message);
  }
}

/** The target did not respond, rejected the configured key, or the run ended first: no waiver covers it. */
export class NoResponse extends Inconclusive {
  override readonly name = 'NoResponse';
}

/** A response that decides nothing: `inconclusive`, with the exchange. A server error is repeated. */
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

/** Not tested in this configuration: `skipped`. */
export class Skipped extends Error {
  override readonly name = 'Skipped';

  /** @param message a sentence that names the variable or option @param lacks what a profile may want */
  constructor(
    message: string,
    readonly lacks?: Lack,
  ) {
    super(message);
  }
}
