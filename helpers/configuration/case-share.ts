import { createHash } from 'node:crypto';
import type { DecidableId } from '../../schemas/catalogue.js';
import { members } from '../../schemas/members.js';
import type { Configuration } from './settings.js';

export const kinds = ['well-formed', 'malformed'] as const;
export type Kind = (typeof kinds)[number];

/** Name of the check that asks the cases of one kind. */
export function checkName(kind: Kind): string {
  return `generated: ${kind}`;
}

type Asked = Pick<Configuration, 'cases' | 'shard' | 'only'>;

/** The cases of one property and kind that a machine takes: so many, the first of them, and how far apart they are. */
export interface Share {
  readonly length: number;
  readonly first: number;
  readonly step: number;
}

/**
 * Numbers of the cases of one property and kind that this machine takes, counted from 0. All cases of all properties
 * are dealt out in turn, so that shares are of one size, whatever the filter, and together are the whole.
 */
export function shareOf(row: DecidableId, kind: Kind, { cases, shard, only }: Asked): Share {
  const { index, of: step } = shard ?? { index: 1, of: 1 };
  if (!only.includes(row)) return { length: 0, first: 0, step };
  const asked = members.filter((one) => only.includes(one.requirement));
  const before = (asked.findIndex((one) => one.requirement === row) * kinds.length + kinds.indexOf(kind)) * cases;
  const first = (step + index - 1 - (before % step)) % step;
  return { length: Math.max(0, Math.ceil((cases - first) / step)), first, step };
}

/** How many cases this machine takes of all. */
export function sizeOfShare(asked: Asked): number {
  return kinds.reduce((sum, kind) => sum + sizeOf(kind, asked), 0);
}

/** How many of them may create a customer each. */
export function validCases(asked: Asked): number {
  return sizeOf('well-formed', asked);
}

function sizeOf(kind: Kind, asked: Asked): number {
  return members.reduce((sum, { requirement }) => sum + shareOf(requirement, kind, asked).length, 0);
}

/** Seed of one case, 32 bits: of the run's seed and the case's place alone, so that no machine and no order changes it. */
export function seedOf(seed: number, row: DecidableId, kind: Kind, at: number): number {
  return createHash('sha256').update(`${seed}\n${row}\n${kind}\n${at}`).digest().readInt32BE(0);
}

/** Whether the ordinary checks are asked here: once, by the first of several machines. */
export function hasChecks({ shard }: Pick<Configuration, 'shard'>): boolean {
  return shard === undefined || shard.index === 1;
}
