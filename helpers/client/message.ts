import type { Agent as HttpAgent } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import type { Operation } from '../../schemas/operation.js';
import type { RawRequest } from './transport.js';

/** Which of the two tenants sends the request, each with its own id and key. */
export type Caller = 'first' | 'second';

/** What differs from a valid request of the operation. All members are optional: an absent one changes nothing. */
export interface RequestChange {
  /** The change in words that follow "POST /customers": `without a key`. */
  readonly purpose?: string;
  readonly caller?: Caller;
  /** Another key than the caller's; null for no header at all. */
  readonly apiKey?: string | null;
  readonly tenant?: string | null;
  /** A fresh UUID unless given. */
  readonly idempotencyKey?: string | null;
  /** Value of the JSON body; with `text` too, what the text contains. */
  readonly body?: object;
  /** The body exactly, in place of its value. */
  readonly text?: string;
  readonly contentType?: string | null;
  readonly headers?: readonly Header[];
  /** Writes the names of the specification's headers differently. */
  readonly spell?: (name: string) => string;
  readonly method?: string;
  /** Another path than the operation's, relative to the base address. */
  readonly path?: string;
  /** Without the question mark. */
  readonly query?: string;
  /** Values in its path, query or headers that come from a response: evidence without values does not show them. */
  readonly taken?: readonly string[];
  /** On a connection of its own. */
  readonly fresh?: boolean;
  /** Of `ownAgent`: on the connection of the requests before that had it too. */
  readonly agent?: HttpAgent;
  /** Names something that may belong to a stranger: values of the response never enter the evidence. */
  readonly guess?: boolean;
  /** Ahead of other waiting requests: for a chain that pauses on purpose. */
  readonly urgent?: boolean;
  /** The service may break the connection over it, as over any `text`: no sign that the target is down. */
  readonly mayBreak?: boolean;
  /** Its value follows from the run's seed, so that its response is no observation: those of two nights are compared. */
  readonly drawn?: boolean;
  /**
   * What stands in a curl line for a key that is not a configured one, within double quotes: another key of the
   * same shape unless given; null for the key as it is, where it is like no key.
   */
  readonly shellKey?: string | null;
  /** What its response depends on, which a curl line does not repeat: `at the same time as others`. */
  readonly circumstance?: string;
}

/** A request with its change applied, in the terms of the specification. */
export interface BuiltRequest {
  readonly operation: Operation;
  readonly change: RequestChange;
  readonly apiKey: string | null;
  readonly tenant: string | null;
  readonly idempotencyKey: string | null;
  /** The value of the body. */
  readonly body?: object;
  readonly raw: RawRequest;
}

/** Make valid bodies, by the schema that an operation names. `rejected` is one whose request has another key than the caller's. */
export type BodyMakers = Readonly<Record<string, (purpose?: string, destiny?: 'stored' | 'rejected') => object>>;

/** A response with its request: raw, in memory only. */
export interface Response {
  /** Id of the exchange in the evidence. */
  readonly exchange: string;
  readonly request: BuiltRequest;
  readonly status: number;
  /** Names in lower case; values of a repeated header are joined by a comma and a space. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The body's value, where it is JSON; integers of more than fifteen digits as strings, so that none is lost. */
  readonly json: unknown;
  /** Whether the body is JSON. A body that is empty is none. */
  readonly isJson: boolean;
  readonly cut: boolean;
  readonly durationMs: number;
  /** True where an earlier attempt at the same request broke, so that the service may have processed it already. */
  readonly again: boolean;
  /** Sent alone and under a new key, so that neither chance nor other tries influence the response. */
  readonly alone: boolean;
}
