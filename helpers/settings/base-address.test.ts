import { expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { baseAddress, operationAtEnd, probableAddress } from './base-address.js';
import { UsageError } from './usage-error.js';

test.each([
  ['https://api.example.com/v1', 'https://api.example.com/v1/'],
  ['https://api.example.com/v1///', 'https://api.example.com/v1/'],
  ['HTTPS://API.example.com:443/v1/', 'https://api.example.com/v1/'],
  ['https://api.example.com', 'https://api.example.com/'],
  ['http://[::1]:8080/v1/', 'http://[::1]:8080/v1/'],
  ['https://api.example.com/a@b/v1', 'https://api.example.com/a@b/v1/'],
])('%s becomes %s', (text, normal) => {
  expect(baseAddress(text, 'it')).toBe(normal);
});

test.each([
  ['localhost:3000', 'is not an https or http URL'],
  ['https:/api.example.com/v1', 'is not an https or http URL'],
  ['https://', 'is not an https or http URL'],
  ['https://api.example.com:99999/v1', 'is not an https or http URL'],
  ['https://api.example.com/v 1', 'is not an https or http URL'],
  ['https:\\\\api.example.com', 'is not an https or http URL'],
  ['sk_test_5f0f1c', 'is not an https or http URL'],
  ['ftp://api.example.com/v1', 'is not an https or http URL'],
  ['file:///v1/', 'is not an https or http URL'],
  ['https://user:pa55word@api.example.com/v1', 'user name or password'],
  ['https://@api.example.com/v1', 'user name or password'],
  ['https://api.example.com/v1/?', 'a query or fragment'],
  ['https://api.example.com/v1/?key=pa55word', 'a query or fragment'],
  ['https://api.example.com/v1/#top', 'a query or fragment'],
])('%s is rejected, and not echoed', (text, why) => {
  const attempt = () => baseAddress(text, 'CONFORMANCE_BASE_URL');
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(why);
  expect(attempt).not.toThrow(`"${text}"`);
  expect(attempt).not.toThrow('api.example.com');
  expect(attempt).not.toThrow('5f0f1c');
  expect(attempt).not.toThrow('pa55word');
});

test.each([
  ['https://api.example.com/v1/customers', '/customers', 'https://api.example.com/v1/'],
  ['https://api.example.com/v1/accounts/', '/accounts', 'https://api.example.com/v1/'],
  ['https://api.example.com/accounts', '/accounts', 'https://api.example.com/v1/'],
])('%s is rejected with the address that was meant', (text, path, meant) => {
  expect(operationAtEnd(baseAddress(text, 'it'), fsapi)).toBe(
    `ends in the path of an operation (${path}); set it to ${meant}.`,
  );
});

test.each([
  ['https://api.example.com/', 'https://api.example.com/v1/'],
  ['https://api.example.com/bank/', 'https://api.example.com/bank/v1/'],
  ['https://api.example.com/V1/', 'https://api.example.com/v1/'],
  ['https://api.example.com/v2/', 'https://api.example.com/v1/'],
  ['https://api.example.com/v1/', undefined],
  ['https://api.example.com/bank/v1/', undefined],
])('without a /v1/ segment, %s was probably %s', (address, meant) => {
  expect(probableAddress(address, '/v1/')).toBe(meant);
});
