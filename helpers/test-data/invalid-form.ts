import type { Arbitrary } from 'fast-check';
import type { Member } from '../../schemas/members.js';
import type { FastCheck } from './arbitraries.js';
import type { Mutation } from './mutation.js';

type Change = Mutation['change'];

/** An invalid value of a member, whichever member has the form. */
export type InvalidValue = Pick<Mutation, 'name' | 'change'> &
  Partial<Pick<Mutation, 'mayNormalise' | 'without' | 'together' | 'neighbour'>>;

/** One way to violate a form: the values that every run sends, and a generator of more where there are more. */
export interface Way {
  /** Each is a check of its own, under its name. */
  readonly examples: readonly InvalidValue[];
  readonly arbitrary?: (fc: FastCheck) => Arbitrary<InvalidValue>;
}

/** All ways to violate a form that one keyword of the schema states. */
export interface InvalidForm {
  readonly keyword: Mutation['keyword'];
  /** Default for its values. */
  readonly mayNormalise: boolean;
  readonly ways: readonly Way[];
}

/**
 * A way whose values differ in nothing but name and change.
 * @param examples by name
 * @param name of all generated values; that of the first example unless given
 */
export function way(
  examples: Readonly<Record<string, Change>>,
  generate?: (fc: FastCheck) => Arbitrary<Change>,
  name = Object.keys(examples)[0] ?? '',
): Way {
  return {
    examples: Object.entries(examples).map(([example, change]) => ({ name: example, change })),
    ...(generate && { arbitrary: (fc) => generate(fc).map((change) => ({ name, change })) }),
  };
}

/** An invalid value of a form, at a member that has the form. */
export function mutationOf(member: Member, { keyword, mayNormalise }: InvalidForm, value: InvalidValue): Mutation {
  const { requirement, pointer } = member;
  return { requirement, pointer, keyword, mayNormalise, ...value };
}
