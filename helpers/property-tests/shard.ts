import { createHash } from 'node:crypto';
import type { DecidableId } from '../../schemas/catalogue.js';
import type { Configuration } from '../configuration/settings.js';

/** What the customer's schema states of one member: well-formed and malformed values can be generated for each. */
export interface Property {
  readonly row: DecidableId;
  /** JSON Pointer of the member. */
  readonly pointer: string;
}

/** Every member of the specification's tables, in the order of the catalogue. */
export const properties: readonly Property[] = [
  { row: 'CUST-02', pointer: '/first_name' },
  { row: 'CUST-03', pointer: '/last_name' },
  { row: 'CUST-04', pointer: '/middle_name' },
  { row: 'CUST-05', pointer: '/email' },
  { row: 'CUST-06', pointer: '/phone' },
  { row: 'CUST-07', pointer: '/type' },
  { row: 'CUST-08', pointer: '/gender' },
  { row: 'CUST-09', pointer: '/date_of_birth' },
  { row: 'CUST-10', pointer: '/address' },
  { row: 'CUST-11', pointer: '/address/address_line1' },
  { row: 'CUST-12', pointer: '/address/city' },
  { row: 'CUST-13', pointer: '/address/country' },
  { row: 'CUST-14', pointer: '/address/postal_code' },
  { row: 'CUST-15', pointer: '/address/state' },
];

export const kinds = ['well-formed', 'malformed'] as const;
export type Kind = (typeof kinds)[number];

/** Name of the check that asks the cases of one kind. */
export function checkName(kind: Kind): string {
  return `generated: ${kind}`;
}

type Asked = Pick<Configuration, 'cases' | 'shard' | 'only'>;

/**
 * Numbers of the cases of one property and kind that this machine takes, counted from 0. All cases of all properties
 * are dealt out in turn, so that shares are of one size, whatever the filter, and together are the whole.
 */
export function shareOf(row: DecidableId, kind: Kind, { cases, shard, only }: Asked): number[] {
  if (!only.includes(row)) return [];
  const asked = properties.filter((one) => only.includes(one.row));
  const first = (asked.findIndex((one) => one.row === row) * kinds.length + kinds.indexOf(kind)) * cases;
  const all = Array.from({ length: cases }, (_, at) => at);
  return shard === undefined ? all : all.filter((at) => (first + at) % shard.of === shard.index - 1);
}

/** How many cases this machine takes of all. */
export function sizeOfShare(asked: Asked): number {
  return properties.reduce(
    (sum, { row }) => sum + kinds.reduce((those, kind) => those + shareOf(row, kind, asked).length, 0),
    0,
  );
}

/** How many of them may create a customer each. */
export function validCases(asked: Asked): number {
  return properties.reduce((sum, { row }) => sum + shareOf(row, 'well-formed', asked).length, 0);
}

/** Seed of one case, 32 bits: of the run's seed and the case's place alone, so that no machine and no order changes it. */
export function seedOf(seed: number, row: DecidableId, kind: Kind, at: number): number {
  return createHash('sha256').update(`${seed}\n${row}\n${kind}\n${at}`).digest().readInt32BE(0);
}

/** Whether the ordinary checks are asked here: once, by the first of several machines. */
export function hasChecks({ shard }: Pick<Configuration, 'shard'>): boolean {
  return shard === undefined || shard.index === 1;
}
