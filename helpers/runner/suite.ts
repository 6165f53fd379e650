import type { Basis, Specification } from '../../schemas/specification.js';
import type { Target } from '../client/context.js';
import type { Observed, Proof } from '../client/verdicts.js';
import type { Configuration } from '../settings/schema.js';
import type { Rests } from './fixture.js';

/**
 * When a check or an observation runs. Those of one phase overlap.
 * - `early`: checks with a valid key;
 * - `patient`: such with pauses, for which only the later phases wait;
 * - `gaps`: observations, after the early checks, so that they affect none of their controls;
 * - `late`: invalid keys, since a target may lock out a client that sends several;
 * - `last`: whatever reads all responses of the run;
 * - `end`: waiting for webhooks, and checks that count on a listing, one at a time.
 */
export type Phase = 'early' | 'patient' | 'gaps' | 'late' | 'last' | 'end';

type Common = Readonly<{
  id: string;
  /** Unique within the requirement: a waiver refers to it. */
  name: string;
  phase: Phase;
  /** Whether a run that is configured so has it. */
  when?: (configuration: Configuration) => boolean;
  place: Error;
}>;

/** A check of a stated or inferred requirement, which may fail. */
export interface CheckDefinition extends Common, Rests {
  readonly kind: 'check';
  /** Returns what shows that the responses agree with the requirement. @throws Failed, Inconclusive, Skipped otherwise */
  readonly probe: (target: Target) => Promise<Proof>;
  /** Given if it rests on an inference, and its requirement is stated. */
  readonly basis?: 'inferred';
}

/** An observation of behaviour that the specification does not define: it has no pass or fail. */
export interface ObservationDefinition extends Common {
  readonly kind: 'observation';
  /** @throws Skipped if the configuration excludes it, Inconclusive without a result */
  readonly probe: (target: Target) => Promise<Observed>;
  readonly creations: number;
}

export type Definition = CheckDefinition | ObservationDefinition;

export type AboutCheck = Rests & Partial<Pick<CheckDefinition, 'phase' | 'when' | 'basis'>>;
type AboutObservation = Partial<Pick<ObservationDefinition, 'phase' | 'when' | 'creations'>>;

/** What `describe` returns, and a suite file exports: a requirement, with its checks or observations. */
export type Suite = Readonly<{
  id: string;
  /** In the order of their definition; none if no request shows the requirement. */
  definitions: readonly Definition[];
  place: Error;
}>;

type Row = Pick<Common, 'name' | 'when'>;
type Ending<About, Probe> = readonly [probe: Probe] | readonly [about: About, probe: Probe];

/** Defines a test, as vitest's `test` does. */
export interface DefineTest<About, Result> {
  (name: string, ...ending: Ending<About, (target: Target) => Promise<Result>>): void;
  /** A test for each row, whose name takes the place of `$name`. */
  each<R extends Row>(
    rows: readonly R[],
  ): (name: string, ...ending: Ending<About, (row: R, target: Target) => Promise<Result>>) => void;
}

/** `test` for what may fail. Any error of its probe but Failed, Inconclusive and Skipped is a fault of the suite. */
export type Checks<Id extends string = string> = Readonly<{ id: Id; test: DefineTest<AboutCheck, Proof> }>;

/** `observe` for what is only observed. What differs from the baseline is observed once more. */
export type Observations<Id extends string = string> = Readonly<{
  id: Id;
  observe: DefineTest<AboutObservation, Observed>;
}>;

/**
 * `describe` for the requirements of one specification: `describer<typeof fsapi>()`. An id that its catalogue lacks, or a
 * check of what is only observed, does not compile. Describing sends nothing.
 */
export function describer<S extends Pick<Specification, 'catalogue'>>() {
  type Of<B extends Basis> = Extract<S['catalogue'][number], { basis: B }>['id'];
  function describe<Id extends Of<'stated' | 'inferred'>>(id: Id, define: (given: Checks<Id>) => void): Suite;
  function describe<Id extends Of<'not-shown'>>(id: Id, define: (given: Observations<Id>) => void): Suite;
  function describe(id: string, define: (given: never) => void): Suite {
    const definitions: Definition[] = [];
    const add = (usual: object) => (given: object) => definitions.push({ ...usual, id, ...given } as Definition);
    const test = definerOf(add({ kind: 'check', phase: 'early' }));
    const observe = definerOf(add({ kind: 'observation', phase: 'gaps', creations: 0 }));
    define({ id, test, observe } as never);
    return { id, definitions, place: placeOfCall() };
  }
  /** A requirement that no request shows. */
  const todo = (id: Of<'attested' | 'not-shown'>): Suite => ({ id, definitions: [], place: placeOfCall() });
  return Object.assign(describe, { todo });
}

const placeOfCall = () => new Error('defined here');

function definerOf(add: (given: Partial<Definition>) => void): DefineTest<object, unknown> {
  type Probe = (...given: readonly unknown[]) => Promise<never>;
  const partsOf = (ending: readonly unknown[]) => ({
    about: ending.length === 1 ? {} : (ending[0] as object),
    probe: ending.at(-1) as Probe,
  });
  const each =
    (rows: readonly Row[]) =>
    (name: string, ...ending: readonly unknown[]) => {
      const { about, probe } = partsOf(ending);
      const place = placeOfCall();
      for (const row of rows) {
        const when = row.when && { when: row.when };
        const named = name.replace('$name', () => row.name);
        add({ ...about, ...when, name: named, probe: (target) => probe(row, target), place });
      }
    };
  const test = (name: string, ...ending: readonly unknown[]) => {
    const { about, probe } = partsOf(ending);
    add({ ...about, name, probe, place: placeOfCall() });
  };
  return Object.assign(test, { each });
}

/** The requirements that a suite file describes, in the order of their ids: that of exports is no promise. */
export function suitesOf(file: object): Suite[] {
  const isSuite = (exported: Partial<Suite> | undefined): exported is Suite => exported?.definitions !== undefined;
  const suites = Object.values(file).filter(isSuite);
  return suites.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function selected(suites: readonly Suite[], configuration: Configuration): Definition[] {
  const { only } = configuration;
  return suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ id, when }) => (only.length === 0 || only.includes(id)) && (when?.(configuration) ?? true));
}

export const titleOf = ({ id, name }: { readonly id: string; readonly name: string }): string => `${id} ${name}`;
