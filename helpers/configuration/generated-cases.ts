import { createHash } from 'node:crypto';
import type { Specification } from '../../schemas/specification.js';
import type { Configuration } from './settings.js';

export const kinds = ['well-formed', 'malformed'] as const;
export type Kind = (typeof kinds)[number];

/** Name of the check that asks the cases of one kind. */
export function checkName(kind: Kind): string {
  return `generated: ${kind}`;
}

/** How many generated cases of one kind a run sends, over all members: those that are valid may create a customer each. */
export function casesOfKind(
  { cases, only }: Pick<Configuration, 'cases' | 'only'>,
  { members = [] }: Pick<Specification, 'members'>,
): number {
  return cases * members.filter(({ requirement }) => only.includes(requirement)).length;
}

/** Seed of one case, 32 bits: of the run's seed and the case's place alone, so that no order changes it. */
export function seedOf(seed: number, row: string, kind: Kind, at: number): number {
  return createHash('sha256').update(`${seed}\n${row}\n${kind}\n${at}`).digest().readInt32BE(0);
}
