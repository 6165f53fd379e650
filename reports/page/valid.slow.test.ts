import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import { pageOf } from './browser.fixture.js';

/** Markup by the judgement of a validator that is not ours, with all that it recommends but two rules. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // Text of a target keeps the spaces at the ends of its lines.
      'no-trailing-whitespace': 'off',
      // A rule of search engines; the days of some months take a title over it.
      'long-title': 'off',
    },
  }),
);

test.each<[string, Sample]>([
  [
    'a conformant report',
    sample({ 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass', 'IDEM-03': 'pass', 'ACCT-02': 'pass' }),
  ],
  ['a report with hostile words in every place', poisoned(Object.values(hostile).join(' '))],
  ['a report with 100,000 letters in each place', flooded('w '.repeat(50_000))],
])('%s is valid HTML', async (_, of) => {
  const { results } = await validator.validateString(pageOf(of));
  const messages = results.flatMap((result) => result.messages);
  expect(messages.map(({ ruleId, line, message }) => `${ruleId} in line ${line}: ${message}`)).toEqual([]);
});
