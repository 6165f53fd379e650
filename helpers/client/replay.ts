import type { Exchange } from '../../schemas/exchange.js';
import type { RawResponse } from './transport.js';

/** An exchange of a recorded run, handed out in the place of the network. */
export interface Replayed {
  readonly id: string;
  readonly durationMs: number;
  /** Settles when the recorded exchange ended: gives the response, or the transport error in words. */
  arrive(): Promise<RawResponse | string>;
}

/** A recorded run: where a context has one, no request leaves the process. */
export interface Replay {
  /**
   * The recorded exchange of a request.
   * @param by the check, observation or fixture that sends it
   * @param sent the request as evidence shows it
   * @throws NotRecorded
   */
  take(by: string, purpose: string, sent: Exchange['request']): Replayed;
  /**
   * Notes that a check reads what evidence does not hold: it goes on without, since what it finds elsewhere may decide.
   * @param exchange whose response it is
   * @throws NotRecorded for a fixture, whose value others take for whole
   */
  lacks(by: string, exchange: string, what: string): void;
  /** Notes that a check reads values of which evidence holds digests: what they have in common it sees, and what they are not. */
  masked(by: string, what: string): void;
}

/** The recorded run does not hold what a check needs. The message is a clause, for people. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';

  /** @param isWithheld whether the request has what stands for a withheld value, and so cannot be the recorded one */
  constructor(
    message: string,
    readonly isWithheld = false,
  ) {
    super(message);
  }
}
