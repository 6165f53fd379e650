import { expect, test } from 'vitest';
import { parametersIn } from './routes.js';

test.each([
  ['/customers', '/customers', {}],
  ['/customers/{id}', '/customers/7', { id: '7' }],
  ['/customers/{id}', '/customers/a%2Fb%20c', { id: 'a/b c' }],
  ['/customers/{id}', '/customers/100%', { id: '100%' }],
  ['/customers/{id}/accounts/{account}', '/customers/7/accounts/acc_1', { id: '7', account: 'acc_1' }],
])('%s holds the path %s', (pattern, path, expected) => {
  expect(parametersIn(pattern, path)).toEqual(expected);
});

test.each([
  ['/customers', '/customers/'],
  ['/customers', '/customers/7'],
  ['/customers', ''],
  ['/customers/{id}', '/customers'],
  ['/customers/{id}', '/customers/'],
  ['/customers/{id}', '/accounts/7'],
])('%s does not hold the path %s', (pattern, path) => {
  expect(parametersIn(pattern, path)).toBeUndefined();
});
