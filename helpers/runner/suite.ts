import type { Basis } from '../../schemas/specification.js';
import type { Observed, Proof } from '../client/verdicts.js';
import type { Configuration } from '../settings/schema.js';
import type { Rests, Target } from './fact.js';

/**
 * When a check or an observation runs. Those of one phase overlap.
 * - `early`: checks with a valid key;
 * - `patient`: as `early`, with pauses: only the later phases wait for it;
 * - `gaps`: observations that the specification leaves open, after the checks, so that they affect none of their controls;
 * - `late`: invalid keys, since a target may lock out a client that sends several;
 * - `last`: checks of all responses of the run;
 * - `end`: after all other requests: waiting for webhooks, and checks that count on a listing, one at a time.
 */
export type Phase = 'early' | 'patient' | 'gaps' | 'late' | 'last' | 'end';

interface Common {
  /** Of the requirement. */
  readonly id: string;
  /** Unique within the requirement: a waiver refers to it. */
  readonly name: string;
  readonly phase: Phase;
  /** Whether it is part of a run that is configured so; part of every run without it. */
  readonly when?: (configuration: Configuration) => boolean;
}

/** A check of a stated or inferred requirement, which may fail. */
export interface CheckDefinition extends Common, Rests {
  readonly kind: 'check';
  /**
   * Returns what shows that every response agrees with the requirement.
   * @throws Failed, Inconclusive, Skipped otherwise
   */
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

/** What there is to say of a check: when it takes part, beside the default, and what its verdict rests on. */
export type AboutCheck = Rests & Partial<Pick<CheckDefinition, 'phase' | 'when' | 'basis'>>;
type AboutObservation = Partial<Pick<ObservationDefinition, 'phase' | 'when' | 'creations'>>;

/** What a definition ends with. */
type Ending<About, Probe> = readonly [probe: Probe] | readonly [about: About, probe: Probe];

/** The checks and observations of one area of a catalogue, in the order of their definition. */
export interface Suite {
  readonly definitions: readonly Definition[];
}

/**
 * A suite to define checks in, of one specification: `suite<typeof fsapi>()`, or `suite({ catalogue })` where the types are
 * to follow from a value. Its ids are those of the catalogue: a check of what is only observed does not compile. Defining
 * sends nothing.
 */
export function suite<
  const S extends { readonly catalogue: readonly { readonly id: string; readonly basis: Basis }[] },
>(_of?: S) {
  type Row = S['catalogue'][number];
  const definitions: Definition[] = [];
  return {
    definitions,
    /**
     * Defines a check. Any error of its probe other than Failed, Inconclusive and Skipped is a fault of the suite.
     * @param rest its probe, and before it the facts that its verdict rests on (`given`, `shown`, `unless`); `basis`,
     *   `inferred` where the requirement is stated and this check follows from it by its step; a phase other than `early`
     */
    check: (
      id: Extract<Row, { basis: 'stated' | 'inferred' }>['id'],
      name: string,
      ...rest: Ending<AboutCheck, CheckDefinition['probe']>
    ): void => {
      const [about, probe] = rest.length === 1 ? [{}, ...rest] : rest;
      definitions.push({ kind: 'check', id, name, probe, phase: 'early', ...about });
    },
    /** Defines an observation. One that differs from the baseline is retested once. @param rest its probe, and before it how much it may create at most */
    observe: (
      id: Extract<Row, { basis: 'not-shown' }>['id'],
      name: string,
      ...rest: Ending<AboutObservation, ObservationDefinition['probe']>
    ): void => {
      const [about, probe] = rest.length === 1 ? [{}, ...rest] : rest;
      definitions.push({ kind: 'observation', id, name, probe, phase: 'gaps', creations: 0, ...about });
    },
  };
}

/** The definitions of a run that is configured so, in the order of the suites. */
export function selected(suites: readonly Suite[], configuration: Configuration): Definition[] {
  const { only } = configuration;
  return suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ id, when }) => (only.length === 0 || only.includes(id)) && (when === undefined || when(configuration)));
}

/** The name of a test of a definition: unique in the run. */
export const titleOf = ({ id, name }: { readonly id: string; readonly name: string }): string => `${id} ${name}`;
