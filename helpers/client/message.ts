import type { Agent as HttpAgent } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import type { Operation } from '../../schemas/operation.js';
import type { RawRequest } from './transport.js';

export type Caller = 'first' | 'second';

export type RequestChange = Readonly<{
  /** Words that follow "POST /customers": `without a key`. */
  purpose?: string;
  caller?: Caller;
  /** Replaces the caller's key; null for no header. */
  apiKey?: string | null;
  tenant?: string | null;
  /** A fresh UUID unless given. */
  idempotencyKey?: string | null;
  /** The value of the JSON body, or of `text`. */
  body?: object;
  /** Replaces the body, or adds one. */
  text?: string;
  encoding?: RawRequest['encoding'];
  contentType?: string | null;
  headers?: readonly Header[];
  /** Writes names of the specification's headers. */
  spell?: (name: string) => string;
  method?: string;
  path?: string;
  query?: string;
  /** Values in path, query or headers from a response: evidence without values masks them. */
  taken?: readonly string[];
  fresh?: boolean;
  /** Made by `ownAgent`: the connection of its earlier requests. */
  agent?: HttpAgent;
  /** Names what may be a stranger's: values of the response never enter the evidence. */
  guess?: boolean;
  /** Goes before other waiting requests: for a chain with pauses. */
  urgent?: boolean;
  /** A broken connection, as after a `text`, does not say that the target is down. */
  mayBreak?: boolean;
  /** In double quotes of a curl line, for a key that is not configured: another of its shape unless given; null for itself. */
  shellKey?: string | null;
  /** What a curl line does not repeat: `at the same time as others`. */
  circumstance?: string;
}>;

/** Whether it changes what the service may judge. */
export const isChanged = ({ apiKey, tenant, body, text, headers, query, path, method }: RequestChange) =>
  [apiKey, tenant, body, text, headers, query, path, method].some((part) => part !== undefined);

export type BuiltRequest = Readonly<{
  operation: Operation;
  change: RequestChange;
  apiKey: string | null;
  tenant: string | null;
  idempotencyKey: string | null;
  body?: object;
  raw: RawRequest;
}>;

/** Make valid bodies, by the schema of an operation. `rejected` is one under another key than the caller's. */
export type BodyMakers = Readonly<Record<string, (purpose?: string, destiny?: 'stored' | 'rejected') => object>>;

/** A response with its request: raw, in memory only. */
export type Response = Readonly<{
  exchange: string;
  request: BuiltRequest;
  status: number;
  /** Names in lower case; values of a repeated header joined by `, `. */
  headers: ReadonlyMap<string, string>;
  text: string;
  json: unknown;
  isJson: boolean;
  cut: boolean;
  durationMs: number;
  /** An earlier attempt broke, so that the service may have processed the request already. */
  again: boolean;
  /** Sent alone and under a new key: neither chance nor other tries influence the response. */
  alone: boolean;
}>;
