import type { RequirementId } from '../../schemas/fsapi/catalogue.js';
import { createCustomer, operations } from '../../schemas/fsapi/operations.js';
import type { Service } from './service.js';
import type { State, StateShape } from './state.js';

/** What lies below the service: the certificate, the address, the keys. */
export interface ServerShape extends StateShape {
  readonly certificate?: 'unknown authority' | 'expired' | 'other host';
  /** Begins and ends with a slash. Default `/v1/`. */
  readonly basePath?: string;
}

/** Puts a service that differs in one thing in front of the honest one. */
export type Middleware = (honest: Service, world: State) => Service;

/** How a server differs from the honest one: in its service, below it, or in both. */
export interface Change {
  readonly middleware?: Middleware;
  readonly server?: ServerShape;
}

/** One thing that a server does wrong. */
export interface Fault extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** The requirements that are to be seen broken, and no others. */
  readonly breaks: readonly RequirementId[];
  /** Checks that fail, as `AUTH-01 create customer: no key`: all of a row, of a story those that it names. */
  readonly fails: readonly string[];
  /** Where such a bug comes from. */
  readonly story: string;
  /** Requirements whose traffic shows the fault, where those that it breaks send too little by themselves. */
  readonly with?: readonly RequirementId[];
  /** What CONFORMANCE_CUSTOMER holds where the fault is asked about: without it fictional values are in doubt first. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Whether moments decide: retries, races, broken connections. */
  readonly isTimed?: true;
  /** The table of a suite whose row it undoes: faults of several tables fit into one server. */
  readonly table?: string;
}

type Parts = Middleware | ServerShape | readonly [ServerShape, Middleware];

/** What a server does, what it is, or both. */
function partsOf(parts: Parts): Change {
  if (typeof parts === 'function') return { middleware: parts };
  return Array.isArray(parts) ? { server: parts[0], middleware: parts[1] } : { server: parts as ServerShape };
}

/** A story, what the server does or is, and the checks that fail: without an id they are of the first requirement. */
type Story = readonly [
  story: string,
  change: Parts,
  fails?: readonly string[],
  more?: Partial<Pick<Fault, 'with' | 'isTimed'>>,
];

/** Faults that break the same requirements, by their ids. */
export const breaking = (breaks: Fault['breaks'], stories: Readonly<Record<string, Story>>): Fault[] =>
  Object.entries(stories).map(([id, [story, change, checks = [], more]]) => {
    const fails = checks.map((check) => (/^[A-Z]+-\d/.test(check) ? check : `${breaks[0]} ${check}`));
    return { id, breaks, story, fails, ...more, ...partsOf(change) };
  });

/** Checks of these names, of both operations or of one. */
export const ofEach = (...names: readonly string[]): string[] =>
  operations.flatMap((operation) => names.map((name) => `${operation.name}: ${name}`));
export const ofCreation = (...names: readonly string[]): string[] =>
  names.map((name) => `${createCustomer.name}: ${name}`);

/** A conforming server of another shape. */
export interface Variant extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** Where the specification is silent, and what this server does there. */
  readonly freedom: string;
  /** Requirements that stay undecided of it, beside those that every run here leaves open. */
  readonly undecided?: readonly RequirementId[];
}

/** Variants by their id, which says what each does where the specification is silent. @param freedom what it does not say */
export const silence = (freedom: string, servers: Readonly<Record<string, Parts>>): Variant[] =>
  Object.entries(servers).map(([id, parts]) => ({ id, freedom, ...partsOf(parts) }));
