import type { Consequence } from './consequences.js';
import type { Trait } from './finding.js';
import type { Operation } from './operation.js';

/** What an API says, as one value: the engine and the reports know no other source of it. */
export interface Specification {
  readonly name: string;
  readonly title: string;
  /** As reports name it: `v1`. */
  readonly version: string;
  /** The path that every base address ends with: `/v1/`. */
  readonly basePath: `/${string}`;
  /** Names of the headers that carry the caller's key, its tenant and the name of a write, spelt as in the specification. */
  readonly headers: { readonly credential: string; readonly tenant?: string; readonly idempotencyKey?: string };
  /** In the order of reports. */
  readonly areas: readonly Area[];
  /** What a report's first screen answers, each with its requirements. */
  readonly concerns: readonly { readonly name: string; readonly requirements: readonly string[] }[];
  /** Every requirement, in the order of reports: the denominator. */
  readonly catalogue: readonly Requirement[];
  readonly operations: readonly Operation[];
  /** JSON Schemas of bodies. */
  readonly schemas: readonly object[];
  /** What a mock may be declared to lack, by the names that decisions have for it. */
  readonly groups: Readonly<Record<string, LackGroup>>;
  /** What no mock may lack: it is in no group, and no waiver covers it there. */
  readonly floor: readonly string[];
  /** Limits of what a run can conclude, beside those of any API. */
  readonly limits?: readonly Limit[];
  /** Members of the body, `address.city`, each with the requirement of its form. */
  readonly members?: readonly { readonly name: string; readonly requirement: string }[];
}

/** Why a requirement holds, and so whether it can fail. */
export type Basis = 'stated' | 'inferred' | 'attested' | 'not-shown';

/** One requirement. `clause` names sections and items of the specification. */
export interface Requirement {
  /** The prefix of its area, a hyphen and a number. */
  readonly id: string;
  readonly basis: Basis;
  /** What has to hold; of what the specification leaves open the question to the owner of the API. */
  readonly title: string;
  readonly clause: string;
  /** The reasoning from the clause to an inferred requirement. */
  readonly step?: string;
  /** The kind of harm that a failure does, or that is possible while a question is open: both are ordered by it. */
  readonly consequence?: Consequence;
  /** Why a failure matters for those who rely on the service, in words for people who are no engineers. */
  readonly why?: string;
  /** Items of the OWASP API Security Top 10 (2023) that a pass supports; it does not prove them. */
  readonly supports?: readonly string[];
  /** Behaviour that wants a decision first: the steps to a place in the observation and what stands there, and the question then. */
  readonly pressing?: Readonly<Record<string, string>>;
  /** Why no run observes it, as a sentence. */
  readonly never?: string;
  /** What a run lacked that did not observe it, as a sentence. */
  readonly needs?: string;
}

/** An area of the catalogue. `prefixes` are those of the ids; the others hold for each row that does not say otherwise. */
export interface Area {
  readonly name: string;
  /** For narrow places. */
  readonly short: string;
  readonly prefixes: readonly string[];
  readonly usual: Consequence;
  readonly supports?: readonly string[];
}

/** What a mock may be declared to lack, for good, and what that means for a client that is built against it. */
export interface LackGroup<Id extends string = string> {
  readonly requirements: readonly Id[];
  /** What a client has never met there, as a phrase without a full stop. */
  readonly unmet: string;
  /** Points that the specification leaves open, and that differ for the same reason. */
  readonly open?: readonly string[];
  /** What a target is like that lacks it. */
  readonly traits?: readonly Trait[];
}

/** A sentence about what a run cannot conclude; with `tested` or `untested` where one of these requirements was tested, or none. */
export interface Limit {
  readonly sentence: string;
  readonly tested?: readonly string[];
  readonly untested?: readonly string[];
}

/** The area of an id, by its prefix. @throws RangeError for an unknown prefix */
export function areaOf<A extends Pick<Area, 'prefixes'>>({ areas }: { readonly areas: readonly A[] }, id: string): A {
  const prefix = id.replace(/-\d+$/, '');
  const area = areas.find(({ prefixes }) => prefixes.includes(prefix));
  if (!area) throw new RangeError(`no area has the prefix ${prefix}`);
  return area;
}

/** The requirement of an id. @throws RangeError for an unknown id */
export function requirementOf({ catalogue }: Pick<Specification, 'catalogue'>, id: string): Requirement {
  const found = catalogue.find((one) => one.id === id);
  if (!found) throw new RangeError(`the catalogue has no requirement ${id}`);
  return found;
}

/** The group of a name. @throws RangeError where there is none */
export function groupOf({ groups }: Pick<Specification, 'groups'>, name: string): LackGroup {
  const group = Object.hasOwn(groups, name) ? groups[name] : undefined;
  if (!group) throw new RangeError(`there is no group ${name}`);
  return group;
}

/** The names of the groups that a requirement is in. */
export function groupsOf({ groups }: Pick<Specification, 'groups'>, id: string): readonly string[] {
  return Object.entries(groups).flatMap(([name, { requirements }]) => (requirements.includes(id) ? [name] : []));
}

/** Why a run has no observation of an open point, where its probes gave no reason. */
export function whyUnobserved(specification: Pick<Specification, 'catalogue'>, id: string): string {
  const { never, needs } = requirementOf(specification, id);
  return never ?? needs ?? 'No response of this run showed it.';
}

/** Whether checks decide a requirement. */
export function isDecidable({ basis }: Pick<Requirement, 'basis'>): boolean {
  return basis === 'stated' || basis === 'inferred';
}
