import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { documents, shellBlocks } from '../api/documents.fixture.js';
import { commandNames, definitions } from './program.js';

const root = fileURLToPath(packageRoot);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const names = new Set(commandNames);

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
  test('calls commands and options that there are', () => {
    const unknown: string[] = [];
    for (const words of document.commands.flatMap(calls)) {
      const definition = definitions.find(({ usage }) => usage.replace(/ .*/, '') === commandOf(words));
      const known = definition?.options?.map(({ long }) => long);
      unknown.push(...optionsOf(words).filter((option) => !known?.includes(option)));
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

/** Files that a file imports, and those that its imports import: a walk may pass over a file that only hands on. */
function reached(path: string, depth = 2): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, to = '']) => `${join(dirname(path), to)}.ts`);
  const direct = imported.filter((to) => existsSync(join(root, to)));
  return depth === 1 ? direct : [...direct, ...direct.flatMap((to) => reached(to, depth - 1))];
}

test('the files of a walk import each other, or hand on what the drawing names', () => {
  const { text = '' } = documents().find(({ path }) => path === 'docs/how-it-works.md') ?? {};
  const walks = [...text.matchAll(/```\n(suites[\s\S]*?)```/g)].map(([, walk = '']) => walk.match(/^\S+\.ts/gm) ?? []);
  expect(walks.map(({ length }) => length)).toEqual([8, 5]);
  for (const walk of walks) {
    const reachable = new Map(walk.map((path) => [path, reached(path)]));
    for (const path of walk) {
      const others = walk.filter((other) => other !== path);
      const isConnected = others.some(
        (other) =>
          reachable.get(path)?.includes(other) ||
          reachable.get(other)?.includes(path) ||
          // By data alone: a finding, a report.
          ['schemas/finding.ts', 'schemas/types.ts'].some((kind) =>
            [path, other].every((one) => reachable.get(one)?.includes(kind)),
          ),
      );
      expect(isConnected, path).toBe(true);
    }
  }
});

test('the documents hold examples', () => {
  expect(all.map(({ path }) => path)).toContain('README.md');
  expect(all.flatMap(({ commands: code }) => code.flatMap(calls)).length).toBeGreaterThan(5);
});
