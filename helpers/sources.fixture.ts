import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../schemas/common/package-root.js';

export const root = fileURLToPath(packageRoot);
const ignored: readonly string[] = readFileSync(join(root, '.gitignore'), 'utf8').match(/[^/\s].*?(?=\/?$)/gm) ?? [];
export const tracked = filesBelow('');

/** The files that git would track, relative to the root, without dotfiles. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || ignored.includes(path)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Tests, and what they share. */
export const isTest = (file: string) => /\.(test|fixture)\.ts$/.test(file) || file.includes('/testing/');
export const production = tracked.filter(
  (file) => /^(schemas|suites|helpers|reports)\/.*\.ts$/.test(file) && !isTest(file),
);
export const text = (file: string) => readFileSync(join(root, file), 'utf8');
