import type { Basis } from '../../schemas/specification.js';
import type { Observed, Proof } from '../client/verdicts.js';
import type { Configuration } from '../settings/settings.js';
import type { Rests } from './fact.js';
import type { Phase } from './phases.js';
import type { Target } from './target.js';

interface Common {
  /** Unique within the requirement: a waiver refers to it. */
  readonly name: string;
  readonly phase: Phase;
  /** Whether it is part of a run that is configured so; part of every run without it. */
  readonly when?: (configuration: Configuration) => boolean;
}

/** A check of a stated or inferred requirement, which may fail. */
export interface CheckDefinition extends Common, Rests {
  readonly kind: 'check';
  readonly id: string;
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
  readonly id: string;
  /** @throws Skipped if the configuration excludes it, Inconclusive without a result */
  readonly probe: (target: Target) => Promise<Observed>;
  /** How much it may create at most. */
  readonly creations: number;
}

export type Definition = CheckDefinition | ObservationDefinition;

/** When a probe takes part, beside the default. */
type About = { readonly phase?: Phase; readonly when?: Common['when'] };

/** The same of a check, and what its verdict rests on. */
export type AboutCheck = About & Rests & Pick<CheckDefinition, 'basis'>;

type Rows = readonly { readonly id: string; readonly basis: Basis }[];
/** Ids of the requirements of a catalogue that checks decide, and of those that are only observed. */
type DecidableId<C extends Rows> = Extract<C[number], { basis: 'stated' | 'inferred' }>['id'];
type OpenId<C extends Rows> = Extract<C[number], { basis: 'not-shown' }>['id'];

/** The checks and observations of one area of a catalogue, in the order of their definition. */
export interface Suite {
  readonly definitions: readonly Definition[];
}

/** A suite while it is written. Its ids are those of a catalogue: a check of what is only observed does not compile. */
export interface SuiteOf<C extends Rows> extends Suite {
  /**
   * Defines a check. Any error of its probe other than Failed, Inconclusive and Skipped is a fault of the suite.
   * @param about.given, about.shown, about.unless the facts that its verdict rests on
   * @param about.basis `inferred` where the requirement is stated and this check follows from it by its step
   * @param about.phase other than `early`: `late` for invalid keys, `last` for checks of all responses
   */
  readonly check: (
    id: DecidableId<C>,
    name: string,
    ...rest: readonly [probe: CheckDefinition['probe']] | readonly [about: AboutCheck, probe: CheckDefinition['probe']]
  ) => void;
  /**
   * Defines an observation. One that differs from the baseline is retested once.
   * @param about.creations how much it may create at most
   */
  readonly observe: (
    id: OpenId<C>,
    name: string,
    ...rest:
      | readonly [probe: ObservationDefinition['probe']]
      | readonly [about: About & { readonly creations?: number }, probe: ObservationDefinition['probe']]
  ) => void;
}

/**
 * A suite to define checks in, of one specification: `suite<typeof fsapi>()`, or `suite({ catalogue })` where the types are
 * to follow from a value. Defining sends nothing.
 */
export function suite<const S extends { readonly catalogue: Rows }>(_of?: S): SuiteOf<S['catalogue']> {
  const definitions: Definition[] = [];
  return {
    definitions,
    check: (id, name, ...rest) => {
      const [{ phase = 'early', ...about }, probe] = rest.length === 1 ? [{} as AboutCheck, ...rest] : rest;
      definitions.push({ kind: 'check', id, name, probe, phase, ...about });
    },
    observe: (id, name, ...rest) => {
      const [about, probe] = rest.length === 1 ? [{}, ...rest] : rest;
      const { phase = 'gaps', creations = 0, ...more } = about;
      definitions.push({ kind: 'observation', id, name, probe, phase, creations, ...more });
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
export function titleOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return `${id} ${name}`;
}
