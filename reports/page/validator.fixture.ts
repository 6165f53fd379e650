import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { Sample } from '../testing/sample.js';
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

/** The messages of the validator about the page of a sample. */
export async function invalid(of: Sample): Promise<readonly string[]> {
  return messagesAbout(pageOf(of));
}

/** The messages of the validator about a page. */
export async function messagesAbout(page: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(page);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(({ ruleId, line, message }) => `${ruleId} in line ${line}: ${message}`);
}
