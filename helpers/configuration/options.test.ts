import { expect, test } from 'vitest';
import { readOptions } from './options.js';
import { UsageError } from './usage-error.js';

const read = (...argv: string[]) =>
  Object.fromEntries([...readOptions(argv)].map(([name, { texts }]) => [name, texts]));

test('values stand beside an option or behind an equals sign', () => {
  expect(read('--rate', '5', '--seed=7', '--quiet')).toEqual({ rate: ['5'], seed: ['7'], quiet: ['true'] });
  expect(read()).toEqual({});
});

test('a flag can be set to false, so that an option overrides a variable', () => {
  expect(read('--bail=false')).toEqual({ bail: ['false'] });
});

test('lists are repeatable', () => {
  expect(read('--only', 'AUTH', '--only=HTTP-01,IDEM')).toEqual({ only: ['AUTH', 'HTTP-01,IDEM'] });
});

test('an option that takes one value is given once', () => {
  expect(() => read('--rate', '5', '--rate', '5')).toThrow('--rate is given twice; it takes one value.');
  expect(() => read('--rate', '5', '--rate', '6')).toThrow('--rate is given twice');
});

test.each([[['--rate']], [['--rate=']], [['--rate', '']], [['--rate', '--quiet']], [['--quiet=']]])(
  '%j lacks a value',
  (argv) => {
    expect(() => read(...argv)).toThrow(/needs a value/);
  },
);

test.each([
  [['--rat', '5'], '--rate'],
  [['--formats=md'], '--format'],
  [['--baseurl', 'x'], '--base-url'],
  [['--no-bail'], '--bail'],
  [['--hlep'], '--help'],
])('%j is unknown, with the nearest known name', (argv, guess) => {
  expect(() => read(...argv)).toThrow(UsageError);
  expect(() => read(...argv)).toThrow(`the nearest is ${guess}`);
});

test('secrets and other variables are never options, and their values are not echoed', () => {
  expect(() => read('--api-key=topsecret')).toThrow(/Secrets are never options: set CONFORMANCE_API_KEY/);
  expect(() => read('--tenant-id', 'acme')).toThrow(/"--tenant-id" is no option: set CONFORMANCE_TENANT_ID/);
  for (const argv of [['--api-key', 'topsecret'], ['--topsecret_1'], ['topsecret'], ['--', 'topsecret']])
    expect(() => read(...argv)).not.toThrow('topsecret');
});

test('an address among the arguments gets the option where it belongs, and is not repeated', () => {
  expect(() => read('http://user:topsecret@127.0.0.1/v1/')).toThrow(
    'Argument 1 is an address: give it by --base-url URL.',
  );
});

test('a stray word is rejected by its position', () => {
  expect(() => read('--quiet', 'AUTH')).toThrow('Argument 2 is neither an option nor a value of an option.');
});
