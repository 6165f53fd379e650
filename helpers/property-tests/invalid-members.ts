import fc from 'fast-check';
import type { DecidableId } from '../../schemas/catalogue.js';
import { type Member, members } from '../../schemas/members.js';
import { type InvalidForm, mutationOf } from '../test-data/invalid-form.js';
import { invalidTypesOf } from '../test-data/invalid-types.js';
import type { Mutation } from '../test-data/mutation.js';
import { invalidFormOf } from '../test-data/mutations.js';

/** Generates invalid values of one member. */
type InvalidMember = fc.Arbitrary<Mutation>;

function generated(member: Member, form: InvalidForm): InvalidMember {
  return fc
    .oneof(...form.ways.map(({ examples, arbitrary }) => arbitrary?.(fc) ?? fc.constantFrom(...examples)))
    .map((value): Mutation => mutationOf(member, form, value));
}

function of(member: Member): InvalidMember {
  const form = invalidFormOf(member);
  const type = generated(member, invalidTypesOf(member));
  return form ? fc.oneof({ weight: 3, arbitrary: generated(member, form) }, { weight: 1, arbitrary: type }) : type;
}

/**
 * Invalid values by the requirement that states the form: three violate the form for each that violates the type. Without
 * the library's bias towards extremes: each case is the first of its own seed, so half would be extreme.
 */
export const invalidMembers: ReadonlyMap<DecidableId, InvalidMember> = new Map(
  members.map((member) => [member.requirement, fc.noBias(of(member))]),
);
