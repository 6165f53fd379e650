import { type Member, members } from '../../schemas/members.js';
import { invalidDate } from './invalid-dates.js';
import { type InvalidForm, mutationOf } from './invalid-form.js';
import { invalidCountry, invalidState } from './invalid-places.js';
import { surroundings } from './invalid-surroundings.js';
import { invalidEmail, invalidGender, invalidPhone } from './invalid-texts.js';
import { invalidTypesOf } from './invalid-types.js';
import type { Mutation } from './mutation.js';

/** How to violate the form of a member beyond its type: an entry for each member that has one. */
const forms: Readonly<Record<string, InvalidForm>> = {
  '/email': invalidEmail,
  '/phone': invalidPhone,
  '/gender': invalidGender,
  '/date_of_birth': invalidDate,
  '/address/country': invalidCountry,
  '/address/state': invalidState,
};

/** @throws Error for a form of the schema without an entry */
export function invalidFormOf({ pointer, form }: Member): InvalidForm | undefined {
  const known = forms[pointer];
  if (form !== known?.keyword) throw new Error(`${pointer}: the schema states ${form}, not ${known?.keyword}`);
  return known && { ...known, ways: [...known.ways, ...surroundings] };
}

const examplesOf = (member: Member, form: InvalidForm | undefined): Mutation[] =>
  (form?.ways ?? []).flatMap(({ examples }) => examples.map((value) => mutationOf(member, form as InvalidForm, value)));

/** The invalid values that every run sends: the fixed examples of what `--cases` generates. */
export const mutations: readonly Mutation[] = [
  ...members.flatMap((member) => examplesOf(member, invalidTypesOf(member))),
  ...members.flatMap((member) => examplesOf(member, invalidFormOf(member))),
];
