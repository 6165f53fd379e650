import { expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { baseAddress, operationAtEnd, probableAddress } from './base-address.js';
import { isLoopback } from './loopback.js';
import { UsageError } from './usage-error.js';

test.each([
  ['https://api.example.com/v1///', 'https://api.example.com/v1/'],
  ['HTTPS://API.example.com:443/v1/', 'https://api.example.com/v1/'],
  ['https://api.example.com', 'https://api.example.com/'],
  ['http://[::1]:8080/v1/', 'http://[::1]:8080/v1/'],
  ['https://api.example.com/a@b/v1', 'https://api.example.com/a@b/v1/'],
])('%s becomes %s', (text, normal) => {
  expect(baseAddress(text, 'it')).toBe(normal);
});

const [noUrl, password, query] = ['is not an https or http URL; write', 'user name or password', 'a query or fragment'];
test.each([
  ...[
    'localhost:3000',
    'pa55word',
    '',
    'https://api.example.com:99999/v1',
    'https://api.example.com/v 1',
    'https:\\\\a',
  ].map((text) => [text, noUrl]),
  ['https://user:pa55word@api.example.com/v1', password],
  ['https://@api.example.com/v1', password],
  ['https://api.example.com/v1/?key=pa55word', query],
  ['https://api.example.com/v1/#top', query],
])('%s is rejected, and not echoed', (text = '', why = '') => {
  const attempt = () => baseAddress(text, 'CONFORMANCE_BASE_URL');
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(why);
  for (const part of ['api.example.com', 'pa55word']) expect(attempt).not.toThrow(part);
});

test.each([
  ['https://api.example.com/v1/accounts/', '/accounts', 'https://api.example.com/v1/'],
  ['https://api.example.com/accounts', '/accounts', 'https://api.example.com/v1/'],
])('%s is rejected with the address that was meant', (text, path, meant) => {
  expect(operationAtEnd(baseAddress(text, 'it'), fsapi)).toBe(
    `ends in the path of an operation (${path}); set it to ${meant}.`,
  );
});

test.each([
  ['https://api.example.com/', 'https://api.example.com/v1/'],
  ['https://api.example.com/V1/', 'https://api.example.com/v1/'],
  ['https://api.example.com/bank/v1/', undefined],
])('without a /v1/ segment, %s was probably %s', (address, meant) => {
  expect(probableAddress(address, '/v1/')).toBe(meant);
});

test('loopback is this machine by its name alone, however a URL spells it', () => {
  const spelled = ['127.1', '2130706433', '[0:0:0:0:0:0:0:1]:8080'].map((host) => new URL(`http://${host}`).hostname);
  const own = ['127.0.0.1', '127.255.255.255', '[::1]', '::1', 'LOCALHOST', ...spelled];
  const elsewhere = new URL('http://127.0.0.1@example.com/v1/').hostname;
  const others = ['0.0.0.0', '128.0.0.1', '127.0.0.1.example.com', 'api.localhost', 'localhost.', '[::]', elsewhere];
  expect([...own, ...others].filter(isLoopback)).toEqual(own);
});
