import type { Consequence } from './consequences.js';
import type { Operation } from './operation.js';

/** What an API says, for engine and reports. */
export type Specification = Readonly<{
  title: string;
  /** `v1`. */
  version: string;
  digest: string;
  /** Every base address ends with it: `/v1/`. */
  basePath: `/${string}`;
  /** Header names, spelt as in the specification. */
  headers: { readonly credential: string; readonly tenant?: string; readonly idempotencyKey?: string };
  /** In the order of reports. */
  areas: readonly Area[];
  /** What a report's first screen answers. */
  concerns: readonly { readonly name: string; readonly requirements: readonly string[] }[];
  /** In the order of reports. */
  catalogue: readonly Requirement[];
  operations: readonly Operation[];
  schemas: readonly object[];
  /** Names for what a mock may be declared to lack. */
  groups: Readonly<Record<string, LackGroup>>;
  /** What no mock may lack, nor have waived. */
  floor: readonly string[];
  /** Requirements whose checks depend on moments, so that a single one fails by chance. */
  byChance: readonly string[];
  /** Questions about the shape of bodies: a JSON Schema of the body settles them. */
  shapes: readonly string[];
  /** What a run cannot conclude about this API. */
  limits?: readonly Limit[];
  /** Members of the body, as `address.city`, with the requirement of their form. */
  members?: readonly { readonly name: string; readonly requirement: string }[];
}>;

/** Why a requirement holds, and so whether it can fail. */
export type Basis = 'stated' | 'inferred' | 'attested' | 'not-shown';

export type Requirement = Readonly<{
  /** Area prefix, hyphen, number. */
  id: string;
  basis: Basis;
  /** What has to hold; or the open question to the API's owner. */
  title: string;
  clause: string;
  /** From the clause to an inferred requirement. */
  step?: string;
  /** The harm of a failure, or of an open question. */
  consequence?: Consequence;
  /** Why a failure matters, in words for everybody. */
  why?: string;
  /** Items of the OWASP API Security Top 10 (2023) that a pass supports but does not prove. */
  supports?: readonly string[];
  /** Questions by the behaviour that raises them: steps into the observation, then its value; `*` is any. */
  pressing?: Readonly<Record<string, string>>;
  /** Questions that stand beside the verdict until somebody accepts or settles them. */
  noticed?: Readonly<Record<string, string>>;
  /** Why no run observes it, as a sentence. */
  never?: string;
  /** The part of the service that it asks about. */
  part?: string;
  /** What a run that does not observe it lacked, as a sentence. */
  needs?: string;
}>;

/** `prefixes` are those of the ids; `usual` and `supports` hold for rows without their own. */
export type Area = Readonly<{
  name: string;
  /** For narrow places. */
  short: string;
  prefixes: readonly string[];
  usual: Consequence;
  supports?: readonly string[];
}>;

export type LackGroup<Id extends string = string> = Readonly<{
  requirements: readonly Id[];
  /** What a client never meets there, as a phrase without full stop. */
  unmet: string;
  /** Open points that differ for the same reason. */
  open?: readonly string[];
}>;

/** A run cannot conclude this if one of `tested` was tested, or none of `untested`. */
export type Limit = Readonly<{ sentence: string; tested?: readonly string[]; untested?: readonly string[] }>;

/** @throws RangeError for an unknown prefix */
export function areaOf({ areas }: Pick<Specification, 'areas'>, id: string): Area {
  const prefix = id.replace(/-\d+$/, '');
  const area = areas.find(({ prefixes }) => prefixes.includes(prefix));
  if (!area) throw new RangeError(`no area has the prefix ${prefix}`);
  return area;
}

/** @throws RangeError for an unknown id */
export function requirementOf({ catalogue }: Pick<Specification, 'catalogue'>, id: string): Requirement {
  const found = catalogue.find((requirement) => requirement.id === id);
  if (!found) throw new RangeError(`the catalogue has no requirement ${id}`);
  return found;
}

export const groupsOf = ({ groups }: Pick<Specification, 'groups'>, id: string) =>
  Object.entries(groups).flatMap(([name, { requirements }]) => (requirements.includes(id) ? [name] : []));

/** Why an open point was not observed, if its probes gave no reason. */
export function whyUnobserved(specification: Pick<Specification, 'catalogue'>, id: string) {
  const { never, needs } = requirementOf(specification, id);
  return never ?? needs ?? 'No response of this run showed it.';
}

export const isDecidable = ({ basis }: Pick<Requirement, 'basis'>) => basis === 'stated' || basis === 'inferred';

/** The questions that an observation raises, each once. */
export function raisedBy(
  { observation }: { readonly observation?: unknown },
  { pressing, noticed }: Pick<Requirement, 'pressing' | 'noticed'>,
) {
  const raised = Object.entries({ ...pressing, ...noticed }).filter(([seen]) => isSeen(seen.split('/'), observation));
  return [...new Set(raised.map(([, question]) => question))];
}

/** Whether the steps lead to a value in the observation, which is the last step; `*` is any. */
export function isSeen([step, ...rest]: readonly string[], value: unknown): boolean {
  if (step === undefined || (rest.length === 0 && step !== '*')) return value === step;
  if (rest.length === 0) return true;
  if (value === null || typeof value !== 'object') return false;
  if (step === '*') return Object.values(value).some((inner) => isSeen(rest, inner));
  return Object.hasOwn(value, step) && isSeen(rest, (value as Readonly<Record<string, unknown>>)[step]);
}
