import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { catalogue } from '../../../schemas/catalogue.js';
import { packageRoot } from '../../../schemas/package-root.js';
import { withTable } from './outcome.js';
import { faults, stacks } from './table.js';

const ids: readonly string[] = catalogue.map(({ id }) => id);
const document = readFileSync(fileURLToPath(new URL('docs/stacks.md', packageRoot)), 'utf8');

test('each stack has its application, and each fault is invited by a stack, with requirements of the catalogue', () => {
  const invited = Object.values(stacks).flatMap((stack) => Object.entries(stack.faults));
  expect(Object.keys(faults).filter((fault) => !invited.some(([name]) => name === fault))).toEqual([]);
  expect(invited.flatMap(([, broken]) => broken).filter((id) => !ids.includes(id))).toEqual([]);
  const apps = new URL('helpers/bench/stacks/apps/', packageRoot);
  expect(Object.values(stacks).filter(({ app }) => !existsSync(fileURLToPath(new URL(app, apps))))).toEqual([]);
});

test('the document names every requirement by an id of the catalogue, and its table can be renewed', () => {
  const named = document.match(/\b(HTTP|AUTH|IDEM|CUST|ACCT)-\d\d\b/g) ?? [];
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  const renewed = withTable(document, [], []);
  expect(withTable(renewed, [], [])).toBe(renewed);
  expect(renewed.split('<!--')[0]).toBe(document.split('<!--')[0]);
});
