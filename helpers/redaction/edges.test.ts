import { describe, expect, test } from 'vitest';
import { edgesOf } from './edges.js';
import { createRedactor } from './redactor.js';

const redactorOf = (...secrets: [value: string, label: string, common?: number][]) => {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.addSecret(...secret);
  return redactor;
};

test.each([
  [
    '15 of 16 characters',
    'a8f5f167f44f4964',
    'Invalid key a8f5f167f44f496… (truncated)',
    'Invalid key $KEY… (truncated)',
  ],
  ['18 of 19 characters', 'q7TfW2nYb9LzK4mXc8V', 'key=q7TfW2nYb9LzK4mXc8', 'key=$KEY'],
  ['8 at the front', 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH', 'got q7TfW2nY...', 'got $KEY...'],
  [
    'the words of its kind and 8 more',
    'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH',
    'got sk_sandbox_q7TfW2nY...',
    'got $KEY...',
  ],
  ['8 at the end', 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH', 'got ****Xc8VdR5pH', 'got ****$KEY'],
  ['8 at the end of a UUID', '4f1d2b8c-93aa-4c57-b0de-6a7e15c2f904', 'got …15c2f904', 'got …$KEY'],
])('a service that shortens a key discloses it: %s', (_, key, text, redacted) => {
  expect(redactorOf([key, '$KEY']).redact(text)).toBe(redacted);
});

test('an edge is found in encoded forms, too', () => {
  const redactor = redactorOf(['sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH', '$KEY']);
  const edge = 'q7TfW2nYb9';
  for (const written of [
    Buffer.from(edge).toString('base64'),
    Buffer.from(edge).toString('hex'),
    `%71${edge.slice(1)}`,
  ])
    expect(redactor.finds(`"${written}"`), written).toEqual([{ label: '$KEY' }]);
});

describe('no edge is', () => {
  test('what the keys of two tenants have in common at the front', () => {
    const keys: [string, string, number][] = [
      ['acme7Qx2Lp9ZaaK4mXc8VdR5pH', '$ONE', 13],
      ['acme7Qx2Lp9ZabT6nYb9LzK4mX', '$TWO', 13],
    ];
    expect(redactorOf(...keys).finds('tenant acme7Qx2Lp9Z')).toEqual([]);
    expect(redactorOf(...keys).finds('key aK4mXc8Vd')).toEqual([{ label: '$ONE' }]);
  });

  test('a word: what seldom changes between letters and digits needs more of it', () => {
    expect(edgesOf('customers-of-acme-1', 0)).toEqual([]);
    expect(redactorOf(['sandboxtenantkeyone', '$KEY']).finds('the sandbox te')).toEqual([]);
  });

  test('the time in a UUID', () => {
    expect(edgesOf('0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', 0)).toEqual([]);
  });
});

test.each([
  ['hexadecimal digits as base64 of their bytes', '9f86d081884c7d659a2feaa0c55ad015', 'n4bQgYhMfWWaL+qgxVrQFQ=='],
  ['hexadecimal digits as base64url of their bytes', 'sk_9f86d081884c7d659a2feaa0c55ad015', 'n4bQgYhMfWWaL-qgxVrQFQ'],
  ['a short UUID', '4f1d2b8c-93aa-4c57-b0de-6a7e15c2f904', 'Tx0rjJOqTFew3mp-FcL5BA'],
  ['the GUID of a UUID', '4f1d2b8c-93aa-4c57-b0de-6a7e15c2f904', '8c2b1d4faa93574cb0de6a7e15c2f904'],
  ['the GUID of a UUID in base64', '4f1d2b8c-93aa-4c57-b0de-6a7e15c2f904', 'jCsdT6qTV0yw3mp+FcL5BA=='],
])('%s', (_, key, written) => {
  expect(redactorOf([key, '$KEY']).finds(`{"id":"${written}"}`)).toEqual([{ label: '$KEY' }]);
});
