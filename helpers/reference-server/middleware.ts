import type { Service } from './service.js';
import type { State, StateShape } from './state.js';

/** What lies below the service: the certificate, the address, the keys. */
export interface ServerShape extends StateShape {
  readonly certificate?: 'unknown authority' | 'expired' | 'not yet valid' | 'other host';
  /** Begins and ends with a slash. Default `/v1/`. */
  readonly basePath?: string;
  /** Plain HTTP, whatever was asked for. */
  readonly plain?: boolean;
}

/** Puts a service that differs in one thing in front of the honest one. */
export type Middleware = (honest: Service, world: State) => Service;

/** How a server differs from the honest one: in its service, below it, or in both. */
export interface Change {
  readonly middleware?: Middleware;
  readonly server?: ServerShape;
}
