import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { readFolder } from './verify-folder.js';

const cwd = emptyFolder();

function folder(name: string, ...files: readonly string[]): string {
  mkdirSync(join(cwd, name));
  for (const file of files) writeFileSync(join(cwd, name, file), '{}');
  return name;
}

test('a device in the place of a file is not read', () => {
  const name = folder('device', 'manifest.json');
  symlinkSync('/dev/zero', join(cwd, name, 'report.json'));
  expect(readFolder(name, cwd).strange).toEqual([
    { file: 'report.json', says: 'is a symbolic link; a run folder holds files only' },
  ]);
});

test('a file that is larger than any of a run is not read', () => {
  const name = folder('large', 'evidence.har', 'report.json');
  truncateSync(join(cwd, name, 'evidence.har'), 2 ** 40);
  expect(readFolder(name, cwd).strange).toEqual([{ file: 'evidence.har', says: 'is larger than any file of a run' }]);
});
