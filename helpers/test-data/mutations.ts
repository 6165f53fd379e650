import { type Member, members } from '../../schemas/members.js';
import { type FastCheck, signs, word } from './arbitraries.js';
import { invalidDate } from './invalid-dates.js';
import { type InvalidForm, mutationOf, type Way } from './invalid-form.js';
import { invalidCountry, invalidState } from './invalid-places.js';
import { invalidEmail, invalidGender, invalidPhone } from './invalid-texts.js';
import { invalidTypesOf } from './invalid-types.js';
import type { Mutation } from './mutation.js';

/**
 * What may stand around a valid value. White space alone is not judged (CUST-21), so each has a semicolon too. Without
 * the white space it would be one word with the value, which widespread patterns of e-mail addresses accept.
 */
type Junk = readonly [front: string, back: string];

const around = (what: string, [front, back]: Junk) => [
  { name: `${what} before it`, change: (value: string) => front + value },
  { name: `${what} after it`, change: (value: string) => value + back },
];

const way = (what: string, gaps: readonly string[], example: Junk): Way => ({
  examples: around(what, example),
  arbitrary: (fc: FastCheck) =>
    fc
      .tuple(fc.nat(2), fc.constantFrom(...gaps), word(fc, 1, 8), signs(fc, ';|<>~^', 1, 3))
      .map(([at, gap, junk, sign]) => {
        const [before, after] = around(what, [`${junk}${sign};${gap}`, `${gap};${sign}${junk}`]);
        const twice = {
          name: `${what} between two`,
          change: (value: string) => `${value}${gap};${sign}${gap}${value}`,
        };
        return [before, after][at] ?? twice;
      }),
});

/**
 * A valid value with something around it: what a pattern without anchors lets pass, one with `m`, a search in place of a
 * match, or a parser that stops early. The same ways for whichever form the schema states, from the form's own valid value.
 */
export const surroundings: readonly Way[] = [
  way('something', [' ', '\t'], ['x; ', ' ;x']),
  way('a line', ['\n', '\n', '\r\n'], ['x;\n', '\n;x']),
];

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
