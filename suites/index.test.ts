import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CheckDefinition } from '../helpers/runner/suite.js';
import { catalogue } from '../schemas/fsapi/catalogue.js';
import { tests } from './index.js';

const checks = tests.suites
  .flatMap(({ definitions }): readonly unknown[] => definitions)
  .filter((one): one is CheckDefinition => (one as CheckDefinition).kind === 'check');

/** The requirements that a failure of one may be explained by, each with the next. */
function causesOf(id: string, on: readonly string[] = []): string[] {
  if (on.includes(id)) throw new Error(`a circle of owners: ${[...on, id].join(' → ')}`);
  const facts = checks.filter((one) => one.id === id).flatMap(({ unless = [] }) => unless);
  const owners = [...new Set(facts.flatMap(({ owner }) => owner ?? []))];
  return owners.flatMap((owner) => [owner, ...causesOf(owner, [...on, id])]);
}

test('a finding moves to the owner of its cause, and never comes back: owners form an order', () => {
  for (const { id } of checks) expect(() => causesOf(id)).not.toThrow();
  for (const { unless = [] } of checks) for (const { owner, name } of unless) expect(owner, name).toBeDefined();
});

test('each requirement of the catalogue is described in a suite file, and each description exported', () => {
  expect(new Set(tests.suites.map(({ id }) => id))).toEqual(new Set(catalogue.map(({ id }) => id)));
  const names = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.suite.ts'));
  const texts = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('');
  const described = texts.match(/\bdescribe([.]todo)?\('/g) ?? [];
  expect(described).toHaveLength(tests.suites.length);
  expect(texts.match(/^export const [A-Z]+_\d+ = describe([.]todo)?\('/gm)).toHaveLength(described.length);
});

test('ids and names of checks and observations stay, since waivers and baselines refer to them', async () => {
  const names = tests.suites.flatMap(({ definitions }) => definitions.map(({ id, name }) => `${id} ${name}`));
  expect(new Set(names).size).toBe(names.length);
  await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('checks.txt');
});
