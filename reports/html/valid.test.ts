import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import { pageOf, short } from './browser.fixture.js';

/** Markup by the judgement of a validator that is not ours, with all that it recommends but two rules. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // What a target sent stands in the page as it came, with the spaces at the ends of its lines.
      'no-trailing-whitespace': 'off',
      // A rule of search engines; the days of some months take a title over it.
      'long-title': 'off',
    },
  }),
);

const cases: readonly (readonly [name: string, of: Sample])[] = [
  ['the sample', sample()],
  [
    'the sample, conformant',
    sample({ 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass', 'IDEM-03': 'pass', 'ACCT-02': 'pass' }),
  ],
  ['a megabyte in each place', flooded('w '.repeat(500_000))],
  ...Object.entries(hostile).map(([name, word]) => [`hostile words: ${name}`, poisoned(word)] as const),
];

test.each(cases)('%s', async (_, of) => {
  const { results } = await validator.validateString(pageOf(short(of)));
  const messages = results.flatMap((result) => result.messages);
  expect(messages.map(({ ruleId, line, message }) => `${ruleId} in line ${line}: ${message}`)).toEqual([]);
});
