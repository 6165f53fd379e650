import { expect, test } from 'vitest';
import { sample } from '../testing/sample.js';
import { pages } from './pages.fixture.js';
import { invalid, messagesAbout } from './validator.fixture.js';

test.each(Object.entries(pages))('the page of %s is valid HTML', async (_, page) => {
  expect(await messagesAbout(page())).toEqual([]);
});

// With hostile words it has the tags of a report with harmless ones (`formats.slow.test.ts`).
test('a report is valid HTML', async () => {
  expect(await invalid(sample())).toEqual([]);
});
