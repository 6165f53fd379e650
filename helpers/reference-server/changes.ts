import type { RequirementId } from '../../schemas/fsapi/catalogue.js';
import { createCustomer, operations } from '../../schemas/fsapi/operations.js';
import type { Service } from './service.js';
import type { Shape, State } from './state.js';

/** Puts a service that differs in one thing in front of the honest one. */
export type Middleware = (honest: Service, world: State) => Service;

/** In the service, or below it. */
export type Change = Readonly<{ middleware?: Middleware; server?: Shape }>;

export interface Fault extends Change {
  readonly id: string;
  /** Exactly these requirements fail. */
  readonly breaks: readonly RequirementId[];
  /** Checks that fail, as `AUTH-01 create customer: no key`: all for a row, for a story those it names. */
  readonly fails: readonly string[];
  /** Where such a bug comes from. */
  readonly story: string;
  /** CONFORMANCE_CUSTOMER of its run: without it fictional values are in doubt first. */
  readonly customer?: Readonly<Record<string, unknown>>;
  readonly isTimed?: true;
  /** The suite's table of its row: faults of several tables fit into one server. */
  readonly table?: string;
}

type Story = readonly [
  story: string,
  change: Middleware | Change,
  fails?: readonly string[],
  more?: Pick<Fault, 'isTimed'>,
];

/** The end of a story that names no checks and whose timing matters. */
export const timed = [[], { isTimed: true }] as const;

export const changeOf = (change: Middleware | Change): Change =>
  typeof change === 'function' ? { middleware: change } : change;

/** Faults by requirements and id, as `AUTH-01 AUTH-02 missing-key-crashes`. */
export const storiesOf = (stories: Readonly<Record<`${RequirementId} ${string}`, Story>>): Fault[] =>
  Object.entries(stories).map(([name, [story, change, checks = [], more]]) => {
    const [id = '', ...ids] = name.split(' ').reverse();
    const breaks = ids.reverse() as RequirementId[];
    const fails = checks.map((check) => (/^[A-Z]+-\d/.test(check) ? check : `${breaks[0]} ${check}`));
    return { id, breaks, story, fails, ...more, ...changeOf(change) };
  });

export const identifiedBy = (customerId: Shape['customerId'], accountId?: Shape['accountId']): Change => ({
  server: { customerId, accountId },
});

export const ofEach = (...names: readonly string[]) =>
  operations.flatMap((operation) => names.map((name) => `${operation.name}: ${name}`));
export const ofCreation = (...names: readonly string[]) => names.map((name) => `${createCustomer.name}: ${name}`);

export const withoutValidKey = (more: string) => ['no key', 'a random key'].map((key) => `${key}, and ${more}`);

export interface Variant extends Change {
  readonly id: string;
  /** Where the specification is silent. */
  readonly freedom: string;
}

export type Freedoms = Readonly<Record<string, Middleware | Change>>;

export const silence = (freedom: string, servers: Freedoms): Variant[] =>
  Object.entries(servers).map(([id, server]) => ({ id, freedom, ...changeOf(server) }));
