import { expect, test } from 'vitest';
import { pagesIn } from './suite-version.js';

test.each([
  [
    'git+https://github.com/payments/fsapi-conformance.git',
    'https://github.com/payments/fsapi-conformance/blob/v0.2.0/docs/requirements/',
  ],
  ['git+https://github.com/OWNER/fsapi-conformance.git', undefined],
  ['git+ssh://git@git.bank.example/fsapi-conformance.git', undefined],
])('the pages of the requirements in %s', (url, pages) => {
  expect(pagesIn(url, '0.2.0')).toBe(pages);
});
