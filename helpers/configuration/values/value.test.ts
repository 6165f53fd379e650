import { expect, test } from 'vitest';
import { targetSettings } from '../setting.js';
import { choice, flag, headerValue, list, number, parseValue, pointer } from './value.js';

const sourceName = 'CONFORMANCE_IT';

test('flags', () => {
  for (const text of ['true', 'TRUE', 'yes', '1']) expect(flag(text, sourceName)).toBe(true);
  for (const text of ['false', 'False', 'no', '0']) expect(flag(text, sourceName)).toBe(false);
  for (const text of ['on', 'ture', 'y', '2']) expect(() => flag(text, sourceName)).toThrow('it must be true or false');
});

test('numbers are decimal digits within their range', () => {
  expect(number('1', sourceName, 1, 256)).toBe(1);
  expect(number('256', sourceName, 1, 256)).toBe(256);
  for (const text of ['0', '257', '-1', '+1', '1.5', '1e2', '0x10', '1_0', 'eight', '٣', 'Infinity', '9'.repeat(400)])
    expect(() => number(text, sourceName, 1, 256), text).toThrow('it must be a whole number from 1 to 256');
  expect(number('0.5', sourceName, 0.01, 10)).toBe(0.5);
});

test('choices', () => {
  expect(choice('Live', sourceName, ['sandbox', 'live'])).toBe('live');
  expect(() => choice('sandbx', sourceName, ['sandbox', 'live'])).toThrow('the nearest is sandbox');
});

test('an empty list is rejected', () => {
  expect(list('a, b,c,', sourceName)).toEqual(['a', 'b', 'c']);
  expect(() => list(' , ', sourceName)).toThrow('is empty');
});

test('pointers', () => {
  for (const text of ['/id', '/data/0/id', '/a~1b/~0', '/', '//']) expect(pointer(text, sourceName)).toBe(text);
  for (const text of ['id', '#/id', '$.id', '/a~2', '/a~'])
    expect(() => pointer(text, sourceName)).toThrow('not a JSON Pointer');
});

test('a header value is printable ASCII without surrounding white space, and is never echoed', () => {
  expect(headerValue('sk test_1', sourceName)).toBe('sk test_1');
  for (const text of [' topsecret', 'topsecret\n', '\ttopsecret'])
    expect(() => headerValue(text, sourceName)).toThrow('begins or ends with white space');
  for (const text of ['top\nsecret', 'topsécret', 'top\u200bsecret', 'top\0secret', 'top\tsecret']) {
    expect(() => headerValue(text, sourceName)).toThrow(/character [45] is not printable ASCII/);
    expect(() => headerValue(text, sourceName)).not.toThrow('secret');
  }
});

test('the content of a file is not a path, and is not echoed', () => {
  const setting = targetSettings.signingKeyFile;
  const attempt = () => parseValue(setting, ['-----BEGIN PRIVATE KEY-----\nMC4CAQ\n'], sourceName, '/');
  expect(attempt).toThrow('takes the path of a file, not its content');
  expect(attempt).not.toThrow('MC4CAQ');
  expect(parseValue(setting, ['keys/one.pem'], sourceName, '/home')).toBe('/home/keys/one.pem');
});

test('a text is one line, and white space alone is no value', () => {
  const setting = targetSettings.operator;
  expect(parseValue(setting, [' Nightly '], sourceName, '/')).toBe('Nightly');
  expect(() => parseValue(setting, ['  '], sourceName, '/')).toThrow('only white space');
  expect(() => parseValue(setting, ['a\u001b[2Jb'], sourceName, '/')).toThrow('control character');
});
