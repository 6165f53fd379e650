import type { RequirementId } from '../../schemas/fsapi/catalogue.js';
import { createCustomer, operations } from '../../schemas/fsapi/operations.js';
import type { Middleware } from './middleware.js';
import type { Shape } from './state.js';

/** How a server differs from the honest one: in its service, below it, or in both. */
export interface Change {
  readonly middleware?: Middleware;
  readonly server?: Shape;
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
  /** What CONFORMANCE_CUSTOMER holds where the fault is asked about: without it fictional values are in doubt first. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Whether moments decide: retries, races, broken connections. */
  readonly isTimed?: true;
  /** The table of a suite whose row it undoes: faults of several tables fit into one server. */
  readonly table?: string;
}

/** A story, what the server does or is, and the checks that fail: without an id they are of the first requirement. */
type Story = readonly [
  story: string,
  change: Middleware | Change,
  fails?: readonly string[],
  more?: Pick<Fault, 'isTimed'>,
];

export const changeOf = (change: Middleware | Change): Change =>
  typeof change === 'function' ? { middleware: change } : change;

/** Faults by the requirements that they break and their ids, as `AUTH-01 AUTH-02 missing-key-crashes`. */
export const storiesOf = (stories: Readonly<Record<`${RequirementId} ${string}`, Story>>): Fault[] =>
  Object.entries(stories).map(([name, [story, change, checks = [], more]]) => {
    const [id = '', ...ids] = name.split(' ').reverse();
    const breaks = ids.reverse() as RequirementId[];
    const fails = checks.map((check) => (/^[A-Z]+-\d/.test(check) ? check : `${breaks[0]} ${check}`));
    return { id, breaks, story, fails, ...more, ...changeOf(change) };
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
}

/** What servers do where the specification is silent, by their ids. */
export type Freedoms = Readonly<Record<string, Middleware | Change>>;

/** Variants by their id, which says what each does where the specification is silent. @param freedom what it does not say */
export const silence = (freedom: string, servers: Freedoms): Variant[] =>
  Object.entries(servers).map(([id, server]) => ({ id, freedom, ...changeOf(server) }));
