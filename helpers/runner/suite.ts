import type { Basis } from '../../schemas/specification.js';
import type { Target } from '../client/context.js';
import type { Observed, Proof } from '../client/verdicts.js';
import type { Configuration } from '../settings/schema.js';
import type { Rests } from './fact.js';

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

interface Common {
  /** Of the requirement. */
  readonly id: string;
  /** Unique within the requirement: a waiver refers to it. */
  readonly name: string;
  readonly phase: Phase;
  /** Whether a run that is configured so has it. */
  readonly when?: (configuration: Configuration) => boolean;
}

/** A check of a stated or inferred requirement, which may fail. */
export interface CheckDefinition extends Common, Rests {
  readonly kind: 'check';
  /** Returns what shows that the responses agree with the requirement. @throws Failed, Inconclusive, Skipped otherwise */
  readonly probe: (target: Target) => Promise<Proof>;
  /** Where it rests on an inference, and its requirement is stated. */
  readonly basis?: 'inferred';
}

/** An observation of behaviour that the specification does not define: it has no pass or fail. */
export interface ObservationDefinition extends Common {
  readonly kind: 'observation';
  /** @throws Skipped if the configuration excludes it, Inconclusive without a result */
  readonly probe: (target: Target) => Promise<Observed>;
  /** How much it may create at most. */
  readonly creations: number;
}

export type Definition = CheckDefinition | ObservationDefinition;

export type AboutCheck = Rests & Partial<Pick<CheckDefinition, 'phase' | 'when' | 'basis'>>;
type AboutObservation = Partial<Pick<ObservationDefinition, 'phase' | 'when' | 'creations'>>;

type Ending<About, Probe> = readonly [probe: Probe] | readonly [about: About, probe: Probe];

const partsOf = <About, Probe>(ending: Ending<About, Probe>) =>
  ending.length === 1 ? { probe: ending[0] } : { ...ending[0], probe: ending[1] };

/** The checks and observations of one area of a catalogue, in the order of their definition. */
export interface Suite {
  readonly definitions: readonly Definition[];
}

/**
 * A suite to define checks in, of one specification: `suite<typeof fsapi>()`. Its ids are those of the catalogue: a check
 * of what is only observed does not compile. Defining sends nothing.
 */
export function suite<S extends { readonly catalogue: readonly { readonly id: string; readonly basis: Basis }[] }>() {
  type Row = S['catalogue'][number];
  const definitions: Definition[] = [];
  return {
    definitions,
    /** Any error of its probe other than Failed, Inconclusive and Skipped is a fault of the suite. */
    check: (
      id: Extract<Row, { basis: 'stated' | 'inferred' }>['id'],
      name: string,
      ...ending: Ending<AboutCheck, CheckDefinition['probe']>
    ): void => {
      definitions.push({ kind: 'check', id, name, phase: 'early', ...partsOf(ending) });
    },
    /** One that differs from the baseline is retested once. */
    observe: (
      id: Extract<Row, { basis: 'not-shown' }>['id'],
      name: string,
      ...ending: Ending<AboutObservation, ObservationDefinition['probe']>
    ): void => {
      definitions.push({ kind: 'observation', id, name, phase: 'gaps', creations: 0, ...partsOf(ending) });
    },
  };
}

/** The definitions of a run that is configured so. */
export function selected(suites: readonly Suite[], configuration: Configuration): Definition[] {
  const { only } = configuration;
  return suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ id, when }) => (only.length === 0 || only.includes(id)) && (when?.(configuration) ?? true));
}

/** The name of a test of a definition: unique in the run. */
export const titleOf = ({ id, name }: { readonly id: string; readonly name: string }): string => `${id} ${name}`;
