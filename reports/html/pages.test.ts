import { expect, test } from 'vitest';
import { pages } from './pages.fixture.js';
import { messagesAbout } from './validator.fixture.js';

// The page that verifies a zip is validated beside its other tests.
const { verify: _, ...others } = pages;

test.each(Object.entries(others))('the page of %s is valid HTML', async (_, page) => {
  expect(await messagesAbout(page())).toEqual([]);
});
