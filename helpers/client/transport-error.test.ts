import { describe, expect, test } from 'vitest';
import { retryAfter, TransportError, transportError } from './transport-error.js';

describe('an error of the network in words', () => {
  const left = { mayBeDone: true, isBreak: false };
  const never = { ...left, mayBeDone: false };
  const broken = { ...left, isBreak: true };
  test.each([
    [{ code: 'ECONNRESET' }, 'the connection was reset', broken],
    [{ code: 'ECONNABORTED' }, 'there was no complete response within 700 ms', left],
    [{ timeout: 700, code: 'ECONNRESET' }, 'there was no complete response within 700 ms', left],
    [{ code: 'Z_DATA_ERROR' }, 'the body cannot be decompressed (Z_DATA_ERROR)', left],
    [{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }, /without a client certificate/, never],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, /does not speak TLS/, left],
    [{ code: 'EODD' }, 'the exchange broke off (EODD)', left],
    [{ message: 'EPIPE: secret' }, /closed while the request was sent/, broken],
    [{}, 'the exchange broke off', left],
  ])('%j: %s', (error, words, about) => {
    const made = transportError(error, 700);
    expect(made).toMatchObject({ message: words instanceof RegExp ? expect.stringMatching(words) : words, ...about });
    expect(made.message).not.toContain('secret');
  });

  test('is the same error where it is in words already', () => {
    const error = new TransportError('a gateway returned 503', 2000, false, true);
    expect(transportError(error, 700)).toBe(error);
  });
});

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
])('a Retry-After of %s is %s milliseconds', (value, ms) => {
  expect(retryAfter(value, 1000)).toBe(ms);
});
