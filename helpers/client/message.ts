import type { Agent as HttpAgent } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import type { Operation } from '../../schemas/operation.js';
import type { RawRequest } from './transport.js';

export type Caller = 'first' | 'second';

export interface RequestChange {
  /** Words that follow "POST /customers": `without a key`. */
  readonly purpose?: string;
  readonly caller?: Caller;
  /** Replaces the caller's key; null for no header. */
  readonly apiKey?: string | null;
  readonly tenant?: string | null;
  /** A fresh UUID unless given. */
  readonly idempotencyKey?: string | null;
  /** The value of the JSON body, or of `text`. */
  readonly body?: object;
  /** Replaces the whole body; an operation without a body gets one. */
  readonly text?: string;
  readonly encoding?: RawRequest['encoding'];
  readonly contentType?: string | null;
  readonly headers?: readonly Header[];
  /** Writes names of the specification's headers. */
  readonly spell?: (name: string) => string;
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  /** Values in its path, query or headers that come from a response: evidence without values masks them. */
  readonly taken?: readonly string[];
  readonly fresh?: boolean;
  /** Made by `ownAgent`: the connection of its earlier requests. */
  readonly agent?: HttpAgent;
  /** Names what may belong to a stranger: values of the response never enter the evidence. */
  readonly guess?: boolean;
  /** Goes before other waiting requests: for a chain with pauses. */
  readonly urgent?: boolean;
  /** The service may break the connection over it, as over a `text`: this says not that the target is down. */
  readonly mayBreak?: boolean;
  /** In double quotes of a curl line, for a key that is not configured: another of its shape unless given; null for itself. */
  readonly shellKey?: string | null;
  /** What a curl line does not repeat: `at the same time as others`. */
  readonly circumstance?: string;
}

/** Whether it changes what the service may judge: a request without that is valid. */
export function isChanged({ apiKey, tenant, body, text, headers, query, path, method }: RequestChange): boolean {
  return [apiKey, tenant, body, text, headers, query, path, method].some((part) => part !== undefined);
}

export interface BuiltRequest {
  readonly operation: Operation;
  readonly change: RequestChange;
  readonly apiKey: string | null;
  readonly tenant: string | null;
  readonly idempotencyKey: string | null;
  readonly body?: object;
  readonly raw: RawRequest;
}

/** Make valid bodies, by the schema of an operation. `rejected` is one under another key than the caller's. */
export type BodyMakers = Readonly<Record<string, (purpose?: string, destiny?: 'stored' | 'rejected') => object>>;

/** A response with its request: raw, in memory only. */
export interface Response {
  readonly exchange: string;
  readonly request: BuiltRequest;
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly json: unknown;
  readonly isJson: boolean;
  readonly cut: boolean;
  readonly durationMs: number;
  /** An earlier attempt broke, so that the service may have processed the request already. */
  readonly again: boolean;
  /** Sent alone and under a new key: neither chance nor other tries influence the response. */
  readonly alone: boolean;
}
