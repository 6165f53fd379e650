import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { makeFolder } from './folder.js';

const day = 86_400_000;

function draftOf(cwd: string, folderAge: number, fileAge: number): string {
  const draft = join(cwd, 'reports', 'runs', '.2025-11-20T02-17-00Z.partial');
  mkdirSync(draft, { recursive: true });
  const file = join(draft, 'report.json');
  writeFileSync(file, '');
  const put = (path: string, age: number) => utimesSync(path, (Date.now() - age) / 1000, (Date.now() - age) / 1000);
  put(file, fileAge);
  put(draft, folderAge);
  return draft;
}

test.each([
  ['an old one of a killed run goes', 3 * day, 3 * day, false],
  ['one that was begun by a clock that was put since, and is still written to, stays', 3 * day, 0, true],
  ['a new one stays', 0, 0, true],
])('of drafts beside a new run, %s', (_, folderAge, fileAge, stays) => {
  const cwd = emptyFolder();
  const draft = draftOf(cwd, folderAge, fileAge);
  const made = makeFolder(new Date(), cwd);
  expect(existsSync(draft)).toBe(stays);
  made.discard();
});

test('a machine whose clock is days ahead of the file system’s takes no draft for an old one, its own least of all', () => {
  const cwd = emptyFolder();
  const draft = draftOf(cwd, 0, 0);
  const made = makeFolder(new Date(Date.now() + 5 * day), cwd);
  expect([draft, made.draft].map((path) => existsSync(path))).toEqual([true, true]);
  made.discard();
});
