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
}

/** The recorded run does not hold what a check needs. The message is a clause, for people. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}
