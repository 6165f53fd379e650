import { expect, test } from 'vitest';
import { isLoopback } from './loopback.js';

test.each(['127.0.0.1', '127.0.0.0', '127.255.255.255', '[::1]', '::1', 'localhost', 'LOCALHOST'])(
  '%s is loopback',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '128.0.0.1',
  '12.7.0.1',
  '127.0.0.1.example.com',
  '127.example.com',
  '127.0.0.256',
  'api.localhost',
  'localhost.example.com',
  'localhost.',
  '[::]',
  '[::2]',
  '[::ffff:7f00:1]',
  '',
])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each([
  ['http://127.1/v1/', true],
  ['http://2130706433/v1/', true],
  ['http://[0:0:0:0:0:0:0:1]:8080/v1/', true],
  ['http://127.0.0.1@example.com/v1/', false],
])('other spellings are judged as the URL normalises them: %s', (url, loopback) => {
  expect(isLoopback(new URL(url).hostname)).toBe(loopback);
});
