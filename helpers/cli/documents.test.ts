import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { documents, shellBlocks } from '../api/documents.fixture.js';
import { root, text as textOf } from '../sources.fixture.js';
import { commandNames, definitions } from './program.js';

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
const names = new Set(commandNames);

const calls = (text: string) =>
  [...text.matchAll(/(?:fsapi-conformance|cli\/main\.js|npm run conformance --)((?: +[^\s`|;&)#]+)+)/g)].map(
    ([, words = '']) => words.trim().split(/ +/),
  );
const commandOf = (words: readonly string[]) => words.find((word) => names.has(word)) ?? 'run';
const optionsOf = (words: readonly string[]) =>
  words.flatMap((word) => /^--[a-z][a-z-]+/.exec(word) ?? []).filter((option) => option !== '--help');

const all = documents().map((document) => ({
  ...document,
  commands: [...shellBlocks(document), ...[...document.text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)],
}));

/** What code tells to type that there is not. `documents.slow.test.ts` runs the named examples. */
function unknownIn({ text, commands, path }: (typeof all)[number]): string[] {
  const options = commands.flatMap(calls).flatMap((words) => {
    const definition = definitions.find(({ usage }) => usage.replace(/ .*/, '') === commandOf(words));
    const known = definition?.options?.map(({ long }) => long);
    return optionsOf(words).filter((option) => !known?.includes(option));
  });
  const matched = (pattern: RegExp, of: readonly string[]) =>
    of.flatMap((one) => [...one.matchAll(pattern)].map(([, word = '']) => word));
  const links = matched(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g, [text]).map((link) => join(dirname(path), link));
  const tests = matched(/\b([\w/.-]+\.test\.ts)\b/g, commands).filter((file) => file.includes('/'));
  const called = matched(/npm run (?:--silent )?([\w:]+)/g, commands);
  const missing = [...links, ...tests].filter((file) => !existsSync(join(root, file)));
  return [...options, ...called.filter((script) => scripts[script] === undefined), ...missing];
}

test.each(all)('$path calls commands, options and scripts, and names files, that there are', (document) => {
  expect(unknownIn(document)).toEqual([]);
});

test('the documents hold examples, in which a slip would be seen', () => {
  expect(all.map(({ path }) => path)).toContain('README.md');
  expect(all.flatMap(({ commands }) => commands.flatMap(calls)).length).toBeGreaterThan(5);
  const commands = ['fsapi-conformance doctor --strat x', 'npm run tset', 'npx vitest run helpers/gone.test.ts'];
  const slips = { path: 'README.md', text: '[here](docs/gone.md)', commands, examples: [] };
  expect(unknownIn(slips)).toEqual(['--strat', 'tset', 'docs/gone.md', 'helpers/gone.test.ts']);
});

test('the counts of requirements that the guide for officers tells are those of the catalogue', () => {
  const { text = '' } = all.find(({ path }) => path === 'docs/hand-over.md') ?? {};
  const sizeOf = (...bases: readonly string[]) => catalogue.filter(({ basis }) => bases.includes(basis)).length;
  const counts = [sizeOf('stated', 'inferred'), sizeOf('not-shown'), sizeOf('attested')];
  const stated = /\*Rules\* \((\d+)\).*\*Open questions\* \((\d+)\).*\*Duties\* \((\d+)\)/.exec(text) ?? [];
  expect(stated.slice(1).map(Number)).toEqual(counts);
});

test('the picture of the architecture names rooms that there are', () => {
  const picture = textOf('docs/architecture.svg');
  const rooms = [...picture.matchAll(/class="room"[^>]*>([\w/-]+)</g)].map(([, room = '']) => room);
  expect(rooms.length).toBeGreaterThan(7);
  expect(rooms.filter((room) => !existsSync(join(root, room)))).toEqual([]);
});
