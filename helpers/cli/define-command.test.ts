import { expect, test } from 'vitest';
import { UsageError } from '../configuration/usage-error.js';
import { fsapi } from '../fsapi/fsapi.js';
import { commands } from './commands.js';
import { defineCommand } from './define-command.js';

/** A command that gives what it was given. */
function called(...argv: string[]) {
  let given: unknown;
  const command = defineCommand({
    positionals: ['OLD', 'NEW'],
    options: {
      out: { value: 'FILE', required: true, help: 'a file' },
      only: { value: 'ID', repeatable: true, help: 'ids' },
      json: { help: 'as JSON' },
    },
    exits: { 0: 'done' },
    run: ({ values, words: [old, later] }) => {
      given = { old, later, ...values };
      return 0;
    },
  });
  const status = command.run('try', argv, { tested: fsapi, env: {}, cwd: '/' });
  return { status, given, command };
}

test('words, values, lists and flags reach the command', () => {
  const { status, given } = called('a', '--out', 'x', 'b', '--only=1', '--only', '2', '--json');
  expect({ status, given }).toEqual({
    status: 0,
    given: { old: 'a', later: 'b', out: 'x', only: ['1', '2'], json: true },
  });
  expect(called('a', 'b', '--out=x').given).toEqual({ old: 'a', later: 'b', out: 'x', only: [], json: false });
});

test('the usage follows from the definition', () => {
  expect(called('a', 'b', '--out=x').command.usage).toBe('OLD NEW --out FILE [options]');
});

test.each([
  [['a', '--out', 'x'], 'try needs NEW; see npx --no -- fsapi-conformance try --help.'],
  [['a', '', '--out', 'x'], 'try needs NEW;'],
  [['a', 'b'], 'try needs --out FILE;'],
  [['a', 'b', 'topsecret', '--out', 'x'], 'try takes OLD and NEW, and nothing else;'],
  [['a', 'b', '--out'], '--out needs a value.'],
  [['a', 'b', '--out', '--json'], '--out needs a value.'],
  [['a', 'b', '--out', 'x', '--out', 'y'], '--out is given twice; it takes one value.'],
  [['a', 'b', '--jsno'], 'There is no option "--jsno"; the nearest is --json.'],
  [['a', 'b', '--out', 'x', '--json=maybe'], '--json is "maybe"; it must be true or false.'],
])('%j', (argv, message) => {
  expect(() => called(...argv)).toThrow(UsageError);
  expect(() => called(...argv)).toThrow(message);
  expect(() => called(...argv)).not.toThrow('topsecret');
});

test.each(Object.entries(commands))(
  '%s: its module has the command, and its summary is one line of a sentence',
  async (_, entry) => {
    const { command } = await entry.load();
    expect(command.exits.map(([status]) => status)).toContain('2');
    expect(entry.summary).toMatch(/^[a-z].*[^.]$|^an? [A-Z]/);
  },
);
