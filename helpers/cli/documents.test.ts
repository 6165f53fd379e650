import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { documents, shellBlocks } from '../api/documents.fixture.js';
import { fsapi } from '../fsapi/fsapi.js';
import { commands } from './commands.js';
import { helpOf } from './help.js';

const root = fileURLToPath(packageRoot);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const names = new Set(Object.keys(commands));

/** Calls of the command line in a text: its words, as far as the line goes. */
const calls = (text: string) =>
  [...text.matchAll(/(?:fsapi-conformance|cli\/main\.js|npm run conformance --)((?: +[^\s`|;&)#]+)+)/g)].map(
    ([, words = '']) => words.trim().split(/ +/),
  );
const commandOf = (words: readonly string[]) => words.find((word) => names.has(word)) ?? 'run';
const optionsOf = (words: readonly string[]) =>
  words.flatMap((word) => /^--[a-z][a-z-]+/.exec(word) ?? []).filter((option) => option !== '--help');

/** Documents, with their code: shell blocks, and what stands between backquotes. */
const all = documents().map((document) => ({
  ...document,
  commands: [...shellBlocks(document), ...[...document.text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)],
}));

/** Everything that a document tells to type exists; `documents.slow.test.ts` runs the named examples. */
describe.each(all)('$path', (document) => {
  test('calls commands and options that there are', async () => {
    const unknown: string[] = [];
    for (const words of document.commands.flatMap(calls)) {
      const help = (await helpOf(commandOf(words), fsapi)).join('\n');
      unknown.push(...optionsOf(words).filter((option) => !help.includes(`  ${option}`)));
    }
    expect(unknown).toEqual([]);
  });

  test('calls scripts that there are', () => {
    const called = document.commands.flatMap((code) =>
      [...code.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script = '']) => script),
    );
    expect(called.filter((script) => scripts[script] === undefined)).toEqual([]);
  });

  test('links to files that there are', () => {
    const links = [...document.text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(document.path), link)))).toEqual([]);
  });

  test('names test files that there are', () => {
    const named = document.commands.flatMap((code) => code.match(/\b[\w/.-]+\.test\.ts\b/g) ?? []);
    expect(named.filter((path) => path.includes('/') && !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the documents hold examples', () => {
  expect(all.map(({ path }) => path)).toContain('README.md');
  expect(all.flatMap(({ commands: code }) => code.flatMap(calls)).length).toBeGreaterThan(5);
});
